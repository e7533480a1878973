"""Matching: from a message's terms and place to spans of postings, from those to subscriptions.

It goes in three short passes a message. The first collects spans, so that the processor waits for the
cache lines of all terms at the same time. The second compares them. The third gives a second look to
those candidates that need one, and is apart because Numba counts references to every array handed to
a function: one call in the innermost loop with all the columns made matching ten times slower.
"""

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
)
from nearcast.indexes.guards.directory import seek
from nearcast.indexes.guards.filing import signature_bit
from nearcast.indexes.guards.layout import (
    COUNT,
    EMPTY_TERM,
    FIRST,
    LEVELS,
    TERM,
    Owners,
    Postings,
)
from nearcast.indexes.guards.probe import (
    FOUND,
    NODES,
    POSTINGS,
    SPAN_COUNT,
    SPAN_FIRST,
    VERIFIED,
    WANTED,
    Probe,
    Scratch,
)
from nearcast.indexes.guards.tree import code_of, touch
from nearcast.kernels.clauses import clause_holds
from nearcast.kernels.jit import kernel, leaf
from nearcast.kernels.lanes import (
    LANES,
    RUN_CLAUSE,
    RUN_COLUMNS,
    lanes_meeting,
    lowest_bit,
    prefetch,
)
from nearcast.kernels.regions import shape_meets
from nearcast.kernels.sorting import sort_distinct


@leaf
def lacking_bits(terms: Ragged, message: int) -> int:
    """Return the signature bits that none of a message's terms has."""
    have = 0
    for at in range(terms.offsets[message], terms.offsets[message + 1]):
        have |= signature_bit(terms.values[at])
    return ~have


@leaf
def append(postings: Postings, cell: int, spans: Int64Array, end: int) -> int:
    """Append the span of one cell, and have its first postings fetched."""
    spans[end, SPAN_FIRST] = postings.cells[cell]
    spans[end, SPAN_COUNT] = postings.cells[cell + 1] - postings.cells[cell]
    prefetch(postings.runs, RUN_COLUMNS * spans[end, SPAN_FIRST])
    return end + 1


@leaf
def append_only_run(postings: Postings, slot: int, spans: Int64Array, end: int) -> int:
    """Append the span of a term whose postings are a single run."""
    spans[end, SPAN_FIRST] = postings.directory[slot, FIRST]
    spans[end, SPAN_COUNT] = postings.directory[slot, COUNT]
    prefetch(postings.runs, RUN_COLUMNS * spans[end, SPAN_FIRST])
    return end + 1


@leaf
def collect_at_point(
    postings: Postings, term: int, probe: Probe, scratch: Scratch, end: int
) -> int:
    """Append the spans of a term's postings in the cells, one a level, that hold a point."""
    directory = postings.directory
    scratch.tally[NODES] += 1
    slot = seek(directory, term)
    if directory[slot, TERM] != term:
        return end
    levels = np.int64(directory[slot, LEVELS])
    if levels == 1:
        return append_only_run(postings, slot, scratch.spans, end)
    left, first = levels, np.int64(directory[slot, FIRST])
    while left:
        level = lowest_bit(left)
        left &= left - 1
        # The shallower levels' cells come first: as many as the lower bits read as a number.
        level_first = first + (levels & ((1 << level) - 1))
        code = probe.code >> (probe.depth - level)
        end = append(postings, level_first + code, scratch.spans, end)
        scratch.tally[NODES] += 1
    return end


@leaf
def collect_in_box(postings: Postings, term: int, scratch: Scratch, end: int) -> int:
    """Append the spans of a term's postings in all cells that a box touches."""
    directory = postings.directory
    scratch.tally[NODES] += 1
    slot = seek(directory, term)
    if directory[slot, TERM] != term:
        return end
    levels = np.int64(directory[slot, LEVELS])
    if levels == 1:
        return append_only_run(postings, slot, scratch.spans, end)
    left, first = levels, np.int64(directory[slot, FIRST])
    while left:
        level = lowest_bit(left)
        left &= left - 1
        level_first = first + (levels & ((1 << level) - 1)) - (1 << level)
        for at in range(1 << level, (1 << level) + scratch.touched_counts[level]):
            end = append(postings, level_first + scratch.touched[at], scratch.spans, end)
        scratch.tally[NODES] += scratch.touched_counts[level]
    return end


@leaf
def compare(runs: Int32Array, probe: Probe, scratch: Scratch, span: int) -> None:
    """Write down the candidates of one span: clauses, or complements where they need a look."""
    first = RUN_COLUMNS * scratch.spans[span, SPAN_FIRST]
    count = scratch.spans[span, SPAN_COUNT]
    found = scratch.tally[FOUND]
    for start in range(0, count, LANES):
        bits = np.int64(lanes_meeting(runs, first + start, count, probe.box, probe.lacking))
        if count - start < LANES:
            bits &= (1 << (count - start)) - 1
        clauses = first + RUN_CLAUSE * count + start
        while bits:
            scratch.rows[found] = runs[clauses + lowest_bit(bits)]
            found += 1
            bits &= bits - 1
    scratch.tally[FOUND] = found


@leaf
def compare_all(runs: Int32Array, probe: Probe, scratch: Scratch, end: int) -> bool:
    """Compare every span collected; return False, with what is wanted, if rows lack the room."""
    postings = 0
    for span in range(end):
        postings += scratch.spans[span, SPAN_COUNT]
    scratch.tally[WANTED] = scratch.tally[FOUND] + postings
    if scratch.tally[WANTED] > scratch.rows.size:
        return False
    scratch.tally[POSTINGS] += postings
    for span in range(end):
        compare(runs, probe, scratch, span)
    return True


@leaf
def probe_point(
    postings: Postings, terms: Ragged, message: int, probe: Probe, scratch: Scratch
) -> bool:
    """Find the candidates for a message at a point, all of its terms at once."""
    end = collect_at_point(postings, EMPTY_TERM, probe, scratch, 0)
    for at in range(terms.offsets[message], terms.offsets[message + 1]):
        end = collect_at_point(postings, terms.values[at], probe, scratch, end)
    return compare_all(postings.runs, probe, scratch, end)


@leaf
def probe_box(
    postings: Postings, terms: Ragged, message: int, probe: Probe, scratch: Scratch
) -> bool:
    """Find the candidates for a message with a box, term by term, since each may have many spans."""
    splits = postings.splits
    scratch.box[WEST], scratch.box[SOUTH], scratch.box[EAST], scratch.box[NORTH] = probe.box
    touch(splits, probe.depth, scratch.box, splits.size, scratch.touched, scratch.touched_counts)
    end = collect_in_box(postings, EMPTY_TERM, scratch, 0)
    room = compare_all(postings.runs, probe, scratch, end)
    for at in range(terms.offsets[message], terms.offsets[message + 1]):
        end = collect_in_box(postings, terms.values[at], scratch, 0)
        room = room and compare_all(postings.runs, probe, scratch, end)
    return room


@leaf
def find_candidates(postings: Postings, messages: Messages, message: int, scratch: Scratch) -> bool:
    """Append the candidates for one message; return False if they did not find room."""
    terms = messages.terms
    lacking = lacking_bits(terms, message)
    depth = lowest_bit(postings.splits.size)
    west, south = messages.boxes[message, WEST], messages.boxes[message, SOUTH]
    east, north = messages.boxes[message, EAST], messages.boxes[message, NORTH]
    if west == east and south == north:
        code = code_of(postings.splits, depth, west, south)
        probe = Probe((west, south, east, north), lacking, depth, code)
        return probe_point(postings, terms, message, probe, scratch)
    if west <= east:
        probe = Probe((west, south, east, north), lacking, depth, -1)
        return probe_box(postings, terms, message, probe, scratch)
    to_the_edge = Probe((west, south, np.int32(GRID_MAX), north), lacking, depth, -1)
    from_the_edge = Probe((np.int32(GRID_MIN), south, east, north), lacking, depth, -1)
    return probe_box(postings, terms, message, to_the_edge, scratch) and probe_box(
        postings, terms, message, from_the_edge, scratch
    )


@leaf
def accepts(owners: Owners, clause: int, messages: Messages, message: int) -> bool:
    """Return whether a clause whose posting met a message concerns it: all terms, true shape."""
    if not clause_holds(owners.subscriptions.literals, clause, messages.terms, message):
        return False
    row = owners.clause_rows[clause]
    if owners.subscriptions.shapes[row] == 0:
        return True
    box = messages.boxes
    return shape_meets(
        owners.subscriptions,
        row,
        box[message, WEST],
        box[message, SOUTH],
        box[message, EAST],
        box[message, NORTH],
    )


@leaf
def decide(owners: Owners, messages: Messages, message: int, start: int, scratch: Scratch) -> None:
    """Turn the candidates from `start` on into the index's rows."""
    rows, end = scratch.rows, start
    for at in range(start, scratch.tally[FOUND]):
        clause = rows[at]
        if clause < 0:
            clause = ~clause
            scratch.tally[VERIFIED] += 1
            if not accepts(owners, clause, messages, message):
                continue
        row = owners.clause_rows[clause]
        if not owners.gone[row]:
            rows[end] = owners.rows[row]
            end += 1
    scratch.tally[FOUND] = end


@kernel
def conclude(
    owners: Owners, messages: Messages, message: int, offsets: Int64Array, scratch: Scratch
) -> None:
    """Turn the candidates of one message into its answer: rows in order, each once.

    A subscription may have met the message through several clauses, through both parts of a region
    that crosses the antimeridian, or through several cells that a box message touched.
    """
    start = offsets[message]
    if scratch.tally[FOUND] > start:
        decide(owners, messages, message, start, scratch)
        scratch.tally[FOUND] = sort_distinct(scratch.rows, start, scratch.tally[FOUND])
    offsets[message + 1] = scratch.tally[FOUND]


@kernel
def match_segment(
    postings: Postings,
    owners: Owners,
    messages: Messages,
    start: int,
    offsets: Int64Array,
    scratch: Scratch,
) -> int:
    """Match messages from `start` on; return the first one whose answer did not find room."""
    for message in range(start, messages.boxes.shape[0]):
        if not find_candidates(postings, messages, message, scratch):
            scratch.tally[FOUND] = offsets[message]
            return message
        conclude(owners, messages, message, offsets, scratch)
    return messages.boxes.shape[0]
