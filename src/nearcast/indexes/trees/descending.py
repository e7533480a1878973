"""Which children of a node a message meets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Int32Array, Int64Array, Messages
from nearcast.indexes.trees.layout import CHILD, COLUMNS, MOST, ROOT, Tree
from nearcast.kernels.jit import leaf
from nearcast.kernels.lanes import LANES, keep_lanes, lanes_meeting
from nearcast.kernels.regions import pieces_of


class Frontier(NamedTuple):
    """Where one message has come to on its way down.

    pieces, piece_count
        The message's box, or the two it is cut into at the antimeridian; one number, how many.
    nodes, next_nodes
        The nodes of a level that it meets, and those of the next.
    children
        The children of one node that it meets.
    """

    pieces: Int32Array
    piece_count: Int64Array
    nodes: Int32Array
    next_nodes: Int32Array
    children: Int32Array


def make_frontier(tree: Tree) -> Frontier:
    """Return room for any message's way down a tree."""
    room = tree.counts.size + LANES
    return Frontier(
        np.empty((2, 4), np.int32),
        np.zeros(1, np.int64),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(int(tree.shape[MOST]) + LANES, np.int32),
    )


@leaf
def set_out(tree: Tree, messages: Messages, message: int, frontier: Frontier) -> None:
    """Begin at the root with a message."""
    frontier.piece_count[0] = pieces_of(messages.boxes, message, frontier.pieces)
    frontier.nodes[0] = tree.shape[ROOT]


@leaf
def go_on(frontier: Frontier, count: int) -> None:
    """Make so many nodes of the next level those of this one."""
    for at in range(count):
        frontier.nodes[at] = frontier.next_nodes[at]


@leaf
def lanes_at(tree: Tree, at: int, pieces: Int32Array, piece: int) -> int:
    """Return a bit for each of eight children whose box meets a piece of the message."""
    box = (
        pieces[piece, WEST],
        pieces[piece, SOUTH],
        pieces[piece, EAST],
        pieces[piece, NORTH],
    )
    return int(lanes_meeting(tree.runs, at, tree.shape[MOST], box, 0))


@leaf
def children_meeting(tree: Tree, node: int, frontier: Frontier) -> int:
    """Write the children of a node whose boxes the message meets; return how many."""
    most, count = int(tree.shape[MOST]), int(tree.counts[node])
    first = node * COLUMNS * most
    found = 0
    for start in range(0, count, LANES):
        bits = lanes_at(tree, first + start, frontier.pieces, 0)
        if frontier.piece_count[0] == 2:
            bits |= lanes_at(tree, first + start, frontier.pieces, 1)
        if count - start < LANES:
            bits &= (1 << (count - start)) - 1
        numbers = first + CHILD * most + start
        found = keep_lanes(frontier.children, found, tree.runs, numbers, bits)
    return found
