"""What travels through the matching kernels: the message as the postings see it, and work space."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Int32Array, Int64Array, Messages
from nearcast.indexes.batches import (
    COUNTERS,
    LEAST_CANDIDATES,
    ROWS_A_MESSAGE,
    WANTED_CANDIDATES,
    rows_with_room,
)
from nearcast.indexes.guards.layout import DEEPEST, LEVELS, Postings, Recent
from nearcast.kernels.sorting import DIGITS

SPAN_COLUMNS = 2
SPAN_FIRST, SPAN_COUNT = range(SPAN_COLUMNS)

MOST_LEVELS = DEEPEST + 1


class Probe(NamedTuple):
    """One message, or one of the two parts of one that crosses the antimeridian.

    `depth` is the tree's, `code` the message's cell there; -1 for a box, whose nodes are in the
    work space.
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
    candidates
        The clauses one message may fulfil, as complements where that needs a second look.
    rows
        The answer, message by message.
    spare
        Room to sort the rows of one message.
    tally
        The counters (see `batches.WorkSpace`).
    """

    spans: Int64Array
    box: Int32Array
    touched: Int32Array
    touched_counts: Int64Array
    candidates: Int32Array
    rows: Int64Array
    spare: Int64Array
    tally: Int64Array

    def with_more_room(self) -> Self:
        """Return the work space with the room it wanted, the rows found so far kept."""
        space = self._replace(rows=rows_with_room(self.rows, self.tally))
        if self.tally[WANTED_CANDIDATES] <= self.candidates.size:
            return space
        candidates = 2 * int(self.tally[WANTED_CANDIDATES])
        return space._replace(
            candidates=np.empty(candidates, np.int32),
            spare=np.empty(candidates + DIGITS, np.int64),
        )


def all_points(messages: Messages) -> bool:
    """Return whether every message is at a point (and not on the antimeridian)."""
    boxes = messages.boxes
    if len(boxes) == 1:
        west, south, east, north = boxes[0].tolist()
        return bool(west == east and south == north)
    points = (boxes[:, WEST] == boxes[:, EAST]) & (boxes[:, SOUTH] == boxes[:, NORTH])
    return bool(points.all())


def longest(messages: Messages) -> int:
    """Return how many terms the longest message has."""
    offsets = messages.terms.offsets
    if len(messages.boxes) == 1:
        return int(offsets[1] - offsets[0])
    return int(np.diff(offsets).max(initial=0))


def scratch_for_postings(postings: Postings, messages: Messages) -> Scratch:
    """Return a work space for a batch."""
    # Points are compared with the cells of all their terms at once, boxes term by term.
    at_points = (1 + longest(messages)) * MOST_LEVELS
    if all_points(messages):
        return make_scratch(at_points, 0, messages)
    # A box may touch every cell of a term; pages that are never written to take no memory.
    most_cells = int(postings.directory[:, LEVELS].max()) + 1
    return make_scratch(max(at_points, most_cells), 2 * postings.splits.size, messages)


def scratch_for_recent(recent: Recent, messages: Messages) -> Scratch:
    """Return a work space for a batch, in which all the latest blocks would fit."""
    return make_scratch(int(recent.used[0]) + 1, 2 * recent.splits.size, messages)


def make_scratch(spans: int, touched: int, messages: Messages) -> Scratch:
    """Return a work space with room for so many spans and nodes, and for a modest answer."""
    candidates = LEAST_CANDIDATES
    return Scratch(
        np.empty((spans, SPAN_COLUMNS), np.int64),
        np.empty(4, np.int32),
        np.empty(touched, np.int32),
        np.empty(MOST_LEVELS, np.int64),
        np.empty(candidates, np.int32),
        np.empty(candidates + ROWS_A_MESSAGE * len(messages.boxes), np.int64),
        np.empty(candidates + DIGITS, np.int64),
        np.zeros(COUNTERS, np.int64),
    )
