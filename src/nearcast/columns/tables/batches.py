"""An input as batches of named Arrow columns, each row with its number in the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from nearcast.columns.layout import Int64Array
from nearcast.columns.tables.needs import KNOWN
from nearcast.errors import Fault, UnreadableInput

BATCH_ROWS = 262_144

# What our names for columns are in an input, where they differ.
Names = Mapping[str, str]
NO_NAMES: Names = MappingProxyType({})


class Batch(NamedTuple):
    """Consecutive rows of an input: those that could be read, and the faults of those that not."""

    columns: Mapping[str, pa.Array]
    rows: Int64Array
    faults: Sequence[Fault] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """An input to be read once: the names of all its columns, and its batches."""

    columns: tuple[str, ...]
    batches: Iterator[Batch]

    def __post_init__(self) -> None:
        twice = sorted({name for name in self.columns if self.columns.count(name) > 1} & KNOWN)
        if twice:
            raise UnreadableInput(f"there are several columns called {', '.join(twice)}")


def renamed(source: Source, names: Names) -> Source:
    """Return a source under our names; a column that merely bears the name of another is left out.

    >>> renamed(Source(("text", "note"), iter(())), {"text": "note"}).columns
    ('text',)
    """
    if not names:
        return source
    ours = {column: column for column in source.columns if column not in names}
    ours |= {column: name for name, column in names.items() if column in source.columns}

    def renamed_batch(batch: Batch) -> Batch:
        columns = {ours[name]: cells for name, cells in batch.columns.items() if name in ours}
        return batch._replace(columns=columns)

    return Source(tuple(ours.values()), map(renamed_batch, source.batches))


def source_from_arrow(data: Any) -> Source:
    """Return the rows of a table, a batch, a reader: anything with Arrow's C stream or array."""
    if hasattr(data, "__arrow_c_stream__"):
        reader = pa.RecordBatchReader.from_stream(data)
        return Source(tuple(reader.schema.names), batches_of(reader))
    if hasattr(data, "__arrow_c_array__"):
        batch = pa.record_batch(data)
        return Source(tuple(batch.schema.names), batches_of([batch]))
    raise TypeError(
        f"a {type(data).__name__} is no Arrow data; give a table of pyarrow, polars, pandas 3 or "
        "any other object that has __arrow_c_stream__"
    )


def batches_of(parts: Iterable[pa.RecordBatch]) -> Iterator[Batch]:
    """Yield record batches with numbered rows, none of them larger than `BATCH_ROWS`."""
    start = 0
    for part in parts:
        for offset in range(0, part.num_rows, BATCH_ROWS):
            piece = part.slice(offset, BATCH_ROWS)
            yield Batch(named_columns(piece), np.arange(start, start + piece.num_rows))
            start += piece.num_rows


def named_columns(part: pa.RecordBatch) -> dict[str, pa.Array]:
    """Return the columns by name."""
    return dict(zip(part.schema.names, part.columns, strict=True))
