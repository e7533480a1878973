"""Reading an input batch by batch: good rows become columns, the faults of the others are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa

from nearcast.columns.layout import Int64Array
from nearcast.columns.tables.batches import Batch, Source
from nearcast.columns.tables.cells import ids
from nearcast.columns.tables.faults import BoolArray, RowFaults
from nearcast.columns.tables.groups import Columns
from nearcast.columns.tables.results import OnError
from nearcast.errors import Fault, FaultyRows, UnreadableInput

C = TypeVar("C")
Progress = Callable[[int], None]


class Part(NamedTuple, Generic[C]):
    """Good rows: their ids, their columns and their numbers in the input."""

    ids: pa.Array
    columns: C
    rows: Int64Array


class Kind(NamedTuple, Generic[C]):
    """What rows become, and how such columns are picked from and joined."""

    build: Callable[[Columns, RowFaults], C]
    take: Callable[[C, Int64Array], C]
    concatenate: Callable[[list[C]], C]


class Reading(NamedTuple, Generic[C]):
    """All good rows of an input, and the faults of the others."""

    part: Part[C]
    faults: list[Fault]
    row_count: int


def read_batches(source: Source, kind: Kind[C], progress: Progress | None) -> Reading[C]:
    """Return what all batches hold, telling after each how many rows were seen."""
    parts: list[Part[C]] = []
    found: list[Fault] = []
    row_count = 0
    for batch in source.batches:
        faults = RowFaults(len(batch.rows))
        if len(batch.rows):
            part = Part(id_column(batch, faults), kind.build(batch.columns, faults), batch.rows)
            parts.append(good_rows(part, faults.bad, kind))
        found += [*batch.faults, *faults.numbered(batch.rows)]
        row_count += len(batch.rows) + len({fault.row for fault in batch.faults})
        if progress:
            progress(row_count)
    return Reading(joined(parts, kind), found, row_count)


def joined(parts: list[Part[C]], kind: Kind[C]) -> Part[C]:
    """Return the rows of all parts as one; of no part, no rows."""
    if not parts:
        rows = np.empty(0, np.int64)
        return Part(pa.array(rows), kind.build({}, RowFaults(0)), rows)
    return Part(
        pa.concat_arrays([part.ids for part in parts]),
        kind.concatenate([part.columns for part in parts]),
        np.concatenate([part.rows for part in parts]),
    )


def id_column(batch: Batch, faults: RowFaults) -> pa.Array:
    """Return the ids of a batch; the numbers of its rows where the input has none."""
    if "id" not in batch.columns:
        return pa.array(batch.rows)
    return ids(batch.columns["id"], "id", faults)


def good_rows(part: Part[C], bad: BoolArray, kind: Kind[C]) -> Part[C]:
    """Return the rows that are not marked as bad."""
    if not bad.any():
        return part
    rows = np.flatnonzero(~bad)
    return Part(part.ids.take(pa.array(rows)), kind.take(part.columns, rows), part.rows[rows])


def settle(name: str, faults: list[Fault], row_count: int, on_error: OnError) -> tuple[Fault, ...]:
    """Return all faults in the order of their rows, or raise them where they shall stop us."""
    ordered = tuple(sorted(faults, key=lambda fault: fault.row))
    if ordered and on_error == "stop":
        raise FaultyRows(name, ordered, row_count)
    return ordered


def check_choice(on_error: str) -> None:
    """Raise unless this says what to do with faulty rows."""
    if on_error not in ("stop", "skip"):
        raise ValueError(f"on_error is {on_error!r}; it is 'stop' or 'skip'")


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Put the name of the input before what is wrong with it as a whole."""
    try:
        yield
    except UnreadableInput as error:
        raise UnreadableInput(f"{name}: {error}") from error.__cause__
