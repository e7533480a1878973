"""The baseline and answer key: no index at all."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from nearcast.columns.layout import (
    Int64Array,
    Matches,
    Messages,
    Subscriptions,
    frozen,
    frozen_columns,
)
from nearcast.columns.nested import flatten, unflatten
from nearcast.columns.slices import concatenate_subscriptions
from nearcast.columns.snapshot import read_arrays, write_arrays
from nearcast.errors import UnknownName
from nearcast.indexes.protocol import SubscriptionIndex, Work
from nearcast.indexes.scan.layout import ByteArray, State
from nearcast.indexes.scan.match import lay_out, match_messages


class Scan(SubscriptionIndex):
    """Every message is compared with every subscription, eight bounding boxes at a time."""

    name: ClassVar[str] = "scan"
    summary: ClassVar[str] = "no index: every subscription is looked at; the answer key"

    def __init__(self, subscriptions: Subscriptions, gone: ByteArray) -> None:
        super().__init__(subscriptions.frame)
        self._set(subscriptions, gone)

    @classmethod
    def build(cls, subscriptions: Subscriptions, *, sample: Messages | None = None) -> Self:
        return cls(frozen_columns(subscriptions), np.zeros(len(subscriptions.boxes), np.uint8))

    def insert(self, subscriptions: Subscriptions) -> Int64Array:
        self._check_frame(subscriptions.frame, "subscriptions")
        with self._lock.alone():
            first = self._state.gone.size
            together = concatenate_subscriptions([self._state.subscriptions, subscriptions])
            fresh = np.zeros(len(subscriptions.boxes), np.uint8)
            self._set(together, np.concatenate([self._state.gone, fresh]))
        return np.arange(first, first + len(subscriptions.boxes))

    def remove(self, rows: Int64Array) -> None:
        rows = np.unique(np.asarray(rows, np.int64))
        with self._lock.alone():
            gone = self._state.gone
            there = (rows >= 0) & (rows < gone.size)
            there[there] = gone[rows[there]] == 0
            if not there.all():
                raise UnknownName(f"there is no row {rows[~there][0]} in the index")
            gone[rows] = 1

    def __len__(self) -> int:
        return int(self._state.gone.size - self._state.gone.sum())

    @property
    def nbytes(self) -> int:
        return self._state.run.nbytes + self._state.gone.nbytes

    def save(self, path: Path | str) -> None:
        with self._lock.shared():
            arrays = flatten(self._state.subscriptions, "subscriptions")
            write_arrays(path, self.name, {}, arrays | {"gone": self._state.gone})

    @classmethod
    def open(cls, path: Path | str) -> Self:
        _, arrays = read_arrays(path, cls.name)
        return cls(unflatten(Subscriptions, arrays, "subscriptions"), np.array(arrays["gone"]))

    def _set(self, subscriptions: Subscriptions, gone: ByteArray) -> None:
        """Take these subscriptions for all there are."""
        run, entry_count = lay_out(subscriptions)
        self._state = State(subscriptions, frozen(run, np.int32), int(entry_count), gone)

    def _match(self, messages: Messages) -> tuple[Matches, Work]:
        offsets, rows, verified = match_messages(self._state, messages)
        read = self._state.entry_count * len(messages.boxes)
        matches = Matches(frozen(offsets, np.int64), frozen(rows, np.int64))
        return matches, Work(0, read, int(verified))
