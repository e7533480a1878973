"""Where the command line writes: answers to stdout, everything else to stderr.

Whatever moves is shown only where a terminal shows it; `NO_COLOR` is respected.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


def output() -> Console:
    """Return the way to stdout."""
    from rich.console import Console  # noqa: PLC0415 - takes 50 ms

    return Console(highlight=False)


def notes() -> Console:
    """Return the way to stderr."""
    from rich.console import Console  # noqa: PLC0415

    return Console(stderr=True, highlight=False)


def is_watched() -> bool:
    """Tell whether somebody may be looking at stderr."""
    return sys.stderr.isatty() and os.environ.get("TERM") not in (None, "dumb")


def print_json(answer: object) -> None:
    """Print an answer as one line of JSON."""
    print(json.dumps(answer))  # noqa: T201 - an answer is what stdout is for


def print_names(kind: str, summaries: Mapping[str, str]) -> None:
    """Print a table of names and what they stand for."""
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(kind, style="bold", no_wrap=True)
    table.add_column("what it is")
    for name, summary in summaries.items():
        table.add_row(name, summary)
    output().print(table)


def print_facts(title: str, facts: Mapping[str, str]) -> None:
    """Print a title and, below it, facts by their names."""
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, show_header=False, title=title, title_justify="left")
    table.add_column(style="dim")
    table.add_column()
    for name, fact in facts.items():
        table.add_row(name, fact)
    output().print(table)


def complain(text: str) -> None:
    """Say on stderr that something is wrong; the lines stay as they are, carets below words."""
    console = notes()
    console.print("[bold red]Error:[/]", end=" ")
    console.print(text, markup=False, soft_wrap=True)


def remark(text: str) -> None:
    """Say something on stderr that is good to know."""
    notes().print(text, markup=False, soft_wrap=True)


class Stages:
    """The stages of a long command, one bar each."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    @contextmanager
    def stage(self, description: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
        """Show a bar during the block, which may tell how many rows are done."""
        task = self._progress.add_task(description, total=total, rows="")

        def done(rows: int) -> None:
            self._progress.update(task, completed=rows, rows=f"{rows:,} rows")

        yield done
        self._progress.update(task, total=1, completed=1)

    def remark(self, text: str) -> None:
        """Say something above the bars, where there are any."""
        if not self._progress.disable:
            self._progress.console.print(text, markup=False)


@contextmanager
def stages() -> Iterator[Stages]:
    """Show how a long command gets on; the bars vanish at its end."""
    from rich import progress  # noqa: PLC0415

    columns = (
        progress.TextColumn("{task.description:>22}"),
        progress.BarColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("{task.fields[rows]}"),
    )
    bars = progress.Progress(*columns, console=notes(), disable=not is_watched(), transient=True)
    with bars:
        yield Stages(bars)


@contextmanager
def glances(text: str) -> Iterator[Callable[[str], None]]:
    """Show a line that changes, for what has no end to be measured by; it vanishes at its own."""
    if not is_watched():
        yield lambda text: None
        return
    with notes().status(text) as line:
        yield line.update
