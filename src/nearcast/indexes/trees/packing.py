"""Bulk loading: sort, tile, and cut into nodes as full as they can be (STR, Leutenegger et al.)."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Int32Array, Int64Array
from nearcast.indexes.trees.layout import (
    CHILD,
    HEIGHT,
    NO_BOX,
    Fanout,
    Tree,
    columns_of,
    make_tree,
)


def packed(boxes: Int32Array, fanout: Fanout) -> Tree:
    """Return the tree of these entries, packed level by level from the leaves up."""
    levels = [tiled(boxes, fanout.most)]
    bounds = [bounds_of(boxes, *levels[0])]
    while len(bounds[-1]) > fanout.most:
        levels.append(tiled(bounds[-1], fanout.most))
        bounds.append(bounds_of(bounds[-1], *levels[-1]))
    levels.append((np.arange(len(bounds[-1])), np.array([0, len(bounds[-1])])))
    sizes = [len(cuts) - 1 for _, cuts in levels]
    tree = make_tree(sum(sizes), len(boxes), fanout)
    tree.shape[HEIGHT] = len(levels) - 1
    # The root is node 0; a level's nodes follow those of the level above it.
    first = sum(sizes)
    above, first_child = tree.leaves, 0
    for size, (order, cuts), below in zip(sizes, levels, [boxes, *bounds], strict=False):
        first -= size
        fill(tree, first, cuts, below[order], order + first_child)
        above[order + first_child] = np.repeat(first + np.arange(size), np.diff(cuts))
        above, first_child = tree.parents, first
    return tree


def tiled(boxes: Int32Array, most: int) -> tuple[Int64Array, Int64Array]:
    """Return an order of boxes, and where to cut it into tiles of at most `most`.

    They are cut into as many slices as a tile is to have neighbours, by the middles from west to
    east, and each slice into tiles from south to north. Tiles hold the same number, but for one.
    """
    count = len(boxes)
    tile_count = max(1, -(-count // most))
    slice_count = int(np.ceil(np.sqrt(tile_count)))
    cuts = np.arange(tile_count + 1) * count // tile_count
    slices = cuts[np.arange(slice_count + 1) * tile_count // slice_count]
    middle_x = boxes[:, WEST].astype(np.int64) + boxes[:, EAST]
    middle_y = boxes[:, SOUTH].astype(np.int64) + boxes[:, NORTH]
    order = np.argsort(middle_x, kind="stable")
    slice_of = np.repeat(np.arange(slice_count), np.diff(slices))
    return order[np.lexsort((middle_y[order], slice_of))], cuts


def bounds_of(boxes: Int32Array, order: Int64Array, cuts: Int64Array) -> Int32Array:
    """Return the box around each tile."""
    if not len(boxes):
        return np.array([NO_BOX], np.int32)
    sorted_boxes = boxes[order]
    low = np.minimum.reduceat(sorted_boxes[:, [WEST, SOUTH]], cuts[:-1])
    high = np.maximum.reduceat(sorted_boxes[:, [EAST, NORTH]], cuts[:-1])
    return np.concatenate([low, high], axis=1)


def fill(tree: Tree, first: int, cuts: Int64Array, boxes: Int32Array, children: Int64Array) -> None:
    """Give the nodes from `first` on their children, cut where it is said."""
    counts = np.diff(cuts)
    nodes = np.repeat(first + np.arange(counts.size), counts)
    places = np.arange(len(boxes)) - np.repeat(cuts[:-1], counts)
    columns = columns_of(tree)
    for side in range(4):
        columns[nodes, side, places] = boxes[:, side]
    columns[nodes, CHILD, places] = children
    tree.counts[first : first + counts.size] = counts
