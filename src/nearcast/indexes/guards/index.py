"""The default index: every subscription under its rarest term, near its place."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
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
from nearcast.columns.slices import concatenate_subscriptions, no_matches
from nearcast.indexes.guards.frequencies import counted, frequencies_of, summed
from nearcast.indexes.guards.generations import Generations
from nearcast.indexes.guards.layout import DEFAULT_PARAMS, Params
from nearcast.indexes.guards.snapshot import Saved, read_segments, write_segments
from nearcast.indexes.joining import join
from nearcast.indexes.protocol import SubscriptionIndex, Work


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
        self._staging = Lock()
        self._staged: list[Subscriptions] = []
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
        with self._staging:
            first = self._next_row
            self._next_row += len(subscriptions.boxes)
            self._staged.append(frozen_columns(subscriptions))
        return np.arange(first, first + len(subscriptions.boxes))

    def remove(self, rows: Int64Array) -> None:
        rows = np.asarray(rows, np.int64)
        if rows.size and rows.max() >= self._taken_in:
            self._settle()
        with self._lock.shared():
            self._generations.remove(rows)

    def compact(self) -> None:
        """Merge everything into one segment now."""
        self._settle()
        self._generations.finish()
        with self._lock.alone():
            self._generations.compact(self._frequencies)

    def __len__(self) -> int:
        with self._lock.shared(), self._staging:
            staged = self._next_row - self._taken_in
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
        with self._lock.alone():
            self._generations.freeze(self._frequencies)
            saved = Saved(self._frame, self._taken_in, self._frequencies)
            write_segments(path, saved, self._generations.segments)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        saved, segments = read_segments(path)
        index = cls(saved.frame)
        index._frequencies = saved.frequencies
        index._next_row = index._taken_in = saved.next_row
        index._generations.restore(segments)
        return index

    def _settle(self) -> None:
        if not self._staged:
            return
        with self._lock.alone(), self._staging:
            staged = self._staged
            self._staged = []
            if not staged:
                return
            subscriptions = concatenate_subscriptions(staged) if len(staged) > 1 else staged[0]
            self._frequencies = summed(self._frequencies, counted(subscriptions))
            rows = np.arange(self._taken_in, self._next_row)
            self._generations.add(subscriptions, rows, self._frequencies)
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
