"""What can be measured: every index of the catalogue, and the prototype that came before them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from nearcast.columns.layout import Messages, Subscriptions
from nearcast.indexes.catalogue import INDEXES
from nearcast.indexes.protocol import SubscriptionIndex

# Deliveries, and the work done for them where it is counted.
Answer = tuple[int, dict[str, int]]
Matching = Callable[[], Answer]


class Contestant(Protocol):
    """Something built from subscriptions that can match messages."""

    @property
    def nbytes(self) -> int:
        """Bytes beside the columns."""

    def matching(self, messages: Messages) -> Matching:
        """Return the act of matching these messages, with nothing else left to be done."""


Build = Callable[[Subscriptions], Contestant]


@dataclass(frozen=True, slots=True)
class Indexed:
    """An index of the catalogue, matching on so many threads."""

    index: SubscriptionIndex
    threads: int

    @property
    def nbytes(self) -> int:
        """Bytes beside the columns."""
        return self.index.nbytes

    def matching(self, messages: Messages) -> Matching:
        """Return the act of matching these messages."""

        def match() -> Answer:
            matches, work = self.index.match(messages, self.threads)
            return int(matches.offsets[-1]), work._asdict()

        return match


def catalogued(name: str, threads: int, params: dict[str, Any]) -> Build:
    """Return how the index of that name is built, with these of its parameters."""
    # That an index takes parameters, and which, is its own affair: not all do.
    index: Any = INDEXES[name]
    options = {"params": index.Params(**params)} if params else {}
    return lambda subscriptions: Indexed(index.build(subscriptions, **options), threads)
