"""The demo's data by way of the pipeline on Spark: from a raw file to an index that is mapped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from nearcast.columns import take_subscriptions
from nearcast.columns.exchange import subscriptions_from_exchange
from nearcast.columns.layout import GRID_MIN, FloatArray, Int32Array
from nearcast.demo.places import places
from nearcast.demo.scene import MESSAGES, TERMS, Scene
from nearcast.demo.stream import Stream
from nearcast.space import Earth

if TYPE_CHECKING:
    from nearcast.spark.pipeline.steps import Done

# Shares of the Earth: squares of about 2 to 30 km where most of the places are.
AREA = (1e-8, 1e-6)
SPACE = Earth()


def publish(
    spark: Any,
    folder: Path,
    subscription_count: int,
    seed: int,
    index: str,
    tell: Callable[[Done], None],
) -> Stream:
    """Return a stream over a version that was built in a folder, which has to stay meanwhile.

    Two thirds of the places are ingested and subscriptions drawn from them; what the others say is
    the stream.
    """
    from nearcast.spark.pipeline import Pipeline, described, job_of  # noqa: PLC0415 - brings Spark

    raw = places()
    raw = raw.add_column(0, "id", pa.array(range(raw.num_rows)))
    pq.write_table(raw.slice(MESSAGES), folder / "places.parquet")
    drawn = {"count": subscription_count, "seed": seed, "terms": TERMS, "area": AREA}
    said = {
        "folder": "work",
        "messages": {"source": "places.parquet"},
        "subscriptions": {"generate": drawn},
        "plan": {"name": "hash", "partitions": 1},
        "index": index,
    }
    pipeline = Pipeline(spark, job_of(described(said), folder), tell)
    pipeline.build()
    return opened(folder / "work", raw.slice(0, MESSAGES).combine_chunks())


def opened(work: Path, messages: pa.Table) -> Stream:
    """Return a stream of messages over the one partition of a published version."""
    from nearcast.spark.parts import open_part  # noqa: PLC0415
    from nearcast.spark.published import current_version, read_manifest  # noqa: PLC0415
    from nearcast.spark.vocabulary import read_vocabulary  # noqa: PLC0415

    published = work / "published"
    manifest = read_manifest(published)
    part = open_part(published / current_version(published), manifest.parts[0], manifest.index)
    table = pq.read_table(work / "encoded" / "subscriptions" / "rows").combine_chunks()
    ids, subscriptions = subscriptions_from_exchange(table.to_batches()[0], SPACE.frame)
    # In the order that the index has them.
    subscriptions = take_subscriptions(subscriptions, pc.index_in(part.ids, ids).to_numpy())
    vocabulary = read_vocabulary(work / "vocabulary").vocabulary
    boxes = degrees(subscriptions.boxes)
    return Stream(Scene(SPACE, vocabulary, subscriptions, boxes, messages), part.index)


def degrees(boxes: Int32Array) -> FloatArray:
    """Return boxes on the grid in degrees."""
    frame = SPACE.frame
    steps = np.array([frame.x_step, frame.y_step] * 2)
    cells = (boxes.astype(np.int64) - GRID_MIN) * steps
    return np.asarray(cells + np.array([frame.west, frame.south] * 2), np.float64)
