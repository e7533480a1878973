"""What every index is: a way to propose candidates, held to one contract.

`build → match`, plus `insert`, `remove`, `save`, `open`. An index owns arrays; kernels compute. The
answer of `match` is exactly the definition's, subscriptions ascending within each message, and says
how much work it took.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

import numpy as np

from nearcast.columns.layout import (
    Frame,
    Int64Array,
    Matches,
    Messages,
    Subscriptions,
    frozen_columns,
)
from nearcast.columns.slices import concatenate_matches, message_slice
from nearcast.errors import SpaceMismatch
from nearcast.indexes.sharing import SharedLock


class Work(NamedTuple):
    """How hard one `match` worked: the cost axis of the figures, exact and free of noise.

    nodes_visited
        Directory entries, cells and tree nodes looked at.
    postings_read
        Entries of lists and cells compared with the message.
    candidates_verified
        Subscriptions given the full predicate because the entry alone could not decide.
    """

    nodes_visited: int = 0
    postings_read: int = 0
    candidates_verified: int = 0

    def plus(self, other: Work) -> Work:
        """Return both works added up."""
        return Work(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class SubscriptionIndex(ABC):
    """An index over subscriptions; rows count up from 0 in the order they were given, for ever.

    Any number of threads may call it: those that match share it, a change waits for its turn.
    """

    name: ClassVar[str]
    summary: ClassVar[str]

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._lock = SharedLock()

    @classmethod
    @abstractmethod
    def build(cls, subscriptions: Subscriptions, *, sample: Messages | None = None) -> Self:
        """Index these subscriptions as rows 0 … n - 1.

        `sample` is a share of the messages to come; an index that plans by their frequencies does
        so, and otherwise takes the subscriptions for a likeness of them.
        """

    @abstractmethod
    def insert(self, subscriptions: Subscriptions) -> Int64Array:
        """Add these subscriptions and return their new rows."""

    @abstractmethod
    def remove(self, rows: Int64Array) -> None:
        """Forget these rows; if any of them is not there, none is, and it is an `UnknownName`."""

    @abstractmethod
    def __len__(self) -> int:
        """Return how many subscriptions are indexed now."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """Return the bytes the index takes beside the columns of its subscriptions."""

    @abstractmethod
    def save(self, path: Path | str) -> None:
        """Write the index and its columns to one file, whole or not at all."""

    @classmethod
    @abstractmethod
    def open(cls, path: Path | str) -> Self:
        """Map a saved index into memory; nothing is read before it is needed."""

    @abstractmethod
    def _match(self, messages: Messages) -> tuple[Matches, Work]:
        """Match one slice of a batch; several may run at the same time."""

    def _settle(self) -> None:  # noqa: B027 - most indexes put nothing off
        """Take in changes that were put off until somebody asks."""

    def match(self, messages: Messages, threads: int = 1) -> tuple[Matches, Work]:
        """Return which subscriptions each message concerns, and the work that took.

        The answer does not depend on `threads`; kernels run without the GIL.
        """
        self._check_frame(messages.frame, "messages")
        messages = frozen_columns(messages)
        self._settle()
        with self._lock.shared():
            if threads > 1 and len(messages.boxes) > 1:
                return self._match_in_threads(messages, threads)
            return self._match(messages)

    def _match_in_threads(self, messages: Messages, threads: int) -> tuple[Matches, Work]:
        """Match a batch in as many slices as threads."""
        message_count = len(messages.boxes)
        cuts = np.linspace(0, message_count, min(threads, message_count) + 1).astype(int).tolist()
        slices = [message_slice(messages, *cut) for cut in pairwise(cuts)]
        with ThreadPoolExecutor(len(slices)) as pool:
            parts = list(pool.map(self._match, slices))
        work = Work()
        for _, part in parts:
            work = work.plus(part)
        return concatenate_matches([matches for matches, _ in parts]), work

    def _check_frame(self, frame: Frame, noun: str) -> None:
        """Refuse columns of another space: their grid numbers mean other places."""
        if frame != self._frame:
            raise SpaceMismatch(
                f"these {noun} were snapped to {frame}, the index to {self._frame}; "
                "build both from the same space"
            )
