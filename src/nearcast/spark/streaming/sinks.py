"""Where a stream puts what became of messages: one write a batch, whatever the sink."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearcast.spark.streaming.ends import Folder, Sink, Topic
from nearcast.spark.streaming.outcomes import COUNTED, COUNTS, DELIVERED
from nearcast.spark.streaming.sources import check_connector
from nearcast.spark.streaming.totals import OBSERVED

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.streaming.readwriter import DataStreamWriter


def observed(outcomes: DataFrame) -> DataFrame:
    """Return outcomes that are counted on their way."""
    from pyspark.sql import functions as f  # noqa: PLC0415

    return outcomes.observe(
        OBSERVED, f.max("version").alias("version"), *(f.sum(name).alias(name) for name in COUNTS)
    )


def written(outcomes: DataFrame, sink: Sink) -> DataStreamWriter:
    """Return what writes outcomes into a sink.

    To files goes everything, in folders by outcome. Elsewhere nobody asks for counts.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415

    if isinstance(sink, Folder):
        files = outcomes.writeStream.format("parquet").option("path", sink.home)
        return files.partitionBy("outcome")
    told = outcomes.where(f.col("outcome") != COUNTED)
    if isinstance(sink, Topic):
        check_connector(outcomes.sparkSession)
        return records(told, sink).writeStream.format("kafka").options(**sink.settings)
    shown = told.select("outcome", "message", "subscription", "place", "reason")
    console = shown.writeStream.format("console").option("truncate", False)
    return console.option("numRows", sink.rows)


def records(outcomes: DataFrame, topic: Topic) -> DataFrame:
    """Return outcomes as records of Kafka.

    A batch that is done again writes the same keys again: by them a reader knows what it has had.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415

    delivered = f.col("outcome") == DELIVERED
    delivery = f.to_json(f.struct("message", "subscription"))
    faulty = f.to_json(f.struct("place", "reason", "record"))
    return outcomes.select(
        f.when(delivered, topic.name).otherwise(topic.faulty).alias("topic"),
        f.when(delivered, delivery_id()).otherwise(f.col("place")).alias("key"),
        f.when(delivered, delivery).otherwise(faulty).alias("value"),
    )


def delivery_id() -> Column:
    """Return `MESSAGE/SUBSCRIPTION`; ~ and / in the message are ~0 and ~1, so no two are alike."""
    from pyspark.sql import functions as f  # noqa: PLC0415

    message = f.replace(f.col("message"), f.lit("~"), f.lit("~0"))
    message = f.replace(message, f.lit("/"), f.lit("~1"))
    return f.concat(message, f.lit("/"), f.col("subscription"))
