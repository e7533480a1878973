"""What workers do to build: send subscriptions to partitions, and build the index of each.

A task may run twice, or two of it at once: each writes into a folder of its own, and the driver
takes from the one whose answer Spark takes.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.exchange import subscriptions_from_exchange
from nearcast.columns.layout import Frame, Int32Array, Subscriptions
from nearcast.columns.slices import concatenate_subscriptions
from nearcast.plans import open_plan
from nearcast.spark import packs
from nearcast.spark.parts import write_part
from nearcast.spark.published import PartFacts

ATTEMPTS = "attempts"


class Built(msgspec.Struct, frozen=True):
    """What one task made of its partition: in which folder, and how many rows came here first."""

    attempt: str
    firsts: int
    facts: PartFacts


class Arrived(NamedTuple):
    """Some subscriptions that came to a partition."""

    ids: pa.Array
    subscriptions: Subscriptions
    copies: Int32Array


@dataclass(frozen=True, slots=True)
class SubscriptionRouter:
    """Sends subscriptions to the partitions of a plan."""

    plan: str
    frame: Frame

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield packs."""
        plan = open_plan(self.plan)
        for batch in packs.gathered(batches):
            _, subscriptions = subscriptions_from_exchange(batch, self.frame)
            yield packs.packed(batch, plan.route_subscriptions(subscriptions))


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds the index of each partition that comes to a task, and saves it."""

    draft: str
    index: str
    frame: Frame

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield what was built."""
        arrived: dict[int, list[Arrived]] = {}
        firsts: dict[int, int] = {}
        for batch in batches:
            for partition, first, rows in packs.unpacked(batch):
                arrived.setdefault(partition, []).append(self._arrival(rows))
                firsts[partition] = firsts.get(partition, 0) + first
        for partition in sorted(arrived):
            built = self._build(partition, firsts[partition], arrived.pop(partition))
            yield pa.record_batch([pa.array([msgspec.json.encode(built)])], ["built"])

    def _arrival(self, rows: pa.RecordBatch) -> Arrived:
        ids, subscriptions = subscriptions_from_exchange(rows, self.frame)
        ids = pc.cast(ids, pa.large_string()) if pa.types.is_string(ids.type) else ids
        return Arrived(ids, subscriptions, rows.column(packs.COPIES).to_numpy())

    def _build(self, partition: int, firsts: int, arrived: list[Arrived]) -> Built:
        """Build one partition in a folder of this attempt's own."""
        attempt = f"{ATTEMPTS}/{partition:05}.{secrets.token_hex(4)}"
        ids, subscriptions, copies = zip(*arrived, strict=True)
        arrived.clear()
        facts = write_part(
            Path(self.draft) / attempt,
            partition,
            self.index,
            pa.concat_arrays(ids),
            concatenate_subscriptions(subscriptions),
            np.concatenate(copies),
        )
        return Built(attempt, firsts, facts)
