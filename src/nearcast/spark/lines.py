"""Lines of text as rows: CSV and NDJSON, where each line is a row and harms no other.

Spark finds the lines, in files of any size and on any storage; what they hold is read by the very
code that reads files without Spark. A record of CSV that goes on after a line end is two broken
lines here, and both are told: files are read from many places at once.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import BytesIO

import numpy as np
import pyarrow as pa
import pyarrow.csv

from nearcast.columns.formats.broken_rows import BrokenRows
from nearcast.columns.formats.ndjson import BYTE_ORDER_MARK, Lines
from nearcast.columns.formats.quotes import WatchedStream
from nearcast.columns.formats.utf8 import decoded
from nearcast.columns.tables.batches import Batch, named_columns
from nearcast.errors import Fault

QUOTE = (
    "a quote is opened and not closed on its line; a record must be one line here: "
    "write records of several lines as NDJSON or Parquet"
)


def header_of(line: bytes) -> tuple[str, ...]:
    """Return the names in the first line of a CSV file.

    >>> header_of(b'id,"lon",lat')
    ('id', 'lon', 'lat')
    """
    text = line.removeprefix(BYTE_ORDER_MARK).decode(errors="replace")
    return tuple(next(csv.reader([text]), ()))


def csv_batch(lines: Sequence[bytes], header: Sequence[str], used: Sequence[str]) -> Batch:
    """Return lines of CSV, numbered from 0, as columns of text."""
    return decoded(sound_batch(lines, header, used))


def sound_batch(lines: Sequence[bytes], header: Sequence[str], used: Sequence[str]) -> Batch:
    """Return lines of CSV as columns of bytes; where quotes are left open, the others of them.

    Such a quote swallows the lines that follow, so that there are fewer rows than lines. Halves are
    then read for themselves, until it stands alone.
    """
    batch = whole_batch(lines, header, used)
    if batch is not None:
        return batch
    if len(lines) == 1:
        columns = {name: pa.array([], pa.binary()) for name in used}
        return Batch(columns, np.empty(0, np.int64), [Fault(0, "the line", QUOTE)])
    half = len(lines) // 2
    first = sound_batch(lines[:half], header, used)
    second = sound_batch(lines[half:], header, used)
    columns = {name: pa.concat_arrays([first.columns[name], second.columns[name]]) for name in used}
    moved = [Fault(fault.row + half, fault.column, fault.reason) for fault in second.faults]
    return Batch(columns, np.append(first.rows, second.rows + half), [*first.faults, *moved])


def whole_batch(lines: Sequence[bytes], header: Sequence[str], used: Sequence[str]) -> Batch | None:
    """Return lines of CSV as columns of bytes, or nothing where not every line is a row."""
    broken = BrokenRows()
    included = [*used, *(header[-1:] if header[-1] not in used else ())]
    text = b"\n".join([names_line(header), *lines, b""])
    stream = WatchedStream(pa.input_stream(BytesIO(text)))
    try:
        part = pyarrow.csv.read_csv(
            stream,
            read_options=pyarrow.csv.ReadOptions(block_size=len(text), use_threads=False),
            parse_options=pyarrow.csv.ParseOptions(
                newlines_in_values=True, invalid_row_handler=broken.skip
            ),
            convert_options=pyarrow.csv.ConvertOptions(
                include_columns=included,
                column_types=dict.fromkeys(included, pa.binary()),
                strings_can_be_null=True,
                null_values=[""],
            ),
        ).combine_chunks()
    except pa.ArrowInvalid:
        return None
    rows, faults = broken.numbers(0, part.num_rows), broken.rest()
    last = part[header[-1]][-1].as_py() if part.num_rows else None
    if part.num_rows + len(faults) < len(lines) or stream.left_open(last):
        return None
    whole = part.select(used).to_batches() or [
        pa.RecordBatch.from_pylist([], part.select(used).schema)
    ]
    return Batch(named_columns(whole[0]), rows, faults)


def names_line(header: Sequence[str]) -> bytes:
    """Return a header as a line of CSV."""
    return ",".join('"' + name.replace('"', '""') + '"' for name in header).encode()


def ndjson_batch(lines: Sequence[bytes], reader: Lines) -> Batch:
    """Return lines of NDJSON, numbered from 0, as columns."""
    return reader.batch(b"\n".join(lines), 0)
