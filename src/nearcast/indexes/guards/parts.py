"""A part of the index: some subscriptions, their guards, and how a batch is matched against them.

Parts are ordered by age: the rows of one all come before those of the next. So the answers of all
parts, one after the other, are in order already.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nearcast.columns.growing import Growing, GrowingSubscriptions
from nearcast.columns.layout import (
    EAST,
    WEST,
    Frame,
    Int32Array,
    Int64Array,
    Matches,
    Messages,
    Subscriptions,
    frozen,
)
from nearcast.columns.slices import concatenate_subscriptions, take_subscriptions
from nearcast.indexes.guards.build import build_postings
from nearcast.indexes.guards.filing import guard_terms, rows_of_clauses
from nearcast.indexes.guards.layout import Owners, Params, Postings, Recent
from nearcast.indexes.guards.match import match_segment
from nearcast.indexes.guards.probe import (
    FOUND,
    NODES,
    POSTINGS,
    VERIFIED,
    WANTED,
    Scratch,
    scratch_for_postings,
    scratch_for_recent,
)
from nearcast.indexes.guards.recent import MOST_GUARDS, file_recent, make_recent, match_recent
from nearcast.indexes.protocol import Work

ROWS_A_MESSAGE = 8
LEAST_ROOM = 1 << 12


class Part(ABC):
    """Some of the subscriptions, those that are gone marked."""

    def __init__(self) -> None:
        self.gone_count = 0

    @property
    @abstractmethod
    def owners(self) -> Owners:
        """What the clauses of this part belong to."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """The bytes in use beside the columns."""

    @abstractmethod
    def match(self, messages: Messages) -> tuple[Matches, Work]:
        """Return the rows each message concerns, and the work that took."""

    @property
    def row_count(self) -> int:
        """How many subscriptions are here, those that are gone included."""
        return int(self.owners.rows.size)

    @property
    def live_count(self) -> int:
        """How many subscriptions are here still."""
        return self.row_count - self.gone_count

    def places(self, rows: Int64Array) -> Int64Array:
        """Return where these rows stand here; −1 for those that do not, or are gone."""
        owners = self.owners
        places = np.searchsorted(owners.rows, rows)
        places[places == owners.rows.size] = 0
        there = (owners.rows[places] == rows) & (owners.gone[places] == 0)
        return np.where(there, places, -1)

    def mark(self, places: Int64Array) -> None:
        """Mark those who stand at these places as gone."""
        self.owners.gone[places] = 1
        self.gone_count += places.size

    def rows_gone(self) -> Int64Array:
        """Return the rows that are marked as gone."""
        owners = self.owners
        return owners.rows[owners.gone[: owners.rows.size] != 0]

    def forget(self, rows: Int64Array) -> None:
        """Mark those of these rows that are here."""
        places = self.places(rows)
        self.mark(places[places >= 0])


class Segment(Part):
    """A part that does not change, but for subscriptions that go."""

    def __init__(self, owners: Owners, postings: Postings) -> None:
        super().__init__()
        self._owners = owners
        self.postings = postings

    @property
    def owners(self) -> Owners:
        return self._owners

    @classmethod
    def build(
        cls, subscriptions: Subscriptions, rows: Int64Array, frequencies: Int64Array, params: Params
    ) -> Segment:
        """Index these subscriptions, whose rows in the whole index are `rows`."""
        clause_rows = frozen(rows_of_clauses(subscriptions), np.int32)
        postings = build_postings(subscriptions, clause_rows, frequencies, params)
        gone = np.zeros(len(rows), np.uint8)
        return cls(Owners(subscriptions, clause_rows, frozen(rows, np.int64), gone), postings)

    @property
    def nbytes(self) -> int:
        return bytes_of(self.postings) + bytes_of(self._owners[1:])

    def match(self, messages: Messages) -> tuple[Matches, Work]:
        scratch = scratch_for_postings(self.postings, messages, room_for(messages))
        return run(match_segment, self.postings, self._owners, messages, scratch)


class Newest(Part):
    """The part that grows; rows are handed to it in ascending order."""

    def __init__(self, splits: Int32Array, frame: Frame, params: Params) -> None:
        super().__init__()
        self._columns = GrowingSubscriptions(frame)
        self._params = params
        self._rows = Growing(np.empty(0, np.int64))
        self._clause_rows = Growing(np.empty(0, np.int32))
        self._gone = np.zeros(MOST_GUARDS, np.uint8)
        self.recent = make_recent(splits, params)
        self.guard_count = 0

    def add(self, subscriptions: Subscriptions, rows: Int64Array, frequencies: Int64Array) -> None:
        """File these subscriptions after the others."""
        first_clause = len(self._clause_rows)
        self._clause_rows.extend(rows_of_clauses(subscriptions) + np.int32(len(self._rows)))
        self._rows.extend(rows)
        self._columns.append(subscriptions)
        self.guard_count += guards_wanted(subscriptions)
        owners = self.owners
        file_recent(
            self.recent,
            owners.subscriptions,
            owners.clause_rows,
            guard_terms(subscriptions, frequencies),
            first_clause,
            self._params.copies,
        )

    @property
    def owners(self) -> Owners:
        return Owners(
            self._columns.columns(), self._clause_rows.view(), self._rows.view(), self._gone
        )

    @property
    def nbytes(self) -> int:
        block_bytes = self.recent.runs.nbytes // self.recent.older.size
        return int(self.recent.used[0]) * block_bytes + bytes_of(
            (self.recent.keys, self._rows.view(), self._clause_rows.view())
        )

    def match(self, messages: Messages) -> tuple[Matches, Work]:
        scratch = scratch_for_recent(self.recent, room_for(messages))
        return run(match_recent, self.recent, self.owners, messages, scratch)


def guards_wanted(subscriptions: Subscriptions) -> int:
    """Return how many guards these take: one a clause, two where the region crosses the edge."""
    boxes = subscriptions.boxes
    crossing = boxes[:, WEST] > boxes[:, EAST]
    clause_counts = np.diff(subscriptions.clauses)
    return int(clause_counts.sum() + clause_counts[crossing].sum())


def merged(
    parts: Sequence[Part], frequencies: Int64Array, params: Params
) -> Segment | None:
    """Return neighbouring parts as one segment without what is gone; nothing if all of it is."""
    columns, rows = [], []
    for part in parts:
        owners = part.owners
        kept = np.flatnonzero(owners.gone[: owners.rows.size] == 0)
        columns.append(take_subscriptions(owners.subscriptions, kept))
        rows.append(owners.rows[kept])
    all_rows = np.concatenate(rows)
    if not all_rows.size:
        return None
    return Segment.build(concatenate_subscriptions(columns), all_rows, frequencies, params)


def room_for(messages: Messages) -> int:
    """Return how many rows an answer is given room for at first."""
    return max(LEAST_ROOM, ROWS_A_MESSAGE * len(messages.boxes))


def bytes_of(arrays: Any) -> int:
    """Return the bytes of some arrays."""
    return sum(array.nbytes for array in arrays)


def run(
    kernel: Callable[..., int], guards: Any, owners: Owners, messages: Messages, scratch: Scratch
) -> tuple[Matches, Work]:
    """Run a matching kernel over a batch, giving its rows more room whenever they lack it."""
    message_count = len(messages.boxes)
    offsets = np.zeros(message_count + 1, np.int64)
    done = kernel(guards, owners, messages, 0, offsets, scratch)
    while done < message_count:
        used = scratch.tally[FOUND]
        rows = np.empty(max(2 * scratch.rows.size, int(scratch.tally[WANTED])), np.int64)
        rows[:used] = scratch.rows[:used]
        scratch = scratch._replace(rows=rows)
        done = kernel(guards, owners, messages, done, offsets, scratch)
    tally = scratch.tally.tolist()
    rows = scratch.rows[: tally[FOUND]]
    work = Work(tally[NODES], tally[POSTINGS], tally[VERIFIED])
    return Matches(frozen(offsets, np.int64), frozen(rows, np.int64)), work
