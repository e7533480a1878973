"""A lock that many matchers hold together and one change holds alone."""

from __future__ import annotations

from contextlib import AbstractContextManager
from threading import Condition
from types import TracebackType


class SharedLock:
    """Many at a time may share it; a change waits for them and then has it alone.

    Those who come while a change waits let it go first, so that a busy index still learns of
    changes. `shared()` and `alone()` are held by `with`; one of either can be held many times.
    """

    def __init__(self) -> None:
        self._turn = Condition()
        self._sharing = 0
        self._waiting = 0
        self._alone = False
        self._shared, self._changing = _Shared(self), _Alone(self)

    def shared(self) -> AbstractContextManager[None]:
        """Hold the lock together with others."""
        return self._shared

    def alone(self) -> AbstractContextManager[None]:
        """Hold the lock with nobody else."""
        return self._changing

    def begin_sharing(self) -> None:
        """Wait until nobody has the lock alone or wants it, and share it."""
        with self._turn:
            while self._alone or self._waiting:
                self._turn.wait()
            self._sharing += 1

    def end_sharing(self) -> None:
        """Stop sharing the lock."""
        with self._turn:
            self._sharing -= 1
            if self._waiting:
                self._turn.notify_all()

    def begin_alone(self) -> None:
        """Wait until nobody has the lock, and have it."""
        with self._turn:
            self._waiting += 1
            try:
                while self._alone or self._sharing:
                    self._turn.wait()
                self._alone = True
            finally:
                self._waiting -= 1

    def end_alone(self) -> None:
        """Let others have the lock."""
        with self._turn:
            self._alone = False
            self._turn.notify_all()


class _Shared(AbstractContextManager[None]):
    """Sharing a lock for the time of a block; a generator would cost more than the lock."""

    def __init__(self, lock: SharedLock) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        self._lock.begin_sharing()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._lock.end_sharing()


class _Alone(AbstractContextManager[None]):
    """Having a lock alone for the time of a block."""

    def __init__(self, lock: SharedLock) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        self._lock.begin_alone()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._lock.end_alone()
