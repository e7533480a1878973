"""Inserting and deleting entries one by one, as Guttman's R-tree does, up to a split or a merge.

What reshapes the tree, once for some twenty inserts, is left to `trees/reshaping.py`.
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
)
from nearcast.indexes.trees.layout import (
    CHILD,
    COLUMNS,
    HEIGHT,
    MOST,
    NOBODY,
    REMOVED,
    ROOT,
    Tree,
)
from nearcast.kernels.jit import leaf


@leaf
def place_in(tree: Tree, node: int, column: int) -> int:
    """Return where a column of a node's children begins."""
    most = int(tree.shape[MOST])
    return (node * COLUMNS + column) * most


@leaf
def slot_of(tree: Tree, node: int, child: int) -> int:
    """Return which of a node's children is this one, which it has."""
    at = place_in(tree, node, CHILD)
    slot = 0
    while tree.runs[at + slot] != child:
        slot += 1
    return slot


@leaf
def best_slot(tree: Tree, node: int, boxes: Int32Array, entry: int) -> int:
    """Return the child whose box grows least in area to hold an entry, the smallest of equals."""
    wests, souths = place_in(tree, node, WEST), place_in(tree, node, SOUTH)
    easts, norths = place_in(tree, node, EAST), place_in(tree, node, NORTH)
    best, least_growth, least_area = 0, -1.0, 0.0
    for slot in range(tree.counts[node]):
        west, south = float(tree.runs[wests + slot]), float(tree.runs[souths + slot])
        east, north = float(tree.runs[easts + slot]), float(tree.runs[norths + slot])
        area = (east - west) * (north - south)
        width = max(east, float(boxes[entry, EAST])) - min(west, float(boxes[entry, WEST]))
        height = max(north, float(boxes[entry, NORTH])) - min(south, float(boxes[entry, SOUTH]))
        growth = width * height - area
        if slot == 0 or growth < least_growth or (growth == least_growth and area < least_area):
            best, least_growth, least_area = slot, growth, area
    return best


@leaf
def leaf_for(tree: Tree, boxes: Int32Array, entry: int) -> int:
    """Return the leaf that an entry belongs into."""
    node = int(tree.shape[ROOT])
    for _ in range(tree.shape[HEIGHT]):
        slot = best_slot(tree, node, boxes, entry)
        node = int(tree.runs[place_in(tree, node, CHILD) + slot])
    return node


@leaf
def place(tree: Tree, boxes: Int32Array, entry: int) -> int:
    """Put an entry into its leaf and return -1; or return the leaf, if that is full."""
    node = leaf_for(tree, boxes, entry)
    count = int(tree.counts[node])
    if count == tree.shape[MOST]:
        return node
    for side in range(4):
        tree.runs[place_in(tree, node, side) + count] = boxes[entry, side]
    tree.runs[place_in(tree, node, CHILD) + count] = entry
    tree.counts[node] = count + 1
    tree.leaves[entry] = node
    while tree.parents[node] != NOBODY:
        above = int(tree.parents[node])
        slot = slot_of(tree, above, node)
        for side in (WEST, SOUTH):
            at = place_in(tree, above, side) + slot
            tree.runs[at] = min(tree.runs[at], boxes[entry, side])
        for side in (EAST, NORTH):
            at = place_in(tree, above, side) + slot
            tree.runs[at] = max(tree.runs[at], boxes[entry, side])
        node = above
    return NOBODY


@leaf
def take_out(tree: Tree, entry: int) -> int:
    """Take an entry out of its leaf, which is returned; the boxes above shrink to what is left."""
    node = int(tree.leaves[entry])
    tree.leaves[entry] = REMOVED
    slot, last = slot_of(tree, node, entry), int(tree.counts[node]) - 1
    for column in range(COLUMNS):
        at = place_in(tree, node, column)
        tree.runs[at + slot] = tree.runs[at + last]
    tree.counts[node] = last
    tighten(tree, node)
    return node


@leaf
def tighten(tree: Tree, node: int) -> None:
    """Fit the boxes of a node and of those above it to their children."""
    while tree.parents[node] != NOBODY:
        above = int(tree.parents[node])
        slot = slot_of(tree, above, node)
        changed = False
        for side in range(4):
            at = place_in(tree, above, side) + slot
            extreme = extreme_of(tree, node, side)
            if tree.runs[at] != extreme:
                tree.runs[at] = extreme
                changed = True
        if not changed:
            return
        node = above


@leaf
def extreme_of(tree: Tree, node: int, side: int) -> int:
    """Return how far the children of a node reach to one side."""
    at = place_in(tree, node, side)
    if side in (WEST, SOUTH):
        extreme = GRID_MAX
        for slot in range(tree.counts[node]):
            extreme = min(extreme, int(tree.runs[at + slot]))
        return extreme
    extreme = GRID_MIN
    for slot in range(tree.counts[node]):
        extreme = max(extreme, int(tree.runs[at + slot]))
    return extreme
