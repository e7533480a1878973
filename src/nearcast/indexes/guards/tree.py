"""The k-d tree that all terms of a segment share: places to codes, boxes to cells.

Cities crowd a uniform grid, and a table per axis cannot flatten two-dimensional clusters. A tree cut
at the medians of the guards' own places gives every cell its equal share, and any prefix of a code is
a coarser cell, so that each term can use the depth it deserves.
"""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Int32Array, Int64Array
from nearcast.kernels.jit import kernel, leaf

SAMPLED_PER_LEAF = 8
SMALLEST_SAMPLE = 4096


@leaf
def code_of(splits: Int32Array, depth: int, x: int, y: int) -> int:
    """Return the cell of a place at a depth."""
    node = 1
    for level in range(depth):
        split = splits[node]
        value = y if level & 1 else x
        node = 2 * node + (value >= split)
    return node - (1 << depth)


@kernel
def plant(x: Int32Array, y: Int32Array, depth: int) -> Int32Array:
    """Return the splits of a tree of this depth, each at the median of the places below it."""
    splits = np.zeros(1 << depth, np.int32)
    order = np.arange(x.size)
    starts = np.zeros(2, np.int64)
    starts[1] = x.size
    for level in range(depth):
        values = y if level & 1 else x
        width = 1 << level
        halved = np.empty(2 * width + 1, np.int64)
        halved[2 * width] = x.size
        for node in range(width):
            start, stop = starts[node], starts[node + 1]
            middle = (start + stop) >> 1
            split = _median(values, order, start, stop)
            splits[width + node] = split
            halved[2 * node] = start
            halved[2 * node + 1] = _partition(values, order, start, stop, split)
        starts = halved
    return splits


@kernel
def _median(values: Int32Array, order: Int64Array, start: int, stop: int) -> int:
    """Return the upper median of values[order[start:stop]] (0 where there are none)."""
    if start == stop:
        return np.int32(0)
    picked = np.empty(stop - start, np.int32)
    for at in range(start, stop):
        picked[at - start] = values[order[at]]
    middle = picked.size >> 1
    return np.partition(picked, middle)[middle]


@leaf
def _partition(values: Int32Array, order: Int64Array, start: int, stop: int, split: int) -> int:
    """Bring those below the split to the front; return where the others begin."""
    front = start
    for at in range(start, stop):
        if values[order[at]] < split:
            order[at], order[front] = order[front], order[at]
            front += 1
    return front


@leaf
def touch(
    splits: Int32Array, depth: int, box: Int32Array, limit: int, nodes: Int32Array, counts: Int64Array
) -> int:
    """Find the nodes a box touches, depth by depth, until they would be more than `limit`.

    At depth d there are counts[d] of them, written from nodes[1 << d] on; `nodes` has room for
    2 << depth. Returns the deepest depth that is within the limit.
    """
    nodes[1] = 1
    counts[0] = 1
    for level in range(depth):
        low, high = (box[SOUTH], box[NORTH]) if level & 1 else (box[WEST], box[EAST])
        here, below = 1 << level, 2 << level
        found = 0
        for at in range(here, here + counts[level]):
            node = nodes[at]
            split = splits[node]
            if low < split:
                nodes[below + found] = 2 * node
                found += 1
            if high >= split:
                nodes[below + found] = 2 * node + 1
                found += 1
        if found > limit:
            return level
        counts[level + 1] = found
    return depth
