"""What `nearcast match` does: read, build, then match and write a batch of messages at a time.

Deliveries are never all in memory at once, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pyarrow as pa

from nearcast.cli import terminal
from nearcast.cli.compiling import compiled
from nearcast.cli.stopwatch import Stopwatch
from nearcast.columns import MessageTable, SubscriptionTable, read_messages, read_subscriptions
from nearcast.columns.deliveries import row_pairs
from nearcast.columns.files import write_batches, write_faults
from nearcast.columns.layout import Matches, Messages
from nearcast.columns.slices import message_slice
from nearcast.errors import Fault
from nearcast.indexes.catalogue import index_named
from nearcast.indexes.protocol import SubscriptionIndex, Work
from nearcast.space import space_from_name
from nearcast.text import Vocabulary
from nearcast.text import analyser as analyser_named

# Large enough to keep several threads busy, small enough for a bar that moves.
MESSAGES_PER_BATCH = 16_384


@dataclass(frozen=True, slots=True)
class Job:
    """What the command line asked for."""

    subscriptions: Path
    messages: Path
    out: Path | None
    index: str
    space: str
    threads: int
    analyser: str
    on_error: Literal["stop", "skip"]


@dataclass(frozen=True, slots=True)
class Report:
    """What a run did and how long it took; `work` is the index's own count."""

    index: str
    subscriptions: int
    messages: int
    load_s: float
    build_s: float
    match_s: float
    messages_per_s: float
    deliveries: int
    index_bytes: int
    work: Work

    def as_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {**asdict(self), "work": self.work._asdict()}


class Inputs(NamedTuple):
    """Both files, read."""

    subscriptions: SubscriptionTable
    messages: MessageTable


@dataclass(slots=True)
class Tally:
    """What matching has come to so far."""

    watch: Stopwatch = field(default_factory=Stopwatch)
    deliveries: int = 0
    work: Work = field(default_factory=Work)


def run(job: Job) -> Report:
    """Do the job and return what it came to."""
    kind = index_named(job.index)
    load, build, tally = Stopwatch(), Stopwatch(), Tally()
    with terminal.stages() as stages:
        with load.running():
            inputs = read(job, stages)
        subscriptions, messages = inputs.subscriptions.columns, inputs.messages.columns
        compiled(kind, subscriptions, messages, stages)
        with build.running(), stages.stage("building the index"):
            index = kind.build(subscriptions)
        with stages.stage("matching messages", len(messages.boxes)) as done:
            write(job.out, inputs, answers(index, messages, job.threads, tally, done))
    return Report(
        index=kind.name,
        subscriptions=len(subscriptions.boxes),
        messages=len(messages.boxes),
        load_s=load.seconds,
        build_s=build.seconds,
        match_s=tally.watch.seconds,
        messages_per_s=len(messages.boxes) / (tally.watch.seconds or 1.0),
        deliveries=tally.deliveries,
        index_bytes=index.nbytes,
        work=tally.work,
    )


def read(job: Job, stages: terminal.Stages) -> Inputs:
    """Read both files; what is wrong with rows that were skipped goes to a file beside theirs."""
    space = space_from_name(job.space)
    vocabulary = Vocabulary(analyser_named(job.analyser))
    with stages.stage("reading subscriptions") as done:
        subscriptions = read_subscriptions(
            job.subscriptions, space, vocabulary, on_error=job.on_error, progress=done
        )
    with stages.stage("reading messages") as done:
        messages = read_messages(
            job.messages, space, vocabulary, on_error=job.on_error, progress=done
        )
    keep(job.subscriptions, subscriptions.faults)
    keep(job.messages, messages.faults)
    return Inputs(subscriptions, messages)


def keep(path: Path, faults: tuple[Fault, ...]) -> None:
    """Write the faults of a file, if any, beside it, and say so."""
    if not faults:
        return
    row_count = len({fault.row for fault in faults})
    noun = "row" if row_count == 1 else "rows"
    where = write_faults(path, faults)
    terminal.remark(f"{path}: skipped {row_count:,} faulty {noun}; the reasons are in {where}")


def answers(
    index: SubscriptionIndex,
    messages: Messages,
    threads: int,
    tally: Tally,
    done: Callable[[int], None],
) -> Iterator[tuple[int, Matches]]:
    """Yield the matches of each batch, and the row of the first message in it."""
    for start in range(0, len(messages.boxes), MESSAGES_PER_BATCH):
        stop = min(start + MESSAGES_PER_BATCH, len(messages.boxes))
        with tally.watch.running():
            matches, work = index.match(message_slice(messages, start, stop), threads)
        tally.deliveries += matches.rows.size
        tally.work = tally.work.plus(work)
        yield start, matches
        done(stop)


def write(out: Path | None, inputs: Inputs, found: Iterator[tuple[int, Matches]]) -> None:
    """Write all deliveries by the ids of the files, or merely go through them."""
    if out is None:
        for _ in found:
            pass
        return
    senders, receivers = inputs.messages.ids, inputs.subscriptions.ids
    schema = pa.schema([("message", senders.type), ("subscription", receivers.type)])
    pieces = (
        pa.record_batch([senders.slice(start).take(rows), receivers.take(wanted)], schema)
        for start, matches in found
        for rows, wanted in row_pairs(matches)
    )
    write_batches(out, schema, pieces)
