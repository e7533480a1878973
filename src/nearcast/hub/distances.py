"""How far a message is from a region, for people to read: the predicate decides without it.

The nearest two positions are looked for on a map that is stretched to be true to scale around the
message; their distance is then measured in the space itself. So it is exact for what is near or in
a plane, and close for what is far.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from nearcast.model import Box, Circle, MultiPolygon, Point, Polygon, Region
from nearcast.space import Space, region_to_geojson

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# A message next to the antimeridian is near to what lies on the other side of it.
TURNS = (0.0, -360.0, 360.0)


def distance_to(region: Region, place: Point | Box, space: Space) -> float | None:
    """Return how far a place is from a region, or from the centre of a circle.

    It is 0 inside, and nothing where the question makes no sense: everywhere is never far.

    >>> from nearcast.space import Earth
    >>> round(distance_to(Box(0.0, 0.0, 1.0, 1.0), Point(0.5, 2.0), Earth()))
    111195
    """
    target = Point(region.x, region.y) if isinstance(region, Circle) else region
    if not isinstance(target, (Point, Box, Polygon, MultiPolygon)):
        return None
    turns = TURNS if space.wraps else TURNS[:1]
    stretch = stretch_at(middle_y(place), space)
    return min(_apart(target, place, turn, stretch, space) for turn in turns)


def stretch_at(y: float, space: Space) -> float:
    """Return how wide a step in x is there beside one in y; at a pole it must not vanish."""
    return max(0.01, math.cos(math.radians(y))) if space.wraps else 1.0


def middle_y(place: Point | Box) -> float:
    """Return the y half way up a place."""
    return place.y if isinstance(place, Point) else (place.south + place.north) / 2


def _apart(
    target: Point | Box | Polygon | MultiPolygon,
    place: Point | Box,
    turn: float,
    stretch: float,
    space: Space,
) -> float:
    # A heavy import, and explaining is the only thing that needs it.
    import shapely  # noqa: PLC0415

    line = shapely.shortest_line(
        _geometry(place, turn, stretch), _geometry(target, turn=0.0, stretch=stretch)
    )
    (x, y), (other_x, other_y) = line.coords
    return space.distance(x / stretch - turn, y, other_x / stretch, other_y)


def _geometry(region: Any, turn: float, stretch: float) -> BaseGeometry:
    import shapely  # noqa: PLC0415

    if isinstance(region, Point):
        flat = shapely.Point(region.x, region.y)
    else:
        flat = shapely.geometry.shape(region_to_geojson(region))
    return shapely.transform(flat, lambda places: np.add(places, (turn, 0.0)) * (stretch, 1.0))
