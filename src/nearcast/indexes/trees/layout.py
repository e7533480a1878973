"""What the R-tree is made of that the Rt-tree paper's indexes have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import GRID_MAX, GRID_MIN, Int32Array, Int64Array
from nearcast.kernels.lanes import LANES

# A node's children in columns: the sides of their boxes, then which they are. They are compared as
# a run of `kernels.lanes`, whose fifth column is not looked at where no signature bit is lacking.
COLUMNS = 5
CHILD = 4

SHAPE_NUMBERS = 6
ROOT, HEIGHT, NODES, FREE, LEAST, MOST = range(SHAPE_NUMBERS)

# Around nothing: it grows to whatever it is joined with.
NO_BOX = (GRID_MAX, GRID_MAX, GRID_MIN, GRID_MIN)

# Instead of an entry's leaf.
WAITING, REMOVED = -1, -2
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Fanout:
    """How many children a node has.

    Parameters
    ----------
    least
        The paper's b. The root may have fewer, and so may an only child.
    most
        The paper's B, at least twice as many.
    """

    least: int = 25
    most: int = 50

    def __post_init__(self) -> None:
        if not 2 <= 2 * self.least <= self.most:
            raise ValueError(
                f"a node cannot have {self.least} to {self.most} children; "
                "the most must be at least twice the least, and the least at least 1"
            )


class Tree(NamedTuple):
    """An R-tree over entries, all of its leaves at the same depth.

    The root is never a leaf, so that every leaf has an entry in a node above it. The number of a
    node that has gone is used again.

    runs
        The children of node n as columns of shape[MOST] numbers each, from n * COLUMNS *
        shape[MOST] on: those of a leaf are entries, those of another node are nodes.
    counts
        How many children each node has.
    parents
        The node above each node; -1 above the root. Of a node that has gone, the next such node.
    leaves
        The leaf of each entry; `WAITING` for one that is about to be inserted, `REMOVED` for one
        that has gone.
    shape
        The root; how many levels there are below it; how many nodes were ever used; the first that
        has gone, or -1; how few and how many children a node has.
    """

    runs: Int32Array
    counts: Int32Array
    parents: Int32Array
    leaves: Int32Array
    shape: Int64Array


def make_tree(node_count: int, entry_count: int, fanout: Fanout) -> Tree:
    """Return a tree with so many nodes, none of which has a child yet."""
    return Tree(
        np.zeros(node_count * COLUMNS * fanout.most + LANES, np.int32),
        np.zeros(node_count, np.int32),
        np.full(node_count, NOBODY, np.int32),
        np.full(entry_count, WAITING, np.int32),
        np.array([0, 1, node_count, NOBODY, fanout.least, fanout.most], np.int64),
    )


def columns_of(tree: Tree) -> Int32Array:
    """Return a view of the runs: a row of columns for each node."""
    most = int(tree.shape[MOST])
    node_count = tree.counts.size
    return tree.runs[: node_count * COLUMNS * most].reshape(node_count, COLUMNS, most)


def appended(values: Int32Array, used: int, fresh: Int32Array) -> Int32Array:
    """Return an array whose first `used` numbers are followed by fresh ones, and room for more.

    It is the same one where it has the room, so that a single insert copies nothing.
    """
    stop = used + fresh.size
    if stop > values.size:
        wider = np.empty(max(stop, 2 * values.size), values.dtype)
        wider[:used] = values[:used]
        values = wider
    values[used:stop] = fresh
    return values


def placed_count(tree: Tree, entry_count: int) -> int:
    """Return how many of the entries were ever put into a leaf: those that wait come last."""
    return entry_count - int(np.count_nonzero(tree.leaves[:entry_count] == WAITING))
