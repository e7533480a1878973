"""A part of the index: some subscriptions, their guards, and how a batch is matched against them.

Parts are ordered by age: the rows of one all come before those of the next. So the answers of all
parts, one after the other, are in order already.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from nearcast.columns.growing import Growing, GrowingSubscriptions
from nearcast.columns.layout import (
    Frame,
    Int32Array,
    Int64Array,
    Matches,
    Messages,
    Subscriptions,
    frozen,
)
from nearcast.columns.slices import concatenate_subscriptions, no_subscriptions, take_subscriptions
from nearcast.indexes.batches import run
from nearcast.indexes.guards.build import build_postings
from nearcast.indexes.guards.filing import guard_count, rows_of_clauses
from nearcast.indexes.guards.layout import ByteArray, Owners, Params, Postings
from nearcast.indexes.guards.match import match_segment
from nearcast.indexes.guards.probe import (
    scratch_for_postings,
    scratch_for_recent,
)
from nearcast.indexes.guards.recent import MOST_GUARDS, file_recent, make_recent, match_recent
from nearcast.indexes.protocol import Work

NOBODY = np.empty(0, np.uint8)


class Part(ABC):
    """Some of the subscriptions and their guards; those that are gone are marked."""

    def __init__(self, gone: ByteArray) -> None:
        self._gone = gone
        self.gone_count = 0

    @property
    @abstractmethod
    def subscriptions(self) -> Subscriptions:
        """The columns of the subscriptions here."""

    @property
    @abstractmethod
    def rows(self) -> Int64Array:
        """The index's row number of each of them, ascending."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """The bytes in use beside the columns."""

    @abstractmethod
    def match(self, messages: Messages) -> tuple[Matches, Work]:
        """Return the rows each message concerns, and the work that took."""

    @property
    def live_count(self) -> int:
        """How many subscriptions are here still."""
        return self.rows.size - self.gone_count

    @property
    def gone(self) -> ByteArray:
        """1 for each that is gone; empty where none is."""
        return self._gone if self.gone_count else NOBODY

    def places(self, rows: Int64Array) -> Int64Array:
        """Return where these rows stand here; -1 for those that do not, or are gone."""
        mine = self.rows
        places = np.searchsorted(mine, rows)
        places[places == mine.size] = 0
        there = (mine[places] == rows) & (self._gone[places] == 0)
        return np.where(there, places, -1)

    def mark_one(self, row: int) -> bool:
        """Mark one row as gone; return False if it is not here, or is gone."""
        mine = self.rows
        if not mine.size or row < mine[0]:
            return False
        place = int(mine.searchsorted(row))
        if place == mine.size or mine[place] != row or self._gone[place]:
            return False
        self._gone[place] = 1
        self.gone_count += 1
        return True

    def mark(self, places: Int64Array) -> None:
        """Mark those who stand at these places as gone."""
        self._gone[places] = 1
        self.gone_count += places.size

    def forget(self, rows: Int64Array) -> None:
        """Mark those of these rows that are here."""
        places = self.places(rows)
        self.mark(places[places >= 0])

    def live_places(self) -> Int64Array:
        """Return the places of those that are here still."""
        return np.flatnonzero(self._gone[: self.rows.size] == 0)

    def rows_gone(self) -> Int64Array:
        """Return the rows that are marked as gone."""
        mine = self.rows
        return mine[np.flatnonzero(self._gone[: mine.size])]


class Segment(Part):
    """A part that does not change, but for subscriptions that go."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        clause_rows: Int32Array,
        rows: Int64Array,
        postings: Postings,
    ) -> None:
        # Pages of zeros that nobody writes to take no memory.
        super().__init__(np.zeros(len(subscriptions.boxes), np.uint8))
        self._subscriptions = subscriptions
        self._clause_rows = clause_rows
        self._rows = rows
        self.postings = postings

    @classmethod
    def build(
        cls, subscriptions: Subscriptions, rows: Int64Array, frequencies: Int64Array, params: Params
    ) -> Segment:
        """Index these subscriptions, whose rows in the whole index are `rows`."""
        clause_rows = rows_of_clauses(subscriptions)
        postings = build_postings(subscriptions, clause_rows, frequencies, params)
        single = clause_rows.size == len(rows)
        clause_rows = frozen(clause_rows[: 0 if single else None], np.int32)
        return cls(subscriptions, clause_rows, frozen(rows, np.int64), postings)

    @property
    def subscriptions(self) -> Subscriptions:
        return self._subscriptions

    @property
    def rows(self) -> Int64Array:
        return self._rows

    @property
    def clause_rows(self) -> Int32Array:
        """The row that owns each clause; empty where each has just one."""
        return self._clause_rows

    @property
    def nbytes(self) -> int:
        return bytes_of(self.postings) + bytes_of((self._clause_rows, self._rows))

    def match(self, messages: Messages) -> tuple[Matches, Work]:
        scratch = scratch_for_postings(self.postings, messages)
        first_row = int(self._rows[0])
        # A processor that need not look up what it can count loses one cache miss a match.
        counting = int(self._rows[-1]) - first_row == self._rows.size - 1
        rows = self._rows[:0] if counting else self._rows
        owners = Owners(self._subscriptions, self._clause_rows, first_row, rows, self.gone)
        return run(match_segment, self.postings, owners, messages, scratch)


class Newest(Part):
    """The part that grows; rows are handed to it in ascending order."""

    def __init__(self, splits: Int32Array, frame: Frame, params: Params) -> None:
        super().__init__(np.zeros(MOST_GUARDS, np.uint8))
        self._columns = GrowingSubscriptions(no_subscriptions(frame))
        self._params = params
        self._rows = Growing(np.empty(0, np.int64))
        self._clause_rows = Growing(np.empty(0, np.int32))
        self._recent = make_recent(splits, params)
        self.guard_count = 0

    def add(self, subscriptions: Subscriptions, rows: Int64Array, frequencies: Int64Array) -> None:
        """File these subscriptions after the others."""
        first_clause = len(self._clause_rows)
        self._clause_rows.extend(rows_of_clauses(subscriptions) + np.int32(len(self._rows)))
        self._rows.extend(rows)
        self._columns.append(subscriptions)
        self.guard_count += guard_count(subscriptions)
        file_recent(
            self._recent,
            self.subscriptions,
            self._clause_rows.view(),
            frequencies,
            first_clause,
            self._params.copies,
        )

    @property
    def subscriptions(self) -> Subscriptions:
        return self._columns.columns()

    @property
    def rows(self) -> Int64Array:
        return self._rows.view()

    @property
    def nbytes(self) -> int:
        block_bytes = self._recent.runs.nbytes // self._recent.older.size
        return int(self._recent.used[0]) * block_bytes + bytes_of(
            (self._recent.keys, self.rows, self._clause_rows.view())
        )

    def match(self, messages: Messages) -> tuple[Matches, Work]:
        scratch = scratch_for_recent(self._recent, messages)
        owners = Owners(self.subscriptions, self._clause_rows.view(), 0, self.rows, self.gone)
        return run(match_recent, self._recent, owners, messages, scratch)


def merged(parts: Sequence[Part], frequencies: Int64Array, params: Params) -> Segment | None:
    """Return neighbouring parts as one segment without what is gone; nothing if all of it is."""
    kept = [part.live_places() for part in parts]
    rows = np.concatenate([part.rows[places] for part, places in zip(parts, kept, strict=True)])
    if not rows.size:
        return None
    columns = [
        take_subscriptions(part.subscriptions, places)
        for part, places in zip(parts, kept, strict=True)
    ]
    return Segment.build(concatenate_subscriptions(columns), rows, frequencies, params)


def bytes_of(arrays: Any) -> int:
    """Return the bytes of some arrays."""
    return sum(array.nbytes for array in arrays)
