"""Subscriptions whose id another one has: one of them is kept, the others are told as faults."""

from __future__ import annotations

from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as F

from nearcast.spark.storage import Storage


def without_repeats(spark: SparkSession, storage: Storage, table: str, faults: str) -> int:
    """Take the rows out of a table whose id another one has; return how many these were.

    Ids are looked through once; only where there are repeats is the table written again. Rows have
    no order here: the same one is kept every time, the least by all that it holds.
    """
    rows = spark.read.parquet(table)
    twice = rows.groupBy("id").count().where("count > 1").select("id").localCheckpoint()
    if twice.isEmpty():
        return 0
    same_id = Window.partitionBy("id").orderBy(*(c for c in rows.columns if c != "id"))
    ranked = (
        rows.join(F.broadcast(twice), "id")
        .withColumn("rank", F.row_number().over(same_id))
        .localCheckpoint()
    )
    kept = ranked.where("rank = 1").drop("rank").select(rows.columns)
    others = rows.join(F.broadcast(twice), "id", "left_anti")
    others.unionByName(kept).write.parquet(f"{table}.kept")
    repeats = ranked.where("rank > 1")
    told = repeats.select(
        F.lit(None).cast("string").alias("file"),
        F.to_json(F.struct(*rows.columns)).alias("raw"),
        F.format_string("id: %s is the id of another row", "id").alias("reason"),
    )
    told.coalesce(1).write.mode("append").parquet(faults)
    storage.delete(table)
    storage.rename(f"{table}.kept", table)
    return repeats.count()
