"""What it means for a region and a place to meet, in plain Python: the truth for every index.

Both are snapped to the grid of their space first. Then boxes and polygons are compared as integers
of any size and as fractions, circles by the haversine (or the square of the distance in a plane) of
the coordinates that the grid numbers stand for. Everything is closed: touching counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from nearcast.model import Box, Circle, Everywhere, MultiPolygon, Point, Polygon, Region
from nearcast.space import EARTH_RADIUS_M, GRID_MAX, GRID_MIN, Earth, Space

Vertex = tuple[int, int]
Rectangle = tuple[int, int, int, int]


def meets(region: Region, place: Point | Box, space: Space) -> bool:
    """Tell whether a region and the place of a message have anything in common."""
    if isinstance(region, Everywhere):
        return True
    parts = rectangles(place, space)
    if isinstance(region, Box):
        return any(
            rectangles_meet(part, other) for part in parts for other in rectangles(region, space)
        )
    if isinstance(region, Circle):
        return any(circle_meets(region, part, space) for part in parts)
    polygons = region.polygons if isinstance(region, MultiPolygon) else (region,)
    rings = [snapped_ring(ring, space) for polygon in polygons for ring in rings_of(polygon)]
    return any(rings_meet(rings, part) for part in parts)


def rectangles(place: Point | Box, space: Space) -> list[Rectangle]:
    """Return a place on the grid, as one rectangle or, over the antimeridian, as two."""
    if isinstance(place, Point):
        place = Box(place.x, place.y, place.x, place.y)
    west, east = space.snap_x(place.west), space.snap_x(place.east)
    south, north = space.snap_y(place.south), space.snap_y(place.north)
    if isinstance(space, Earth) and place.west == place.east and abs(place.west) == 180:
        west, east = GRID_MAX, GRID_MIN
    if place.west <= place.east and west <= east:
        return [(west, south, east, north)]
    return [(west, south, GRID_MAX, north), (GRID_MIN, south, east, north)]


def rectangles_meet(one: Rectangle, other: Rectangle) -> bool:
    return max(one[0], other[0]) <= min(one[2], other[2]) and max(one[1], other[1]) <= min(
        one[3], other[3]
    )


# Circles


def circle_meets(circle: Circle, rectangle: Rectangle, space: Space) -> bool:
    x, y = decoded(space.snap_x(circle.x), space.snap_y(circle.y), space)
    west, south = decoded(rectangle[0], rectangle[1], space)
    east, north = decoded(rectangle[2], rectangle[3], space)
    if not isinstance(space, Earth):
        across, along = x - sorted((west, x, east))[1], y - sorted((south, y, north))[1]
        return across * across + along * along <= circle.radius * circle.radius
    if circle.radius >= math.pi * EARTH_RADIUS_M:
        return True
    reach = math.sin(circle.radius / (2 * EARTH_RADIUS_M))
    candidates = nearest_candidates(x, y, (west, south, east, north))
    return min(haversine(x, y, *place) for place in candidates) <= reach * reach


def decoded(x: int, y: int, space: Space) -> tuple[float, float]:
    frame = space.frame
    return frame.west + (x + 2**31) * frame.x_step, frame.south + (y + 2**31) * frame.y_step


def nearest_candidates(
    x: float, y: float, box: tuple[float, float, float, float]
) -> Iterator[tuple[float, float]]:
    """Yield places of a box, one of which is nearest to (x, y)."""
    west, south, east, north = box
    if west <= x <= east:
        yield x, sorted((south, y, north))[1]
        return
    for meridian in (west, east):
        yield meridian, south
        yield meridian, north
        turn = math.radians(meridian - x)
        latitude = math.radians(y)
        crest = math.degrees(math.atan2(math.sin(latitude), math.cos(latitude) * math.cos(turn)))
        if south < crest < north:
            yield meridian, crest


def haversine(x: float, y: float, other_x: float, other_y: float) -> float:
    along = math.sin((math.radians(other_y) - math.radians(y)) / 2)
    across = math.sin(math.radians(other_x - x) / 2)
    cosines = math.cos(math.radians(y)) * math.cos(math.radians(other_y))
    return along * along + cosines * (across * across)


# Polygons


def rings_of(polygon: Polygon) -> Sequence[Sequence[tuple[float, float]]]:
    return (polygon.exterior, *polygon.holes)


def snapped_ring(ring: Sequence[tuple[float, float]], space: Space) -> list[Vertex]:
    return [(space.snap_x(x), space.snap_y(y)) for x, y in ring]


def rings_meet(rings: Sequence[Sequence[Vertex]], rectangle: Rectangle) -> bool:
    edges = [edge for ring in rings for edge in pairwise(ring)]
    if any(edge_meets(start, stop, rectangle) for start, stop in edges):
        return True
    return is_odd(edges, rectangle[:2])


def edge_meets(start: Vertex, stop: Vertex, rectangle: Rectangle) -> bool:
    """Clip an edge, start + t·(stop - start) for t from 0 to 1, by each side in turn."""
    enter, leave = Fraction(0), Fraction(1)
    for axis in (0, 1):
        low, high = rectangle[axis], rectangle[axis + 2]
        step = stop[axis] - start[axis]
        if step == 0:
            if not low <= start[axis] <= high:
                return False
            continue
        ends = sorted((Fraction(low - start[axis], step), Fraction(high - start[axis], step)))
        enter, leave = max(enter, ends[0]), min(leave, ends[1])
    return enter <= leave


def is_odd(edges: Sequence[tuple[Vertex, Vertex]], place: Vertex) -> bool:
    """Count the edges north of a place that is on none of them."""
    x, y = place
    crossings = 0
    for (start_x, start_y), (stop_x, stop_y) in edges:
        if min(start_x, stop_x) <= x < max(start_x, stop_x):
            share = Fraction(x - start_x, stop_x - start_x)
            crossings += start_y + share * (stop_y - start_y) > y
    return crossings % 2 == 1
