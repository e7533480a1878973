"""What workers do to match: every task is a function of batches that Spark can ship.

They live apart from what the driver does, so that a worker imports no more than it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

from nearcast.columns.exchange import messages_from_exchange
from nearcast.spark import packs
from nearcast.spark.matcher import COLUMNS, Matcher, Pairs, matcher_of


@dataclass(frozen=True, slots=True)
class InPlace:
    """Matches the messages of a task with every partition that they concern."""

    folder: str
    version: str

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield deliveries."""
        matcher = matcher_of(self.folder, self.version)
        for batch in packs.gathered(batches):
            ids, messages = messages_from_exchange(batch, matcher.frame)
            yield from deliveries(ids, matcher.pairs(messages))


@dataclass(frozen=True, slots=True)
class MessageRouter:
    """Sends messages to the partitions that they concern."""

    folder: str
    version: str

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield packs."""
        matcher = matcher_of(self.folder, self.version)
        for batch in packs.gathered(batches):
            _, messages = messages_from_exchange(batch, matcher.frame)
            yield packs.packed(batch, matcher.plan.route_messages(messages))


@dataclass(frozen=True, slots=True)
class AtHome:
    """Matches the messages that came to a partition with its subscriptions."""

    folder: str
    version: str

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield deliveries."""
        matcher = matcher_of(self.folder, self.version)
        for batch in batches:
            for partition, _, rows in packs.unpacked(batch):
                yield from self._deliveries(matcher, partition, rows)

    def _deliveries(
        self, matcher: Matcher, partition: int, rows: pa.RecordBatch
    ) -> Iterator[pa.RecordBatch]:
        ids, messages = messages_from_exchange(rows, matcher.frame)
        copies = rows.column(packs.COPIES).to_numpy()
        yield from deliveries(ids, matcher.pairs_in(partition, messages, copies))


def deliveries(ids: pa.Array, pairs: Iterator[Pairs]) -> Iterator[pa.RecordBatch]:
    """Yield pairs by the ids of messages and subscriptions."""
    for senders, receivers in pairs:
        yield pa.record_batch([ids.take(pa.array(senders)), receivers], COLUMNS)
