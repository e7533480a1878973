"""Workloads drawn by Spark from any ingested messages, of millions and more.

Everything is drawn from a pool, a sample of the messages that goes to every worker. What comes out
is a table like an ingested one, and depends on nothing but the messages, the recipe and the seed.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import DataType, LongType

from nearcast.columns.tables.needs import EDGES
from nearcast.errors import InvalidWorkload
from nearcast.spark.drawing import (
    BLOCK_ROWS,
    Draw,
    MessageRecipe,
    Pool,
    SubscriptionRecipe,
    draw_blocks,
)
from nearcast.spark.drawing import messages as draw_messages
from nearcast.spark.drawing import subscriptions as draw_subscriptions
from nearcast.spark.schemas import (
    MESSAGE_TABLE,
    SUBSCRIPTION_TABLE,
    analyser_of,
    space_of,
    table_schema,
)
from nearcast.workloads.real import words_of

POOL_ROWS = 1 << 18


def generate_subscriptions(
    messages: DataFrame,
    count: int,
    seed: int = 0,
    recipe: SubscriptionRecipe | None = None,
    *,
    pool_rows: int = POOL_ROWS,
) -> DataFrame:
    """Return subscriptions drawn from ingested messages, as an ingested table.

    Each lies around the place of a message and wants some of its words; ids count from 0. Nobody
    wrote their expressions, so `what` is null, and what they ask for is in `required` and
    `forbidden`.

    Parameters
    ----------
    recipe
        What they are like; by default 1 to 5 words, and regions of 0.01 to 1 % of the space.
    pool_rows
        How many messages are drawn from at most.
    """
    chosen = recipe or SubscriptionRecipe()
    return drawn(messages, count, seed, chosen, draw_subscriptions, SUBSCRIPTION_TABLE, pool_rows)


def generate_messages(
    messages: DataFrame,
    count: int,
    seed: int = 0,
    recipe: MessageRecipe | None = None,
    *,
    pool_rows: int = POOL_ROWS,
) -> DataFrame:
    """Return messages drawn from ingested ones, as an ingested table; see `MessageRecipe`."""
    chosen = recipe or MessageRecipe()
    return drawn(messages, count, seed, chosen, draw_messages, MESSAGE_TABLE, pool_rows)


def drawn(
    messages: DataFrame,
    count: int,
    seed: int,
    recipe: Any,
    draw: Draw,
    columns: dict[str, DataType],
    pool_rows: int,
) -> DataFrame:
    """Return so many rows drawn from messages."""
    if count < 0:
        raise InvalidWorkload(f"{count} rows cannot be drawn; a count is 0 or more")
    spark = messages.sparkSession
    shared = spark.sparkContext.broadcast(pool_of(messages, pool_rows))
    work = partial(draw_blocks, pool=shared, recipe=recipe, seed=seed, count=count, draw=draw)
    blocks = spark.range(0, -(-count // BLOCK_ROWS))
    schema = table_schema(columns, LongType(), space_of(messages), analyser_of(messages))
    return blocks.mapInArrow(work, schema)


def pool_of(messages: DataFrame, rows: int) -> Pool:
    """Return messages to draw from: the same ones however the table is cut into parts."""
    order = F.xxhash64("id", *EDGES, "text")
    some = messages.where("text is not null").orderBy(order, "text").limit(rows)
    table = some.select(*EDGES, "text").toArrow()
    texts = words_of(table["text"].to_pylist(), analyser_of(messages))
    if not texts.words:
        raise InvalidWorkload("there are no messages with words to draw from")
    boxes = np.stack([table[edge].to_numpy() for edge in EDGES], axis=1).astype(np.int64)
    # A place on the antimeridian has its west there, and its east at the other edge of the map.
    across = boxes[:, 0] > boxes[:, 2]
    boxes[across, 2] = boxes[across, 0]
    wordy = np.diff(texts.terms.offsets) > 0
    places = (boxes[:, :2] + boxes[:, 2:])[wordy] // 2
    offsets = np.append(texts.terms.offsets[:-1][wordy], texts.terms.offsets[-1])
    return Pool(places, texts.terms._replace(offsets=offsets), pa.array(texts.words, pa.string()))
