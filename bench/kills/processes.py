"""Processes that tests start, wait for and kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import nearcast

LOOK_S = 0.1


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def waited_for(happened: Callable[[], object], seconds: float, log: Path) -> None:
    """Wait until something has happened; what the log says goes into the failure."""
    deadline = monotonic() + seconds
    while not happened():
        assert monotonic() < deadline, f"nothing in {seconds} s:\n{log.read_text()[-4_000:]}"
        sleep(LOOK_S)


def started(*arguments: object, log: Path) -> subprocess.Popen[bytes]:
    """Start the command line in a group of its own, which can be killed as a whole."""
    environment = {**os.environ, "PYTHONPATH": str(Path(nearcast.__file__).parents[1])}
    with log.open("ab") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "nearcast", *map(str, arguments)],
            env=environment,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all it has started, at once and without a word."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def end_group(process: subprocess.Popen[bytes], patience_s: float = 10.0) -> None:
    """Ask a process to end, and kill it if it does not."""
    if process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience_s)
    kill_group(process)


def left_in_group(process: subprocess.Popen[bytes]) -> bool:
    """Tell whether anything of a process that ended is still there."""
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True
