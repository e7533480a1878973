"""What travels through the matching kernels: the message as the postings see it, and work space."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Int32Array, Int64Array, Messages
from nearcast.indexes.guards.layout import DEEPEST, LEVELS, Postings, Recent

SPAN_COLUMNS = 2
SPAN_FIRST, SPAN_COUNT = range(SPAN_COLUMNS)

COUNTERS = 5
NODES, POSTINGS, VERIFIED, FOUND, WANTED = range(COUNTERS)

MOST_LEVELS = DEEPEST + 1


class Probe(NamedTuple):
    """One message, or one of the two parts of one that crosses the antimeridian.

    `depth` is the tree's, `code` the message's cell there; −1 for a box, whose nodes are in the work
    space.
    """

    box: tuple[int, int, int, int]
    lacking: int
    depth: int
    code: int


class Scratch(NamedTuple):
    """The work space of one batch.

    spans
        Runs to compare: first posting and how many.
    box, touched, touched_counts
        The box of a message that is no point, and the nodes it touches, depth by depth (see
        `tree.touch`).
    rows
        The answer, message by message.
    tally
        The counters of `Work`, the end of `rows`, and how many rows were wanted where they lacked
        the room.
    """

    spans: Int64Array
    box: Int32Array
    touched: Int32Array
    touched_counts: Int64Array
    rows: Int64Array
    tally: Int64Array


def all_points(messages: Messages) -> bool:
    """Return whether every message is at a point (and not on the antimeridian)."""
    boxes = messages.boxes
    points = (boxes[:, WEST] == boxes[:, EAST]) & (boxes[:, SOUTH] == boxes[:, NORTH])
    return bool(points.all())


def scratch_for_postings(postings: Postings, messages: Messages, room: int) -> Scratch:
    """Return a work space that any message of this batch fits in."""
    longest = int(np.diff(messages.terms.offsets).max(initial=0)) + 1
    if all_points(messages):
        return make_scratch(longest * MOST_LEVELS, 0, room)
    # A box may touch every cell of a term; pages that are never written to take no memory.
    most_cells = int(postings.directory[:, LEVELS].max()) + 1
    return make_scratch(max(MOST_LEVELS, most_cells), 2 * postings.splits.size, room)


def scratch_for_recent(recent: Recent, room: int) -> Scratch:
    """Return a work space in which all the latest blocks would fit."""
    return make_scratch(int(recent.used[0]) + 1, 2 * recent.splits.size, room)


def make_scratch(spans: int, touched: int, room: int) -> Scratch:
    """Return a work space of these sizes."""
    return Scratch(
        np.empty((spans, SPAN_COLUMNS), np.int64),
        np.empty(4, np.int32),
        np.empty(touched, np.int32),
        np.empty(MOST_LEVELS, np.int64),
        np.empty(room, np.int64),
        np.zeros(COUNTERS, np.int64),
    )
