"""Bytes as text, row by row where some are no UTF-8."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.tables.batches import Batch
from nearcast.errors import Fault


def decoded(batch: Batch) -> Batch:
    """Return a batch whose columns of bytes are text; rows that are no UTF-8 become faults."""
    try:
        return as_text(batch)
    except pa.ArrowInvalid:
        faults: dict[int, Fault] = {}
        for name, column in batch.columns.items():
            for place, cell in enumerate(column.to_pylist()):
                if cell is not None and not is_utf8(cell):
                    faults[place] = Fault(int(batch.rows[place]), name, "is not text in UTF-8")
        return as_text(without(batch, faults))


def as_text(batch: Batch) -> Batch:
    """Return a batch with its columns of bytes as text, if all of them are."""
    columns = {name: pc.cast(column, pa.large_string()) for name, column in batch.columns.items()}
    return batch._replace(columns=columns)


def is_utf8(cell: bytes) -> bool:
    """Tell whether bytes are text."""
    try:
        cell.decode()
    except UnicodeDecodeError:
        return False
    return True


def without(batch: Batch, faults: dict[int, Fault]) -> Batch:
    """Return a batch without the rows at these places, which are at fault."""
    keep = np.setdiff1d(np.arange(batch.rows.size), list(faults))
    columns = {name: column.take(pa.array(keep)) for name, column in batch.columns.items()}
    return Batch(columns, batch.rows[keep], [*batch.faults, *faults.values()])
