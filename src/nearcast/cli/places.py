"""Places and regions as they are written on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from nearcast.cli.failures import Misuse
from nearcast.model import EVERYWHERE, Box, Circle, Point, Region
from nearcast.space import place_from_geojson, region_from_geojson


def region_of(words: Sequence[str]) -> Region:
    """Return the region that was written: a box, a circle, a GeoJSON geometry, or everywhere.

    >>> region_of(["-73.99", "40.73", "2000"])
    Circle(x=-73.99, y=40.73, radius=2000.0)
    """
    text = " ".join(words)
    if text.lstrip().startswith("{"):
        return region_from_geojson(text)
    match numbers_in(text, "--where"):
        case []:
            return EVERYWHERE
        case [west, south, east, north]:
            return Box(west, south, east, north)
        case [x, y, radius]:
            return Circle(x, y, radius)
        case others:
            raise Misuse(
                f"--where has {len(others)} numbers; write WEST SOUTH EAST NORTH for a box, "
                "LON LAT RADIUS for a circle, or a GeoJSON geometry"
            )


def place_of(words: Sequence[str]) -> Point | Box:
    """Return the place that was written: a point, a box or a GeoJSON geometry.

    >>> place_of(["-73.99,40.73"])
    Point(x=-73.99, y=40.73)
    """
    text = " ".join(words)
    if text.lstrip().startswith("{"):
        return place_from_geojson(text)
    match numbers_in(text, "--at"):
        case [x, y]:
            return Point(x, y)
        case [west, south, east, north]:
            return Box(west, south, east, north)
        case others:
            raise Misuse(
                f"--at has {len(others)} numbers; write LON LAT for a point, "
                "WEST SOUTH EAST NORTH for an area, or a GeoJSON geometry"
            )


def numbers_in(text: str, option: str) -> list[float]:
    """Return numbers that are separated by blanks or commas."""
    try:
        return [float(word) for word in text.replace(",", " ").split()]
    except ValueError as error:
        raise Misuse(f"{option} takes numbers, such as -73.99 40.73: {error}") from None
