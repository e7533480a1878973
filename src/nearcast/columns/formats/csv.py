"""CSV with a header: every cell is text first, so that ids keep their zeros and faults their row.

Turning text into numbers is left to the columns, which do it for whole batches and note each cell
that is none. An empty cell is one that is not given. Lists are JSON arrays.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.csv

from nearcast.columns.formats.broken_rows import BrokenRows
from nearcast.columns.formats.damage import reading
from nearcast.columns.formats.quotes import REASON as QUOTE_REASON
from nearcast.columns.formats.quotes import WatchedStream
from nearcast.columns.formats.utf8 import decoded, without
from nearcast.columns.tables.batches import NO_NAMES, Batch, Names, Source, named_columns, renamed
from nearcast.columns.tables.cells import is_list
from nearcast.errors import Fault, UnreadableInput

KIND = "a CSV file"
BLOCK_BYTES = 4 << 20
HEADER_BYTES = 1 << 16


def open_csv(path: Path, wanted: Sequence[str], names: Names = NO_NAMES) -> Source:
    """Return the rows of a CSV file, which may be compressed."""
    columns = header(path)
    theirs = {names.get(name, name) for name in wanted}
    used = [name for name in columns if name in theirs]
    return renamed(Source(columns, batches(path, columns, used)), names)


def header(path: Path) -> tuple[str, ...]:
    """Return the names in the first line that is not blank."""
    with reading(KIND), pa.input_stream(path, compression="detect") as stream:
        head = stream.read(HEADER_BYTES).decode("utf-8-sig", "replace")
    return tuple(next(filter(None, csv.reader(head.splitlines())), ()))


def batches(path: Path, columns: Sequence[str], used: Sequence[str]) -> Iterator[Batch]:
    """Yield the rows with the right number of cells, and the faults of the others."""
    broken, start = BrokenRows(), 0
    held = Batch({}, np.empty(0, np.int64))
    with reading(KIND), pa.input_stream(path, compression="detect") as stream:
        watched = WatchedStream(stream)
        for part in record_batches(watched, columns, used, broken):
            yield decoded(held)
            rows = broken.numbers(start, part.num_rows)
            stop = int(rows[-1]) + 1 if rows.size else start
            held = Batch(named_columns(part), rows, broken.taken(start, stop))
            start = stop
    if held.rows.size and watched.left_open(held.columns[columns[-1]][-1].as_py()):
        fault = Fault(int(held.rows[-1]), columns[-1], QUOTE_REASON)
        held = without(held, {held.rows.size - 1: fault})
    yield decoded(held._replace(faults=[*held.faults, *broken.rest()]))


def record_batches(
    stream: WatchedStream, columns: Sequence[str], used: Sequence[str], broken: BrokenRows
) -> Iterator[pa.RecordBatch]:
    """Yield the columns in use and the last one, all as bytes."""
    included = [*used, *(columns[-1:] if columns[-1] not in used else ())]
    try:
        yield from pyarrow.csv.open_csv(
            stream,
            read_options=pyarrow.csv.ReadOptions(block_size=BLOCK_BYTES, use_threads=False),
            parse_options=pyarrow.csv.ParseOptions(
                newlines_in_values=True, invalid_row_handler=broken.skip
            ),
            convert_options=pyarrow.csv.ConvertOptions(
                include_columns=included,
                column_types=dict.fromkeys(included, pa.binary()),
                strings_can_be_null=True,
                null_values=[""],
            ),
        )
    except pa.ArrowInvalid as error:
        if "straddling" in str(error):
            raise UnreadableInput(
                f"a row is longer than {BLOCK_BYTES >> 20} MiB: is a quote opened, never closed?"
            ) from error
        raise


def write_csv(file: BinaryIO, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
    """Write batches as CSV with a header, lists as JSON arrays."""
    flat = pa.schema([flat_field(field) for field in schema])
    with pyarrow.csv.CSVWriter(file, flat) as writer:
        for batch in batches:
            writer.write_batch(pa.record_batch([flat_column(c) for c in batch.columns], flat))


def flat_field(field: pa.Field) -> pa.Field:
    """Return the field with a type that CSV can hold."""
    return field.with_type(pa.string()) if is_list(field.type) else field


def flat_column(column: pa.Array) -> pa.Array:
    """Return the column, lists as JSON arrays."""
    if not is_list(column.type):
        return column
    lists = column.to_pylist()
    encode = msgspec.json.Encoder().encode
    return pa.array([None if each is None else encode(each).decode() for each in lists])
