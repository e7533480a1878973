"""Building: subscriptions to their partitions, an index in each, all of it published as a version.

Nothing but packs of rows crosses to Spark and back, and nothing but facts comes to the driver. A
task may run twice, or two of it at once: each writes into a folder of its own, and the driver takes
from the one whose answer Spark takes.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.exchange import SUBSCRIPTION_FIELDS, subscriptions_from_exchange
from nearcast.columns.layout import Frame, Int64Array, Subscriptions
from nearcast.columns.slices import concatenate_subscriptions
from nearcast.errors import UnreadableInput
from nearcast.indexes import index_named
from nearcast.plans import Plan, open_plan
from nearcast.space import Earth, Space
from nearcast.spark import packs
from nearcast.spark.parts import FILES, write_part
from nearcast.spark.published import (
    PARTS,
    PLAN,
    VOCABULARY,
    Manifest,
    PartFacts,
    PathLike,
    drafting,
    part_path,
    publish,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

ATTEMPTS = "attempts"
EARTH = Earth()


class Built(msgspec.Struct, frozen=True):
    """What one task made of its partition: in which folder, and how many rows came here first."""

    attempt: str
    firsts: int
    facts: PartFacts


class Arrived(NamedTuple):
    """Some subscriptions that came to a partition."""

    ids: pa.Array
    subscriptions: Subscriptions
    copies: Int64Array


@dataclass(frozen=True, slots=True)
class Router:
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


def build(
    subscriptions: DataFrame,
    folder: PathLike,
    plan: Plan,
    *,
    index: str = "guards",
    space: Space = EARTH,
    vocabulary: PathLike | None = None,
    origin: str = "",
) -> str:
    """Publish a version of an index over encoded subscriptions and return its name.

    Parameters
    ----------
    subscriptions
        In the exchange form, as `encode_subscriptions` gives them.
    folder
        Where versions are published; every worker must see it under this path.
    plan
        Which partition a subscription goes to; a partition must fit into the memory of a task.
    index
        The index to build in each partition, by name.
    space
        The space that places were snapped to.
    vocabulary
        A folder with the terms behind the ids, to be kept with the version.
    origin
        What all this was made from, for whoever asks later.
    """
    index_named(index)
    check_columns(subscriptions)
    Path(folder).mkdir(parents=True, exist_ok=True)
    with drafting(os.path.abspath(folder)) as draft:
        plan.save(draft / PLAN)
        if vocabulary is not None:
            shutil.copytree(vocabulary, draft / VOCABULARY)
        built = run(subscriptions, draft, plan, index, space.frame)
        manifest = Manifest(
            index=index,
            plan=plan.name,
            space=space.name,
            ids="text" if subscriptions.schema["id"].dataType.typeName() == "string" else "number",
            subscriptions=sum(each.firsts for each in built),
            parts=tuple(accepted(built, draft, plan.partitions)),
            origin=origin,
        )
        return publish(folder, draft, manifest)


def run(
    subscriptions: DataFrame, draft: Path, plan: Plan, index: str, frame: Frame
) -> list[Built]:
    """Let the workers build all partitions, one a task."""
    built = (
        subscriptions.mapInArrow(Router(str(draft / PLAN), frame), packs.DDL)
        .repartitionById(plan.partitions, "partition")
        .mapInArrow(Builder(str(draft), index, frame), "built binary")
        .collect()
    )
    return [msgspec.json.decode(row["built"], type=Built) for row in built]


def accepted(built: list[Built], draft: Path, partitions: int) -> Iterator[PartFacts]:
    """Move what was built to its place; yield the facts of each partition, built or empty."""
    by_partition = {each.facts.partition: each for each in built}
    for partition in range(partitions):
        if partition not in by_partition:
            yield PartFacts(partition, 0, 0, 0, 0.0)
            continue
        attempt, facts = by_partition[partition].attempt, by_partition[partition].facts
        for name in FILES:
            made = part_path(draft / attempt, partition, name)
            if made.exists():
                made.rename(draft / PARTS / made.name)
        yield facts
    shutil.rmtree(draft / ATTEMPTS, ignore_errors=True)


def check_columns(subscriptions: DataFrame) -> None:
    """Refuse a table that is not encoded before any work is done."""
    wanted = ["id", *(field.name for field in SUBSCRIPTION_FIELDS)]
    lacking = [name for name in wanted if name not in subscriptions.columns]
    if lacking:
        raise UnreadableInput(
            f"there is no column {', '.join(lacking)} among {', '.join(subscriptions.columns)}; "
            "give subscriptions as encode_subscriptions returns them"
        )
