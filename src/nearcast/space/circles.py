"""Circles on the grid: the row that decides who is inside, and the box that misses nobody.

The box is computed with padding, because the deciding formula works on coordinates that were
snapped (up to a cell away from what the user wrote) and rounds a little itself.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from nearcast.model import Circle
from nearcast.space.axes import Axis
from nearcast.space.spaces import EARTH_RADIUS_M, Space

# Four cells cover the snapping of centre and place. A share of the radius covers the rounding of
# the formula, which is worst near the antipode: 3e-8 radians there, where this gives 3e-7.
PADDING_CELLS, PADDING_SHARE = 4, 1e-7


class CircleRow(NamedTuple):
    """A circle as kernels see it: a place is inside if its measure is at most `reach`.

    The measure is sin²(distance / 2R) on Earth, and distance² in a plane.
    """

    x: float
    y: float
    cos_latitude: float
    reach: float


class Bounds(NamedTuple):
    """The edges of a box, in coordinates; west > east crosses the antimeridian."""

    west: float
    south: float
    east: float
    north: float


def circle_row(circle: Circle, space: Space) -> CircleRow:
    """Return the circle around its snapped centre, so that radius 0 still meets its own place."""
    x = space.x_axis.coordinate(space.x_axis.cell(circle.x))
    y = space.y_axis.coordinate(space.y_axis.cell(circle.y))
    if not space.wraps:
        return CircleRow(x, y, 1.0, float(circle.radius) * float(circle.radius))
    sine = math.sin(circle.radius / (2 * EARTH_RADIUS_M))
    return CircleRow(x, y, math.cos(math.radians(y)), sine * sine)


def covers_space(circle: Circle, space: Space) -> bool:
    """Tell whether no place is farther away than the radius: half way round the Earth is."""
    return space.wraps and circle.radius >= math.pi * EARTH_RADIUS_M


def circle_bounds(circle: Circle, space: Space) -> Bounds:
    """Return a box that holds every cell whose coordinates can be inside the circle."""
    if space.wraps:
        return _bounds_on_earth(circle, space)
    reach = circle.radius * (1 + PADDING_SHARE)
    # In a plane far from its origin a float is coarser than a cell.
    x_reach = reach + PADDING_CELLS * max(space.x_axis.step, _float_step(space.x_axis))
    y_reach = reach + PADDING_CELLS * max(space.y_axis.step, _float_step(space.y_axis))
    return Bounds(circle.x - x_reach, circle.y - y_reach, circle.x + x_reach, circle.y + y_reach)


def _float_step(axis: Axis) -> float:
    return math.ulp(max(abs(axis.start), abs(axis.stop)))


def _bounds_on_earth(circle: Circle, space: Space) -> Bounds:
    x_axis, y_axis = space.x_axis, space.y_axis
    angle = circle.radius / EARTH_RADIUS_M * (1 + PADDING_SHARE)
    angle += PADDING_CELLS * math.radians(y_axis.step)
    south, north = circle.y - math.degrees(angle), circle.y + math.degrees(angle)
    if south <= y_axis.start or north >= y_axis.stop:  # over a pole: every longitude
        return Bounds(x_axis.start, south, x_axis.stop, north)
    latitude = math.radians(circle.y)
    # The meridians that touch the circle are sin(half) = sin(angle) / cos(latitude) away. As a
    # tangent, with a product under the root, this loses no digits near a pole.
    square = math.cos(latitude + angle) * math.cos(latitude - angle)
    half = math.degrees(math.atan2(math.sin(angle), math.sqrt(square))) * (1 + PADDING_SHARE)
    half += PADDING_CELLS * x_axis.step
    west, east = circle.x - half, circle.x + half
    return Bounds(
        west + 360.0 if west < x_axis.start else west,
        south,
        east - 360.0 if east >= x_axis.stop else east,
        north,
    )
