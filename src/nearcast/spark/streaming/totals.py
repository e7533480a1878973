"""What a stream has come to so far: gathered from what Spark reports after each batch."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import Any

import numpy as np
from pyspark.sql.streaming.listener import StreamingQueryListener

from nearcast.spark.streaming.outcomes import COUNTS, Counts

OBSERVED = "nearcast"


@dataclass(slots=True)
class Totals:
    """All batches of a run together; what those before the run came to is in the sink.

    Attributes
    ----------
    batches
        How many there were.
    counts
        How many messages there were and what became of them.
    version
        What the last batch was matched against.
    trigger_ms
        How long each batch took, from its trigger to its end, in milliseconds.
    """

    batches: int = 0
    counts: Counts = field(default_factory=Counts)
    version: str = ""
    trigger_ms: list[int] = field(default_factory=list)

    def percentile(self, share: float) -> int:
        """Return how long so many of a hundred batches took at most, in milliseconds."""
        return int(np.percentile(self.trigger_ms or [0], share, method="inverted_cdf"))

    def add(self, observed: Any, trigger_ms: int) -> None:
        """Add what was observed of a batch."""
        self.batches += 1
        self.trigger_ms.append(trigger_ms)
        self.version = observed["version"] or self.version
        for name in COUNTS:
            setattr(self.counts, name, getattr(self.counts, name) + (observed[name] or 0))


class Watcher(StreamingQueryListener):
    """Adds up the batches of the one query of its session; Spark tells of them in its own time."""

    def __init__(self) -> None:
        self.totals = Totals()
        self.ended = Event()

    def onQueryStarted(self, event: Any) -> None:
        """Do nothing: whoever started the query knows."""

    def onQueryProgress(self, event: Any) -> None:
        """Add a batch."""
        progress = event.progress
        if OBSERVED in progress.observedMetrics:
            observed = progress.observedMetrics[OBSERVED]
            self.totals.add(observed, progress.durationMs["triggerExecution"])

    def onQueryIdle(self, event: Any) -> None:
        """Do nothing: nothing has changed."""

    def onQueryTerminated(self, event: Any) -> None:
        """Tell that nothing more will come."""
        self.ended.set()
