"""The check at the door: a region or place is right, or the caller is told what would be right."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from typing import Any

from nearcast.errors import InvalidRegion
from nearcast.model import Box, Circle, Everywhere, MultiPolygon, Point, Polygon, Region
from nearcast.space.faults import Reason, box_fault, number_fault, point_fault
from nearcast.space.rings import check_polygons
from nearcast.space.spaces import Space


def check(region: Region | Point, space: Space) -> None:
    """Raise `InvalidRegion` unless this region or place can be used in this space.

    >>> from nearcast.space import Earth
    >>> check(Box(-10.0, 40.0, 5.0, 55.0), Earth())
    >>> check(Point(52.5, 113.4), Earth())
    Traceback (most recent call last):
    nearcast.errors.InvalidRegion: Point.y: 113.4 is not between -90 and 90, as latitude must be;
    did you swap longitude and latitude?
    """
    check_kind = CHECKS.get(type(region))
    if check_kind is None:
        raise InvalidRegion(
            f"{reprlib.repr(region)} is not a region; use a Box, Circle, Polygon, "
            "MultiPolygon or EVERYWHERE, and for the place of a message a Point or Box"
        )
    check_kind(region, space)


def _refuse(region: Region | Point, fault: Reason | None) -> None:
    if fault:
        column, reason = fault
        raise InvalidRegion(f"{type(region).__name__}.{column}: {reason}")


def _check_point(point: Point, space: Space) -> None:
    _refuse(point, point_fault(point.x, point.y, space))


def _check_box(box: Box, space: Space) -> None:
    _refuse(box, box_fault(box.west, box.south, box.east, box.north, space))


def _check_circle(circle: Circle, space: Space) -> None:
    _refuse(circle, point_fault(circle.x, circle.y, space))
    reason = number_fault(circle.radius)
    if not reason and circle.radius < 0:
        unit = "metres" if space.wraps else "units of the plane"
        reason = f"{circle.radius} is negative; a radius is 0 or more {unit}"
    _refuse(circle, ("radius", reason) if reason else None)


def _check_polygon(polygon: Polygon, space: Space) -> None:
    check_polygons([polygon], "Polygon", space)


def _check_multipolygon(region: MultiPolygon, space: Space) -> None:
    if not region.polygons:
        raise InvalidRegion("MultiPolygon.polygons: there is none; a region needs at least one")
    check_polygons(region.polygons, "MultiPolygon", space)


def _check_everywhere(_: Everywhere, __: Space) -> None:
    """Accept: the whole space is always right."""


CHECKS: dict[type, Callable[[Any, Space], None]] = {
    Box: _check_box,
    Point: _check_point,
    Circle: _check_circle,
    Polygon: _check_polygon,
    MultiPolygon: _check_multipolygon,
    Everywhere: _check_everywhere,
}
