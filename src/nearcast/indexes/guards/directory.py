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

SMALLEST_TABLE = 16


@leaf
def first_slot(directory: Int32Array, term: int) -> int:
    """Return where the search for a term begins; the table's size is a power of two."""
    return (scattered(term) >> 7) & (len(directory) - 1)


@leaf
def seek(directory: Int32Array, term: int) -> int:
    """Return the slot of a term, or the vacant one where it would stand."""
    slot = first_slot(directory, term)
    while directory[slot, TERM] != term and directory[slot, TERM] != VACANT:
        slot = (slot + 1) & (len(directory) - 1)
    return slot


@kernel
def make_directory(
    levels: Int32Array, first_cells: Int64Array, cells: Int32Array
) -> tuple[Int32Array, Int32Array]:
    """Return the directory and the cells that remain once single runs stand in it themselves.

    `levels` and `first_cells` are counted by term + 1, which is 0 for the empty term.
    """
    size, kept_count = table_size(levels)
    directory = np.zeros((size, DIRECTORY_COLUMNS), np.int32)
    for slot in range(size):
        directory[slot, TERM] = VACANT
    kept = np.empty(kept_count, np.int32)
    end = 0
    for counted in range(levels.size):
        if levels[counted] == 0:
            continue
        first = first_cells[counted]
        slot = seek(directory, counted - 1)
        directory[slot, TERM], directory[slot, LEVELS] = counted - 1, levels[counted]
        if levels[counted] == 1:
            directory[slot, FIRST] = cells[first]
            directory[slot, COUNT] = cells[first + 1] - cells[first]
            continue
        directory[slot, FIRST], directory[slot, COUNT] = end, 0
        for cell in range(first, first_cells[counted + 1] + 1):
            kept[end] = cells[cell]
            end += 1
    return directory, kept


@leaf
def table_size(levels: Int32Array) -> tuple[int, int]:
    """Return the slots a directory needs to stay half empty, and the cells kept beside it.

    A term's cells are followed by where the last one ends.
    """
    used, kept = 0, 0
    for term_levels in levels:
        if term_levels > 0:
            used += 1
        if term_levels > 1:
            kept += term_levels + 1
    size = SMALLEST_TABLE
    while size < 2 * used:
        size *= 2
    return size, kept
