"""The k-d tree that all terms of a segment share: places to codes, boxes to cells.

Cities crowd a uniform grid, and a table per axis cannot flatten two-dimensional clusters. A tree
cut at the medians of the guards' own places gives every cell its equal share, and any prefix of a
code is a coarser cell, so that each term can use the depth it deserves.
"""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Int32Array, Int64Array
from nearcast.kernels.jit import kernel, leaf


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
    starts, stops = np.zeros(2 << depth, np.int64), np.zeros(2 << depth, np.int64)
    stops[1] = x.size
    level = 0
    for node in range(1, 1 << depth):
        if node == 2 << level:
            level += 1
        values = y if level & 1 else x
        start, stop = starts[node], stops[node]
        if start < stop:
            splits[node] = median(values, order, start, stop)
        cut = part(values, order, start, stop, splits[node])
        starts[2 * node], stops[2 * node] = start, cut
        starts[2 * node + 1], stops[2 * node + 1] = cut, stop
    return splits


@leaf
def median(values: Int32Array, order: Int64Array, start: int, stop: int) -> int:
    """Return the upper median of values[order[start:stop]], reordering them (Hoare's selection).

    NumPy's own partition took eight seconds to compile.
    """
    middle = (start + stop) >> 1
    low, high = start, stop - 1
    while low < high:
        pivot = values[order[(low + high) >> 1]]
        left, right = low, high
        while left <= right:
            while values[order[left]] < pivot:
                left += 1
            while values[order[right]] > pivot:
                right -= 1
            if left <= right:
                order[left], order[right] = order[right], order[left]
                left += 1
                right -= 1
        if middle <= right:
            high = right
        elif middle >= left:
            low = left
        else:
            break
    return int(values[order[middle]])


@leaf
def part(values: Int32Array, order: Int64Array, start: int, stop: int, split: int) -> int:
    """Bring those below the split to the front; return where the others begin."""
    front = start
    for at in range(start, stop):
        if values[order[at]] < split:
            order[at], order[front] = order[front], order[at]
            front += 1
    return front


@leaf
def touch(
    splits: Int32Array,
    depth: int,
    box: Int32Array,
    limit: int,
    nodes: Int32Array,
    counts: Int64Array,
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
