"""Parquet files as lists of row groups: what a worker is told to read, rather than sent.

A row that Spark reads and hands to a worker crosses two borders; a worker that is told which group
of which file to read crosses none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from nearcast.errors import UnreadableInput
from nearcast.spark.published import PathLike

# Of Spark's own: a folder that holds others' drafts and marks.
HIDDEN = ("_", ".")


class RowGroup(NamedTuple):
    """One group of rows of a file."""

    path: str
    number: int
    rows: int


def row_groups(source: PathLike, columns: Sequence[str]) -> list[RowGroup]:
    """Return the row groups of a file or of all files of a folder, which must have these columns.

    Every worker must see the files under the paths given here.
    """
    found = []
    for path in parquet_files(Path(source).absolute()):
        with opened(path) as file:
            lacking = [name for name in columns if name not in file.schema_arrow.names]
            if lacking:
                raise UnreadableInput(
                    f"{path}: there is no column {', '.join(lacking)} among "
                    f"{', '.join(file.schema_arrow.names)}"
                )
            metadata = file.metadata
            for number in range(metadata.num_row_groups):
                rows = metadata.row_group(number).num_rows
                found += [RowGroup(str(path), number, rows)] if rows else []
    return found


def type_of(source: PathLike, column: str) -> pa.DataType:
    """Return the type that a column has in the first of the files."""
    with opened(parquet_files(Path(source).absolute())[0]) as file:
        return file.schema_arrow.field(column).type


def parquet_files(source: Path) -> list[Path]:
    """Return a file, or those in a folder and below it, in order."""
    if source.is_file():
        return [source]
    files = sorted(
        path
        for path in source.rglob("*.parquet")
        if not any(part.startswith(HIDDEN) for part in path.relative_to(source).parts)
    )
    if not files:
        raise UnreadableInput(f"{source}: there is no Parquet file here")
    return files


def dealt(groups: Sequence[RowGroup], shares: int) -> list[list[RowGroup]]:
    """Return so many shares of about as many rows each, the largest group dealt first; none empty.

    >>> [[group.number for group in share] for share in dealt(
    ...     [RowGroup("f", 0, 5), RowGroup("f", 1, 9), RowGroup("f", 2, 3)], 2)]
    [[1], [0, 2]]
    """
    dealt_out: list[list[RowGroup]] = [[] for _ in range(min(shares, len(groups)))]
    rows = [0] * len(dealt_out)
    for group in sorted(groups, key=lambda group: -group.rows):
        least = rows.index(min(rows))
        dealt_out[least].append(group)
        rows[least] += group.rows
    return dealt_out


def read(groups: Sequence[RowGroup], columns: Sequence[str], rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the rows of some groups, so many at a time."""
    for group in groups:
        with opened(Path(group.path)) as file:
            yield from file.iter_batches(
                rows, row_groups=[group.number], columns=list(columns), use_threads=False
            )


@contextmanager
def opened(path: Path) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file; one that is damaged is named."""
    try:
        with pq.ParquetFile(os.fspath(path)) as file:
            yield file
    except (pa.ArrowInvalid, OSError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise UnreadableInput(f"{path}: it cannot be read as Parquet: {error}") from error
