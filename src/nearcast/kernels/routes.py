"""Walking a tree of cuts through places and terms: which partitions a row goes to.

A cell of the tree is a box and a range of terms. A row goes to every cell that both its box and any
of its terms reach.
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
    Messages,
    Subscriptions,
)
from nearcast.kernels.hashing import scattered
from nearcast.kernels.jit import kernel, leaf
from nearcast.kernels.sorting import insertion_sort

X, Y, TERM, LEAF = 0, 1, 2, 3
LEFT, RIGHT = 1, 2


class Tree(NamedTuple):
    """A binary tree in which node 0 has everything; a leaf is a partition.

    axes
        Along which axis a node is cut: X, Y or TERM; or LEAF.
    lows, cuts, highs
        A node's range along that axis, both ends in it; its left child has what is below the cut,
        its right child the cut and what is above.
    lefts, rights
        Its children; the left child of a leaf is the number of its partition. Partitions ascend
        from left to right.
    by_guard
        1 where a clause is found by its guard alone, 0 where by each term that it requires.
    terms
        How many terms were known; a message without any stands in for one of them.
    """

    axes: Int32Array
    lows: Int32Array
    cuts: Int32Array
    highs: Int32Array
    lefts: Int32Array
    rights: Int32Array
    by_guard: int
    terms: int


class Walk(NamedTuple):
    """Room for walking: nodes put off, each with a range of terms; partitions found; terms."""

    stack: Int64Array
    found: Int32Array
    terms: Int64Array


class Pairs(NamedTuple):
    """Pairs of a row and a partition."""

    rows: Int64Array
    partitions: Int32Array


class Meetings(NamedTuple):
    """Pairs of a message and a subscription, as rows."""

    messages: Int64Array
    subscriptions: Int64Array


@leaf
def span_meets(begin: int, end: int, low: int, high: int) -> bool:
    """Tell whether a span, which wraps where it begins beyond its end, meets a plain one."""
    return int(begin <= high) + int(low <= end) + int(begin > end) >= 2


@leaf
def sides_in_space(tree: Tree, node: int, boxes: Int32Array, row: int) -> int:
    """Return which children of a node cut along X or Y a box reaches."""
    x = tree.axes[node] == X
    begin = boxes[row, WEST] if x else boxes[row, SOUTH]
    end = boxes[row, EAST] if x else boxes[row, NORTH]
    cut = int(tree.cuts[node])
    left = span_meets(begin, end, int(tree.lows[node]), cut - 1)
    right = span_meets(begin, end, cut, int(tree.highs[node]))
    return LEFT * int(left) + RIGHT * int(right)


@leaf
def first_from(terms: Int64Array, start: int, stop: int, least: int) -> int:
    """Return the first place in the ascending terms[start:stop] that is not below `least`."""
    while start < stop:
        middle = (start + stop) >> 1
        if terms[middle] < least:
            start = middle + 1
        else:
            stop = middle
    return start


@leaf
def partitions_of(tree: Tree, boxes: Int32Array, row: int, count: int, walk: Walk) -> int:
    """Write the partitions that a row goes to, ascending, and return how many they are.

    The first `count` numbers of `walk.terms` are its terms; a negative count stands for any term.
    """
    found, top = 0, 1
    walk.stack[0, 0], walk.stack[0, 1], walk.stack[0, 2] = 0, 0, max(0, count)
    while top:
        top -= 1
        node = walk.stack[top, 0]
        start, stop = walk.stack[top, 1], walk.stack[top, 2]
        while tree.axes[node] != LEAF:
            left_stop, right_start = stop, start
            if tree.axes[node] != TERM:
                sides = sides_in_space(tree, node, boxes, row)
            elif count < 0:
                sides = LEFT | RIGHT
            else:
                left_stop = right_start = first_from(walk.terms, start, stop, tree.cuts[node])
                sides = LEFT * int(start < left_stop) + RIGHT * int(right_start < stop)
            if sides == LEFT | RIGHT:
                walk.stack[top, 0] = tree.rights[node]
                walk.stack[top, 1], walk.stack[top, 2] = right_start, stop
                top += 1
            if sides & LEFT:
                node, stop = tree.lefts[node], left_stop
            else:
                node, start = tree.rights[node], right_start
        walk.found[found] = tree.lefts[node]
        found += 1
    return found


@leaf
def terms_of_message(tree: Tree, messages: Messages, row: int, walk: Walk) -> int:
    """Write the terms of a message, one that its place decides if it has none; return how many.

    Whom a text without terms may concern is kept in all ranges of terms: any one of them will do.
    """
    first, stop = messages.terms.offsets[row], messages.terms.offsets[row + 1]
    for at in range(first, stop):
        walk.terms[at - first] = messages.terms.values[at]
    if first < stop:
        return int(stop - first)
    west, south = messages.boxes[row, WEST], messages.boxes[row, SOUTH]
    walk.terms[0] = (scattered(west) ^ (scattered(south) >> 7)) % tree.terms
    return 1


@leaf
def terms_of_subscription(tree: Tree, subscriptions: Subscriptions, row: int, walk: Walk) -> int:
    """Write the terms by which the clauses of a subscription are found, ascending.

    Return how many they are, or -1 where a clause requires no term and may be met by any text.
    """
    literals = subscriptions.literals
    count = 0
    for clause in range(subscriptions.clauses[row], subscriptions.clauses[row + 1]):
        first, at = literals.offsets[clause], literals.offsets[clause]
        while at < literals.offsets[clause + 1] and literals.values[at] >= 0:
            at += 1
        if at == first:
            return -1
        if tree.by_guard:
            first = at - 1
        for place in range(first, at):
            walk.terms[count] = literals.values[place]
            count += 1
    insertion_sort(walk.terms, 0, count)
    return count


@kernel
def route_messages(
    tree: Tree, messages: Messages, start: int, pairs: Pairs, walk: Walk
) -> tuple[int, int]:
    """Write where messages go, from row `start` on; stop before one that may lack the room.

    Return the row it stopped at and how many pairs there are.
    """
    used = 0
    for row in range(start, len(messages.boxes)):
        if used + walk.found.size > pairs.rows.size:
            return row, used
        count = terms_of_message(tree, messages, row, walk)
        found = partitions_of(tree, messages.boxes, row, count, walk)
        for at in range(found):
            pairs.rows[used + at] = row
            pairs.partitions[used + at] = walk.found[at]
        used += found
    return len(messages.boxes), used


@kernel
def route_subscriptions(
    tree: Tree, subscriptions: Subscriptions, start: int, pairs: Pairs, walk: Walk
) -> tuple[int, int]:
    """Write where subscriptions go, as `route_messages` does where messages go."""
    used = 0
    for row in range(start, len(subscriptions.boxes)):
        if used + walk.found.size > pairs.rows.size:
            return row, used
        count = terms_of_subscription(tree, subscriptions, row, walk)
        found = partitions_of(tree, subscriptions.boxes, row, count, walk)
        for at in range(found):
            pairs.rows[used + at] = row
            pairs.partitions[used + at] = walk.found[at]
        used += found
    return len(subscriptions.boxes), used


@kernel
def by_partition(rows: Int64Array, partitions: Int32Array, count: int) -> Pairs:
    """Return pairs sorted by partition, those of each in the order given."""
    places = np.zeros(count + 1, np.int64)
    for partition in partitions:
        places[partition + 1] += 1
    for partition in range(count):
        places[partition + 1] += places[partition]
    ordered = Pairs(np.empty(rows.size, np.int64), np.empty(rows.size, np.int32))
    for at in range(rows.size):
        place = places[partitions[at]]
        ordered.rows[place], ordered.partitions[place] = rows[at], partitions[at]
        places[partitions[at]] += 1
    return ordered


@leaf
def first_shared(found: Int32Array, count: int, others: Int32Array, other_count: int) -> int:
    """Return the least number that two ascending lists share, or -1."""
    one = other = 0
    while one < count and other < other_count:
        if found[one] == others[other]:
            return int(found[one])
        if found[one] < others[other]:
            one += 1
        else:
            other += 1
    return -1


@kernel
def first_meetings(
    tree: Tree,
    messages: Messages,
    subscriptions: Subscriptions,
    meetings: Meetings,
    walk: Walk,
    other: Walk,
) -> Int32Array:
    """Return the least partition that both rows of each pair go to; -1 where they never meet.

    A message that goes to one partition only is not asked for where its subscriptions go.
    """
    firsts = np.empty(meetings.messages.size, np.int32)
    found = 0
    for at in range(firsts.size):
        message, row = meetings.messages[at], meetings.subscriptions[at]
        # Pairs come message by message.
        if at == 0 or message != meetings.messages[at - 1]:
            count = terms_of_message(tree, messages, message, walk)
            found = partitions_of(tree, messages.boxes, message, count, walk)
        if found == 1:
            firsts[at] = walk.found[0]
            continue
        other_count = terms_of_subscription(tree, subscriptions, row, other)
        other_found = partitions_of(tree, subscriptions.boxes, row, other_count, other)
        firsts[at] = first_shared(walk.found, found, other.found, other_found)
    return firsts
