"""The default index: every subscription under its rarest term, near its place."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from nearcast.columns.layout import (
    Frame,
    Int64Array,
    Matches,
    Messages,
    Subscriptions,
    frozen_columns,
)
from nearcast.columns.slices import concatenate_subscriptions, no_matches, take_subscriptions
from nearcast.errors import UnknownName
from nearcast.indexes.frequencies import count_in, frequencies_of
from nearcast.indexes.guards.generations import Generations, no_such_row
from nearcast.indexes.guards.layout import DEFAULT_PARAMS, Params
from nearcast.indexes.guards.snapshot import Saved, read_segments, write_segments
from nearcast.indexes.joining import join
from nearcast.indexes.protocol import SubscriptionIndex, Work

# So many parts that were put aside are joined by who inserts the last of them: done by who matches,
# all of it would take a tenth of his time at 50,000 inserts a second.
LOOSE = 64


class Guards(SubscriptionIndex):
    """Guards in segments that do not change, the latest in a table of their own.

    What is inserted is put aside and taken in by whoever matches next, so that an insert costs next
    to nothing; what is removed is marked. Segments are merged in a thread while matching goes on.
    """

    name: ClassVar[str] = "guards"
    summary: ClassVar[str] = "each subscription under its rarest term and near its place"

    def __init__(self, frame: Frame, params: Params = DEFAULT_PARAMS) -> None:
        super().__init__(frame)
        self._frequencies = np.zeros(1, np.int64)
        self._generations = Generations(frame, params, self._lock)
        self._door, self._changing = self._generations.door, self._generations.changing
        # What was put aside; the first `_joined` of these hold what came in many parts.
        self._staged: list[Subscriptions] = []
        self._joined = 0
        self._staged_gone: set[int] = set()
        self._next_row = 0
        self._taken_in = 0

    @classmethod
    def build(
        cls,
        subscriptions: Subscriptions,
        *,
        sample: Messages | None = None,
        params: Params = DEFAULT_PARAMS,
    ) -> Self:
        """Index these subscriptions as rows 0 … n - 1; `params` say how finely guards are filed."""
        subscriptions = frozen_columns(subscriptions)
        index = cls(subscriptions.frame, params)
        index._frequencies = frequencies_of(subscriptions, sample)
        index._next_row = index._taken_in = len(subscriptions.boxes)
        index._generations.add(subscriptions, np.arange(index._next_row), index._frequencies)
        return index

    def insert(self, subscriptions: Subscriptions) -> Int64Array:
        self._check_frame(subscriptions.frame, "subscriptions")
        count = len(subscriptions.boxes)
        with self._door:
            pass
        with self._changing:
            first = self._next_row
            self._next_row = first + count
            self._staged.append(subscriptions)
            if len(self._staged) - self._joined >= LOOSE:
                self._staged[self._joined :] = [
                    concatenate_subscriptions(self._staged[self._joined :])
                ]
                self._joined += 1
        return np.arange(first, first + count)

    def remove(self, rows: Int64Array) -> None:
        rows = np.asarray(rows, np.int64)
        with self._door:
            pass
        with self._changing:
            if rows.size == 1:
                self._remove_one(int(rows[0]))
            else:
                self._remove(np.unique(rows))

    def _remove_one(self, row: int) -> None:
        """Mark a row as gone; one still put aside will not be taken in."""
        if row < self._taken_in:
            self._generations.remove_one(row)
        elif row < self._next_row and row not in self._staged_gone:
            self._staged_gone.add(row)
        else:
            raise UnknownName(no_such_row(np.array([row])))

    def _remove(self, rows: Int64Array) -> None:
        """Mark distinct rows as gone, all of them or, if one is not there, none."""
        staged = rows[rows >= self._taken_in].tolist()
        missing = [row for row in staged if row >= self._next_row or row in self._staged_gone]
        if missing:
            raise UnknownName(no_such_row(np.array(missing)))
        self._generations.remove(rows[rows < self._taken_in])
        self._staged_gone.update(staged)

    def compact(self) -> None:
        """Merge everything into one segment now."""
        self._settle()
        self._generations.finish()
        with self._lock.alone(), self._door, self._changing:
            self._generations.compact(self._frequencies)

    def __len__(self) -> int:
        with self._changing:
            staged = self._next_row - self._taken_in - len(self._staged_gone)
            return staged + sum(part.live_count for part in self._generations.parts)

    @property
    def nbytes(self) -> int:
        self._settle()
        with self._lock.shared():
            parts = sum(part.nbytes for part in self._generations.parts)
            return parts + self._frequencies.nbytes

    def save(self, path: Path | str) -> None:
        self._settle()
        self._generations.finish()
        with self._lock.alone(), self._door, self._changing:
            self._generations.freeze(self._frequencies)
            saved = Saved(self._frame, self._taken_in, self._frequencies)
            write_segments(path, saved, self._generations.segments)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        saved, segments = read_segments(path)
        index = cls(saved.frame)
        index._frequencies = np.array(saved.frequencies)
        index._next_row = index._taken_in = saved.next_row
        index._generations.restore(segments)
        return index

    def _settle(self) -> None:
        if not self._staged:
            return
        with self._lock.alone(), self._door, self._changing:
            if self._staged:
                alone = len(self._staged) == 1
                staged = self._staged[0] if alone else concatenate_subscriptions(self._staged)
                self._take_in(frozen_columns(staged))

    def _take_in(self, subscriptions: Subscriptions) -> None:
        """File what was put aside, but for what is gone again."""
        rows = np.arange(self._taken_in, self._next_row)
        if self._staged_gone:
            kept = np.setdiff1d(rows, list(self._staged_gone)) - self._taken_in
            subscriptions, rows = take_subscriptions(subscriptions, kept), rows[kept]
        self._frequencies = count_in(self._frequencies, subscriptions)
        self._generations.add(subscriptions, rows, self._frequencies)
        self._staged.clear()
        self._joined = 0
        self._staged_gone.clear()
        self._taken_in = self._next_row
        self._generations.merge(self._frequencies)

    def _match(self, messages: Messages) -> tuple[Matches, Work]:
        answers = [part.match(messages) for part in self._generations.parts]
        if len(answers) == 1:
            return answers[0]
        found, work = no_matches(len(messages.boxes)), Work()
        for matches, part_work in answers:
            found, work = join(found, matches), work.plus(part_work)
        return found, work
