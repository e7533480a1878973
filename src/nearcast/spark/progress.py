"""How Spark gets on, shown while it works; in a pipe or a file nothing is shown at all.

Spark's own bar (`spark.ui.showConsoleProgress`) goes to stderr whether anybody looks or not, a line
overwriting another with carriage returns, and so `session` turns it off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import NamedTuple

from pyspark import SparkContext
from pyspark.sql import SparkSession
from rich import progress as bars
from rich.console import Console

INTERVAL_S = 0.25


class Tasks(NamedTuple):
    """The tasks of the stages that run just now."""

    done: int
    total: int


def is_watched() -> bool:
    """Tell whether somebody may be looking at stderr."""
    return sys.stderr.isatty() and os.environ.get("TERM") not in (None, "dumb")


@contextmanager
def progress(spark: SparkSession, description: str) -> Iterator[None]:
    """Show a bar of Spark's tasks during the block; it vanishes at the end."""
    if not is_watched():
        yield
        return
    columns = (
        bars.TextColumn("{task.description:>22}"),
        bars.BarColumn(),
        bars.TimeElapsedColumn(),
        bars.TextColumn("{task.fields[tasks]}"),
    )
    console = Console(stderr=True, highlight=False)
    ended = Event()
    with bars.Progress(*columns, console=console, transient=True) as shown:
        arguments = (spark.sparkContext, shown, description, ended)
        watcher = Thread(target=watch, args=arguments, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()


def watch(context: SparkContext, shown: bars.Progress, description: str, ended: Event) -> None:
    """Move the bar until the work has ended."""
    bar = shown.add_task(description, total=None, tasks="")
    while not ended.wait(INTERVAL_S):
        tasks = running_tasks(context)
        if tasks.total:
            label = f"{tasks.done:,} of {tasks.total:,} tasks"
            shown.update(bar, completed=tasks.done, total=tasks.total, tasks=label)


def running_tasks(context: SparkContext) -> Tasks:
    """Return how many tasks the running stages have, and how many of these are done."""
    tracker = context.statusTracker()
    stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    known = [stage for stage in stages if stage]
    return Tasks(
        sum(stage.numCompletedTasks for stage in known), sum(stage.numTasks for stage in known)
    )
