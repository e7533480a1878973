"""Encoded columns as tables of Spark, which say what space they are of as those of users do."""

from __future__ import annotations

import pyarrow as pa

from nearcast.columns.exchange import messages_to_arrow, subscriptions_to_arrow
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.space import Space
from nearcast.spark.schemas import SPACE


def subscription_frame(spark, subscriptions: Subscriptions, ids: pa.Array, space: Space):
    return framed(spark, subscriptions_to_arrow(ids, subscriptions), space)


def message_frame(spark, messages: Messages, ids: pa.Array, space: Space):
    return framed(spark, messages_to_arrow(ids, messages), space)


def framed(spark, batch: pa.RecordBatch, space: Space):
    table = spark.createDataFrame(pa.Table.from_batches([batch]))
    return table.withMetadata("west", {SPACE: space.name})
