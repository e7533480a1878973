"""Which column of an input is which: what a caller says, and what names say themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from nearcast.errors import UnreadableInput

Mapped = dict[str, str]


def mapped_columns(
    columns: Sequence[str], wanted: Sequence[str], mapping: Mapping[str, str]
) -> Mapped:
    """Return the column of the input for each of our names that it has.

    >>> mapped_columns(["osm_id", "lon", "lat"], ["id", "lon", "lat"], {"id": "osm_id"})
    {'id': 'osm_id', 'lon': 'lon', 'lat': 'lat'}
    """
    for name, column in mapping.items():
        if name not in wanted:
            raise UnreadableInput(
                f"mapping: {name!r} is not a column that is looked for; "
                f"these are {', '.join(wanted)}{meant(name, wanted)}"
            )
        if column not in columns:
            raise UnreadableInput(
                f"there is no column {column!r}, which the mapping names as {name!r}; "
                f"the columns are {', '.join(columns)}{meant(column, columns)}"
            )
    spoken_for = set(mapping.values())
    plain = {name: name for name in wanted if name in columns and name not in spoken_for}
    found = {
        name: {**plain, **mapping}[name] for name in wanted if name in plain or name in mapping
    }
    if "id" not in found:
        raise UnreadableInput(
            "there is no column 'id', and the mapping names none; in a table that Spark may read "
            "in any order only an id tells a row; "
            f"the columns are {', '.join(columns)}"
        )
    return found


def meant(name: str, names: Sequence[str]) -> str:
    """Return the hint at the name that was probably meant, if there is one."""
    nearest = get_close_matches(name, names, n=1)
    return f"; did you mean {nearest[0]!r}?" if nearest else ""
