"""Splitting nodes that are full and joining those that are nearly empty."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, FloatArray, Int32Array, Int64Array
from nearcast.indexes.trees.layout import (
    CHILD,
    COLUMNS,
    FREE,
    HEIGHT,
    LEAST,
    MOST,
    NO_BOX,
    NOBODY,
    NODES,
    ROOT,
    Tree,
    columns_of,
)
from nearcast.kernels.lanes import LANES


@dataclass(slots=True)
class Changes:
    """What a split or a join did to nodes.

    refilled
        Nodes that have other entries below them than before.
    informed
        Nodes above those: their children are others, the entries below them the same.
    gone
        Nodes that are no more.
    levels
        Whether the root has gone, or has got another above it.
    """

    refilled: set[int] = field(default_factory=set)
    informed: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    levels: bool = False


def with_spare_nodes(tree: Tree) -> Tree:
    """Return the same tree with numbers for as many nodes as one split can need."""
    most, room = int(tree.shape[MOST]), tree.counts.size
    if tree.shape[NODES] + tree.shape[HEIGHT] + 2 <= room:
        return tree
    fresh = room + int(tree.shape[HEIGHT]) + 2
    runs = np.zeros((room + fresh) * COLUMNS * most + LANES, np.int32)
    runs[: tree.runs.size - LANES] = tree.runs[:-LANES]
    return tree._replace(
        runs=runs,
        counts=np.concatenate([tree.counts, np.zeros(fresh, np.int32)]),
        parents=np.concatenate([tree.parents, np.full(fresh, NOBODY, np.int32)]),
    )


def split(tree: Tree, node: int) -> Changes:
    """Split a full node in two, and those above it first where they are full as well."""
    changes = Changes()
    _split(tree, node, changes)
    return changes


def join(tree: Tree, node: int) -> Changes:
    """Join a node of too few children with a neighbour, or have it take over some of its."""
    changes = Changes()
    _join(tree, node, changes)
    changes.refilled -= changes.gone
    changes.informed -= changes.gone
    return changes


def depth_of(tree: Tree, node: int) -> int:
    """Return how many levels a node is below the root."""
    depth = 0
    while tree.parents[node] != NOBODY:
        node, depth = int(tree.parents[node]), depth + 1
    return depth


def entries_below(tree: Tree, node: int) -> Int64Array:
    """Return the entries of all leaves below a node."""
    most, columns = int(tree.shape[MOST]), columns_of(tree)
    nodes = np.array([node])
    for _ in range(int(tree.shape[HEIGHT]) - depth_of(tree, node) + 1):
        there = np.arange(most) < tree.counts[nodes][:, None]
        nodes = columns[nodes, CHILD][there]
    return nodes.astype(np.int64)


def _split(tree: Tree, node: int, changes: Changes) -> None:
    if tree.parents[node] == NOBODY:
        _grow(tree, node)
        changes.levels = True
    elif tree.counts[tree.parents[node]] == tree.shape[MOST]:
        _split(tree, int(tree.parents[node]), changes)
    above, fresh = int(tree.parents[node]), _new_node(tree)
    columns = _children(tree, node)
    first, second = cut_in_two(columns[:CHILD].T, int(tree.shape[LEAST]))
    at_leaves = depth_of(tree, node) == tree.shape[HEIGHT]
    _adopt(tree, above, [(fresh, NO_BOX)])
    for part, places in ((node, first), (fresh, second)):
        _give(tree, part, columns[:, places], at_leaves)
        _fit(tree, part)
    changes.refilled |= {node, fresh}
    changes.informed.add(above)


def _join(tree: Tree, node: int, changes: Changes) -> None:
    above = int(tree.parents[node])
    if above == NOBODY:
        _shrink(tree, changes)
        return
    if tree.counts[node] >= tree.shape[LEAST]:
        return
    if tree.counts[above] == 1:
        if tree.counts[node] == 0 and tree.parents[above] != NOBODY:
            _leave(tree, node, changes)
        return
    neighbour = _neighbour(tree, above, node)
    columns = np.concatenate([_children(tree, neighbour), _children(tree, node)], axis=1)
    at_leaves = depth_of(tree, node) == tree.shape[HEIGHT]
    changes.refilled |= {node, neighbour}
    changes.informed.add(above)
    count = columns.shape[1]
    if count > tree.shape[MOST]:
        # As evenly as can be: a part with the least there may be would be joined again at once.
        parts = cut_in_two(columns[:CHILD].T, max(int(tree.shape[LEAST]), 9 * count // 20))
        for part, places in zip((node, neighbour), parts, strict=True):
            _give(tree, part, columns[:, places], at_leaves)
            _fit(tree, part)
        return
    _give(tree, neighbour, columns, at_leaves)
    _fit(tree, neighbour)
    _leave(tree, node, changes)


def _leave(tree: Tree, node: int, changes: Changes) -> None:
    """Take away a node that has no children any more."""
    above = int(tree.parents[node])
    _disown(tree, above, node)
    changes.gone.add(node)
    changes.informed.add(above)
    _join(tree, above, changes)


def _grow(tree: Tree, node: int) -> None:
    """Put a root above the root."""
    root = _new_node(tree)
    tree.shape[ROOT] = root
    tree.shape[HEIGHT] += 1
    tree.parents[root] = NOBODY
    _adopt(tree, root, [(node, NO_BOX)])


def _shrink(tree: Tree, changes: Changes) -> None:
    """Take away a root that has a single child, unless that is a leaf."""
    while tree.counts[tree.shape[ROOT]] == 1 and tree.shape[HEIGHT] > 1:
        root = int(tree.shape[ROOT])
        child = int(_children(tree, root)[CHILD, 0])
        tree.shape[ROOT], tree.parents[child] = child, NOBODY
        tree.shape[HEIGHT] -= 1
        _forget(tree, root)
        changes.gone.add(root)
        changes.levels = True


def _new_node(tree: Tree) -> int:
    """Return the number of a node without children."""
    node = int(tree.shape[FREE])
    if node != NOBODY:
        tree.shape[FREE] = tree.parents[node]
        return node
    node = int(tree.shape[NODES])
    tree.shape[NODES] += 1
    return node


def _forget(tree: Tree, node: int) -> None:
    """Leave the number of a node to the next one."""
    tree.counts[node] = 0
    tree.parents[node] = tree.shape[FREE]
    tree.shape[FREE] = node


def _children(tree: Tree, node: int) -> Int32Array:
    """Return the columns of a node's children, as a copy."""
    return columns_of(tree)[node, :, : tree.counts[node]].copy()


def _give(tree: Tree, node: int, columns: Int32Array, at_leaves: bool) -> None:
    """Give a node these children in place of those it has."""
    count = columns.shape[1]
    columns_of(tree)[node, :, :count] = columns
    tree.counts[node] = count
    (tree.leaves if at_leaves else tree.parents)[columns[CHILD]] = node


def _adopt(tree: Tree, node: int, children: list[tuple[int, tuple[int, int, int, int]]]) -> None:
    """Add nodes and their boxes to the children of a node."""
    for child, box in children:
        columns_of(tree)[node, :, tree.counts[node]] = (*box, child)
        tree.counts[node] += 1
        tree.parents[child] = node


def _disown(tree: Tree, node: int, child: int) -> None:
    """Take a child from a node; the last one takes its place."""
    columns, last = columns_of(tree)[node], int(tree.counts[node]) - 1
    columns[:, _slot(tree, node, child)] = columns[:, last]
    tree.counts[node] = last
    _forget(tree, child)


def _slot(tree: Tree, node: int, child: int) -> int:
    return int(np.flatnonzero(_children(tree, node)[CHILD] == child)[0])


def _fit(tree: Tree, node: int) -> None:
    """Fit the box of a node, in the one above it, to its children."""
    above, boxes = int(tree.parents[node]), _children(tree, node)
    box = columns_of(tree)[above, :CHILD, _slot(tree, above, node)]
    box[[WEST, SOUTH]] = boxes[[WEST, SOUTH]].min(axis=1)
    box[[EAST, NORTH]] = boxes[[EAST, NORTH]].max(axis=1)


def _neighbour(tree: Tree, above: int, node: int) -> int:
    """Return the other child whose box grows least in area when joined with a node's."""
    columns = _children(tree, above)
    boxes, slot = columns[:CHILD].T.astype(np.float64), _slot(tree, above, node)
    joined = np.concatenate(
        [np.minimum(boxes, boxes[slot])[:, :2], np.maximum(boxes, boxes[slot])[:, 2:]], axis=1
    )
    growth = areas(joined) - areas(boxes)
    growth[slot] = np.inf
    return int(columns[CHILD, growth.argmin()])


def areas(boxes: FloatArray) -> FloatArray:
    """Return the areas of boxes."""
    width, height = boxes[..., EAST] - boxes[..., WEST], boxes[..., NORTH] - boxes[..., SOUTH]
    return np.asarray(np.maximum(width, 0.0) * np.maximum(height, 0.0))


def cut_in_two(boxes: NDArray[np.int32], least: int) -> tuple[Int64Array, Int64Array]:
    """Return which boxes to part from which, at least so many on either side (the R*-tree's way).

    They are sorted along the axis along which cuts leave the smallest margins, and cut where the
    two halves overlap least, and of such places where they are smallest.
    """
    sides = boxes.astype(np.float64)
    best: tuple[float, Int64Array, int] | None = None
    for axis in ((WEST, EAST), (SOUTH, NORTH)):
        margins = 0.0
        found: list[tuple[float, float, Int64Array, int]] = []
        for side in axis:
            order = np.lexsort((sides[:, sum(axis) - side], sides[:, side]))
            margin, overlap, area = _judged(sides[order], least)
            margins += float(margin.sum())
            at = int(np.lexsort((area, overlap))[0])
            found.append((float(overlap[at]), float(area[at]), order, at + least))
        if best is None or margins < best[0]:
            _, _, order, cut = min(found, key=lambda each: each[:2])
            best = (margins, order, cut)
    assert best is not None
    return best[1][: best[2]], best[1][best[2] :]


def _judged(boxes: FloatArray, least: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return margin, overlap and area of the halves for every cut of boxes in this order."""
    low, high = boxes[:, [WEST, SOUTH]], boxes[:, [EAST, NORTH]]
    first = slice(least - 1, len(boxes) - least)
    second = slice(least, len(boxes) - least + 1)
    starts, stops = (
        _halves(np.minimum, low, first, second),
        _halves(np.maximum, high, first, second),
    )
    halves = [np.concatenate(pair, axis=1) for pair in zip(starts, stops, strict=True)]
    margin = sum(
        (half[:, EAST] - half[:, WEST]) + (half[:, NORTH] - half[:, SOUTH]) for half in halves
    )
    shared = np.concatenate([np.maximum(*starts), np.minimum(*stops)], axis=1)
    return np.asarray(margin), areas(shared), areas(halves[0]) + areas(halves[1])


def _halves(
    extreme: np.ufunc, sides: FloatArray, first: slice, second: slice
) -> tuple[FloatArray, FloatArray]:
    """Return how far the boxes up to each cut and those from it on reach."""
    return (
        extreme.accumulate(sides)[first],
        extreme.accumulate(sides[::-1])[::-1][second],
    )
