"""Numeric columns that say something together: the edges of a box, a place, a circle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from nearcast.columns.layout import FloatArray, Int32Array, Int64Array
from nearcast.columns.tables.cells import numbers
from nearcast.columns.tables.faults import BoolArray, RowFaults
from nearcast.columns.tables.needs import Way
from nearcast.errors import Fault
from nearcast.space import Space, box_faults, grid_boxes, grid_points, point_faults

Columns = Mapping[str, pa.Array]


class Group(NamedTuple):
    """The columns of one way, and the rows that give it."""

    names: Way
    values: Sequence[FloatArray]
    given: BoolArray

    def usable(self, faults: RowFaults) -> tuple[Int64Array, list[FloatArray]]:
        """Return the rows that give it and have no fault so far, and their values."""
        rows = np.flatnonzero(self.given & ~faults.bad)
        return rows, [values[rows] for values in self.values]


def groups(columns: Columns, ways: Sequence[Way], faults: RowFaults) -> list[Group]:
    """Return every way whose columns are all there."""
    return [group(columns, way, faults) for way in ways if set(way) <= columns.keys()]


def group(columns: Columns, way: Way, faults: RowFaults) -> Group:
    """Return the columns of one way; a row that gives only some of them is at fault."""
    cells = [numbers(columns[name], name, faults) for name in way]
    given = ~cells[0].missing
    for cell in cells:
        given = given | ~cell.missing
    for name, cell in zip(way, cells, strict=True):
        faults.add_where(given & cell.missing, name, f"is missing; {', '.join(way)} go together")
    return Group(way, [cell.values for cell in cells], given)


def snap_boxes(edges: Group, boxes: Int32Array, space: Space, faults: RowFaults) -> None:
    """Put the boxes of the rows that give one on the grid."""
    rows, (west, south, east, north) = edges.usable(faults)
    add_faults(box_faults(west, south, east, north, space), rows, {}, faults)
    rows, (west, south, east, north) = edges.usable(faults)
    boxes[rows] = grid_boxes(west, south, east, north, space)


def snap_points(places: Group, boxes: Int32Array, space: Space, faults: RowFaults) -> None:
    """Put the places of the rows that give one on the grid."""
    rows, (x, y) = places.usable(faults)
    names = dict(zip("xy", places.names, strict=True))
    add_faults(point_faults(x, y, space), rows, names, faults)
    rows, (x, y) = places.usable(faults)
    boxes[rows] = grid_points(x, y, space)


def add_faults(
    found: Sequence[Fault], rows: Int64Array, names: Mapping[str, str], faults: RowFaults
) -> None:
    """Add faults of the rows picked, under the names that the columns have in the input."""
    for fault in found:
        column = names.get(fault.column, fault.column)
        faults.add([int(rows[fault.row])], column, fault.reason)


def refuse_two_ways(ways: Sequence[tuple[str, BoolArray]], faults: RowFaults) -> BoolArray:
    """Note the rows that say the same thing in two ways; return those that say it at all."""
    said = np.zeros(faults.row_count, np.bool_)
    for column, given in ways:
        reason = "is given beside another column that says the same; keep one of them"
        faults.add_where(said & given, column, reason)
        said |= given
    return said
