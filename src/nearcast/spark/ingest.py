"""From raw files to tables: every row becomes a good one or is told with its fault, in one pass."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import LongType, StructField, StructType

from nearcast.columns.tables.messages import check_message_columns
from nearcast.columns.tables.needs import MESSAGE_COLUMNS, SUBSCRIPTION_COLUMNS
from nearcast.columns.tables.reading import naming
from nearcast.columns.tables.subscriptions import check_subscription_columns
from nearcast.errors import OutputExists, UnreadableInput
from nearcast.space import Earth, Space
from nearcast.space.spaces import space_from_name
from nearcast.spark.failures import telling
from nearcast.spark.progress import progress
from nearcast.spark.reading import FAULTS, HEADERS, ROWS, Task, ingest
from nearcast.spark.repeats import without_repeats
from nearcast.spark.schemas import (
    MESSAGE_TABLE,
    SUBSCRIPTION_TABLE,
    TEXT,
    table_schema,
)
from nearcast.spark.sources import Input, Source, open_input
from nearcast.spark.storage import MANIFEST, Storage, draft_of, located
from nearcast.text import DEFAULT_ANALYSER, analyser

FAULT_SCHEMA = "file string, raw string, reason string"
NO_MAPPING: Mapping[str, str] = MappingProxyType({})
EARTH = Earth()


class Ingested(NamedTuple):
    """What an ingest made, or had made before.

    table
        The folder with the good rows, as Parquet.
    rows
        How many these are.
    faults
        How many rows could not be used.
    faults_table
        The folder that tells of each: its `file`, what stood there (`raw`), and the `reason`.
    fresh
        Whether this run made it; not, where the same input had been ingested already.
    """

    table: str
    rows: int
    faults: int
    faults_table: str
    fresh: bool

    @property
    def read(self) -> int:
        """How many rows were read."""
        return self.rows + self.faults


def ingest_messages(
    spark: SparkSession,
    source: Source,
    out: str | os.PathLike[str],
    *,
    mapping: Mapping[str, str] = NO_MAPPING,
    space: Space = EARTH,
    analyser: str = DEFAULT_ANALYSER.name,
    overwrite: bool = False,
) -> Ingested:
    """Ingest messages from files or a DataFrame into a folder.

    Parameters
    ----------
    source
        A path, several, or a DataFrame. A path is a file, a folder or a pattern; its ending tells
        the format: `.parquet` (GeoParquet too), `.csv` with a header, `.ndjson`, `.jsonl` or
        `.json` with an object a line, the texts also with `.gz`.
    out
        The folder to make. It appears whole or not at all.
    mapping
        The column of the input for those of our names that it does not have: `id`; `lon, lat` (`x,
        y`), `west, south, east, north` or `geometry`; `text` or `terms`; `at`.
    space
        What coordinates are snapped to.
    analyser
        The name of the rule by which texts will have words.
    overwrite
        Whether to put this in the place of another output. The same input with the same settings is
        recognised, and its output left as it is.
    """
    kind = "messages"
    return ingested(spark, kind, source, out, mapping, space, analyser, overwrite)


def ingest_subscriptions(
    spark: SparkSession,
    source: Source,
    out: str | os.PathLike[str],
    *,
    mapping: Mapping[str, str] = NO_MAPPING,
    space: Space = EARTH,
    analyser: str = DEFAULT_ANALYSER.name,
    overwrite: bool = False,
) -> Ingested:
    """Ingest subscriptions from files or a DataFrame into a folder; see `ingest_messages`.

    Columns are `id`; `west, south, east, north`, `lon, lat, radius` (`x, y, radius`) or `geometry`,
    or none; and `what` or `terms`. An id may occur once: of several rows with the same one is kept
    and the others are told.
    """
    kind = "subscriptions"
    return ingested(spark, kind, source, out, mapping, space, analyser, overwrite)


def ingested(
    spark: SparkSession,
    kind: str,
    source: Source,
    out: str | os.PathLike[str],
    mapping: Mapping[str, str],
    space: Space,
    rule: str,
    overwrite: bool,
) -> Ingested:
    """Return what is in the folder after the source was ingested into it."""
    place, storage = located(out), Storage(spark)
    wanted = MESSAGE_COLUMNS if kind == "messages" else SUBSCRIPTION_COLUMNS
    check = check_message_columns if kind == "messages" else check_subscription_columns
    name = "the DataFrame" if isinstance(source, DataFrame) else str(source)
    with naming(name), telling():
        opened = open_input(spark, source, wanted, mapping)
        check(tuple(opened.columns))
        task = Task(kind, *opened[1:6], space.name, analyser(rule).name)
        described = description(task, opened)
        found = found_output(storage, place, described, overwrite)
        if found:
            return found
        with progress(spark, f"ingest {kind}"), draft_of(storage, place) as draft:
            counts = write_parts(spark, storage, opened, task, draft)
            if not counts["read"]:
                raise UnreadableInput("there are no rows in it")
            manifest = {**described, "rows": counts[ROWS], "faults": counts[FAULTS]}
            text = msgspec.json.format(msgspec.json.encode(manifest)).decode()
            storage.write(f"{draft}/{MANIFEST}", text)
    return output(place, manifest, fresh=True)


def description(task: Task, opened: Input) -> dict[str, Any]:
    """Return what an output is made of: the same again would be the same output."""
    described = {**msgspec.to_builtins(task), "files": opened.files}
    # As it will be read back: lists for tuples.
    again: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(described))
    return again


def found_output(
    storage: Storage, place: str, described: dict[str, Any], overwrite: bool
) -> Ingested | None:
    """Return the output that is there if it was made of the same; nothing if there is none."""
    if not storage.exists(place):
        return None
    path = f"{place}/{MANIFEST}"
    manifest = msgspec.json.decode(storage.read(path)) if storage.exists(path) else {}
    same = described["files"] and all(manifest.get(key) == described[key] for key in described)
    if same and not overwrite:
        return output(place, manifest, fresh=False)
    if not manifest:
        raise OutputExists(
            f"{place}: something is there that no ingest has made, and it is not written over; "
            "choose another place"
        )
    if not overwrite:
        raise OutputExists(
            f"{place}: there is an output of another input or of other settings; "
            "choose another place, or write over it with overwrite=True"
        )
    return None


def output(place: str, manifest: dict[str, Any], fresh: bool) -> Ingested:
    """Return what a manifest says of the folder it is in."""
    table, faults = f"{place}/{ROWS}", f"{place}/{FAULTS}"
    return Ingested(table, manifest["rows"], manifest["faults"], faults, fresh)


def write_parts(
    spark: SparkSession, storage: Storage, opened: Input, task: Task, draft: str
) -> dict[str, int]:
    """Write the good rows and the faults of an input into a draft, and return how many they are.

    One job writes both, into a folder for each kind of row. That there is a writer for each at a
    time spares Spark sorting the rows by their kind.
    """
    schema = schema_of(task)
    seen = Observation()
    told = opened.frame.observe(seen, F.count(F.lit(1)).alias("read")).mapInArrow(
        partial(ingest, task=task), StructType([StructField("kind", TEXT), *schema])
    )
    parts = f"{draft}/parts"
    told.write.option("maxConcurrentOutputFileWriters", 3).partitionBy("kind").parquet(parts)
    counts = counted(spark, parts, schema)
    read = seen.get["read"] - counts.pop(HEADERS)
    if read != sum(counts.values()):
        raise RuntimeError(f"of {read:,} rows that were read {sum(counts.values()):,} came out")
    settle(spark, storage, draft, schema, task.kind)
    if task.kind == "subscriptions":
        repeats = without_repeats(spark, storage, f"{draft}/{ROWS}", f"{draft}/{FAULTS}")
        counts = {ROWS: counts[ROWS] - repeats, FAULTS: counts[FAULTS] + repeats}
    return {**counts, "read": read}


def schema_of(task: Task) -> StructType:
    """Return the schema of the table that a task makes."""
    columns = MESSAGE_TABLE if task.kind == "messages" else SUBSCRIPTION_TABLE
    id_type = LongType() if task.ids_are_numbers else TEXT
    return table_schema(columns, id_type, space_from_name(task.space), analyser(task.analyser))


def counted(spark: SparkSession, parts: str, schema: StructType) -> dict[str, int]:
    """Return how many rows of each kind were written."""
    written = spark.read.schema(StructType([*schema, StructField("kind", TEXT)])).parquet(parts)
    found = {row["kind"]: row["count"] for row in written.groupBy("kind").count().collect()}
    return {kind: found.get(kind, 0) for kind in (ROWS, FAULTS, HEADERS)}


def settle(
    spark: SparkSession, storage: Storage, draft: str, schema: StructType, kind: str
) -> None:
    """Bring what a job wrote into its final form: good rows stay as they are, faults are few."""
    parts = f"{draft}/parts"
    if storage.exists(f"{parts}/kind={ROWS}"):
        storage.rename(f"{parts}/kind={ROWS}", f"{draft}/{ROWS}")
    else:
        spark.createDataFrame([], schema).write.parquet(f"{draft}/{ROWS}")
    text = "text" if kind == "messages" else "what"
    faults = f"{parts}/kind={FAULTS}"
    told = (
        spark.read.schema(schema).parquet(faults).select(F.from_json(text, FAULT_SCHEMA).alias("f"))
        if storage.exists(faults)
        else spark.createDataFrame([], f"f struct<{FAULT_SCHEMA.replace(' string', ':string')}>")
    )
    told.select("f.*").coalesce(1).write.parquet(f"{draft}/{FAULTS}")
    storage.delete(parts)
