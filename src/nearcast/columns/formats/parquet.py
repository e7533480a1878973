"""Parquet: the fast way in and out; types are kept, and only the columns in use are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from nearcast.columns.formats.damage import reading
from nearcast.columns.tables.batches import BATCH_ROWS, NO_NAMES, Names, Source, batches_of, renamed
from nearcast.errors import UnreadableInput

KIND = "a whole Parquet file"


def open_parquet(path: Path, wanted: Sequence[str], names: Names = NO_NAMES) -> Source:
    """Return the rows of a Parquet file."""
    with reading(KIND), pq.ParquetFile(path) as file:
        metadata = file.metadata
        columns = tuple(file.schema_arrow.names)
    theirs = {names.get(name, name) for name in wanted}
    used = [name for name in columns if name in theirs]
    return renamed(Source(columns, batches_of(record_batches(path, metadata, used))), names)


def record_batches(
    path: Path, metadata: pq.FileMetaData, used: list[str]
) -> Iterator[pa.RecordBatch]:
    """Yield the columns in use, batch by batch."""
    with (
        reading(KIND),
        pq.ParquetFile(path, metadata=metadata, read_dictionary=term_leaves(metadata)) as file,
    ):
        for group in range(metadata.num_row_groups):
            yield from group_batches(file, group, used)


def group_batches(file: pq.ParquetFile, group: int, used: list[str]) -> Iterator[pa.RecordBatch]:
    """Yield one group of rows; it has a dictionary of its own, and a batch can hold but one."""
    row_count = 0
    for batch in file.iter_batches(BATCH_ROWS, row_groups=[group], columns=used):
        row_count += batch.num_rows
        yield batch
    # pyarrow 26 loses a list that is alone in its group and spans pages, and does not say so.
    expected = file.metadata.row_group(group).num_rows
    if row_count != expected:
        raise UnreadableInput(
            f"of {expected:,} rows in group {group} of this Parquet file {row_count:,} can be "
            "read; write it with larger groups of rows or larger pages"
        )


def term_leaves(metadata: pq.FileMetaData) -> list[str]:
    """Return what to leave encoded by a dictionary: the same terms occur time and again."""
    leaves = (metadata.schema.column(number) for number in range(metadata.num_columns))
    return [
        leaf.path
        for leaf in leaves
        if leaf.path.startswith("terms.") and leaf.physical_type == "BYTE_ARRAY"
    ]


def write_parquet(file: BinaryIO, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
    """Write batches as one Parquet file."""
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(batch)
