"""`hash`: a subscription goes to any one partition, a message to all of them."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Int64Array, Messages, Subscriptions, frozen
from nearcast.plans.plan import Plan
from nearcast.plans.routes import Routes
from nearcast.plans.statistics import Statistics

# Multipliers of splitmix64, which leave no pattern of the input in the upper bits.
MIX = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB], np.uint64)


class Hash(Plan):
    """Every partition has an equal share of the subscriptions and sees every message.

    Columns have no ids to hash. Hashed are the place and the row: the row, so that the same
    subscription many times over does not fill one partition, and the place, so that batches of one
    row each do not.
    """

    name = "hash"
    summary = "subscriptions dealt at random; each message goes to every partition"

    @classmethod
    def of(cls, statistics: Statistics, partitions: int) -> Self:
        return cls(partitions)

    def route_subscriptions(self, subscriptions: Subscriptions) -> Routes:
        lots = mixed(subscriptions.boxes.view(np.uint32).astype(np.uint64))
        chosen = (lots % np.uint64(self.partitions)).astype(np.int32)
        rows = np.argsort(chosen, kind="stable")
        return Routes(frozen(rows, np.int64), frozen(chosen[rows], np.int32))

    def route_messages(self, messages: Messages) -> Routes:
        count = len(messages.boxes)
        every = np.arange(self.partitions, dtype=np.int32)
        return Routes(
            frozen(np.tile(np.arange(count), self.partitions), np.int64),
            frozen(np.repeat(every, count), np.int32),
        )

    def sent(self, messages: Messages) -> Int64Array:
        # Without the routes, which take twelve bytes a message and partition.
        return frozen(np.full(self.partitions, len(messages.boxes)), np.int64)

    def delivers(
        self,
        partition: int,
        messages: Messages,
        message_rows: Int64Array,
        subscriptions: Subscriptions,
        subscription_rows: Int64Array,
    ) -> NDArray[np.bool_]:
        # A subscription is in one partition, so no pair meets twice.
        return np.ones(len(message_rows), np.bool_)


def mixed(boxes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return well mixed bits of each box and its row."""
    bits = np.arange(len(boxes), dtype=np.uint64)
    for side in boxes.T:
        bits = (bits ^ side) * MIX[0]
        bits = (bits ^ (bits >> np.uint64(27))) * MIX[1]
        bits ^= bits >> np.uint64(31)
    return bits
