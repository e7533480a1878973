"""The currency: flat arrays in named tuples, the only thing that crosses into compiled code.

A *row* is a position in these arrays. Ids belong to the user and never come this far. Every array
is C-contiguous and read-only (see `frozen`), so that each kernel is compiled for one type only.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from nearcast.space.frame import GRID_MAX, GRID_MIN, Frame

__all__ = [
    "EAST",
    "GRID_MAX",
    "GRID_MIN",
    "NORTH",
    "SOUTH",
    "WEST",
    "FloatArray",
    "Frame",
    "Int32Array",
    "Int64Array",
    "Matches",
    "Messages",
    "Polygons",
    "Ragged",
    "Subscriptions",
    "frozen",
]

Int32Array = NDArray[np.int32]
Int64Array = NDArray[np.int64]
FloatArray = NDArray[np.float64]

WEST, SOUTH, EAST, NORTH = 0, 1, 2, 3

C = TypeVar("C", bound=tuple[Any, ...])


class Ragged(NamedTuple):
    """Row i holds values[offsets[i]:offsets[i + 1]]."""

    offsets: Int64Array
    values: Int32Array


class Polygons(NamedTuple):
    """Polygon p owns rings ring_offsets[p]:ring_offsets[p + 1]; ring r owns vertices likewise.

    A place is inside by the even-odd rule over all rings of the polygon, or on any edge. Rings are
    closed: the last vertex repeats the first. Vertices are (x, y) on the grid.
    """

    ring_offsets: Int64Array
    vertex_offsets: Int64Array
    vertices: Int32Array


class Subscriptions(NamedTuple):
    """Standing interests as columns.

    boxes
        (n, 4) int32 west, south, east, north of the region's bounding box, on the grid; west > east
        where it crosses the antimeridian.
    shapes
        (n,) int32: 0 where the box is the region itself; c > 0 for row c - 1 of `circles`; p < 0
        for row -p - 1 of `polygons`.
    circles
        (c, 4) float64: x and y of the centre (degrees or plane units), the cosine of the latitude
        (1 in a plane), and the reach: sin²(radius / 2R) on Earth, radius² in a plane.
    clauses
        (n + 1,) int64: subscription i owns clauses[i]:clauses[i + 1] of its disjunctive normal
        form. One that wants every text has one clause without literals.
    literals
        One row a clause: term ids that must occur, ascending, then ~id of those that must not.
    """

    frame: Frame
    boxes: Int32Array
    shapes: Int32Array
    circles: FloatArray
    polygons: Polygons
    clauses: Int64Array
    literals: Ragged


class Messages(NamedTuple):
    """Messages as columns.

    boxes
        (n, 4) int32 as above; a point has west = east and south = north. A point on the
        antimeridian is both edges of the map: west = GRID_MAX, east = GRID_MIN.
    terms
        One row a message: its term ids, ascending, each once.
    """

    frame: Frame
    boxes: Int32Array
    terms: Ragged


class Matches(NamedTuple):
    """Message i concerns the subscriptions rows[offsets[i]:offsets[i + 1]], ascending."""

    offsets: Int64Array
    rows: Int64Array


def frozen(values: ArrayLike, dtype: DTypeLike) -> NDArray[Any]:
    """Return a contiguous, read-only array of exactly this type: the only kind kernels see."""
    array = np.ascontiguousarray(values, dtype)
    if array.flags.writeable:
        # What was made here has no other owner, whom a view would leave free to write.
        array = array.view() if array is values else array
        array.setflags(write=False)
    return array


def frozen_columns(columns: C) -> C:
    """Return a named tuple of columns with every array frozen."""
    if are_frozen(columns):
        return columns
    parts = (
        frozen_columns(part)
        if isinstance(part, tuple)
        else frozen(part, part.dtype)
        if isinstance(part, np.ndarray)
        else part
        for part in columns
    )
    return type(columns)(*parts)


def are_frozen(columns: tuple[Any, ...]) -> bool:
    """Return whether every array of a named tuple is contiguous and read-only."""
    for part in columns:
        if isinstance(part, np.ndarray):
            flags = part.flags
            if flags.writeable or not flags.c_contiguous:
                return False
        elif isinstance(part, tuple) and not are_frozen(part):
            return False
    return True
