"""Publishing a handful of subscriptions without Spark, and what the library makes of messages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import nearcast as nc
from nearcast.columns import subscriptions_from_arrow, take_subscriptions
from nearcast.plans import Plan
from nearcast.plans.hashed import Hash
from nearcast.spark.parts import write_part
from nearcast.spark.published import (
    MANIFEST,
    PLAN,
    VOCABULARY,
    Manifest,
    PartFacts,
    drafting,
    publish,
)
from nearcast.spark.vocabulary import TERMS

Subscriptions = Sequence[tuple[str, str, float, float, float]]


def publish_subscriptions(folder: Path, subscriptions: Subscriptions, partitions: int = 2) -> str:
    """Publish (id, what, lon, lat, radius) as a version and return its name."""
    return publish_table(folder, as_table(subscriptions), partitions)


def publish_table(folder: Path, table: pa.Table, partitions: int = 2) -> str:
    """Publish a table of subscriptions as a version and return its name."""
    vocabulary = nc.Vocabulary()
    read = subscriptions_from_arrow(table, nc.Earth(), vocabulary)
    folder.mkdir(parents=True, exist_ok=True)
    with drafting(folder) as draft:
        plan = Hash(partitions)
        plan.save(draft / PLAN)
        write_vocabulary(draft / VOCABULARY, vocabulary)
        facts = tuple(parts_of(draft, plan, read))
        manifest = Manifest(
            index="guards",
            plan=plan.name,
            space="earth",
            ids="number" if pa.types.is_integer(read.ids.type) else "text",
            subscriptions=len(read.ids),
            parts=facts,
        )
        return publish(folder, draft, manifest)


def parts_of(draft: Path, plan: Plan, read: nc.SubscriptionTable) -> Iterator[PartFacts]:
    """Write the parts of a version and yield what they come to."""
    routes = plan.route_subscriptions(read.columns)
    for partition in range(plan.partitions):
        rows = np.sort(routes.rows[routes.partitions == partition])
        columns = take_subscriptions(read.columns, rows)
        copies = np.ones(rows.size, np.int32)
        ids = read.ids.take(pa.array(rows))
        yield write_part(draft, partition, "guards", ids, columns, copies)


def write_vocabulary(folder: Path, vocabulary: nc.Vocabulary) -> None:
    """Write a vocabulary as `make_vocabulary` does, with nothing counted."""
    folder.mkdir()
    nothing = np.zeros(len(vocabulary), np.int64)
    counts = dict.fromkeys(("term_count", "message_count", "wanted_count"), nothing)
    pq.write_table(pa.table({"term": list(vocabulary.terms), **counts}), folder / TERMS)
    about = {"version": "by hand", "analyser": vocabulary.analyser.name, "messages": 0}
    (folder / MANIFEST).write_text(json.dumps(about))


def as_table(subscriptions: Subscriptions) -> pa.Table:
    """Return (id, what, lon, lat, radius) as a table."""
    names = ["id", "what", "lon", "lat", "radius"]
    columns = zip(*subscriptions, strict=True)
    return pa.table(dict(zip(names, map(list, columns), strict=True)))


def expected_deliveries(
    subscriptions: Subscriptions, messages: Iterable[dict[str, Any]]
) -> set[tuple[str, str]]:
    """Return what a hub delivers: (message, subscription)."""
    hub = nc.Hub()
    hub.load(as_table(subscriptions))
    return {
        (str(message["id"]), str(delivery.subscription))
        for message in messages
        for delivery in hub.publish(
            nc.Message(message["text"], nc.Point(message["lon"], message["lat"]), id=message["id"])
        )
    }
