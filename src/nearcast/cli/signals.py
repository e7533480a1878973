"""When somebody wants a run to end: that takes a word at most, and nothing stays half done."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Timer, main_thread
from typing import NoReturn

TERMINATED = 143
# By then the callback has returned.
SOON_S = 0.1

_wanted = Event()


def listen() -> None:
    """End as other commands do: at Ctrl-C, when asked by a program, and where nobody reads on."""
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _terminate)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.unraisablehook = _insist


def interrupted() -> bool:
    """Tell whether somebody pressed Ctrl-C, even if that came to nothing."""
    return _wanted.is_set()


@contextmanager
def noted() -> Iterator[Event]:
    """Give an event that Ctrl-C and programs set, instead of interrupting what must end in order.

    Only the first time: who presses Ctrl-C again does not want to wait.
    """
    wanted = Event()
    before = {which: signal.getsignal(which) for which in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for which, handler in before.items():
            signal.signal(which, handler)

    def note(*_: object) -> None:
        wanted.set()
        restore()

    for which in before:
        signal.signal(which, note)
    try:
        yield wanted
    finally:
        restore()


def _interrupt(*_: object) -> NoReturn:
    _wanted.set()
    raise KeyboardInterrupt


def _terminate(*_: object) -> NoReturn:
    sys.exit(TERMINATED)


def _insist(lost: sys.UnraisableHookArgs) -> None:
    """Interrupt once more where a callback of LLVM's swallowed the first time."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        # A signal of its own: what only marks an interrupt as pending wakes nobody who sleeps.
        Timer(SOON_S, signal.pthread_kill, (main_thread().ident, signal.SIGINT)).start()
    else:
        sys.__unraisablehook__(lost)
