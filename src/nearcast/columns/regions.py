"""The regions of subscriptions as columns: bounding boxes, and the true shapes beside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import FloatArray, Int32Array, Int64Array, Polygons, frozen
from nearcast.columns.ragged import concatenate_offsets, offsets_of, places_of
from nearcast.space import GridShape

NO_BOXES: Int32Array = frozen(np.empty((0, 4)), np.int32)
NO_SHAPES: Int32Array = frozen([], np.int32)
NO_CIRCLES: FloatArray = frozen(np.empty((0, 4)), np.float64)
NO_POLYGONS = Polygons(
    frozen([0], np.int64), frozen([0], np.int64), frozen(np.empty((0, 2)), np.int32)
)


class Regions(NamedTuple):
    """The columns of `Subscriptions` that say where."""

    boxes: Int32Array
    shapes: Int32Array
    circles: FloatArray = NO_CIRCLES
    polygons: Polygons = NO_POLYGONS


def regions_of_boxes(boxes: Int32Array) -> Regions:
    """Return regions that are their boxes."""
    return Regions(frozen(boxes, np.int32), frozen(np.zeros(len(boxes), np.int32), np.int32))


def regions_of_shapes(shapes: Sequence[GridShape]) -> Regions:
    """Return regions of any shape."""
    boxes = frozen([shape.box for shape in shapes] or NO_BOXES, np.int32)
    circles = [shape.circle for shape in shapes if shape.circle]
    polygons = [shape.rings for shape in shapes if shape.rings]
    if not circles and not polygons:
        return regions_of_boxes(boxes)
    return Regions(
        boxes,
        shape_numbers(
            np.array([shape.circle is not None for shape in shapes]),
            np.array([bool(shape.rings) for shape in shapes]),
        ),
        frozen(np.array(circles).reshape(-1, 4), np.float64),
        polygons_of(polygons),
    )


def shape_numbers(is_circle: NDArray[np.bool_], is_polygon: NDArray[np.bool_]) -> Int32Array:
    """Return c > 0 for the c-th circle, -p < 0 for the p-th polygon, and 0 for a box."""
    numbers = np.where(is_circle, np.cumsum(is_circle), 0)
    return frozen(np.where(is_polygon, np.negative(np.cumsum(is_polygon)), numbers), np.int32)


def polygons_of(polygons: Sequence[Sequence[Int32Array]]) -> Polygons:
    """Return polygons, each a sequence of rings, as columns."""
    rings = [ring for polygon in polygons for ring in polygon]
    return Polygons(
        offsets_of([len(polygon) for polygon in polygons]),
        offsets_of([len(ring) for ring in rings]),
        frozen(np.concatenate([*rings, NO_POLYGONS.vertices]), np.int32),
    )


def take_regions(regions: Regions, rows: Int64Array) -> Regions:
    """Return the regions picked, in the order given, with no other shapes than theirs."""
    boxes, shapes = frozen(regions.boxes[rows], np.int32), regions.shapes[rows]
    if not shapes.any():
        return regions_of_boxes(boxes)
    is_circle, is_polygon = shapes > 0, shapes < 0
    return Regions(
        boxes,
        shape_numbers(is_circle, is_polygon),
        frozen(regions.circles[shapes[is_circle] - 1], np.float64),
        take_polygons(regions.polygons, (-shapes[is_polygon] - 1).astype(np.int64)),
    )


def take_polygons(polygons: Polygons, rows: Int64Array) -> Polygons:
    """Return the polygons picked, in the order given."""
    ring_offsets, rings = places_of(polygons.ring_offsets, rows)
    vertex_offsets, places = places_of(polygons.vertex_offsets, rings)
    return Polygons(ring_offsets, vertex_offsets, frozen(polygons.vertices[places], np.int32))


def concatenate_regions(
    boxes: Sequence[Int32Array],
    shapes: Sequence[Int32Array],
    circles: Sequence[FloatArray],
    polygons: Sequence[Polygons],
) -> Regions:
    """Return the regions of all parts, given column by column, one part after the other."""
    joined = np.concatenate([NO_BOXES, *boxes])
    if not np.concatenate([NO_SHAPES, *shapes]).any():
        return regions_of_boxes(joined)
    circle_counts = accumulate(map(len, circles), initial=0)
    polygon_counts = accumulate((part.ring_offsets.size - 1 for part in polygons), initial=0)
    numbers = map(renumbered, shapes, circle_counts, polygon_counts)
    return Regions(
        frozen(joined, np.int32),
        frozen(np.concatenate([NO_SHAPES, *numbers]), np.int32),
        frozen(np.concatenate([NO_CIRCLES, *circles]), np.float64),
        concatenate_polygons(polygons),
    )


def renumbered(shapes: Int32Array, circle_count: int, polygon_count: int) -> Int32Array:
    """Return the shape numbers of a part that comes after so many circles and polygons."""
    if not shapes.any():
        return shapes
    below = np.where(shapes < 0, shapes - polygon_count, shapes)
    return np.where(shapes > 0, shapes + circle_count, below).astype(np.int32)


def concatenate_polygons(parts: Sequence[Polygons]) -> Polygons:
    """Return the polygons of all parts, one after the other."""
    return Polygons(
        concatenate_offsets([part.ring_offsets for part in parts]),
        concatenate_offsets([part.vertex_offsets for part in parts]),
        frozen(
            np.concatenate([*(part.vertices for part in parts), NO_POLYGONS.vertices]), np.int32
        ),
    )
