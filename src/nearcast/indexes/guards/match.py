"""Matching: from a message's terms and place to spans of postings, from those to subscriptions.

It goes in three short passes a message. The first collects spans, so that the processor waits for
the cache lines of all terms at the same time. The second compares them. The third gives a second
look to those candidates that need one, and is apart because Numba counts references to every array
handed to a function: one call in the innermost loop with all the columns made matching ten times
slower.
"""

from __future__ import annotations

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
from nearcast.indexes.batches import (
    CANDIDATES,
    NODES,
    POSTINGS,
    ROWS,
    VERIFIED,
    WANTED_CANDIDATES,
    WANTED_ROWS,
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
from nearcast.indexes.guards.probe import SPAN_COUNT, SPAN_FIRST, Probe, Scratch
from nearcast.indexes.guards.tree import code_of, touch
from nearcast.kernels.clauses import clause_holds
from nearcast.kernels.jit import leaf
from nearcast.kernels.lanes import (
    LANES,
    RUN_CLAUSE,
    RUN_COLUMNS,
    keep_lanes,
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
    levels = int(directory[slot, LEVELS])
    if levels == 1:
        return append_only_run(postings, slot, scratch.spans, end)
    left, first = levels, int(directory[slot, FIRST])
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
    levels = int(directory[slot, LEVELS])
    if levels == 1:
        return append_only_run(postings, slot, scratch.spans, end)
    left, first = levels, int(directory[slot, FIRST])
    while left:
        level = lowest_bit(left)
        left &= left - 1
        level_first = first + (levels & ((1 << level) - 1)) - (1 << level)
        for at in range(1 << level, (1 << level) + scratch.touched_counts[level]):
            end = append(postings, level_first + scratch.touched[at], scratch.spans, end)
        scratch.tally[NODES] += scratch.touched_counts[level]
    return end


@leaf
def compare(runs: Int32Array, probe: Probe, scratch: Scratch, span: int, found: int) -> int:
    """Write down the candidates of one span; return their new end."""
    first = RUN_COLUMNS * scratch.spans[span, SPAN_FIRST]
    count = scratch.spans[span, SPAN_COUNT]
    for start in range(0, count, LANES):
        bits = int(lanes_meeting(runs, first + start, count, probe.box, probe.lacking))
        if count - start < LANES:
            bits &= (1 << (count - start)) - 1
        if bits:
            clauses = first + RUN_CLAUSE * count + start
            found = keep_lanes(scratch.candidates, found, runs, clauses, bits)
    return found


@leaf
def compare_all(runs: Int32Array, probe: Probe, scratch: Scratch, end: int) -> bool:
    """Compare every span collected; return False if the candidates might lack the room."""
    tally = scratch.tally
    postings = 0
    for span in range(end):
        postings += scratch.spans[span, SPAN_COUNT]
    tally[POSTINGS] += postings
    tally[WANTED_CANDIDATES] = tally[CANDIDATES] + postings
    if tally[WANTED_CANDIDATES] > scratch.candidates.size:
        return False
    found = tally[CANDIDATES]
    for span in range(end):
        found = compare(runs, probe, scratch, span, found)
    tally[CANDIDATES] = found
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
    """Find the candidates for a message with a box, term by term, as each may have many."""
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
    west, south = int(messages.boxes[message, WEST]), int(messages.boxes[message, SOUTH])
    east, north = int(messages.boxes[message, EAST]), int(messages.boxes[message, NORTH])
    if west == east and south == north:
        code = code_of(postings.splits, depth, west, south)
        probe = Probe((west, south, east, north), lacking, depth, code)
        return probe_point(postings, terms, message, probe, scratch)
    if west <= east:
        probe = Probe((west, south, east, north), lacking, depth, -1)
        return probe_box(postings, terms, message, probe, scratch)
    to_the_edge = Probe((west, south, GRID_MAX, north), lacking, depth, -1)
    from_the_edge = Probe((GRID_MIN, south, east, north), lacking, depth, -1)
    return probe_box(postings, terms, message, to_the_edge, scratch) and probe_box(
        postings, terms, message, from_the_edge, scratch
    )


@leaf
def row_of(owners: Owners, clause: int) -> int:
    """Return the row of the subscription that owns a clause."""
    return int(owners.clause_rows[clause]) if owners.clause_rows.size else clause


@leaf
def accepts(owners: Owners, clause: int, messages: Messages, message: int) -> bool:
    """Return whether a clause whose posting met a message concerns it: all terms, true shape."""
    subscriptions = owners.subscriptions
    if not clause_holds(subscriptions.literals, clause, messages.terms, message):
        return False
    row = row_of(owners, clause)
    if subscriptions.shapes[row] == 0:
        return True
    west, south = int(messages.boxes[message, WEST]), int(messages.boxes[message, SOUTH])
    east, north = int(messages.boxes[message, EAST]), int(messages.boxes[message, NORTH])
    return shape_meets(subscriptions, row, west, south, east, north)


@leaf
def decide(owners: Owners, messages: Messages, message: int, scratch: Scratch) -> int:
    """Write the index's rows of the candidates that hold; return the new end of the rows."""
    end = int(scratch.tally[ROWS])
    for at in range(scratch.tally[CANDIDATES]):
        clause = int(scratch.candidates[at])
        if clause < 0:
            clause = ~clause
            scratch.tally[VERIFIED] += 1
            if not accepts(owners, clause, messages, message):
                continue
        row = row_of(owners, clause)
        if owners.gone.size and owners.gone[row]:
            continue
        scratch.rows[end] = owners.rows[row] if owners.rows.size else owners.first_row + row
        end += 1
    return end


@leaf
def conclude(
    owners: Owners, messages: Messages, message: int, offsets: Int64Array, scratch: Scratch
) -> bool:
    """Turn the candidates of one message into its answer; return False if it lacks the room.

    A subscription may have met the message through several clauses, through both parts of a region
    that crosses the antimeridian, or through several cells that a box message touched.
    """
    tally, start = scratch.tally, offsets[message]
    if tally[CANDIDATES]:
        tally[WANTED_ROWS] = start + tally[CANDIDATES]
        if tally[WANTED_ROWS] > scratch.rows.size:
            return False
        end = decide(owners, messages, message, scratch)
        tally[ROWS] = sort_distinct(scratch.rows, start, end, scratch.spare)
        tally[CANDIDATES] = 0
    offsets[message + 1] = tally[ROWS]
    return True


@leaf
def match_segment(
    postings: Postings,
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
            find_candidates(postings, messages, message, scratch)
            and conclude(owners, messages, message, offsets, scratch)
        ):
            # It will be matched again, and its work must not count twice.
            tally[NODES], tally[POSTINGS], tally[VERIFIED] = nodes, read, verified
            tally[CANDIDATES] = 0
            return message
    return len(messages.boxes)
