"""`nearcast indexes`: the catalogue."""

from __future__ import annotations

from nearcast.cli import terminal
from nearcast.cli.options import Flag


def indexes(*, json: Flag = False) -> None:
    """List the indexes that can be chosen by name.

    All of them give the same answers; they differ in speed and in memory.

    For example:

        nearcast indexes --json

    Parameters
    ----------
    json
        Print a list of objects with `name` and `summary` instead of a table.
    """
    from nearcast.indexes.catalogue import INDEXES  # noqa: PLC0415 - brings Numba

    listed = {name: index.summary for name, index in INDEXES.items()}
    if json:
        terminal.print_json([{"name": name, "summary": listed[name]} for name in listed])
    else:
        terminal.print_names("index", listed)
