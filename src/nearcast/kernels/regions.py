"""Whether regions and places meet: the spatial half of the one predicate behind every index.

All boxes are closed and on the grid, so comparing is exact; west > east crosses the antimeridian.
"""

from __future__ import annotations

from nearcast.columns.layout import (
    EAST,
    GRID_MAX,
    GRID_MIN,
    NORTH,
    SOUTH,
    WEST,
    Int32Array,
    Subscriptions,
)
from nearcast.kernels.circles import circle_meets
from nearcast.kernels.jit import leaf
from nearcast.kernels.polygons import polygon_meets


@leaf
def boxes_meet(boxes: Int32Array, row: int, west: int, south: int, east: int, north: int) -> bool:
    """Tell whether a box in columns shares a place with another; each may wrap, touching counts.

    In x, two plain spans meet where each begins before the other ends: two conditions of two. A
    span that wraps takes one condition away, since it goes on beyond the edge of the map; two such
    spans meet at that edge whatever their ends.
    """
    fulfilled = (
        int(boxes[row, WEST] <= east)
        + int(west <= boxes[row, EAST])
        + int(boxes[row, WEST] > boxes[row, EAST])
        + int(west > east)
    )
    return bool(fulfilled >= 2 and boxes[row, SOUTH] <= north and south <= boxes[row, NORTH])


@leaf
def region_meets(
    subscriptions: Subscriptions, row: int, west: int, south: int, east: int, north: int
) -> bool:
    """Tell whether the true region of a subscription shares a place with a box."""
    if not boxes_meet(subscriptions.boxes, row, west, south, east, north):
        return False
    return shape_meets(subscriptions, row, west, south, east, north)


@leaf
def shape_meets(
    subscriptions: Subscriptions, row: int, west: int, south: int, east: int, north: int
) -> bool:
    """Tell the same of a subscription whose bounding box is known to meet the box."""
    shape = subscriptions.shapes[row]
    if shape == 0:
        return True
    if shape > 0:
        circle = subscriptions.circles[shape - 1]
        return circle_meets(subscriptions.frame, circle, west, south, east, north)
    return polygon_meets(subscriptions.polygons, -shape - 1, west, south, east, north)


@leaf
def pieces_of(boxes: Int32Array, row: int, pieces: Int32Array) -> int:
    """Write a box as one, or as two where it crosses the antimeridian; return how many."""
    for side in range(4):
        pieces[0, side] = pieces[1, side] = boxes[row, side]
    if boxes[row, WEST] <= boxes[row, EAST]:
        return 1
    pieces[0, EAST] = GRID_MAX
    pieces[1, WEST] = GRID_MIN
    return 2
