"""Processes that tests start, wait for and kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import nearcast

LOOK_S, MOMENT_S = 0.2, 10.0


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


def left_in_group(process: subprocess.Popen[bytes]) -> list[str]:
    """Return what is still there of what a process that ended had started, after a moment."""
    deadline = monotonic() + MOMENT_S
    while (left := commands_in_group(process.pid)) and monotonic() < deadline:
        sleep(LOOK_S)
    return left


def commands_in_group(group: int) -> list[str]:
    """Return what the processes of a group were started as."""
    return [each.command for each in processes() if each.group == group]


class Running(NamedTuple):
    """A process of this machine; times are in seconds of a core."""

    pid: int
    parent: int
    group: int
    cpu_s: float
    command: str


def processes() -> Iterator[Running]:
    """Yield the processes of this machine, those that have ended and wait for a word left out."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            # The name, in parentheses, may hold anything.
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            command = (entry / "cmdline").read_text().replace("\0", " ").strip()
        except OSError:
            continue  # it has ended meanwhile
        if fields[0] != "Z":
            cpu_s = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            yield Running(int(entry.name), int(fields[1]), int(fields[2]), cpu_s, command)


def cpu_s_below(pid: int) -> float:
    """Return how long cores have worked for a process and all below it that are there."""
    running = list(processes())
    known = {pid}
    while more := {each.pid for each in running if each.parent in known} - known:
        known |= more
    return sum(each.cpu_s for each in running if each.pid in known)
