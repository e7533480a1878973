"""`nearcast pipeline stream`: messages as they come, for as long as somebody lets it run."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nearcast.cli import signals, terminal
from nearcast.cli.options import Flag
from nearcast.cli.paths import check_input

if TYPE_CHECKING:
    from nearcast.spark.streaming.config import StreamJob
    from nearcast.spark.streaming.totals import Totals

GLANCE_S = 0.5


def stream(config: Path, *, once: Flag = False, json: Flag = False) -> None:
    r"""Match messages as they come from a folder or from Kafka, with Spark.

    They are matched against the published version in force; when another is
    published, the next batch takes that. Started again after a crash or a
    Ctrl-C, it goes on where it ended: in files every delivery is there once,
    in Kafka its key tells one that is repeated. A file describes the stream:

        published = "published"        # the folder of versions
        checkpoint = "checkpoint"      # what the stream has to remember
        every = 1.0                    # seconds; 1 if it is left out
        [messages]
        folder = "incoming"            # or: servers = "host:9092"
        most = 100                     #     topic = "messages"
        mapping = { id = "uid" }       # our name = "theirs"
        [deliveries]
        folder = "deliveries"          # or servers and topic; or
        [spark]                        #     console = true
        master = "local[2]"
        "spark.driver.memory" = "4g"

    For example:

        nearcast pipeline stream stream.toml
        nearcast pipeline stream stream.toml --once --json

    Parameters
    ----------
    config
        The file that describes the stream; paths in it count from where it is.
    once
        Match what is there now, and end.
    json
        Print one object with counts and times instead of a summary.
    """
    check_input(config)
    from nearcast.spark.streaming.config import read_job  # noqa: PLC0415 - brings Spark

    totals = run(read_job(config, once=once))
    if json:
        terminal.print_json(as_json(totals))
    else:
        show(totals)


def run(job: StreamJob) -> Totals:
    """Run a stream until its end or Ctrl-C, and return what it came to."""
    from nearcast.spark.streaming.running import running  # noqa: PLC0415

    with (
        terminal.glances("starting Spark") as glance,
        signals.noted() as wanted,
        running(job) as stream,
    ):
        while not (wanted.is_set() or stream.wait(GLANCE_S)):
            glance(words(stream.totals))
        glance("ending")
    return stream.totals


def words(totals: Totals) -> str:
    """Return what a stream has come to in a line."""
    counts = totals.counts
    if not totals.batches:
        return "waiting for messages"
    return (
        f"{counts.messages:,} messages, {counts.deliveries:,} deliveries, {counts.faulty:,} "
        f"faulty; {totals.batches:,} batches, the last took {totals.trigger_ms[-1]:,} ms, "
        f"against {totals.version}"
    )


def as_json(totals: Totals) -> dict[str, Any]:
    """Return what a stream came to as a JSON object."""
    return {
        "batches": totals.batches,
        **asdict(totals.counts),
        "version": totals.version,
        "trigger_ms_p50": totals.percentile(50),
        "trigger_ms_p99": totals.percentile(99),
    }


def show(totals: Totals) -> None:
    """Print a summary for people."""
    counts = totals.counts
    facts = {
        "messages": f"{counts.messages:,} in {totals.batches:,} batches",
        "matched": f"{counts.matched:,}, with {counts.deliveries:,} deliveries",
        "unmatched": f"{counts.unmatched:,}",
        "faulty": f"{counts.faulty:,}",
        "version": totals.version or "none was needed",
    }
    if totals.batches:
        half, most = totals.percentile(50), totals.percentile(99)
        facts["a batch took"] = f"{half:,} ms, 99 of 100 at most {most:,} ms"
    terminal.print_facts("Streamed", facts)
