"""Records of Kafka as messages: JSON objects, each judged by itself.

A trigger cuts batches anywhere, so what becomes of a record must not depend on its neighbours: ids
may be numbers here and text there, and what a record lacks is missing in it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.formats.ndjson import Lines
from nearcast.columns.layout import Int64Array
from nearcast.columns.tables.batches import Source
from nearcast.columns.tables.needs import MESSAGE_COLUMNS, PLACE_WAYS, TEXT_WAYS, Way
from nearcast.spark.streaming.reading import Language, Read, read_source

NULL = pa.scalar(b"null", pa.binary())
BLANK = r"^\s*$"


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a batch: where each is, and what it says."""

    positions: pa.Array
    values: pa.Array

    def places(self, rows: Int64Array) -> pa.Array:
        """Return topic, partition and offset of records."""
        return self.positions.take(pa.array(rows))

    def record(self, row: int) -> str | None:
        """Return a record as text: Kafka keeps it for some days only."""
        value = self.values[row].as_py()
        return None if value is None else value.decode(errors="replace")


def read_records(batch: pa.RecordBatch, language: Language) -> Iterator[Read]:
    """Yield the messages in records: the columns value, topic, partition and offset."""
    if not batch.num_rows:
        return
    origin = Records(positions_of(batch), batch.column("value"))
    found = Lines(MESSAGE_COLUMNS, object, language.names).batch(one_a_line(origin.values), 0)
    ids = pc.coalesce(found.columns["id"], origin.places(found.rows))
    columns = with_needed({**found.columns, "id": ids}, len(found.rows))
    source = Source(tuple(columns), iter([found._replace(columns=columns)]))
    yield read_source(source, language, origin)


def positions_of(batch: pa.RecordBatch) -> pa.Array:
    """Return where in Kafka each record is."""
    names = ("topic", "partition", "offset")
    return pc.binary_join_element_wise(
        *(pc.cast(batch.column(name), pa.string()) for name in names), "-"
    )


def one_a_line(values: pa.Array) -> bytes:
    """Return records as lines of NDJSON, as many as there are records.

    Within JSON a line break can only be space. What is blank, or no record at all but the mark of a
    deleted one, becomes null, which is no message either and is told so.
    """
    flat = pc.replace_substring(values, b"\n", b" ")
    given = pc.if_else(pc.match_substring_regex(flat, BLANK), NULL, flat)
    lines = pa.ListArray.from_arrays([0, len(values)], pc.fill_null(given, NULL))
    joined: bytes = pc.binary_join(lines, b"\n")[0].as_py()
    return joined


def with_needed(columns: Mapping[str, pa.Array], count: int) -> dict[str, pa.Array]:
    """Return columns with empty ones for what every message needs and none of these has."""
    needed = [*first_unless_one(PLACE_WAYS, columns), *first_unless_one(TEXT_WAYS, columns)]
    return {**{name: pa.nulls(count) for name in needed}, **columns}


def first_unless_one(ways: Sequence[Way], columns: Mapping[str, pa.Array]) -> Way:
    """Return the first of several ways to give something, unless one of them is there."""
    return () if any(set(way) <= set(columns) for way in ways) else ways[0]
