"""What the calls of a user cost: one message published, tables and files read as columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter_ns
from typing import Any

import numpy as np
import pyarrow as pa

from bench.plan import Run
from nearcast import Box, Hub, Message, Point, Subscription, Vocabulary
from nearcast.columns import (
    read_subscriptions,
    subscriptions_from_arrow,
    subscriptions_from_model,
    write_table,
)
from nearcast.workloads import Workload, message_table, subscription_table

WARMING_MESSAGES = 500


def publish_singly(run: Run, workload: Workload) -> dict[str, Any]:
    """Measure publishing texts one by one to a hub that holds all subscriptions."""
    hub = Hub(workload.space, index=run.index)
    hub.load(with_terms(workload))
    messages = texts_of(workload)
    hub.publish(messages[:WARMING_MESSAGES])
    for message in messages[:WARMING_MESSAGES]:
        hub.publish(message)
    times, deliveries = [], 0
    for message in messages:
        start = perf_counter_ns()
        delivered = hub.publish(message)
        times.append(perf_counter_ns() - start)
        deliveries += len(delivered)
    quantiles = np.percentile(times, (10, 50, 99)).tolist()
    return {"publish_ns": quantiles, "messages": len(messages), "deliveries": deliveries}


def texts_of(workload: Workload) -> list[Message]:
    """Return the messages of a workload as a user would write them; all are at points."""
    table = message_table(workload)
    _, x, y, text = (column.to_pylist() for column in table.columns)
    return [Message(*each) for each in zip(text, map(Point, x, y), strict=True)]


def with_terms(workload: Workload) -> pa.Table:
    """Return subscriptions to all of several words as a table with lists of terms."""
    offsets, literals = workload.literals
    words = pa.array(list(workload.words), pa.string()).take(pa.array(literals))
    terms = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), words)
    table = subscription_table(workload)
    return table.drop_columns(["what"]).append_column("terms", terms)


def read_all_ways(run: Run, workload: Workload) -> dict[str, Any]:
    """Measure reading the subscriptions from tables in memory and from files."""
    listed, expressed = with_terms(workload), subscription_table(workload)
    with TemporaryDirectory() as folder:
        files = {kind: Path(folder) / f"subscriptions.{kind}" for kind in ("parquet", "ndjson")}
        for path in files.values():
            write_table(path, listed)
        written = Path(folder) / "subscriptions.csv"
        write_table(written, expressed)

        def table(source: pa.Table) -> Callable[[], object]:
            return lambda: subscriptions_from_arrow(source, workload.space, Vocabulary())

        def file(path: Path) -> Callable[[], object]:
            return lambda: read_subscriptions(path, workload.space, Vocabulary())

        objects = as_objects(expressed)
        ways = {
            "models": lambda: subscriptions_from_model(objects, workload.space, Vocabulary()),
            "terms": table(listed),
            "expressions": table(expressed),
            **{kind: file(path) for kind, path in files.items()},
            "csv": file(written),
        }
        return {name: [timed(read) for _ in range(run.repeats)] for name, read in ways.items()}


def as_objects(table: pa.Table) -> list[Subscription]:
    """Return subscriptions as a user would write them; all have boxes."""
    ids, *edges, what = (column.to_pylist() for column in table.columns)
    return list(map(Subscription, ids, what, map(Box, *edges)))


def timed(act: Callable[[], object]) -> int:
    """Return how many nanoseconds an act takes."""
    start = perf_counter_ns()
    act()
    return perf_counter_ns() - start
