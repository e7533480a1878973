"""Publishing versions without Spark, by what workers do, and reading what a match found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from nearcast.columns.exchange import subscriptions_to_arrow
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.indexes import index_named
from nearcast.plans import Plan, plan_named, statistics_of
from nearcast.space import Space
from nearcast.spark.build_tasks import Builder, Built, SubscriptionRouter
from nearcast.spark.building import accepted
from nearcast.spark.published import PLAN, Manifest, drafting, publish

Deliveries = list[tuple[Any, Any]]


def plan_for(name: str, subscriptions: Subscriptions, messages: Messages, partitions: int) -> Plan:
    return plan_named(name)(statistics_of(subscriptions, messages), partitions)


def publish_here(
    folder: Path, subscriptions: Subscriptions, ids: pa.Array, plan: Plan, space: Space, index: str
) -> str:
    """Publish a version in this process, its rows sent to their partitions in two batches."""
    batch = subscriptions_to_arrow(ids, subscriptions)
    half = batch.num_rows // 2
    folder.mkdir(parents=True, exist_ok=True)
    with drafting(folder) as draft:
        plan.save(draft / PLAN)
        router = SubscriptionRouter(str(draft / PLAN), space.frame)
        packs = [
            pack
            for part in (batch.slice(0, half), batch.slice(half))
            if part.num_rows
            for pack in router(iter([part]))
        ]
        built = decoded(Builder(str(draft), index, space.frame)(iter(packs)))
        manifest = Manifest(
            index=index,
            plan=plan.name,
            space=space.name,
            ids="text" if pa.types.is_string(ids.type) else "number",
            subscriptions=sum(each.firsts for each in built),
            parts=tuple(accepted(built, draft, plan.partitions)),
        )
        return publish(folder, draft, manifest)


def decoded(batches: Iterator[pa.RecordBatch]) -> list[Built]:
    return [
        msgspec.json.decode(row, type=Built)
        for batch in batches
        for row in batch.column("built").to_pylist()
    ]


def expected(
    subscriptions: Subscriptions, ids: Sequence[Any], messages: Messages, senders: Sequence[Any]
) -> Deliveries:
    """Return the deliveries that the library makes, looking at every subscription."""
    matches, _ = index_named("scan").build(subscriptions).match(messages)
    rows = np.repeat(np.arange(len(senders)), np.diff(matches.offsets))
    return sorted(
        (senders[sender], ids[receiver])
        for sender, receiver in zip(rows.tolist(), matches.rows.tolist(), strict=True)
    )


def found(table: pa.Table | pa.RecordBatch) -> Deliveries:
    """Return deliveries as they were found, in order, repeats and all."""
    return sorted(
        zip(table.column("message").to_pylist(), table.column("subscription").to_pylist())  # noqa: B905
    )
