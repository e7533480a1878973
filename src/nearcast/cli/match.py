"""`nearcast match`: the messages of one file against the subscriptions of another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from nearcast.cli import terminal
from nearcast.cli.options import Flag, PositiveCount
from nearcast.cli.paths import check_input, check_output

if TYPE_CHECKING:
    from nearcast.cli.matching import Report


def match(
    *,
    subscriptions: Path,
    messages: Path,
    out: Path | None = None,
    index: str = "guards",
    space: str = "earth",
    threads: PositiveCount = 1,
    analyser: str = "words-1",
    on_error: Literal["stop", "skip"] = "stop",
    json: Flag = False,
) -> None:
    r"""Match the messages of one file against the subscriptions of another.

    Files are Parquet, CSV or NDJSON, as their endings tell (.parquet; .csv,
    .ndjson, also with .gz), with these columns:

        subscriptions  id
                       west, south, east, north, or lon, lat, radius, or
                       geometry (GeoJSON or WKB); none of these: everywhere
                       what, such as: ipad AND (sale OR discount) AND NOT used
        messages       id
                       lon, lat, or west, south, east, north, or geometry
                       text
        deliveries     message, subscription; in the order of messages

    In a plane, x and y stand for lon and lat. For example:

        nearcast match --subscriptions s.csv --messages m.csv --out d.csv
        nearcast match --subscriptions s.csv --messages m.csv --json \
            --space plane:0,0,100,50

    Parameters
    ----------
    subscriptions
        The file of subscriptions.
    messages
        The file of messages.
    out
        The file for the deliveries; it appears whole or not at all. Without it they are counted.
    index
        The index to match with; see `nearcast indexes`.
    space
        earth, or plane:WEST,SOUTH,EAST,NORTH.
    threads
        How many cores to match on; the answer does not depend on it.
    analyser
        The rule that finds words: words-1, or english-1 with stop words and stemming.
    on_error
        stop at faulty rows with a list of them, or skip them and write FILE.faults.ndjson.
    json
        Print one object with counts, times and the work done instead of a summary.
    """
    for path in (subscriptions, messages):
        check_input(path)
    if out is not None:
        check_output(out, (subscriptions, messages))
    from nearcast.cli.matching import Job, run  # noqa: PLC0415 - brings Arrow and Numba

    job = Job(subscriptions, messages, out, index, space, threads, analyser, on_error)
    report = run(job)
    if json:
        terminal.print_json(report.as_json())
    else:
        show(report, out)


def show(report: Report, out: Path | None) -> None:
    """Print a summary for people."""
    facts = {
        "subscriptions": f"{report.subscriptions:,}",
        "messages": f"{report.messages:,}",
        "deliveries": f"{report.deliveries:,}" + (f", in {out}" if out else ""),
        "reading": f"{report.load_s:.2f} s",
        "building": f"{report.build_s:.2f} s, {report.index_bytes / 1e6:,.1f} MB",
        "matching": f"{report.match_s:.2f} s, {report.messages_per_s:,.0f} messages/s",
    }
    terminal.print_facts(f"Matched with {report.index}", facts)
