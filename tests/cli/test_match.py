"""From generated files to deliveries, and back to the definition by way of the scan."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.shell import Shell

from nearcast.indexes import INDEXES

REPORT = {
    "index",
    "subscriptions",
    "messages",
    "load_s",
    "build_s",
    "match_s",
    "messages_per_s",
    "deliveries",
    "index_bytes",
    "work",
}


def generate(shell: Shell, workload: str, ending: str, *more: object) -> list[str]:
    """Generate a workload and return the arguments that match it."""
    files = {"subscriptions": f"s{ending}", "messages": f"m{ending}"}
    outs = [word for noun, name in files.items() for word in (f"--out-{noun}", name)]
    counts = ("--subscriptions", 2_000, "--messages", 500)
    ended = shell("generate", workload, *counts, "--seed", 3, *outs, *more)
    assert ended.code == 0, ended.err
    assert "2,000 in s" in ended.out
    return [word for noun, name in files.items() for word in (f"--{noun}", name)]


@pytest.mark.parametrize("ending", [".parquet", ".csv", ".ndjson", ".csv.gz"])
def test_every_index_writes_the_same_rows(ending: str, shell: Shell, tmp_path: Path) -> None:
    files = generate(shell, "tweets", ending, "--vocabulary", 200)
    answers = {}
    for index in INDEXES:
        out = tmp_path / f"{index}{ending}"
        ended = shell("match", *files, "--index", index, "--out", out, "--json")
        assert ended.code == 0, ended.err
        assert set(ended.json) == REPORT
        answers[index] = out.read_bytes(), ended.json["deliveries"]
    assert answers["scan"][1] > 0
    assert all(answer == answers["scan"] for answer in answers.values())


def test_a_plane_and_all_kinds_of_expressions(shell: Shell) -> None:
    more = ("--space", "plane:-5,-5,5,5", "--vocabulary", 50, "--message-area", 0, 0.01)
    files = generate(shell, "boolean", ".csv", *more)
    counts = {
        shell("match", *files, "--space", "plane:-5,-5,5,5", "--json", "--index", index).json[
            "deliveries"
        ]
        for index in INDEXES
    }
    assert len(counts) == 1
    assert counts.pop() > 0


def test_threads_and_batches_change_nothing(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = generate(shell, "tweets", ".parquet", "--vocabulary", 200)
    once = shell("match", *files, "--out", "once.csv", "--json").json
    monkeypatch.setattr("nearcast.cli.matching.MESSAGES_PER_BATCH", 7)
    often = shell("match", *files, "--out", "often.csv", "--json", "--threads", 2).json
    assert (tmp_path / "once.csv").read_bytes() == (tmp_path / "often.csv").read_bytes()
    assert {**once, **often} | {"work": once["work"]} == {**often, "work": often["work"]}


def test_deliveries_have_the_ids_of_the_files(shell: Shell, two_files: Path) -> None:
    files = ("--subscriptions", "s.ndjson", "--messages", "m.csv")
    ended = shell("match", *files, "--out", "d.ndjson")
    assert ended.code == 0, ended.err
    rows = [json.loads(line) for line in (two_files / "d.ndjson").read_text().splitlines()]
    assert rows == [
        {"message": "m1", "subscription": "anna"},
        {"message": "m1", "subscription": "ben"},
    ]
    assert "2, in d.ndjson" in ended.out
    assert ended.err == ""


def test_without_a_file_deliveries_are_counted(shell: Shell, two_files: Path) -> None:
    before = set(two_files.iterdir())
    ended = shell("match", "--subscriptions", "s.ndjson", "--messages", "m.csv")
    assert ended.code == 0
    assert "deliveries" in ended.out
    assert set(two_files.iterdir()) == before


def test_faulty_rows_stop_with_all_reasons(shell: Shell, two_files: Path) -> None:
    (two_files / "m.csv").write_text("id,lon,lat,text\nm1,-73.99,140.73,sale\nm2,x,52.5,used\n")
    ended = shell("match", "--subscriptions", "s.ndjson", "--messages", "m.csv", "--out", "d.csv")
    assert ended.code == 1
    assert "m.csv: 2 of 2 rows cannot be used" in ended.err
    assert "did you swap longitude and latitude?" in ended.err
    assert "--on-error skip goes on without them" in ended.err
    assert not (two_files / "d.csv").exists()


def test_faulty_rows_can_be_skipped(shell: Shell, two_files: Path) -> None:
    with (two_files / "m.csv").open("a") as file:
        file.write("m3,400,0,sale\n")
    ended = shell(
        "match", "--subscriptions", "s.ndjson", "--messages", "m.csv", "--on-error=skip", "--json"
    )
    assert ended.code == 0
    assert ended.json["messages"] == 2
    assert "skipped 1 faulty row; the reasons are in m.csv.faults.ndjson" in ended.err
    assert json.loads((two_files / "m.csv.faults.ndjson").read_text())["row"] == 2


def test_an_interrupt_leaves_no_half_file(
    shell: Shell, two_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ("--subscriptions", "s.ndjson", "--messages", "m.csv", "--out", "d.csv")
    before = set(two_files.iterdir())

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nearcast.cli.matching.compiled", lambda *_: None)
    monkeypatch.setattr(INDEXES["guards"], "match", interrupted)
    ended = shell("match", *files)
    assert (ended.code, ended.out) == (130, "")
    assert "interrupted" in ended.err
    assert set(two_files.iterdir()) == before
