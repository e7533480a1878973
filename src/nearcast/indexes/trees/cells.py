"""How frequent terms are in each cell of a grid: a table a cell."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import Int64Array, Ragged
from nearcast.kernels.jit import leaf
from nearcast.kernels.pools import NOWHERE
from nearcast.kernels.tables import Tables, find, put


@leaf
def count_in_cells(tables: Tables, cells: Int64Array, terms: Ragged, done: int) -> int:
    """Count the terms of entries, the first `done` left out; return how many there was room for."""
    for entry in range(cells.size):
        for at in range(max(done, terms.offsets[entry]), terms.offsets[entry + 1]):
            slot = find(tables, cells[entry], terms.values[at])
            if slot != NOWHERE:
                tables.pool.values[slot + 1] += 1
            elif not put(tables, cells[entry], terms.values[at], 1):
                return at
    return terms.values.size


@leaf
def look_up(tables: Tables, cells: Int64Array, terms: Ragged, counts: Int64Array) -> None:
    """Write how often each term of each entry was counted in the entry's cell."""
    for entry in range(cells.size):
        for at in range(terms.offsets[entry], terms.offsets[entry + 1]):
            slot = find(tables, cells[entry], terms.values[at])
            counts[at] = tables.pool.values[slot + 1]


def counts_of(tables: Tables, cells: Int64Array, terms: Ragged) -> Int64Array:
    """Return how often each term of each entry was counted in the entry's cell."""
    counts = np.empty(terms.values.size, np.int64)
    look_up(tables, cells, terms, counts)
    return counts
