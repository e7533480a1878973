"""The catalogue and the workloads, as tables and as data."""

from __future__ import annotations

from cli.shell import Shell

from nearcast.indexes import INDEXES
from nearcast.workloads import WORKLOADS


def test_indexes_as_a_table(shell: Shell) -> None:
    said = shell("indexes").out
    assert all(name in said and kind.summary in said for name, kind in INDEXES.items())


def test_indexes_as_json(shell: Shell) -> None:
    listed = shell("indexes", "--json").json
    assert [each["name"] for each in listed] == list(INDEXES)


def test_workloads(shell: Shell) -> None:
    said = shell("generate", "--list").out
    assert all(name in said and entry.summary in said for name, entry in WORKLOADS.items())
