"""`nearcast plan`: a table for files, for workloads by name and for saved statistics."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import Shell, plain

from nearcast.plans import PLANS

TWEETS = ("tweets", "--subscriptions", 3_000, "--messages", 500, "--vocabulary", 2_000)


def test_a_table_and_what_to_take_from_it(shell: Shell) -> None:
    ended = shell("plan", *TWEETS, "--partitions", 4, 16)
    assert ended.code == 0
    assert all(ended.out.count(f" {name} ") >= 2 for name in PLANS)
    assert "3,000 subscriptions and 500 messages" in ended.out
    assert "Take location for 4 to 16: its busiest partition" in plain(ended.out)


def test_every_plan_for_every_number_of_partitions(shell: Shell) -> None:
    report = shell("plan", *TWEETS, "--json").json
    counts = [4, 8, 16, 32, 64, 128, 256, 512, 1024]
    listed = [(each["partitions"], each["plan"]) for each in report["plans"]]
    assert listed == [(partitions, name) for partitions in counts for name in PLANS]
    assert report["best"].keys() == {str(partitions) for partitions in counts}
    hashed = report["plans"][0]
    assert (hashed["replication"], hashed["tuples"], hashed["balance"]) == (
        1,
        4,
        pytest.approx(1, abs=0.1),
    )


def test_saved_statistics_give_the_same_answer(shell: Shell) -> None:
    first = shell("plan", *TWEETS, "--partitions", 8, "--save-statistics", "w.statistics", "--json")
    assert (
        shell("plan", "--statistics", "w.statistics", "--partitions", 8, "--json").json
        == first.json
    )


def test_files_as_match_reads_them(shell: Shell, two_files: Path) -> None:
    files = ("--subscriptions", two_files / "s.ndjson", "--messages", two_files / "m.csv")
    report = shell("plan", *files, "--partitions", 2, "--json").json
    assert (report["subscriptions"], report["messages"]) == (2, 2)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 2, "of which workload?"),
        (("tweets", "--statistics", "s.ndjson"), 2, "one of the three"),
        (("tweets", "--messages", "m.csv"), 2, "say how many"),
        (("--subscriptions", "s.ndjson"), 2, "give --messages FILE as well"),
        (("--messages", "none.csv", "--subscriptions", "s.ndjson"), 3, "there is no such file"),
        (("--statistics", "s.ndjson"), 1, "s.ndjson: it is not a"),
        (("tweets", "--save-statistics", "nowhere/w"), 3, "there is no such folder"),
        (("tweets", "--partitions", "0"), 2, "--partitions"),
    ],
)
def test_mistakes_are_named(
    arguments: tuple[str, ...], code: int, said: str, shell: Shell, two_files: Path
) -> None:
    ended = shell("plan", *arguments)
    assert ended.code == code
    assert said in plain(ended.err)
