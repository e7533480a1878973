"""Building a segment: file every guard at its nodes, lay out each term's cells, then place.

Terms are counted at index term + 1 here, so that the empty term has a place too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Int32Array,
    Int64Array,
    Subscriptions,
    frozen,
)
from nearcast.indexes.guards.directory import make_directory
from nearcast.indexes.guards.filing import (
    decides_alone,
    guard_count,
    guard_terms,
    signature_of,
)
from nearcast.indexes.guards.layout import DEEPEST, Params, Postings
from nearcast.indexes.guards.tree import plant, touch
from nearcast.kernels.jit import kernel, leaf
from nearcast.kernels.lanes import LANES, RUN_COLUMNS, prefetch
from nearcast.kernels.regions import pieces_of

SAMPLED_PER_LEAF = 4
SMALLEST_SAMPLE = 1 << 12
HALF_SPACE = 2**31
# How many guards before its turn the memory of one is fetched. Terms and cells come in no order;
# waiting for each made laying out three times and placing twice as slow.
AHEAD = 12


class Filed(NamedTuple):
    """Where guards go.

    Guard g belongs to clauses[g], covers boxes[g] and goes to nodes[offsets[g]:offsets[g + 1]]. A
    node is a heap number, which says its depth as well; `levels` has the depths each term uses.
    """

    clauses: Int32Array
    boxes: Int32Array
    offsets: Int64Array
    nodes: Int32Array
    levels: Int32Array


@kernel
def sample_places(boxes: Int32Array, wanted: int) -> tuple[Int32Array, Int32Array]:
    """Return the centres of evenly picked boxes; those wider than half the space say nothing."""
    step = max(1, boxes.shape[0] // wanted)
    x = np.empty(boxes.shape[0] // step + 1, np.int32)
    y = np.empty_like(x)
    found = 0
    for row in range(0, boxes.shape[0], step):
        west, east = np.int64(boxes[row, WEST]), np.int64(boxes[row, EAST])
        south, north = np.int64(boxes[row, SOUTH]), np.int64(boxes[row, NORTH])
        if 0 <= east - west < HALF_SPACE and north - south < HALF_SPACE:
            x[found], y[found] = (west + east) >> 1, (south + north) >> 1
            found += 1
    return x[:found], y[:found]


@kernel
def depths_deserved(counts: Int64Array, per_cell: int) -> Int32Array:
    """Return how deep each term's tree goes so that its cells hold about so many guards."""
    depths = np.zeros(counts.size, np.int32)
    for term in range(counts.size):
        while depths[term] < DEEPEST and counts[term] >= per_cell << (depths[term] + 1):
            depths[term] += 1
    return depths


@kernel
def file_guards(
    subscriptions: Subscriptions,
    clause_rows: Int32Array,
    terms: Int32Array,
    depths: Int32Array,
    splits: Int32Array,
    params: tuple[int, int, int],
) -> Filed:
    """Find the nodes of every guard: the deepest level at which its box touches few cells.

    `params` are the most copies, the step between levels, and the number of guards.
    """
    copies, step, most = params
    clauses, boxes = np.empty(most, np.int32), np.empty((most, 4), np.int32)
    offsets, nodes = np.zeros(most + 1, np.int64), np.empty(2 * most + copies, np.int32)
    levels = np.zeros(depths.size, np.int32)
    touched = np.empty(2 * splits.size + copies, np.int32)
    counts = np.empty(DEEPEST + 1, np.int64)
    pieces = np.empty((2, 4), np.int32)
    guard = 0
    for clause in range(clause_rows.size):
        term = terms[clause] + 1
        for piece in range(pieces_of(subscriptions.boxes, clause_rows[clause], pieces)):
            depth = depths[term]
            within = touch(splits, depth, pieces[piece], copies, touched, counts)
            level = max(0, depth - step * ((depth - within + step - 1) // step))
            levels[term] |= 1 << level
            end = offsets[guard]
            if end + copies > nodes.size:
                grown = np.empty(2 * nodes.size, np.int32)
                grown[:end] = nodes[:end]
                nodes = grown
            for at in range(1 << level, (1 << level) + counts[level]):
                nodes[end] = touched[at]
                end += 1
            clauses[guard], boxes[guard], offsets[guard + 1] = clause, pieces[piece], end
            guard += 1
    return Filed(clauses[:guard], boxes[:guard], offsets[: guard + 1], nodes, levels)


@leaf
def cell_of(first_cell: int, levels: int, node: int) -> int:
    """Return the cell of a node of a term: its levels lie one after the other.

    A level at depth d has 2**d cells, so the lower levels together have as many as the lower bits
    of `levels` read as a number.
    """
    depth_bit = 1
    while 2 * depth_bit <= node:
        depth_bit *= 2
    return first_cell + (levels & (depth_bit - 1)) + node - depth_bit


@kernel
def lay_out(filed: Filed, terms: Int32Array) -> tuple[Int64Array, Int32Array, Int32Array]:
    """Return each term's first cell, the cell of each filed node, and the cells' offsets."""
    first_cells = np.zeros(filed.levels.size + 1, np.int64)
    for term in range(filed.levels.size):
        first_cells[term + 1] = first_cells[term] + filed.levels[term]
    cells = np.zeros(first_cells[-1] + 1, np.int32)
    places = np.empty(filed.offsets[-1], np.int32)
    last = filed.clauses.size - 1
    for guard in range(filed.clauses.size):
        soon = terms[filed.clauses[min(guard + AHEAD, last)]] + 1
        prefetch(first_cells, soon)
        prefetch(filed.levels, soon)
        term = terms[filed.clauses[guard]] + 1
        for at in range(filed.offsets[guard], filed.offsets[guard + 1]):
            cell = cell_of(first_cells[term], filed.levels[term], filed.nodes[at])
            places[at] = cell
            cells[cell + 1] += 1
    for cell in range(cells.size - 1):
        cells[cell + 1] += cells[cell]
    return first_cells, places, cells


@leaf
def fetch_posting(runs: Int32Array, cells: Int32Array, filled: Int32Array, cell: int) -> None:
    """Have the cache lines fetched that the next posting of a cell is written to."""
    count = np.int64(cells[cell + 1] - cells[cell])
    posting = RUN_COLUMNS * np.int64(cells[cell]) + filled[cell]
    for column in range(RUN_COLUMNS):
        prefetch(runs, posting + column * count)


@kernel
def place(
    subscriptions: Subscriptions,
    clause_rows: Int32Array,
    terms: Int32Array,
    filed: Filed,
    places: Int32Array,
    cells: Int32Array,
) -> Int32Array:
    """Write every posting into its run."""
    runs = np.zeros(RUN_COLUMNS * np.int64(cells[-1]) + LANES, np.int32)
    filled = np.zeros(cells.size - 1, np.int32)
    last = places.size - 1
    for guard in range(filed.clauses.size):
        clause = filed.clauses[guard]
        signature = signature_of(subscriptions, clause, terms[clause])
        alone = decides_alone(subscriptions, clause_rows[clause], clause)
        for at in range(filed.offsets[guard], filed.offsets[guard + 1]):
            prefetch(cells, places[min(at + 2 * AHEAD, last)])
            prefetch(filled, places[min(at + 2 * AHEAD, last)])
            fetch_posting(runs, cells, filled, places[min(at + AHEAD, last)])
            cell = places[at]
            count = np.int64(cells[cell + 1] - cells[cell])
            posting = RUN_COLUMNS * np.int64(cells[cell]) + filled[cell]
            filled[cell] += 1
            for side in range(4):
                runs[posting + side * count] = filed.boxes[guard, side]
            runs[posting + 4 * count] = signature
            runs[posting + 5 * count] = clause if alone else ~clause
    return runs


def build_postings(
    subscriptions: Subscriptions, clause_rows: Int32Array, frequencies: Int64Array, params: Params
) -> Postings:
    """File these subscriptions under the rarest terms of their clauses."""
    terms = guard_terms(subscriptions, frequencies)
    depths = depths_deserved(np.bincount(terms + 1, minlength=1), params.postings_per_cell)
    depth = int(depths.max())
    x, y = sample_places(subscriptions.boxes, max(SMALLEST_SAMPLE, SAMPLED_PER_LEAF << depth))
    splits = plant(x, y, depth)
    plan = (params.copies, params.level_step, guard_count(subscriptions))
    filed = file_guards(subscriptions, clause_rows, terms, depths, splits, plan)
    first_cells, places, cells = lay_out(filed, terms)
    runs = place(subscriptions, clause_rows, terms, filed, places, cells)
    directory, cells = make_directory(filed.levels, first_cells, cells)
    return Postings(*(frozen(part, np.int32) for part in (splits, directory, cells, runs)))
