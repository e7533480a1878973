"""From encoded messages in Parquet to deliveries in Parquet, at nearly the speed of the library.

Workers read, match and write by themselves; Spark deals out the row groups, does a failed share
again and brings the counts together. Deliveries appear by a rename, whole or not at all.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pyarrow as pa

from nearcast.columns.atomic import replacing_folder
from nearcast.columns.exchange import MESSAGE_FIELDS, messages_from_exchange
from nearcast.columns.files import write_batches
from nearcast.columns.layout import Messages
from nearcast.spark.failures import telling
from nearcast.spark.matcher import COLUMNS, Matcher, matcher_of
from nearcast.spark.packs import gathered
from nearcast.spark.progress import progress
from nearcast.spark.published import PathLike, current_version
from nearcast.spark.row_groups import RowGroup, dealt, read, row_groups, type_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MESSAGE_COLUMNS = ("id", *(field.name for field in MESSAGE_FIELDS))
# Messages matched at once: where a plan has 64 partitions, each still gets 1,000 of them.
MESSAGES = 1 << 16
# Deliveries in a row group.
DELIVERIES = 1 << 18
# So that those who are done early have something left to take.
SHARES_A_CORE = 4


class Share(msgspec.Struct, frozen=True):
    """What became of one share of the messages.

    reached
        How many messages concern anybody.
    match_s
        How long matching alone took, in seconds; `all_s` has reading and writing as well.
    """

    file: str
    messages: int
    reached: int
    deliveries: int
    match_s: float
    all_s: float


class Delivered(msgspec.Struct, frozen=True):
    """What became of all messages, and how long the workers took, all of them together."""

    messages: int
    reached: int
    deliveries: int
    match_s: float
    work_s: float


@dataclass(frozen=True, slots=True)
class Deliverer:
    """Reads, matches and writes the shares that come to a task."""

    folder: str
    version: str
    draft: str
    shares: Sequence[Sequence[RowGroup]]

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield what became of each share."""
        matcher = matcher_of(self.folder, self.version)
        for batch in batches:
            for number in batch.column("id").to_pylist():
                share = Tally(matcher).deliver(self.shares[number], Path(self.draft), number)
                yield pa.record_batch([pa.array([msgspec.json.encode(share)])], ["share"])


class Tally:
    """The work on one share, counted and timed."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._messages = self._reached = self._deliveries = 0
        self._match_s = 0.0

    def deliver(self, groups: Sequence[RowGroup], draft: Path, number: int) -> Share:
        """Write the deliveries of some row groups to a file of this attempt's own."""
        start = perf_counter()
        file = f".part-{number:05}.{secrets.token_hex(4)}.parquet"
        batches = self._batches(read(groups, MESSAGE_COLUMNS, MESSAGES))
        first = next(batches)
        write_batches(draft / file, first.schema, gathered(chain([first], batches), DELIVERIES))
        return Share(
            file,
            self._messages,
            self._reached,
            self._deliveries,
            self._match_s,
            perf_counter() - start,
        )

    def _batches(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the deliveries of each batch, and first an empty one that shows their types."""
        for number, batch in enumerate(batches):
            ids, messages = messages_from_exchange(batch, self._matcher.frame)
            if not number:
                yield pa.record_batch([ids[:0], self._matcher.no_ids], COLUMNS)
            yield from self._found(ids, messages)

    def _found(self, ids: pa.Array, messages: Messages) -> Iterator[pa.RecordBatch]:
        """Yield the deliveries of one batch."""
        reached = np.zeros(len(ids), np.bool_)
        pairs = self._matcher.pairs(messages)
        while True:
            start = perf_counter()
            found = next(pairs, None)
            self._match_s += perf_counter() - start
            if found is None:
                break
            senders, receivers = found
            reached[senders] = True
            self._deliveries += senders.size
            yield pa.record_batch([ids.take(pa.array(senders)), receivers], COLUMNS)
        self._messages += len(ids)
        self._reached += int(reached.sum())


def deliver(
    spark: SparkSession,
    messages: PathLike,
    published: PathLike,
    out: PathLike,
    *,
    version: str | None = None,
) -> Delivered:
    """Match encoded messages with a published version and write a folder of deliveries.

    Parameters
    ----------
    messages
        A Parquet file in the exchange form, or a folder of them; every worker must see it.
    published
        The folder that `build` published to.
    out
        A folder for Parquet files with the columns `message` and `subscription`, each delivery
        once. It appears whole or not at all, and takes the place of one that is there.
    version
        Which version to match with; by default the one in force.
    """
    folder = os.path.abspath(published)
    version = version or current_version(folder)
    groups = row_groups(messages, MESSAGE_COLUMNS)
    shares = dealt(groups, SHARES_A_CORE * spark.sparkContext.defaultParallelism)
    with telling(), progress(spark, "match"), replacing_folder(out) as draft:
        task = Deliverer(folder, version, str(draft), shares)
        numbers = spark.range(0, len(shares), 1, max(1, len(shares)))
        rows = numbers.mapInArrow(task, "share binary").collect()
        done = [msgspec.json.decode(row["share"], type=Share) for row in rows]
        settle(draft, done)
        if not done:
            ids = pa.array([], type_of(messages, "id"))
            nothing = pa.record_batch([ids, matcher_of(folder, version).no_ids], COLUMNS)
            write_batches(draft / "part-00000.parquet", nothing.schema, [nothing])
    return Delivered(
        sum(share.messages for share in done),
        sum(share.reached for share in done),
        sum(share.deliveries for share in done),
        sum(share.match_s for share in done),
        sum(share.all_s for share in done),
    )


def settle(draft: Path, done: Sequence[Share]) -> None:
    """Give the files of the attempts that count their names, and remove those of others."""
    for share in done:
        (draft / share.file).rename(draft / f"{share.file.lstrip('.').split('.')[0]}.parquet")
    for left in draft.glob(".part-*"):
        left.unlink()
