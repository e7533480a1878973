"""The latest guards: filed one by one in a moment, matched like the others, merged away in time."""

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
    Ragged,
    Subscriptions,
)
from nearcast.indexes.batches import CANDIDATES, NODES, POSTINGS, VERIFIED
from nearcast.indexes.guards.filing import decides_alone, guard_term, signature_of
from nearcast.indexes.guards.layout import EMPTY_TERM, ByteArray, Owners, Params, Recent
from nearcast.indexes.guards.match import compare_all, conclude, lacking_bits
from nearcast.indexes.guards.probe import SPAN_COUNT, SPAN_FIRST, Probe, Scratch
from nearcast.indexes.guards.tree import code_of, touch
from nearcast.kernels.hashing import scattered
from nearcast.kernels.jit import kernel, leaf
from nearcast.kernels.lanes import (
    LANES,
    RUN_CLAUSE,
    RUN_COLUMNS,
    RUN_SIGNATURE,
    lowest_bit,
    prefetch,
)
from nearcast.kernels.regions import pieces_of

# So few that the cost of a chain's length and of a merge are both small beside matching.
MOST_GUARDS = 1 << 15
DEEPEST_CELLS = 6
NO_KEY = -1
NO_BLOCK = -1
BLOCKS, KEYS = 0, 1
# A cell number of a key: 0 for the whole space, else the heap number of a node at the tree's depth.
WHOLE = 0
KEY_BITS = DEEPEST_CELLS + 1
# Sixteen bits a guard: with 64 KiB in all, few look-ups find a mark that another key has left.
MARK_BITS = 19
# Four bits a guard: these fit into the fastest cache, and most terms of a message end here.
TERM_MARK_BITS = 17
# A signature bit that every message lacks.
NEVER = -(2**31)


def make_recent(splits: Int32Array, params: Params) -> Recent:
    """Return an empty table that shares the top of a segment's tree.

    Memory that is never written to is never taken, so the room for the worst case costs nothing.
    """
    depth = min(DEEPEST_CELLS, int(splits.size).bit_length() - 1)
    blocks = MOST_GUARDS * params.copies
    slots = 1 << (2 * blocks - 1).bit_length()
    return Recent(
        splits=np.array(splits[: 1 << depth]),
        keys=np.full(slots, NO_KEY, np.int64),
        newest=np.empty(slots, np.int32),
        term_marks=np.zeros(1 << (TERM_MARK_BITS - 3), np.uint8),
        marks=np.zeros(1 << (MARK_BITS - 3), np.uint8),
        older=np.empty(blocks, np.int32),
        filled=np.empty(blocks, np.int32),
        runs=np.empty(blocks * LANES * RUN_COLUMNS + LANES, np.int32),
        used=np.zeros(2, np.int64),
    )


@leaf
def key_of(term: int, cell: int) -> int:
    """Return the key of a term's guards in a cell."""
    return (int(term) + 1) << KEY_BITS | int(cell)


@leaf
def hash_of(key: int) -> int:
    """Return 32 bits that differ for most keys."""
    return (scattered(key & 0x7FFFFFFF) + (key >> 31)) & 0xFFFFFFFF


@leaf
def seek_key(keys: Int64Array, key: int) -> int:
    """Return the slot of a key, or the vacant one where it would stand."""
    mask = keys.size - 1
    slot = hash_of(key) & mask
    while keys[slot] != key and keys[slot] != NO_KEY:
        slot = (slot + 1) & mask
    return slot


@leaf
def set_marks(recent: Recent, term: int, key: int) -> None:
    """Mark that there is such a term, and such a key."""
    mark = scattered(term + 1) >> (32 - TERM_MARK_BITS)
    recent.term_marks[mark >> 3] |= 1 << (mark & 7)
    mark = hash_of(key) >> (32 - MARK_BITS)
    recent.marks[mark >> 3] |= 1 << (mark & 7)


@leaf
def block_with_room(recent: Recent, term: int, cell: int) -> int:
    """Return the newest block of a term's chain, or a fresh one in front of it if that is full."""
    key = key_of(term, cell)
    slot = seek_key(recent.keys, key)
    older = NO_BLOCK
    if recent.keys[slot] == key:
        older = int(recent.newest[slot])
        if recent.filled[older] < LANES:
            return older
    else:
        recent.keys[slot] = key
        set_marks(recent, term, key)
        recent.used[KEYS] += 1
    block = int(recent.used[BLOCKS])
    recent.used[BLOCKS] += 1
    recent.newest[slot], recent.older[block], recent.filled[block] = block, older, 0
    for lane in range(LANES):
        recent.runs[(block * RUN_COLUMNS + RUN_SIGNATURE) * LANES + lane] = NEVER
    return block


@leaf
def add_posting(
    recent: Recent, term: int, cell: int, box: Int32Array, signature: int, clause: int
) -> None:
    """Add one posting to the chain of a term in a cell."""
    block = block_with_room(recent, term, cell)
    at = block * RUN_COLUMNS * LANES + recent.filled[block]
    for side in range(4):
        recent.runs[at + side * LANES] = box[side]
    recent.runs[at + RUN_SIGNATURE * LANES] = signature
    recent.runs[at + RUN_CLAUSE * LANES] = clause
    recent.filled[block] += 1


@kernel
def file_recent(
    recent: Recent,
    subscriptions: Subscriptions,
    clause_rows: Int32Array,
    frequencies: Int64Array,
    first_clause: int,
    copies: int,
) -> None:
    """File the clauses from `first_clause` on."""
    depth = lowest_bit(recent.splits.size)
    nodes = np.empty(2 * recent.splits.size + copies, np.int32)
    counts = np.empty(depth + 1, np.int64)
    pieces = np.empty((2, 4), np.int32)
    for clause in range(first_clause, clause_rows.size):
        row = clause_rows[clause]
        term = guard_term(subscriptions, clause, frequencies)
        signature = signature_of(subscriptions, clause, term)
        posted = clause if decides_alone(subscriptions, row, clause) else ~clause
        for piece in range(pieces_of(subscriptions.boxes, row, pieces)):
            box = pieces[piece]
            if touch(recent.splits, depth, box, copies, nodes, counts) < depth or depth == 0:
                add_posting(recent, term, WHOLE, box, signature, posted)
                continue
            for at in range(1 << depth, (1 << depth) + counts[depth]):
                add_posting(recent, term, nodes[at], box, signature, posted)


@leaf
def term_marked(recent: Recent, term: int) -> bool:
    """Return whether there may be guards of a term."""
    mark = scattered(int(term) + 1) >> (32 - TERM_MARK_BITS)
    return bool(recent.term_marks[mark >> 3] >> (mark & 7) & 1)


@leaf
def any_marked(recent: Recent, terms: Ragged, message: int) -> bool:
    """Return whether there may be guards of any of a message's terms."""
    found = term_marked(recent, EMPTY_TERM)
    for at in range(terms.offsets[message], terms.offsets[message + 1]):
        found |= term_marked(recent, terms.values[at])
    return found


@leaf
def marked(marks: ByteArray, key: int) -> bool:
    """Return whether there may be such a key."""
    mark = hash_of(key) >> (32 - MARK_BITS)
    return bool(marks[mark >> 3] >> (mark & 7) & 1)


@leaf
def collect_chain(recent: Recent, key: int, scratch: Scratch, end: int) -> int:
    """Append the blocks of a key's chain to the spans."""
    slot = seek_key(recent.keys, key)
    if recent.keys[slot] != key:
        return end
    block = int(recent.newest[slot])
    while block != NO_BLOCK:
        scratch.spans[end, SPAN_FIRST], scratch.spans[end, SPAN_COUNT] = block * LANES, LANES
        prefetch(recent.runs, block * LANES * RUN_COLUMNS)
        block = int(recent.older[block])
        end += 1
    return end


@leaf
def collect_term(recent: Recent, term: int, cells: int, scratch: Scratch, end: int) -> int:
    """Collect the chains of a term: that of the whole space and those of the cells touched."""
    scratch.tally[NODES] += 1
    if not term_marked(recent, term):
        return end
    scratch.tally[NODES] += 1 + cells
    if marked(recent.marks, key_of(term, WHOLE)):
        end = collect_chain(recent, key_of(term, WHOLE), scratch, end)
    for at in range(cells):
        key = key_of(term, scratch.touched[at])
        if marked(recent.marks, key):
            end = collect_chain(recent, key, scratch, end)
    return end


@leaf
def cells_touched(recent: Recent, probe: Probe, scratch: Scratch) -> int:
    """Write the cells that a message touches to the front of `touched`; return how many."""
    depth = probe.depth
    if depth == 0:
        return 0
    west, south, east, north = probe.box
    if west == east and south == north:
        scratch.touched[0] = (1 << depth) + code_of(recent.splits, depth, west, south)
        return 1
    box = scratch.box
    box[WEST], box[SOUTH], box[EAST], box[NORTH] = west, south, east, north
    touch(recent.splits, depth, box, recent.splits.size, scratch.touched, scratch.touched_counts)
    for at in range(scratch.touched_counts[depth]):
        scratch.touched[at] = scratch.touched[(1 << depth) + at]
    return int(scratch.touched_counts[depth])


@leaf
def probe_recent(
    recent: Recent, terms: Ragged, message: int, probe: Probe, scratch: Scratch
) -> bool:
    """Find the candidates among the latest guards for one message, or one part of it."""
    cells = cells_touched(recent, probe, scratch)
    end = collect_term(recent, EMPTY_TERM, cells, scratch, 0)
    for at in range(terms.offsets[message], terms.offsets[message + 1]):
        # Every block is in one chain only, and there is room for all of them.
        end = collect_term(recent, terms.values[at], cells, scratch, end)
    return compare_all(recent.runs, probe, scratch, end)


@leaf
def find_recent(recent: Recent, messages: Messages, message: int, scratch: Scratch) -> bool:
    """Append the candidates for one message; return False if they did not find room."""
    terms = messages.terms
    if not any_marked(recent, terms, message):
        scratch.tally[NODES] += 1 + terms.offsets[message + 1] - terms.offsets[message]
        return True
    lacking = lacking_bits(terms, message)
    depth = lowest_bit(recent.splits.size)
    west, south = int(messages.boxes[message, WEST]), int(messages.boxes[message, SOUTH])
    east, north = int(messages.boxes[message, EAST]), int(messages.boxes[message, NORTH])
    if west <= east:
        probe = Probe((west, south, east, north), lacking, depth, -1)
        return probe_recent(recent, terms, message, probe, scratch)
    to_the_edge = Probe((west, south, GRID_MAX, north), lacking, depth, -1)
    from_the_edge = Probe((GRID_MIN, south, east, north), lacking, depth, -1)
    return probe_recent(recent, terms, message, to_the_edge, scratch) and probe_recent(
        recent, terms, message, from_the_edge, scratch
    )


@leaf
def match_recent(
    recent: Recent,
    owners: Owners,
    messages: Messages,
    start: int,
    offsets: Int64Array,
    scratch: Scratch,
) -> int:
    """Match messages from `start` on; return the first one whose answer did not find room."""
    tally = scratch.tally
    for message in range(start, len(messages.boxes)):
        nodes, read, verified = tally[NODES], tally[POSTINGS], tally[VERIFIED]
        if not (
            find_recent(recent, messages, message, scratch)
            and conclude(owners, messages, message, offsets, scratch)
        ):
            tally[NODES], tally[POSTINGS], tally[VERIFIED] = nodes, read, verified
            tally[CANDIDATES] = 0
            return message
    return len(messages.boxes)
