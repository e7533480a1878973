"""Encoded columns as Arrow batches and back, losing nothing: the form that crosses to Spark.

Both directions move whole columns; no row is looked at in Python. Places stay numbers on the grid
and terms stay ids, so what was snapped and looked up once is never snapped or looked up again. The
types are those that Spark and Parquet know: lists, not lists of a fixed size. A region without a
circle has an empty list, not null: Spark takes twenty times as long to hand over lists that are
null, as it counts them all anew for each row.

A message is `id`, `west`, `south`, `east`, `north`, `terms` and, where times are known, `at`. A
subscription is `id`, the same four edges, `circle` (its four numbers, if it is one), `polygons`
(its rings, if it is one, x and y by turns) and `clauses` (lists of literals), as in
`columns.layout`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from nearcast.columns.layout import (
    FloatArray,
    Frame,
    Int32Array,
    Int64Array,
    Messages,
    Polygons,
    Ragged,
    Subscriptions,
    frozen,
)
from nearcast.columns.ragged import offsets_of
from nearcast.columns.regions import Regions, shape_numbers, take_regions
from nearcast.columns.slices import regions_in
from nearcast.columns.tables.needs import EDGES
from nearcast.errors import UnreadableInput

LIST = pa.list_(pa.int32())
EDGE_FIELDS = tuple(pa.field(edge, pa.int32(), nullable=False) for edge in EDGES)

MESSAGE_FIELDS = (*EDGE_FIELDS, pa.field("terms", LIST, nullable=False))
AT_FIELD = pa.field("at", pa.float64())
SUBSCRIPTION_FIELDS = (
    *EDGE_FIELDS,
    pa.field("circle", pa.list_(pa.float64()), nullable=False),
    pa.field("polygons", pa.list_(LIST), nullable=False),
    pa.field("clauses", pa.list_(LIST), nullable=False),
)


def messages_to_arrow(
    ids: pa.Array, messages: Messages, at: FloatArray | None = None
) -> pa.RecordBatch:
    """Return messages as a batch; NaN in `at` means that the time is not known."""
    columns = [*edges_to_arrow(messages.boxes), ragged_to_arrow(messages.terms)]
    fields = MESSAGE_FIELDS
    if at is not None:
        columns.append(pa.array(at, from_pandas=True))
        fields = (*fields, AT_FIELD)
    return batch_of(ids, columns, fields)


def messages_from_exchange(batch: pa.RecordBatch, frame: Frame) -> tuple[pa.Array, Messages]:
    """Return the ids and the messages of a batch that were snapped to this frame."""
    check_columns(batch, MESSAGE_FIELDS)
    return batch.column("id"), Messages(frame, boxes_in(batch), ragged_in(batch.column("terms")))


def subscriptions_to_arrow(ids: pa.Array, subscriptions: Subscriptions) -> pa.RecordBatch:
    """Return subscriptions as a batch."""
    clauses = lists_to_arrow(subscriptions.clauses, ragged_to_arrow(subscriptions.literals))
    return batch_of(ids, [*regions_to_arrow(subscriptions), clauses], SUBSCRIPTION_FIELDS)


def subscriptions_from_exchange(
    batch: pa.RecordBatch, frame: Frame
) -> tuple[pa.Array, Subscriptions]:
    """Return the ids and the subscriptions of a batch that were snapped to this frame."""
    check_columns(batch, SUBSCRIPTION_FIELDS)
    clauses = batch.column("clauses")
    return batch.column("id"), Subscriptions(
        frame,
        *regions_from_exchange(batch),
        offsets_in(clauses),
        ragged_in(clauses.flatten()),
    )


def regions_from_exchange(batch: pa.RecordBatch) -> Regions:
    """Return where the subscriptions of a batch are."""
    circles, polygons = batch.column("circle"), batch.column("polygons")
    rings, ring_counts = polygons.flatten(), np.diff(offsets_in(polygons))
    return Regions(
        boxes_in(batch),
        shape_numbers(np.diff(offsets_in(circles)) > 0, ring_counts > 0),
        frozen(values_in(circles.flatten(), np.float64).reshape(-1, 4), np.float64),
        Polygons(
            offsets_of(ring_counts[ring_counts > 0]),
            frozen(offsets_in(rings) // 2, np.int64),
            frozen(values_in(rings.flatten(), np.int32).reshape(-1, 2), np.int32),
        ),
    )


def regions_to_arrow(subscriptions: Subscriptions) -> list[pa.Array]:
    """Return where subscriptions are: four edges, `circle` and `polygons`."""
    regions = regions_in(subscriptions)
    if regions.shapes.any():
        # In the order of their rows, each shape once for each row that has it.
        regions = take_regions(regions, np.arange(regions.shapes.size))
    return [*edges_to_arrow(regions.boxes), circles_to_arrow(regions), polygons_to_arrow(regions)]


def circles_to_arrow(regions: Regions) -> pa.Array:
    """Return the four numbers of each circle, none for what is no circle."""
    offsets = offsets_of(4 * (regions.shapes > 0))
    return lists_to_arrow(offsets, pa.array(regions.circles.reshape(-1)))


def polygons_to_arrow(regions: Regions) -> pa.Array:
    """Return the rings of each polygon, none for what is no polygon."""
    polygons, is_polygon = regions.polygons, regions.shapes < 0
    ring_counts = np.zeros(is_polygon.size, np.int64)
    ring_counts[is_polygon] = np.diff(polygons.ring_offsets)
    numbers = pa.array(polygons.vertices.reshape(-1))
    rings = lists_to_arrow(2 * polygons.vertex_offsets, numbers)
    return lists_to_arrow(offsets_of(ring_counts), rings)


def edges_to_arrow(boxes: Int32Array) -> list[pa.Array]:
    """Return the four edges of boxes."""
    return [pa.array(np.ascontiguousarray(edge)) for edge in boxes.T]


def ragged_to_arrow(ragged: Ragged) -> pa.Array:
    """Return rows of unequal length as lists."""
    return lists_to_arrow(ragged.offsets, pa.array(ragged.values))


def lists_to_arrow(
    offsets: Int64Array, values: pa.Array, missing: NDArray[np.bool_] | None = None
) -> pa.Array:
    """Return values as lists; those that are missing are null."""
    start = int(offsets[0])  # of a slice, whose values before it are somebody else's
    mask = None if missing is None else pa.array(missing)
    places = pa.array(offsets - start).cast(pa.int32())
    return pa.ListArray.from_arrays(places, values.slice(start), mask=mask)


def batch_of(
    ids: pa.Array, columns: list[pa.Array], fields: tuple[pa.Field, ...]
) -> pa.RecordBatch:
    """Return the ids and the columns beside them."""
    return pa.record_batch([ids, *columns], pa.schema([pa.field("id", ids.type), *fields]))


def check_columns(batch: pa.RecordBatch, fields: tuple[pa.Field, ...]) -> None:
    """Refuse a batch that lacks a column: it was not encoded, or not for this."""
    names = ("id", *(field.name for field in fields))
    lacking = [name for name in names if name not in batch.schema.names]
    if lacking:
        raise UnreadableInput(
            f"there is no column {', '.join(lacking)}; encoded rows have {', '.join(names)}, "
            f"and these have {', '.join(batch.schema.names) or 'none'}"
        )


def boxes_in(batch: pa.RecordBatch) -> Int32Array:
    """Return the boxes of a batch."""
    boxes = np.empty((batch.num_rows, len(EDGES)), np.int32)
    for number, edge in enumerate(EDGES):
        boxes[:, number] = values_in(batch.column(edge), np.int32)
    return frozen(boxes, np.int32)


def ragged_in(lists: pa.Array) -> Ragged:
    """Return lists of numbers as rows of unequal length."""
    return Ragged(offsets_in(lists), frozen(values_in(lists.flatten(), np.int32), np.int32))


def offsets_in(lists: pa.Array) -> Int64Array:
    """Return where each list begins among the values of all; one that is null has none."""
    lengths = pc.fill_null(pc.list_value_length(lists), 0)
    return offsets_of(values_in(lengths, np.int64))


def values_in(column: pa.Array, dtype: type[np.generic]) -> NDArray[Any]:
    """Return a column of numbers, none of which may be null, as an array."""
    if column.null_count:
        raise UnreadableInput("a number is missing in encoded rows; encode them anew")
    return np.asarray(column.to_numpy(zero_copy_only=False), dtype)
