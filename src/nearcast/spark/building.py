"""Building: subscriptions to their partitions, an index in each, all of it published as a version.

Nothing but packs of rows crosses to Spark and back, and nothing but facts comes to the driver.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pyarrow as pa

from nearcast.columns.exchange import SUBSCRIPTION_FIELDS
from nearcast.columns.layout import Frame
from nearcast.indexes import index_named
from nearcast.plans import Plan
from nearcast.spark import packs
from nearcast.spark.build_tasks import ATTEMPTS, Builder, Built, SubscriptionRouter
from nearcast.spark.failures import telling
from nearcast.spark.parts import FILES
from nearcast.spark.progress import progress
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
from nearcast.spark.schemas import need_columns, space_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

VOCABULARY_VERSION = "nearcast.vocabulary"


def build(
    subscriptions: DataFrame,
    folder: PathLike,
    plan: Plan,
    *,
    index: str = "guards",
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
    vocabulary
        A folder with the terms behind the ids, to be kept with the version.
    origin
        What all this was made from, for whoever asks later.
    """
    index_named(index)
    names = exchanged(SUBSCRIPTION_FIELDS)
    need_columns(subscriptions.columns, names, "encode them with encode_subscriptions")
    space = space_of(subscriptions)
    Path(folder).mkdir(parents=True, exist_ok=True)
    with drafting(os.path.abspath(folder)) as draft:
        plan.save(draft / PLAN)
        if vocabulary is not None:
            shutil.copytree(vocabulary, draft / VOCABULARY)
        with telling(), progress(subscriptions.sparkSession, "build"):
            built = run(subscriptions.select(names), draft, plan, index, space.frame)
        manifest = Manifest(
            index=index,
            plan=plan.name,
            space=space.name,
            ids="text" if subscriptions.schema["id"].dataType.typeName() == "string" else "number",
            subscriptions=sum(each.firsts for each in built),
            parts=tuple(accepted(built, draft, plan.partitions)),
            vocabulary=vocabulary_of(subscriptions, "clauses"),
            origin=origin,
        )
        return publish(folder, draft, manifest)


def run(subscriptions: DataFrame, draft: Path, plan: Plan, index: str, frame: Frame) -> list[Built]:
    """Let the workers build all partitions, one a task."""
    built = (
        subscriptions.mapInArrow(SubscriptionRouter(str(draft / PLAN), frame), packs.DDL)
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


def vocabulary_of(table: DataFrame, column: str) -> str:
    """Return the version of the vocabulary that a table was encoded with, if it is known."""
    return str(table.schema[column].metadata.get(VOCABULARY_VERSION, ""))


def exchanged(fields: tuple[pa.Field, ...]) -> list[str]:
    """Return the names of the columns that workers are sent."""
    return ["id", *(field.name for field in fields)]
