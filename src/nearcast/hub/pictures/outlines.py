"""Regions and places as rings of positions to be drawn; longitudes may go on beyond 180."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nearcast.hub.pictures.window import TURN, Extent
from nearcast.model import Box, Circle, MultiPolygon, Point, Polygon, Region
from nearcast.model.regions import Position
from nearcast.space import EARTH_RADIUS_M, Space

CORNERS = 72

Outline = Sequence[Position]


def outlines(region: Region | Point, space: Space) -> list[Outline]:
    """Return the rings of a region or place; a hole is a ring of its own, everywhere has none."""
    match region:
        case Point(x, y):
            return [[(x, y)]]
        case Box():
            return [box_outline(region)]
        case Circle():
            return [circle_outline(region, space)]
        case Polygon():
            return [region.exterior, *region.holes]
        case MultiPolygon(polygons):
            return [ring for part in polygons for ring in (part.exterior, *part.holes)]
    return []


def box_outline(box: Box) -> Outline:
    """Return the corners of a box."""
    east = box.east + TURN if box.west > box.east else box.east
    return [(box.west, box.south), (east, box.south), (east, box.north), (box.west, box.north)]


def circle_outline(circle: Circle, space: Space) -> Outline:
    """Return positions on a circle; one around a pole is drawn as a band along the map's edge."""
    bearings = [2 * math.pi * step / CORNERS for step in range(CORNERS)]
    if not space.wraps:
        return [
            (circle.x + circle.radius * math.sin(b), circle.y + circle.radius * math.cos(b))
            for b in bearings
        ]
    angle = circle.radius / EARTH_RADIUS_M
    if angle >= math.pi:
        return box_outline(Box(-180.0, -90.0, 180.0, 90.0))
    rim = [destination(circle, angle, bearing) for bearing in bearings]
    poles = [pole for pole in (-90.0, 90.0) if abs(pole - circle.y) < math.degrees(angle)]
    if len(poles) != 1:
        return box_outline(Box(-180.0, -90.0, 180.0, 90.0)) if poles else rim
    return band(rim, poles[0])


def band(rim: Outline, pole: float) -> Outline:
    """Return the outline of what lies between the rim of a circle and the pole that is in it."""
    ordered = sorted(((x + TURN / 2) % TURN - TURN / 2, y) for x, y in rim)
    west, east = -TURN / 2, TURN / 2
    edge = [(west, ordered[0][1]), *ordered, (east, ordered[0][1])]
    return [*edge, (east, pole), (west, pole)]


def destination(circle: Circle, angle: float, bearing: float) -> Position:
    """Return where one gets from the centre of a circle by a great circle."""
    latitude = math.radians(circle.y)
    sine = math.sin(latitude) * math.cos(angle)
    sine += math.cos(latitude) * math.sin(angle) * math.cos(bearing)
    across = math.sin(bearing) * math.sin(angle) * math.cos(latitude)
    turn = math.atan2(across, math.cos(angle) - math.sin(latitude) * sine)
    return circle.x + math.degrees(turn), math.degrees(math.asin(max(-1.0, min(1.0, sine))))


def extent_of(rings: Sequence[Outline]) -> Extent:
    """Return the edges of rings, of which there is at least one."""
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return Extent(min(xs), min(ys), max(xs), max(ys))
