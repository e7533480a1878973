"""What is wrong with coordinates, in words: one by one, and over whole columns at once.

A fault is a pair: the name of the coordinate, and a text that says what is wrong and what would be
right. The single and the columnar checks share every text.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nearcast.errors import Fault
from nearcast.space.axes import Axis
from nearcast.space.spaces import Space

Reason = tuple[str, str]
Coordinate = tuple[str, float]
FloatArray = NDArray[np.float64]

SWAPPED = "; did you swap longitude and latitude?"
OVER_THE_EDGE = (
    "; across the antimeridian a box has a west greater than its east, "
    "and a polygon is cut in two (RFC 7946, 3.1.9)"
)


def point_fault(x: float, y: float, space: Space) -> Reason | None:
    """Return what is wrong with a place, or None."""
    x_axis, y_axis = space.x_axis, space.y_axis
    try:
        if x_axis.start <= x <= x_axis.stop and y_axis.start <= y <= y_axis.stop:
            return None
    except TypeError:
        pass  # not numbers: the words below say so
    return _coordinate_fault((("x", x),), (("y", y),), space)


def box_fault(west: float, south: float, east: float, north: float, space: Space) -> Reason | None:
    """Return what is wrong with the edges of a box, or None."""
    x_axis, y_axis = space.x_axis, space.y_axis
    try:
        if (
            y_axis.start <= south <= north <= y_axis.stop
            and x_axis.start <= west <= x_axis.stop
            and x_axis.start <= east <= x_axis.stop
            and (west <= east or space.wraps)
        ):
            return None
    except TypeError:
        pass  # not numbers: the words below say so
    xs, ys = (("west", west), ("east", east)), (("south", south), ("north", north))
    fault = _coordinate_fault(xs, ys, space)
    if fault:
        return fault
    if south > north:
        return "south", f"{south} is greater than north, which is {north}; south comes first"
    return "west", (
        f"{west} is greater than east, which is {east}; "
        "only on Earth may a box cross the edge of the map like that"
    )


def number_fault(value: object) -> str | None:
    """Return what is wrong with something that should be a finite number, or None."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        return f"{reprlib.repr(value)} is not a number"
    try:
        return None if math.isfinite(value) else f"{value} is not a finite number"
    except OverflowError:  # an integer beyond every float
        return f"{reprlib.repr(value)} is too large a number"


def _coordinate_fault(
    xs: Sequence[Coordinate], ys: Sequence[Coordinate], space: Space
) -> Reason | None:
    coordinates = [(*x, space.x_axis) for x in xs] + [(*y, space.y_axis) for y in ys]
    for column, value, _ in coordinates:
        reason = number_fault(value)
        if reason:
            return column, reason
    for column, value, axis in coordinates:
        if not axis.start <= value <= axis.stop:
            reason = f"{value} is not between {axis.start:g} and {axis.stop:g}"
            return column, f"{reason}, as {axis.noun} must be{_hint(xs, ys, axis, space)}"
    return None


def _hint(xs: Sequence[Coordinate], ys: Sequence[Coordinate], axis: Axis, space: Space) -> str:
    if not space.wraps:
        return ""
    if axis is space.x_axis:
        return OVER_THE_EDGE
    latitude, longitude = space.y_axis, space.x_axis
    swapped = all(latitude.start <= x <= latitude.stop for _, x in xs) and all(
        longitude.start <= y <= longitude.stop for _, y in ys
    )
    return SWAPPED if swapped else ""


def point_faults(x: FloatArray, y: FloatArray, space: Space) -> list[Fault]:
    """Return every row of two columns that is no place, in the order of the rows."""
    right = _within(x, space.x_axis) & _within(y, space.y_axis)
    wrong = np.flatnonzero(~right)
    places = zip(x[wrong].tolist(), y[wrong].tolist(), strict=True)
    return [
        Fault(row, *fault)
        for row, place in zip(wrong.tolist(), places, strict=True)
        if (fault := point_fault(*place, space))
    ]


def box_faults(
    west: FloatArray, south: FloatArray, east: FloatArray, north: FloatArray, space: Space
) -> list[Fault]:
    """Return every row of four columns that is no box, in the order of the rows."""
    right = _within(west, space.x_axis) & _within(east, space.x_axis)
    right &= _within(south, space.y_axis) & _within(north, space.y_axis)
    right &= south <= north
    if not space.wraps:
        right &= west <= east
    wrong = np.flatnonzero(~right)
    edges = zip(*(edge[wrong].tolist() for edge in (west, south, east, north)), strict=True)
    return [
        Fault(row, *fault)
        for row, (w, s, e, n) in zip(wrong.tolist(), edges, strict=True)
        if (fault := box_fault(w, s, e, n, space))
    ]


def _within(values: FloatArray, axis: Axis) -> NDArray[np.bool_]:
    return (values >= axis.start) & (values <= axis.stop)
