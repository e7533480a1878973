"""Statistics of encoded tables, counted by parts on workers and added up, for plans."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from functools import partial, reduce

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame

from nearcast.columns.exchange import messages_from_exchange, subscriptions_from_exchange
from nearcast.plans import Statistics, statistics_of
from nearcast.plans.statistics import SAMPLE_ROWS
from nearcast.space.spaces import space_from_name
from nearcast.spark.failures import telling
from nearcast.spark.progress import progress
from nearcast.spark.schemas import space_of

MESSAGES, SUBSCRIPTIONS = range(2)


def spark_statistics(
    messages: DataFrame,
    subscriptions: DataFrame,
    *,
    seed: int = 0,
    sample_rows: int = SAMPLE_ROWS,
) -> Statistics:
    """Return the statistics of encoded tables, each of which is looked through once.

    All counts are exact, and the same however the tables are cut into parts; the samples are not.
    """
    space = space_of(messages, subscriptions)
    parts: list[Statistics] = []
    with telling(), progress(messages.sparkSession, "count"):
        for side, table in ((MESSAGES, messages), (SUBSCRIPTIONS, subscriptions)):
            count = partial(
                count_part, side=side, space=space.name, seed=seed, sample_rows=sample_rows
            )
            # One part a core: each is as large as the vocabulary, and all go to the driver.
            few = table.coalesce(table.sparkSession.sparkContext.defaultParallelism)
            counted = few.mapInArrow(count, "part binary").toLocalIterator()
            parts.append(added(pickle.loads(bytes(row["part"])) for row in counted))
    return added(parts)


def added(parts: Iterable[Statistics]) -> Statistics:
    """Return the statistics of all parts together."""
    return reduce(Statistics.plus, parts)


def count_part(
    batches: Iterable[pa.RecordBatch], side: int, space: str, seed: int, sample_rows: int
) -> Iterator[pa.RecordBatch]:
    """Yield the statistics of all batches of a task, as one."""
    frame = space_from_name(space).frame
    context = TaskContext.get()
    part = context.partitionId() if context else 0
    total: Statistics | None = None
    for number, batch in enumerate(batches):
        chance = (seed, side, part, number)
        counted = statistics_of(
            subscriptions_from_exchange(batch, frame)[1] if side == SUBSCRIPTIONS else None,
            messages_from_exchange(batch, frame)[1] if side == MESSAGES else None,
            seed=chance,
            sample_rows=sample_rows,
        )
        total = total.plus(counted) if total else counted
    if total is not None:
        yield pa.record_batch({"part": pa.array([pickle.dumps(total)], pa.binary())})
