"""The fast way from a workload to columns: no files, no ids, no vocabulary."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import (
    GRID_MAX,
    GRID_MIN,
    FloatArray,
    Int32Array,
    Messages,
    Polygons,
    Subscriptions,
    frozen,
)
from nearcast.space import Space, grid_boxes
from nearcast.workloads.workload import Workload

EVERYWHERE = (GRID_MIN, GRID_MIN, GRID_MAX, GRID_MAX)


def columns(workload: Workload) -> tuple[Subscriptions, Messages]:
    """Return the workload on the grid, row i of each still row i."""
    frame = workload.space.frame
    boxes = _on_grid(workload.boxes, workload.space)
    boxes[np.isnan(workload.boxes[:, 0])] = EVERYWHERE
    subscriptions = Subscriptions(
        frame=frame,
        boxes=frozen(boxes, np.int32),
        shapes=frozen(np.zeros(len(boxes)), np.int32),
        circles=frozen(np.empty((0, 4)), np.float64),
        polygons=_no_polygons(),
        clauses=workload.clauses,
        literals=workload.literals,
    )
    places = frozen(_on_grid(workload.places, workload.space), np.int32)
    return subscriptions, Messages(frame, places, workload.terms)


def _on_grid(boxes: FloatArray, space: Space) -> Int32Array:
    west, south, east, north = boxes.T
    with np.errstate(invalid="ignore"):
        return grid_boxes(west, south, east, north, space)


def _no_polygons() -> Polygons:
    return Polygons(
        frozen([0], np.int64), frozen([0], np.int64), frozen(np.empty((0, 2)), np.int32)
    )
