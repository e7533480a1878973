"""Regions, places and distances in words, short enough for a line of a table."""

from __future__ import annotations

from nearcast.model import Box, Circle, MultiPolygon, Point, Polygon, Region
from nearcast.space import Space

METRES_IN_KM = 1000.0


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """Return how many there are of something.

    >>> counted(1, "delivery", "deliveries"), counted(2_000, "message")
    ('1 delivery', '2,000 messages')
    """
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def number_words(value: float) -> str:
    """Return a number with no more digits than help.

    >>> number_words(13.4050001), number_words(-0.5), number_words(1234567.0)
    ('13.405', '-0.5', '1234567')
    """
    return f"{round(value, 6) + 0.0:.9g}"


def distance_words(distance: float, space: Space) -> str:
    """Return a distance with its unit.

    >>> from nearcast.space import Earth, Plane
    >>> distance_words(812.4, Earth()), distance_words(3210.0, Earth())
    ('812 m', '3.21 km')
    >>> distance_words(2.5, Plane(0, 0, 9, 9))
    '2.5 units'
    """
    if not space.wraps:
        return f"{distance:.6g} unit{'' if distance == 1 else 's'}"
    if distance < METRES_IN_KM:
        return f"{distance:.3g} m"
    kilometres = distance / METRES_IN_KM
    return f"{kilometres:.3g} km" if kilometres < METRES_IN_KM else f"{kilometres:,.0f} km"


def place_words(place: Point | Box) -> str:
    """Return where a message is.

    >>> place_words(Point(13.405, 52.52))
    '13.405, 52.52'
    """
    if isinstance(place, Point):
        return f"{number_words(place.x)}, {number_words(place.y)}"
    low = f"{number_words(place.west)}, {number_words(place.south)}"
    return f"{low} … {number_words(place.east)}, {number_words(place.north)}"


def region_words(region: Region, space: Space) -> str:
    """Return what a region is.

    >>> from nearcast.space import Earth
    >>> region_words(Circle(13.405, 52.52, 2000.0), Earth())
    'within 2 km of 13.405, 52.52'
    """
    match region:
        case Box():
            return f"box {place_words(region)}"
        case Circle(x, y, radius):
            return f"within {distance_words(radius, space)} of {place_words(Point(x, y))}"
        case Polygon():
            return f"polygon of {vertex_count(region):,} vertices"
        case MultiPolygon(polygons):
            vertices = sum(map(vertex_count, polygons))
            return f"{len(polygons):,} polygons of {vertices:,} vertices"
    return "everywhere"


def vertex_count(polygon: Polygon) -> int:
    """Return the corners of a polygon; the one that closes a ring is not counted again."""
    return sum(len(ring) - 1 for ring in (polygon.exterior, *polygon.holes))
