"""Explaining by hand and from files, with coordinates of either sign."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import Shell

from nearcast.cli.application import attach_negative_lists

BY_HAND = ("explain", "--subscription", "ipad AND (sale OR discount)")
POLYGON = '{"type":"Polygon","coordinates":[[[-75,40],[-73,40],[-73,42],[-75,40]]]}'


@pytest.mark.parametrize(
    "where",
    [
        ("--where", "-73.99", "40.73", "2000"),
        ("--where", "-73.99,40.73,2000"),
        ("--where=-73.99,40.73,2000",),
        ("--where", "-73.99, 40.73, 2000"),
        ("--where", "-74.1", "-40.6", "-73.9", "40.8"),
        ("--where", POLYGON),
        (),
    ],
)
@pytest.mark.parametrize("at", [("--at", "-73.98", "40.74"), ("--at", "-73.98,40.74")])
def test_places_can_be_written_in_several_ways(
    where: tuple[str, ...], at: tuple[str, ...], shell: Shell
) -> None:
    ended = shell(*BY_HAND, *where, "--message", "An iPad on sale", *at)
    assert ended.code == 0, ended.err
    assert ended.out.startswith("the message concerns 'the subscription'\n  where  yes")


def test_it_says_why_not(shell: Shell) -> None:
    ended = shell(*BY_HAND, "--where", 0, 0, 10, "--message", "-50 % on ipads", "--at", 1, 1)
    assert ended.code == 0
    assert "the message does not concern" in ended.out
    assert "where  no   within 10 m of" in ended.out
    assert "lacks" in ended.out


def test_rows_of_files_go_by_their_ids(shell: Shell, two_files: Path) -> None:
    files = ("--subscriptions", "s.ndjson", "--messages", "m.csv")
    yes = shell("explain", "--subscription", "anna", "--message", "m1", *files)
    assert yes.out.startswith("'m1' concerns 'anna'")
    no = shell("explain", "--subscription", "ben", "--message", "m2", *files)
    assert "the text has the unwanted used" in no.out


def test_files_and_words_can_be_mixed(shell: Shell, two_files: Path) -> None:
    ended = shell("explain", "--subscription", "bicycle", "--message", "m2", "--messages", "m.csv")
    assert ended.out.startswith("'m2' concerns 'the subscription'")


def test_numbers_are_ids_too(shell: Shell, tmp_path: Path) -> None:
    outs = ("--out-subscriptions", "s.parquet", "--out-messages", "m.parquet")
    shell("generate", "tweets", "--subscriptions", 50, "--messages", 50, *outs)
    files = ("--subscriptions", "s.parquet", "--messages", "m.parquet")
    ended = shell("explain", "--subscription", 17, "--message", 4, *files)
    assert ended.code == 0, ended.err
    assert "'4' does not concern '17'" in ended.out


def test_only_lists_of_numbers_are_attached_to_their_option() -> None:
    given = ["explain", "--at", "-1,2", "--where=3", "-4,5", "--json", "-x,y", "-1"]
    assert attach_negative_lists(given) == [
        *("explain", "--at=-1,2", "--where=3", "-4,5", "--json", "-x,y", "-1")
    ]
