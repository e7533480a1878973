"""`nearcast plan`: how each plan would divide a workload, for how many partitions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from nearcast.cli import terminal
from nearcast.cli.failures import Misuse, NotFound
from nearcast.cli.generate import MadeUp, Real, given
from nearcast.cli.options import Count, Flag
from nearcast.cli.paths import check_input

if TYPE_CHECKING:
    from nearcast.cli.planning import Report
    from nearcast.plans import Figures, Statistics

PARTITIONS = (4, 8, 16, 32, 64, 128, 256, 512, 1024)
FIGURES = ("copies", "tuples", "balance", "speed-up", "rows", "MB")
HEADINGS = ("into", "plan", *FIGURES)
DRAWN_SUBSCRIPTIONS, DRAWN_MESSAGES = 1_000_000, 200_000

MADE_UP, REAL = MadeUp(), Real()
Partitions = Annotated[
    tuple[int, ...], Parameter(consume_multiple=True, validator=Number(gte=1, lte=65_536))
]


def plan(
    workload: str | None = None,
    /,
    *,
    subscriptions: str | None = None,
    messages: str | None = None,
    statistics: Path | None = None,
    save_statistics: Path | None = None,
    partitions: Partitions = PARTITIONS,
    seed: Count = 0,
    space: str = "earth",
    analyser: str = "words-1",
    on_error: Literal["stop", "skip"] = "stop",
    json: Flag = False,
    made_up: MadeUp = MADE_UP,
    real: Real = REAL,
) -> None:
    r"""Show how each plan would divide a workload among partitions.

    That is how to size a cluster: copies says in how many partitions a
    subscription is kept, tuples to how many a message is sent, balance how
    much busier the busiest partition is than the mean, speed-up how many times
    less it has to do than one that does everything, and rows and MB what the
    fullest one keeps. All is predicted from statistics; nothing is matched.

    The workload is that of two files, as for `nearcast match`, one of `nearcast
    generate` by its name, or statistics that were saved before. For example:

        nearcast plan --subscriptions s.parquet --messages m.parquet \
            --partitions 8 64 --save-statistics w.statistics
        nearcast plan --statistics w.statistics
        nearcast plan tweets --subscriptions 200000 --messages 50000 --json

    Parameters
    ----------
    workload
        Its name; see `nearcast generate --list`.
    subscriptions
        The file of subscriptions; with a workload how many, 1,000,000 unless given.
    messages
        The file of messages; with a workload how many, 200,000 unless given.
    statistics
        A file that --save-statistics has written.
    save_statistics
        Keep the statistics in this file.
    partitions
        For how many partitions to plan.
    seed
        Where chance begins, by which a workload is drawn and rows are sampled.
    space
        Of files: earth, or plane:WEST,SOUTH,EAST,NORTH.
    analyser
        Of files: the rule that finds words, words-1 or english-1.
    on_error
        Of files: stop at faulty rows, or skip them and write FILE.faults.ndjson.
    json
        Print one object with all figures instead of a table.
    """
    if (workload is not None) + (statistics is not None) + files_given(
        workload, subscriptions, messages
    ) != 1:
        raise Misuse(
            "of which workload? Name one, such as `nearcast plan tweets`, or give "
            "--subscriptions FILE and --messages FILE, or --statistics FILE: one of the three"
        )
    check_files(workload, subscriptions, messages, statistics, save_statistics)
    from nearcast.cli import planning  # noqa: PLC0415 - brings Arrow and Numba

    with terminal.stages() as stages:
        known: Statistics
        if statistics is not None:
            known = planning.opened(statistics)
        elif workload is not None:
            counts = (
                count_of("subscriptions", subscriptions, DRAWN_SUBSCRIPTIONS),
                count_of("messages", messages, DRAWN_MESSAGES),
            )
            known = planning.drawn(workload, *counts, seed, given(made_up, real), stages)
        else:
            files = Path(str(subscriptions)), Path(str(messages))
            known = planning.read(*files, space, analyser, on_error, seed, stages)
        if save_statistics is not None:
            known.save(save_statistics)
        report = planning.planned(known, sorted(set(partitions)), stages)
    if json:
        terminal.print_json(report.as_json())
    else:
        show(report)


def files_given(workload: str | None, subscriptions: str | None, messages: str | None) -> bool:
    """Tell whether the workload is that of files."""
    return workload is None and (subscriptions is not None or messages is not None)


def check_files(
    workload: str | None,
    subscriptions: str | None,
    messages: str | None,
    statistics: Path | None,
    save_statistics: Path | None,
) -> None:
    """Raise unless all files are there that are to be read, and one can be written."""
    for given_path in (statistics, *(() if workload else (subscriptions, messages))):
        if given_path is not None:
            check_input(Path(given_path))
    if files_given(workload, subscriptions, messages) and None in (subscriptions, messages):
        missing = "subscriptions" if subscriptions is None else "messages"
        raise Misuse(f"a plan looks at both sides; give --{missing} FILE as well")
    if save_statistics is not None and not save_statistics.absolute().parent.is_dir():
        raise NotFound(f"{save_statistics.parent}: there is no such folder")


def count_of(noun: str, given_count: str | None, otherwise: int) -> int:
    """Return how many of them a workload is to have."""
    if given_count is None:
        return otherwise
    if not given_count.isdecimal():
        raise Misuse(f"--{noun} {given_count}: of a workload by name, say how many, as a number")
    return int(given_count)


def show(report: Report) -> None:
    """Print a table for people, and what to take from it."""
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(
        box=box.SIMPLE_HEAD,
        title=f"{report.subscriptions:,} subscriptions and {report.messages:,} messages, "
        "divided into so many partitions",
        title_justify="left",
        collapse_padding=True,
    )
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "plan" else "right", no_wrap=True)
    for partitions, plans in report.figures.items():
        for number, (name, figures) in enumerate(plans.items()):
            cells = (
                f"{partitions:,}" if number == 0 else "",
                name,
                *cells_of(figures),
            )
            table.add_row(
                *cells,
                style="bold" if name == report.best(partitions) else None,
                end_section=number == len(plans) - 1,
            )
    terminal.output().print(table)
    terminal.output().print(advice(report), soft_wrap=True)


def cells_of(figures: Figures) -> tuple[str, ...]:
    """Return the figures of a plan as the cells of a table, in the order of `FIGURES`."""
    return (
        f"{figures.replication:,.2f}",
        f"{figures.tuples:,.2f}",
        f"{figures.balance:,.2f}",
        f"{figures.speedup:,.1f}",
        f"{figures.largest_rows:,}",
        f"{figures.largest_bytes / 1e6:,.1f}",
    )


def advice(report: Report) -> str:
    """Return in one line which plan to take, and why."""
    runs: list[tuple[str, int, int]] = []
    for partitions in report.figures:
        name = report.best(partitions)
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1], partitions)
        else:
            runs.append((name, partitions, partitions))
    named = ", ".join(
        f"{name} for {first:,} partitions" if first == last else f"{name} for {first:,} to {last:,}"
        for name, first, last in runs
    )
    name, _, most = runs[-1]
    figures = report.figures[most][name]
    return (
        f"Take {named}: its busiest partition has the least to do, with {most:,} of them "
        f"{figures.speedup:,.1f} times less than one alone (balance {figures.balance:.2f}, "
        f"{figures.tuples:,.2f} tuples a message)."
    )
