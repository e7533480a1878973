"""Matching by looking at everything, as fast as memory can be read."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import (
    EAST,
    GRID_MAX,
    GRID_MIN,
    NORTH,
    SOUTH,
    WEST,
    Int32Array,
    Int64Array,
    Messages,
    Subscriptions,
)
from nearcast.indexes.scan.layout import State
from nearcast.kernels.jit import kernel, leaf
from nearcast.kernels.lanes import (
    LANES,
    RUN_CLAUSE,
    RUN_COLUMNS,
    keep_lanes,
    lanes_meeting,
)
from nearcast.kernels.predicate import wants
from nearcast.kernels.sorting import DIGITS, sort_distinct

# Entries that stay in the second-level cache while a group of messages is compared with them.
BLOCK = 1 << 13


@kernel
def lay_out(subscriptions: Subscriptions) -> tuple[Int32Array, int]:
    """Return the run of all bounding boxes, cut where they cross the antimeridian."""
    boxes = subscriptions.boxes
    count = boxes.shape[0] + np.sum(boxes[:, WEST] > boxes[:, EAST])
    run = np.zeros(RUN_COLUMNS * count + LANES, np.int32)
    end = 0
    for row in range(boxes.shape[0]):
        crosses = boxes[row, WEST] > boxes[row, EAST]
        for part in range(2 if crosses else 1):
            for side in range(4):
                run[side * count + end] = boxes[row, side]
            if crosses:
                run[(EAST if part == 0 else WEST) * count + end] = (
                    GRID_MAX if part == 0 else GRID_MIN
                )
            run[RUN_CLAUSE * count + end] = row
            end += 1
    return run, count


@leaf
def compare_block(
    state: State, messages: Messages, message: int, block: int, candidates: Int32Array
) -> int:
    """Write the rows of a block whose bounding box a message may meet; return how many."""
    west, south = int(messages.boxes[message, WEST]), int(messages.boxes[message, SOUTH])
    east, north = int(messages.boxes[message, EAST]), int(messages.boxes[message, NORTH])
    if west > east:
        # Its two parts together span all longitudes between their edges; the predicate decides.
        west, east = GRID_MIN, GRID_MAX
    found = 0
    stop = min(block + BLOCK, state.entry_count)
    for start in range(block, stop, LANES):
        bits = int(
            lanes_meeting(state.run, start, state.entry_count, (west, south, east, north), 0)
        )
        if stop - start < LANES:
            bits &= (1 << (stop - start)) - 1
        rows = RUN_CLAUSE * state.entry_count + start
        found = keep_lanes(candidates, found, state.run, rows, bits)
    return found


@leaf
def decide(
    state: State, messages: Messages, message: int, candidates: Int32Array, found: int
) -> int:
    """Keep the candidates that the message concerns, in place; return how many."""
    kept = 0
    for at in range(found):
        row = candidates[at]
        if not state.gone[row] and wants(state.subscriptions, row, messages, message):
            candidates[kept] = row
            kept += 1
    return kept


@kernel
def match_messages(state: State, messages: Messages) -> tuple[Int64Array, Int64Array, int]:
    """Return the pairs found, as keys message << 32 | row in any order, and how many were verified.

    Blocks of subscriptions go round outside, so that each is read from memory once a batch.
    """
    keys = np.empty(1 << 12, np.int64)
    counts = np.zeros(messages.boxes.shape[0] + 1, np.int64)
    candidates = np.empty(BLOCK, np.int32)
    end, verified = 0, 0
    for block in range(0, state.entry_count, BLOCK):
        for message in range(messages.boxes.shape[0]):
            found = compare_block(state, messages, message, block, candidates)
            verified += found
            kept = decide(state, messages, message, candidates, found)
            if end + kept > keys.size:
                grown = np.empty(2 * keys.size + kept, np.int64)
                grown[:end] = keys[:end]
                keys = grown
            for at in range(kept):
                keys[end] = message << 32 | int(candidates[at])
                end += 1
    end = sort_distinct(keys, 0, end, np.empty(end + DIGITS, np.int64))
    rows = np.empty(end, np.int64)
    for at in range(end):
        counts[(keys[at] >> 32) + 1] += 1
        rows[at] = keys[at] & 0xFFFFFFFF
    return np.cumsum(counts), rows, verified
