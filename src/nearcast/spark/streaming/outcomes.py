"""What becomes of messages, as one table: all that a batch comes to is written at once or not.

Each row is of one kind, told by `outcome`, and fills the columns of its kind:

    delivered   message, subscription: one row a delivery
    faulty      place, reason, record: one row a message that cannot be used
    counted     batch, version, and how many messages came to what: one row a task
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pyarrow as pa

DELIVERED, FAULTY, COUNTED = OUTCOMES = ("delivered", "faulty", "counted")

TEXTS = ("message", "subscription", "place", "reason", "record", "version")
COUNTS = ("messages", "matched", "unmatched", "faulty", "deliveries")
SCHEMA = pa.schema(
    [
        pa.field("outcome", pa.string()),
        *(pa.field(name, pa.string()) for name in TEXTS),
        pa.field("batch", pa.int64()),
        *(pa.field(name, pa.int64()) for name in COUNTS),
    ]
)
DDL = ", ".join(
    f"{field.name} {'string' if pa.types.is_string(field.type) else 'long'}" for field in SCHEMA
)


class Faulty(NamedTuple):
    """A message that cannot be used.

    place
        Where it is: `file#row`, `topic-partition-offset`, or a file that is damaged as a whole.
    reason
        What is wrong with it.
    record
        The message itself, where it may be gone from its place one day.
    """

    place: str
    reason: str
    record: str | None = None


@dataclass(slots=True)
class Counts:
    """How many messages there were and what became of them; each is one of the next three."""

    messages: int = 0
    matched: int = 0
    unmatched: int = 0
    faulty: int = 0
    deliveries: int = 0


def delivered_rows(messages: pa.Array, subscriptions: pa.Array) -> pa.RecordBatch:
    """Return deliveries as rows, by the ids on both sides."""
    return rows_of(DELIVERED, {"message": messages, "subscription": subscriptions})


def faulty_rows(faulty: Sequence[Faulty]) -> pa.RecordBatch:
    """Return messages that cannot be used as rows."""
    columns = dict(zip(Faulty._fields, zip(*faulty, strict=True), strict=True))
    return rows_of(FAULTY, {name: pa.array(cells, pa.string()) for name, cells in columns.items()})


def counted_row(batch: int, version: str, counts: Counts) -> pa.RecordBatch:
    """Return what a task of a batch came to as a row."""
    numbers = {"batch": batch, **{name: getattr(counts, name) for name in COUNTS}}
    cells = {name: pa.array([number], pa.int64()) for name, number in numbers.items()}
    return rows_of(COUNTED, {"version": pa.array([version]), **cells})


def rows_of(outcome: str, columns: dict[str, pa.Array]) -> pa.RecordBatch:
    """Return rows of one kind; what is not theirs is null."""
    count = len(next(iter(columns.values())))
    known = {"outcome": pa.repeat(outcome, count), **columns}
    return pa.record_batch(
        [
            known[field.name] if field.name in known else pa.nulls(count, field.type)
            for field in SCHEMA
        ],
        SCHEMA,
    )
