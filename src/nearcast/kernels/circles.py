"""Whether a circle and a box share a place, measured on the coordinates of the grid.

The measure of a distance is sin²(distance / 2R) on Earth (the haversine) and distance² in a plane:
it grows with the distance, so comparing it with the circle's reach needs no root and no arcsine.
"""

from __future__ import annotations

import math

from nearcast.columns.layout import GRID_MIN, FloatArray, Frame
from nearcast.kernels.jit import leaf

X, Y, COS_LATITUDE, REACH = 0, 1, 2, 3


@leaf
def circle_meets(
    frame: Frame, circle: FloatArray, west: int, south: int, east: int, north: int
) -> bool:
    """Tell whether any place of a box is within reach of a circle; touching counts."""
    # As floats first: 32-bit numbers would overflow here when run interpreted.
    box_west = frame.west + (float(west) - GRID_MIN) * frame.x_step
    box_south = frame.south + (float(south) - GRID_MIN) * frame.y_step
    box_east = frame.west + (float(east) - GRID_MIN) * frame.x_step
    box_north = frame.south + (float(north) - GRID_MIN) * frame.y_step
    if frame.earth == 0:
        measure = square_to_box(circle, box_west, box_south, box_east, box_north)
    elif west == east and south == north:  # the same number as below, in a third of the time
        measure = haversine(circle, box_west, box_south)
    else:
        measure = haversine_to_box(circle, box_west, box_south, box_east, box_north)
    return bool(measure <= circle[REACH])


@leaf
def square_to_box(
    circle: FloatArray, west: float, south: float, east: float, north: float
) -> float:
    """Return the squared distance from a centre to the nearest place of a box in a plane."""
    across = circle[X] - min(max(circle[X], west), east)
    along = circle[Y] - min(max(circle[Y], south), north)
    return float(across * across + along * along)


@leaf
def haversine_to_box(
    circle: FloatArray, west: float, south: float, east: float, north: float
) -> float:
    """Return the haversine from a centre to the nearest place of a box on Earth.

    Along a parallel the nearest place is the one nearest in longitude. So it lies on the centre's
    own meridian if the box has it, or else on one of the two meridians that bound the box.
    """
    x = circle[X]
    spans_centre = west <= x <= east if west <= east else x >= west or x <= east
    if spans_centre:
        return haversine(circle, x, min(max(circle[Y], south), north))
    return min(
        haversine_to_meridian(circle, west, south, north),
        haversine_to_meridian(circle, east, south, north),
    )


@leaf
def haversine_to_meridian(circle: FloatArray, x: float, south: float, north: float) -> float:
    """Return the haversine from a centre to the nearest place of a part of a meridian.

    The cosine of the distance to latitude t is sin(y)·sin(t) + cos(y)·cos(Δx)·cos(t), a wave in t
    whose crest is at atan2(sin(y), cos(y)·cos(Δx)). Where the crest is outside, as it is for a
    meridian on the far side, the nearest place is an end.
    """
    nearest = min(haversine(circle, x, south), haversine(circle, x, north))
    crest = math.degrees(
        math.atan2(
            math.sin(math.radians(circle[Y])),
            circle[COS_LATITUDE] * math.cos(math.radians(x - circle[X])),
        )
    )
    if south < crest < north:
        return min(nearest, haversine(circle, x, crest))
    return nearest


@leaf
def haversine(circle: FloatArray, x: float, y: float) -> float:
    """Return sin²(distance / 2R) from a centre to a place on Earth."""
    along = math.sin((math.radians(y) - math.radians(circle[Y])) / 2)
    across = math.sin(math.radians(x - circle[X]) / 2)
    cosines = circle[COS_LATITUDE] * math.cos(math.radians(y))
    return float(along * along + cosines * (across * across))
