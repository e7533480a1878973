"""What every index is: a way to propose candidates, held to one contract.

`build → match`, plus `insert`, `remove`, `save`, `open`. An index owns arrays; kernels compute. The
answer of `match` is exactly the definition's, subscriptions ascending within each message, and says
how much work it took.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, Messages, Subscriptions
from nearcast.columns.slices import concatenate_matches, message_slice
from nearcast.errors import SpaceMismatch


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
    """An index over subscriptions; rows count up from 0 in the order they were given, for ever."""

    name: ClassVar[str]
    summary: ClassVar[str]

    @classmethod
    @abstractmethod
    def build(cls, subscriptions: Subscriptions, *, sample: Messages | None = None) -> Self:
        """Index these subscriptions as rows 0 … n − 1.

        `sample` is a share of the messages to come; an index that plans by their frequencies does
        so, and otherwise takes the subscriptions for a likeness of them.
        """

    @abstractmethod
    def insert(self, subscriptions: Subscriptions) -> Int64Array:
        """Add these subscriptions and return their new rows."""

    @abstractmethod
    def remove(self, rows: Int64Array) -> None:
        """Forget these rows; a row that is not there is an `UnknownName`."""

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
    def _prepare(self) -> Subscriptions:
        """Settle outstanding changes and return the columns whose frame messages must share."""

    @abstractmethod
    def _match(self, messages: Messages) -> tuple[Matches, Work]:
        """Match one slice of a batch; several may run at the same time."""

    def match(self, messages: Messages, threads: int = 1) -> tuple[Matches, Work]:
        """Return which subscriptions each message concerns, and the work that took.

        The answer does not depend on `threads`; kernels run without the GIL.
        """
        frame = self._prepare().frame
        if messages.frame != frame:
            raise SpaceMismatch(
                f"the messages were snapped to {messages.frame}, the subscriptions to {frame}; "
                "build both from the same space"
            )
        message_count = len(messages.boxes)
        threads = max(1, min(threads, message_count))
        if threads == 1:
            return self._match(messages)
        cuts = np.linspace(0, message_count, threads + 1).astype(int)
        slices = [message_slice(messages, *cut) for cut in zip(cuts[:-1], cuts[1:], strict=True)]
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(self._match, slices))
        work = Work()
        for _, part in parts:
            work = work.plus(part)
        return concatenate_matches([matches for matches, _ in parts]), work
