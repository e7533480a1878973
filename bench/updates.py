"""Single inserts and removals from one thread while another goes on matching."""

from __future__ import annotations

import sys
import threading
from collections import deque
from dataclasses import dataclass, field
from time import perf_counter_ns, sleep
from typing import Any

import numpy as np

from nearcast.columns.layout import Int64Array, Messages, Subscriptions
from nearcast.columns.slices import message_slice, take_subscriptions
from nearcast.indexes.protocol import SubscriptionIndex

NANOSECONDS = 1_000_000_000
BATCH = 10_000
SUPPLY = 10_000
# Rows that wait for their removal: a subscription lives for this many others.
LIFE = 1_000
UPDATES_PER_SECOND = 100_000
BURST = 200
# How long a thread that comes back from a kernel waits for the interpreter while another computes.
# Python's own 5 ms are as much as a third of a batch takes, several times a batch.
SWITCH_INTERVAL_S = 0.0002


@dataclass(slots=True)
class Matching:
    """A thread that matches one batch after the other until it is told to stop."""

    index: SubscriptionIndex
    messages: Messages
    stop: threading.Event = field(default_factory=threading.Event)
    matched: int = 0
    failure: BaseException | None = None

    def run(self) -> None:
        """Match until stopped; what goes wrong is kept for the thread that waits."""
        starts = range(0, max(1, len(self.messages.boxes) - BATCH), BATCH)
        batches = [message_slice(self.messages, start, start + BATCH) for start in starts]
        try:
            while not self.stop.is_set():
                for batch in batches:
                    self.index.match(batch)
                    self.matched += len(batch.boxes)
                    if self.stop.is_set():
                        return
        except BaseException as error:
            self.failure = error


def keep_updating(
    index: SubscriptionIndex,
    subscriptions: Subscriptions,
    messages: Messages,
    seconds: float,
    rounds: int,
) -> dict[str, Any]:
    """Return the speed of matching alone and with updates going on, round by round, and of those.

    Rounds alternate, so that what else the machine does falls on both alike.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    supply = [
        take_subscriptions(subscriptions, np.array([row], np.int64))
        for row in range(min(SUPPLY, len(subscriptions.boxes)))
    ]
    alone, meanwhile, times = [], [], []
    for _ in range(rounds):
        alone.append(_matched_per_second(index, messages, seconds, [])[0])
        speed, of_updates = _matched_per_second(index, messages, seconds, supply)
        meanwhile.append(speed)
        times += of_updates
    return {
        "messages_per_s_alone": alone,
        "messages_per_s_meanwhile": meanwhile,
        "updates_per_s": len(times) / seconds / rounds,
        "update_ns": np.percentile(times, (50, 99, 100)).tolist(),
    }


def _matched_per_second(
    index: SubscriptionIndex, messages: Messages, seconds: float, supply: list[Subscriptions]
) -> tuple[float, list[int]]:
    matching = Matching(index, messages)
    thread = threading.Thread(target=matching.run)
    thread.start()
    start = perf_counter_ns()
    end = start + int(seconds * NANOSECONDS)
    if supply:
        times = _update_until(end, index, supply)
    else:
        times = []
        sleep(seconds)
    matching.stop.set()
    thread.join()
    if matching.failure:
        raise matching.failure
    return matching.matched * NANOSECONDS / (perf_counter_ns() - start), times


def _update_until(end: int, index: SubscriptionIndex, supply: list[Subscriptions]) -> list[int]:
    """Insert and remove in turns, in bursts at the pace asked for; return the time of each."""
    times: list[int] = []
    waiting: deque[Int64Array] = deque()
    start = perf_counter_ns()
    while perf_counter_ns() < end:
        for _ in range(BURST // 2):
            begin = perf_counter_ns()
            waiting.append(index.insert(supply[len(times) % len(supply)]))
            inserted = perf_counter_ns()
            times.append(inserted - begin)
            if len(waiting) > LIFE:
                index.remove(waiting.popleft())
                times.append(perf_counter_ns() - inserted)
        ahead = len(times) / UPDATES_PER_SECOND - (perf_counter_ns() - start) / NANOSECONDS
        # Even no sleep hands over the interpreter, for which the other thread waits up to 5 ms.
        sleep(max(0.0, ahead))
    return times
