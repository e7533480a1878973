"""Which columns an input needs, and the kind word when one of them is not there."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from nearcast.errors import UnreadableInput

Way = tuple[str, ...]

SHORTEST_BEGINNING = 3
# To refuse an input takes more likeness than to offer a name for what is missing anyway.
REFUSED_LIKENESS, OFFERED_LIKENESS = 0.8, 0.6

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
KNOWN = {*SUBSCRIPTION_COLUMNS, *MESSAGE_COLUMNS}


def need_one(ways: Sequence[Way], columns: Sequence[str], noun: str) -> None:
    """Raise `UnreadableInput` unless all columns of at least one way are there."""
    if not any(set(way) <= set(columns) for way in ways):
        raise missing(ways, columns, noun)


def need_one_or_none(ways: Sequence[Way], columns: Sequence[str], noun: str) -> None:
    """Raise `UnreadableInput` where a way is begun, or seems to be meant, but none is whole."""
    if any(set(way) <= set(columns) for way in ways):
        return
    begun = any(name in columns for way in ways for name in way)
    if begun or misspelt(ways, columns, REFUSED_LIKENESS):
        raise missing(ways, columns, noun)


def misspelt(ways: Sequence[Way], columns: Sequence[str], likeness: float) -> dict[str, str]:
    """Return the names that seem to be meant by columns that are not known, and those columns."""
    others = [column for column in columns if column not in KNOWN]
    names = [name for way in ways for name in way if name not in columns]
    return {name: other for name in names for other in others if seems_meant(name, other, likeness)}


def seems_meant(name: str, column: str, likeness: float) -> bool:
    """Tell whether a column may be a known one misspelt or cut short, such as `geom`."""
    folded = column.casefold()
    beginning = len(folded) >= SHORTEST_BEGINNING and name.startswith(folded)
    return beginning or bool(get_close_matches(name, [folded], cutoff=likeness))


def missing(ways: Sequence[Way], columns: Sequence[str], noun: str) -> UnreadableInput:
    """Return the error that names what is missing, and the column that may stand for it."""
    likely = misspelt(ways, columns, OFFERED_LIKENESS)
    nearest = max(ways, key=lambda way: len(set(way) & {*columns, *likely}) / len(way))
    absent = next(name for name in nearest if name not in columns)
    choices = "; or ".join(", ".join(way) for way in ways)
    hint = f"; did you mean {absent!r} by {likely[absent]!r}?" if absent in likely else ""
    return UnreadableInput(
        f"there is no column {absent!r}; {noun} is given by {choices}; "
        f"the columns are {', '.join(columns) or 'none'}{hint}"
    )
