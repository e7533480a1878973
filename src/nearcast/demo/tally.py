"""What the stream has come to so far, and how fast it goes."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from time import perf_counter

import numpy as np

from nearcast.columns.layout import FloatArray
from nearcast.demo.stream import Batch

RECENT_S = 1.0


class Tally:
    """Counts batches on a clock that starts now."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._start = clock()
        self._ends = array("d")
        self._totals = array("q")
        self._latencies = array("d")
        self.messages = 0
        self.deliveries = 0
        self.analysing_s = 0.0
        self.matching_s = 0.0

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._start

    def add(self, batch: Batch) -> None:
        """Count a batch that has just been matched."""
        self.messages += batch.messages
        self.deliveries += batch.deliveries
        self.analysing_s += batch.analysing_s
        self.matching_s += batch.matching_s
        self._ends.append(self.elapsed_s)
        self._totals.append(self.messages)
        self._latencies.append(batch.analysing_s + batch.matching_s)

    @property
    def messages_per_s(self) -> float:
        """Messages a second of wall clock since the start, whatever else was done meanwhile."""
        return self.messages / self.elapsed_s if self.messages else 0.0

    @property
    def messages_per_s_now(self) -> float:
        """Messages in the last second."""
        return self.messages_between(self.elapsed_s - RECENT_S, self.elapsed_s) / RECENT_S

    @property
    def matching_per_s(self) -> float:
        """Messages a second of matching alone."""
        return self.messages / self.matching_s if self.messages else 0.0

    def messages_between(self, start_s: float, stop_s: float) -> int:
        """Return how many messages were done in a span of time."""
        if not self._ends:
            return 0
        totals = np.concatenate(([0], np.asarray(self._totals)))
        before, until = np.searchsorted(np.asarray(self._ends), (start_s, stop_s), side="right")
        return int(totals[until] - totals[before])

    def latency_ms(self, percent: float) -> float:
        """Return the time within which so many per cent of the batches were done."""
        if not self._latencies:
            return 0.0
        latencies: FloatArray = np.asarray(self._latencies)
        return float(np.percentile(latencies, percent)) * 1_000
