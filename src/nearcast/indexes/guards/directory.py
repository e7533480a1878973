"""The hash table from term to its runs: one cache line a look, whatever the vocabulary's size."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array
from nearcast.indexes.guards.layout import (
    COUNT,
    DIRECTORY_COLUMNS,
    FIRST,
    LEVELS,
    TERM,
    VACANT,
)
from nearcast.kernels.hashing import scattered
from nearcast.kernels.jit import kernel, leaf


@leaf
def first_slot(directory: Int32Array, term: int) -> int:
    """Return where the search for a term begins; the table's size is a power of two."""
    return (scattered(term) >> 7) & (directory.shape[0] - 1)


@leaf
def seek(directory: Int32Array, term: int) -> int:
    """Return the slot of a term, or the vacant one where it would stand."""
    slot = first_slot(directory, term)
    while directory[slot, TERM] != term and directory[slot, TERM] != VACANT:
        slot = (slot + 1) & (directory.shape[0] - 1)
    return slot


@kernel
def make_directory(
    levels: Int32Array, first_cells: Int64Array, cells: Int32Array
) -> tuple[Int32Array, Int32Array]:
    """Return the directory and the cells that remain once single runs stand in it themselves."""
    used = np.sum(levels > 0)
    size = 16
    while size < 2 * used:
        size *= 2
    directory = np.full((size, DIRECTORY_COLUMNS), VACANT, np.int32)
    split_up = np.sum(np.where(levels > 1, levels + 1, 0))
    kept = np.empty(split_up, np.int32)
    end = 0
    for counted in range(levels.size):
        if levels[counted] == 0:
            continue
        term = np.int32(counted - 1)
        first, stop = first_cells[counted], first_cells[counted + 1]
        slot = seek(directory, term)
        directory[slot, TERM], directory[slot, LEVELS] = term, levels[counted]
        if levels[counted] == 1:
            directory[slot, FIRST] = cells[first]
            directory[slot, COUNT] = cells[first + 1] - cells[first]
        else:
            directory[slot, FIRST], directory[slot, COUNT] = end, 0
            kept[end : end + stop - first + 1] = cells[first : stop + 1]
            end += stop - first + 1
    return directory, kept
