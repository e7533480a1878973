"""Turning what Spark says when a job fails into words for whoever started it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from nearcast import errors
from nearcast.errors import NearcastError, UnreadableInput

# A worker's own traceback ends with the error that it raised.
OURS = re.compile(r"^nearcast\.errors\.(\w+): (.*?)\s*(?=^\s+at |\Z)", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"FAILED_READ_FILE\.(\w+)\].*? reading file (\S+?)\.(?:\s|$)")
# Killed by the system, as a rule, which has no memory left to give.
DIED = re.compile(r"Python worker exited unexpectedly|ExecutorLostFailure")
CAUSE = re.compile(r"^Caused by: (?:[\w.$]+(?:Exception|Error): )?(.*)$", re.MULTILINE)
# Those that a worker comes upon, and that are made of their text alone.
TOLD: tuple[type[NearcastError], ...] = (
    UnreadableInput,
    errors.UnknownName,
    errors.UnusableSnapshot,
    errors.SpaceMismatch,
)


@contextmanager
def telling() -> Iterator[None]:
    """Raise what a worker found wrong as if it had been found here, and name damaged files."""
    try:
        yield
    except (PySparkException, Py4JJavaError) as error:
        found = told(str(error))
        if found is None:
            raise
        raise found from error


def told(text: str) -> NearcastError | None:
    """Return our own error for what Spark says, if it is about something a caller can put right."""
    if ours := OURS.search(text):
        kind = next((kind for kind in TOLD if kind.__name__ == ours[1]), None)
        if kind:
            return kind(ours[2])
    if file := FILE.search(text):
        causes = CAUSE.findall(text)
        reason = f": {causes[-1]}" if causes else ""
        return UnreadableInput(
            f"{file[2]}: the file cannot be read, it is damaged or of another kind{reason}"
        )
    if DIED.search(text):
        return errors.WorkerDied(
            "a worker of Spark died, and so did those that took over from it: as a rule because "
            "the machine had no memory left; give Spark fewer cores, such as master = 'local[1]', "
            "or divide the subscriptions among more partitions"
        )
    return None
