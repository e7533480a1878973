"""A watch that can be stopped and started again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Stopwatch:
    """Adds up the time that its blocks took."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time of this block."""
        start = perf_counter()
        try:
            yield
        finally:
            self.seconds += perf_counter() - start
