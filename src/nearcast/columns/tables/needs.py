"""Which columns an input needs, and the kind word when one of them is not there."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from nearcast.errors import UnreadableInput

Way = tuple[str, ...]

EDGES: Way = ("west", "south", "east", "north")
PLACES: tuple[Way, ...] = (("lon", "lat"), ("x", "y"))
CIRCLES: tuple[Way, ...] = (("lon", "lat", "radius"), ("x", "y", "radius"))
GEOMETRY: Way = ("geometry",)

REGION_WAYS: tuple[Way, ...] = (EDGES, *CIRCLES, GEOMETRY)
PLACE_WAYS: tuple[Way, ...] = (*PLACES, EDGES, GEOMETRY)
WANT_WAYS: tuple[Way, ...] = (("what",), ("terms",))
TEXT_WAYS: tuple[Way, ...] = (("text",), ("terms",))

SUBSCRIPTION_COLUMNS = ("id", *EDGES, "lon", "lat", "x", "y", "radius", "geometry", "what", "terms")
MESSAGE_COLUMNS = ("id", *EDGES, "lon", "lat", "x", "y", "geometry", "text", "terms", "at")


def need_one(ways: Sequence[Way], columns: Sequence[str], noun: str) -> None:
    """Raise `UnreadableInput` unless all columns of at least one way are there."""
    if not any(set(way) <= set(columns) for way in ways):
        raise missing(ways, columns, noun)


def need_one_or_none(ways: Sequence[Way], columns: Sequence[str], noun: str) -> None:
    """Raise `UnreadableInput` where a way is begun, or seems to be meant, but none is whole."""
    if any(set(way) <= set(columns) for way in ways):
        return
    names = [name for way in ways for name in way]
    others = [column.casefold() for column in columns if column not in SUBSCRIPTION_COLUMNS]
    meant = any(get_close_matches(name, others, n=1, cutoff=0.8) for name in names)
    if meant or not set(names).isdisjoint(columns):
        raise missing(ways, columns, noun)


def missing(ways: Sequence[Way], columns: Sequence[str], noun: str) -> UnreadableInput:
    """Return the error that names what is missing from the way that is nearest to whole."""
    nearest = max(ways, key=lambda way: len(set(way) & set(columns)) / len(way))
    absent = next(name for name in nearest if name not in columns)
    choices = "; or ".join(", ".join(way) for way in ways)
    return UnreadableInput(
        f"there is no column {absent!r}; {noun} is given by {choices}; "
        f"the columns are {', '.join(columns) or 'none'}{hint(absent, columns)}"
    )


def hint(absent: str, columns: Sequence[str]) -> str:
    """Return the question whether a column of a similar name was meant."""
    folded = {column.casefold(): column for column in columns}
    close = get_close_matches(absent, folded, n=1)
    return f"; did you mean {absent!r} by {folded[close[0]]!r}?" if close else ""
