"""From subscriptions to entries, all at once or a few at a time."""

from __future__ import annotations

import numpy as np

from nearcast.columns.growing import Growing
from nearcast.columns.layout import (
    EAST,
    GRID_MAX,
    GRID_MIN,
    WEST,
    Int32Array,
    Ragged,
    Subscriptions,
    frozen,
)
from nearcast.columns.ragged import offsets_of, take_ragged
from nearcast.indexes.entries.layout import Entries


def entries_of(subscriptions: Subscriptions, first_row: int, first_clause: int) -> Entries:
    """Return the entries of these subscriptions, whose rows and clauses count from there on."""
    clause_rows = np.repeat(np.arange(len(subscriptions.boxes)), np.diff(subscriptions.clauses))
    crosses = subscriptions.boxes[:, WEST] > subscriptions.boxes[:, EAST]
    clauses = np.repeat(np.arange(clause_rows.size), 1 + crosses[clause_rows])
    rows = clause_rows[clauses]
    required, demanding = required_terms(subscriptions)
    plain = (subscriptions.shapes[rows] == 0) & ~demanding[clauses]
    return Entries(
        cut_boxes(subscriptions.boxes[rows]),
        frozen(clauses + first_clause, np.int32),
        frozen(rows + first_row, np.int32),
        take_ragged(required, clauses),
        frozen(plain, np.uint8),
    )


def required_terms(subscriptions: Subscriptions) -> tuple[Ragged, np.ndarray]:
    """Return the terms that each clause requires, and whether it forbids any."""
    offsets, values = subscriptions.literals
    wanted = values >= 0
    counts = np.concatenate([np.zeros(1, np.int64), np.cumsum(wanted)])
    lengths = counts[offsets[1:]] - counts[offsets[:-1]]
    required = Ragged(offsets_of(lengths), frozen(values[wanted], np.int32))
    return required, lengths < np.diff(offsets)


def cut_boxes(boxes: Int32Array) -> Int32Array:
    """Return boxes of which those that wrap stand twice in a row, cut at the antimeridian."""
    boxes = boxes.copy()
    wraps = boxes[:, WEST] > boxes[:, EAST]
    # Of each pair the first goes to the eastern edge of the map and the second from the western.
    first = wraps & (np.cumsum(wraps) % 2 == 1)
    boxes[first, EAST] = GRID_MAX
    boxes[wraps & ~first, WEST] = GRID_MIN
    return frozen(boxes, np.int32)


class GrowingEntries:
    """Entries that are appended in parts and read as columns at any time."""

    def __init__(self, entries: Entries) -> None:
        self._boxes = Growing.over(entries.boxes)
        self._clauses = Growing.over(entries.clauses)
        self._rows = Growing.over(entries.rows)
        self._offsets = Growing.over(entries.terms.offsets)
        self._terms = Growing.over(entries.terms.values)
        self._plain = Growing.over(entries.plain)

    def __len__(self) -> int:
        return len(self._rows)

    def append(self, entries: Entries) -> None:
        """Append entries whose rows and clauses go on from those that are here."""
        self._boxes.extend(entries.boxes)
        self._clauses.extend(entries.clauses)
        self._rows.extend(entries.rows)
        self._offsets.extend_offsets(entries.terms.offsets)
        self._terms.extend(entries.terms.values)
        self._plain.extend(entries.plain)

    def columns(self) -> Entries:
        """Return everything appended so far; later appends do not change it."""
        return Entries(
            self._boxes.view(),
            self._clauses.view(),
            self._rows.view(),
            Ragged(self._offsets.view(), self._terms.view()),
            self._plain.view(),
        )
