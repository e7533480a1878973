"""Checked regions and places on the grid: a bounding box, and the true shape where it is no box.

Boxes are tuples (west, south, east, north) of grid numbers; west > east crosses the antimeridian.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nearcast.model import Box, Circle, MultiPolygon, Point, Polygon, Region
from nearcast.space.circles import CircleRow, circle_bounds, circle_row, covers_space
from nearcast.space.frame import GRID_MAX, GRID_MIN
from nearcast.space.spaces import Space

GridBox = tuple[int, int, int, int]
Int32Array = NDArray[np.int32]

WHOLE: GridBox = (GRID_MIN, GRID_MIN, GRID_MAX, GRID_MAX)
RECTANGLE_VERTICES = 5


class GridShape(NamedTuple):
    """A region on the grid.

    box
        Holds every place that meets the region; the region itself if there is nothing else.
    circle
        Centre and reach, for a circle.
    rings
        One (n, 2) array of vertices a ring, for polygons.
    """

    box: GridBox
    circle: CircleRow | None = None
    rings: tuple[Int32Array, ...] = ()


def grid_shape(region: Region, space: Space) -> GridShape:
    """Return a checked region on the grid of its space.

    >>> from nearcast.space import Earth
    >>> grid_shape(Box(-180.0, -90.0, 0.0, 0.0), Earth()).box
    (-2147483648, -2147483648, 0, 0)
    """
    if isinstance(region, Box):
        return GridShape(grid_box(region, space))
    if isinstance(region, Circle):
        return _circle_shape(region, space)
    if isinstance(region, Polygon):
        return _polygons_shape((region,), space)
    if isinstance(region, MultiPolygon):
        return _polygons_shape(region.polygons, space)
    return GridShape(WHOLE)


def grid_box(box: Box, space: Space) -> GridBox:
    """Return a checked box on the grid.

    One without width at ±180° is both edges of the map; one that goes all the way round, from a
    place back to the very same cell, is all longitudes and not none.
    """
    x_cell, y_cell = space.x_axis.cell, space.y_axis.cell
    west, south, east, north = (
        x_cell(box.west),
        y_cell(box.south),
        x_cell(box.east),
        y_cell(box.north),
    )
    if west == east and box.west > box.east:
        return GRID_MIN, south, GRID_MAX, north
    if box.west == box.east and space.wraps and abs(box.west) == space.x_axis.stop:
        return GRID_MAX, south, GRID_MIN, north
    return west, south, east, north


def grid_point(x: float, y: float, space: Space) -> GridBox:
    """Return a checked place on the grid, as a box of one cell.

    Longitudes 180 and -180 are one: there the box has GRID_MAX as its west and GRID_MIN as its
    east, so that it meets what ends at the antimeridian on either side.

    >>> from nearcast.space import Earth
    >>> grid_point(-180.0, 0.0, Earth())
    (2147483647, 0, -2147483648, 0)
    """
    column, row = space.x_axis.cell(x), space.y_axis.cell(y)
    if space.wraps and abs(x) == space.x_axis.stop:
        return GRID_MAX, row, GRID_MIN, row
    return column, row, column, row


def grid_place(place: Point | Box, space: Space) -> GridBox:
    """Return the checked place of a message on the grid."""
    if isinstance(place, Point):
        return grid_point(place.x, place.y, space)
    return grid_box(place, space)


def grid_boxes(
    west: ArrayLike, south: ArrayLike, east: ArrayLike, north: ArrayLike, space: Space
) -> Int32Array:
    """Return checked columns of edges as (n, 4) boxes, each the same as `grid_box` gives."""
    x_cells, y_cells = space.x_axis.cells, space.y_axis.cells
    boxes = np.stack([x_cells(west), y_cells(south), x_cells(east), y_cells(north)], axis=-1)
    if space.wraps:
        around = (np.asarray(west) > np.asarray(east)) & (boxes[:, 0] == boxes[:, 2])
        boxes[around, 0], boxes[around, 2] = GRID_MIN, GRID_MAX
        edge = space.x_axis.stop
        on_edge = (np.abs(west) == edge) & (np.asarray(west) == np.asarray(east))
        boxes[on_edge, 0], boxes[on_edge, 2] = GRID_MAX, GRID_MIN
    return boxes


def grid_points(x: ArrayLike, y: ArrayLike, space: Space) -> Int32Array:
    """Return checked columns of places as (n, 4) boxes, each the same as `grid_point` gives."""
    return grid_boxes(x, y, x, y, space)


def rectangle_box(polygon: Polygon) -> Box | None:
    """Return the box that a polygon is, if it is one: four right angles along the axes.

    >>> rectangle_box(Polygon(((0, 0), (2, 0), (2, 1), (0, 1), (0, 0))))
    Box(west=0, south=0, east=2, north=1)
    """
    ring = polygon.exterior
    if len(polygon.holes) or len(ring) != RECTANGLE_VERTICES:
        return None
    (x0, y0), (x1, y1), (x2, y2), (x3, y3), (last_x, last_y) = ring
    closed = last_x == x0 and last_y == y0
    upright = x0 == x1 and y1 == y2 and x2 == x3 and y3 == y0
    lying = y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0
    if not closed or not (upright or lying):
        return None
    return Box(min(x0, x2), min(y0, y2), max(x0, x2), max(y0, y2))


def _circle_shape(circle: Circle, space: Space) -> GridShape:
    if covers_space(circle, space):
        return GridShape(WHOLE)
    bounds = circle_bounds(circle, space)
    x_cell, y_cell = space.x_axis.cell, space.y_axis.cell
    box = (x_cell(bounds.west), y_cell(bounds.south), x_cell(bounds.east), y_cell(bounds.north))
    return GridShape(box, circle=circle_row(circle, space))


def _polygons_shape(polygons: Sequence[Polygon], space: Space) -> GridShape:
    boxes = [rectangle_box(polygon) for polygon in polygons]
    if len(boxes) == 1 and boxes[0]:
        return GridShape(grid_box(boxes[0], space))
    parts = [[_grid_ring(ring, space) for ring in (p.exterior, *p.holes)] for p in polygons]
    vertices = [np.concatenate(part) for part in parts]
    lowest = [part.min(axis=0).tolist() for part in vertices]
    highest = [part.max(axis=0).tolist() for part in vertices]
    spans = [(low[0], high[0]) for low, high in zip(lowest, highest, strict=True)]
    west, east = _widest_gap_left_out(spans) if space.wraps else _hull(spans)
    box = (west, min(low[1] for low in lowest), east, max(high[1] for high in highest))
    return GridShape(box, rings=tuple(ring for part in parts for ring in part))


def _grid_ring(ring: ArrayLike, space: Space) -> Int32Array:
    positions = np.asarray(ring, np.float64)
    return np.stack([space.snap_x(positions[:, 0]), space.snap_y(positions[:, 1])], axis=-1)


def _hull(spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return min(west for west, _ in spans), max(east for _, east in spans)


def _widest_gap_left_out(spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the narrowest west and east around spans of longitude, wrapping if that is less."""
    west, east = _hull(spans)
    widest = west - GRID_MIN + GRID_MAX - east
    best, reached = (west, east), west
    for start, stop in sorted(spans):
        if start - reached > widest:
            widest, best = start - reached, (start, reached)
        reached = max(reached, stop)
    return best
