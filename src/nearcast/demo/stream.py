"""The stream: a batch of messages at a time, read, matched and timed."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from nearcast.columns.layout import Matches
from nearcast.demo.scene import Scene
from nearcast.indexes.protocol import SubscriptionIndex

MESSAGES_PER_BATCH = 1_000


class Batch(NamedTuple):
    """One batch: the row of its first message, who gets what, and how long either part took."""

    first: int
    matches: Matches
    analysing_s: float
    matching_s: float

    @property
    def messages(self) -> int:
        """How many messages there were."""
        return len(self.matches.offsets) - 1

    @property
    def deliveries(self) -> int:
        """How many deliveries they make."""
        return int(self.matches.rows.size)


class Stream:
    """Publishes the messages of a scene, in turn and without end."""

    def __init__(self, scene: Scene, index: SubscriptionIndex) -> None:
        self.scene = scene
        self.index = index
        self._next = 0

    def publish(self) -> Batch:
        """Publish the next batch."""
        first = self._next
        start = perf_counter()
        messages = self.scene.read(first, MESSAGES_PER_BATCH)
        analysed = perf_counter()
        matches, _ = self.index.match(messages)
        matched = perf_counter()
        self._next = (first + MESSAGES_PER_BATCH) % self.scene.messages.num_rows
        return Batch(first, matches, analysed - start, matched - analysed)
