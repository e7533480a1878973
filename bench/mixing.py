"""One thread that inserts, removes and matches in turns: the Rt-tree paper's mix of §7.5."""

from __future__ import annotations

from collections import deque
from time import perf_counter_ns
from typing import Any

import numpy as np

from nearcast.columns.layout import Int64Array, Messages, Subscriptions
from nearcast.columns.slices import message_slice, take_subscriptions
from nearcast.indexes.protocol import SubscriptionIndex

# Of ten operations one is an insert and one a removal.
MESSAGES_A_ROUND = 8
OPERATIONS_A_ROUND = MESSAGES_A_ROUND + 2
# A subscription that is inserted goes again after so many others.
LIFE = 100


def keep_mixing(
    index: SubscriptionIndex, subscriptions: Subscriptions, messages: Messages, repeats: int
) -> dict[str, Any]:
    """Return how long all messages take, one by one, with inserts and removals between them."""
    singles = [message_slice(messages, at, at + 1) for at in range(len(messages.boxes))]
    rounds = max(1, len(singles) // MESSAGES_A_ROUND)
    supply = [
        take_subscriptions(subscriptions, np.array([row % len(subscriptions.boxes)], np.int64))
        for row in range(rounds)
    ]
    waiting: deque[Int64Array] = deque(index.insert(each) for each in supply[:LIFE])
    return {
        "operations": rounds * OPERATIONS_A_ROUND,
        "times_ns": [_mixed(index, supply, singles, waiting) for _ in range(repeats)],
    }


def _mixed(
    index: SubscriptionIndex,
    supply: list[Subscriptions],
    singles: list[Messages],
    waiting: deque[Int64Array],
) -> int:
    """Return how long it takes to go through all of it once, in nanoseconds."""
    start = perf_counter_ns()
    for turn, subscription in enumerate(supply):
        waiting.append(index.insert(subscription))
        index.remove(waiting.popleft())
        for message in singles[turn * MESSAGES_A_ROUND : (turn + 1) * MESSAGES_A_ROUND]:
            index.match(message)
    return perf_counter_ns() - start
