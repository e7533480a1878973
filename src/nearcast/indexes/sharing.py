"""A lock that many matchers hold together and one change holds alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class SharedLock:
    """Many at a time may share it; a change waits for them and then has it alone.

    Those who come while a change waits let it go first, so that a busy index still learns of
    changes.
    """

    def __init__(self) -> None:
        self._turn = Condition()
        self._sharing = 0
        self._waiting = 0
        self._alone = False

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Hold the lock together with others."""
        with self._turn:
            self._turn.wait_for(lambda: not self._alone and not self._waiting)
            self._sharing += 1
        try:
            yield
        finally:
            with self._turn:
                self._sharing -= 1
                self._turn.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lock with nobody else."""
        with self._turn:
            self._waiting += 1
            try:
                self._turn.wait_for(lambda: not self._alone and not self._sharing)
                self._alone = True
            finally:
                self._waiting -= 1
        try:
            yield
        finally:
            with self._turn:
                self._alone = False
                self._turn.notify_all()
