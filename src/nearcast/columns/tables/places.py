"""Where a batch of rows is: regions of subscriptions and places of messages, on the grid."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from nearcast.columns.layout import Int32Array, frozen
from nearcast.columns.regions import (
    Regions,
    concatenate_regions,
    regions_of_boxes,
    regions_of_shapes,
    take_regions,
)
from nearcast.columns.tables.cells import is_binary, null_mask
from nearcast.columns.tables.faults import BoolArray, RowFaults
from nearcast.columns.tables.geometries import (
    GEOMETRY,
    geometry_column,
    places_in_column,
    regions_in_column,
    wkb_points,
)
from nearcast.columns.tables.groups import (
    Columns,
    Group,
    groups,
    refuse_two_ways,
    snap_boxes,
    snap_points,
)
from nearcast.columns.tables.needs import CIRCLES, EDGES, PLACES
from nearcast.errors import InvalidRegion
from nearcast.model import Circle
from nearcast.space import GRID_MAX, GRID_MIN, GridShape, Space, check, grid_place, grid_shape

WHOLE = np.array([GRID_MIN, GRID_MIN, GRID_MAX, GRID_MAX], np.int32)


def region_columns(columns: Columns, space: Space, faults: RowFaults) -> Regions:
    """Return the region of each row; everywhere where a row gives none."""
    edges, circles = groups(columns, [EDGES], faults), groups(columns, CIRCLES, faults)
    column = geometry_column(columns, faults.row_count)
    refuse_two_ways(ways([*edges, *circles], column), faults)
    boxes = np.tile(WHOLE, (faults.row_count, 1))
    for each in edges:
        snap_boxes(each, boxes, space, faults)
    shapes: dict[int, GridShape] = {}
    for each in circles:
        shapes |= circle_shapes(each, space, faults)
    for row, region in regions_in_column(column, space, faults):
        shapes[row] = grid_shape(region, space)
    return with_shapes(regions_of_boxes(boxes), shapes)


def place_columns(columns: Columns, space: Space, faults: RowFaults) -> Int32Array:
    """Return the place of each row as a box; a row has to give one."""
    edges, points = groups(columns, [EDGES], faults), groups(columns, PLACES, faults)
    column = geometry_column(columns, faults.row_count)
    said = refuse_two_ways(ways([*points, *edges], column), faults)
    needed = " or ".join(", ".join(each.names) for each in [*points, *edges]) or GEOMETRY
    faults.add_where(~said, needed, "is missing; every message needs a place")
    boxes = np.tile(WHOLE, (faults.row_count, 1))
    for each in edges:
        snap_boxes(each, boxes, space, faults)
    for each in points:
        snap_points(each, boxes, space, faults)
    snap_geometries(column, boxes, space, faults)
    return frozen(boxes, np.int32)


def ways(groups: list[Group], column: pa.Array) -> list[tuple[str, BoolArray]]:
    """Return which rows say where, by each way they might."""
    return [*((each.names[0], each.given) for each in groups), (GEOMETRY, ~null_mask(column))]


def circle_shapes(circles: Group, space: Space, faults: RowFaults) -> dict[int, GridShape]:
    """Return the circles of the rows that give one."""
    shapes = {}
    rows, values = circles.usable(faults)
    for row, *numbers in zip(rows.tolist(), *(column.tolist() for column in values), strict=True):
        circle = Circle(*numbers)
        try:
            check(circle, space)
        except InvalidRegion as error:
            faults.add([row], ", ".join(circles.names), str(error))
        else:
            shapes[row] = grid_shape(circle, space)
    return shapes


def with_shapes(boxes: Regions, shapes: dict[int, GridShape]) -> Regions:
    """Return boxes with the shapes that some rows have instead."""
    if not shapes:
        return boxes
    row_count = len(boxes.boxes)
    source = np.arange(row_count)
    source[list(shapes)] = np.arange(row_count, row_count + len(shapes))
    drawn = regions_of_shapes(list(shapes.values()))
    both = concatenate_regions(
        (boxes.boxes, drawn.boxes),
        (boxes.shapes, drawn.shapes),
        (boxes.circles, drawn.circles),
        (boxes.polygons, drawn.polygons),
    )
    return take_regions(both, source)


def snap_geometries(column: pa.Array, boxes: Int32Array, space: Space, faults: RowFaults) -> None:
    """Put the geometries of a column on the grid; points in WKB all at once."""
    others = ~null_mask(column)
    if is_binary(column.type):
        points = wkb_points(column)
        snap_points(points, boxes, space, faults)
        others &= ~points.given
    for row, place in places_in_column(column, np.flatnonzero(others), space, faults):
        boxes[row] = grid_place(place, space)
