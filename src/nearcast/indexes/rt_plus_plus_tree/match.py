"""Counting, level by level, how many of its tokens an entry on a list was found to have."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array, Messages
from nearcast.indexes.batches import CANDIDATES
from nearcast.indexes.entries.answering import (
    NODES,
    POSTINGS,
    Answer,
    begin,
    conclude,
    entry_meets,
    propose,
)
from nearcast.indexes.entries.layout import Kept
from nearcast.indexes.rt_plus_plus_tree.layout import LevelTree
from nearcast.indexes.trees.descending import Frontier, children_meeting, go_on, set_out
from nearcast.indexes.trees.layout import HEIGHT
from nearcast.indexes.trees.tokens import Said, common_slots, mark
from nearcast.kernels.jit import leaf
from nearcast.kernels.postings import list_count, list_start


class Counting(NamedTuple):
    """The paper's map M, from an entry to how many of its tokens were found on lists.

    counts
        How many tokens of each entry were found; all zeros between messages.
    counted, counted_count
        The entries that are not at zero; one number, how many.
    """

    counts: Int32Array
    counted: Int32Array
    counted_count: Int64Array


class Search(NamedTuple):
    """The tree, and beside it what one batch finds its way and counts with."""

    structure: LevelTree
    frontier: Frontier
    said: Said
    counting: Counting


def make_counting(entry_count: int) -> Counting:
    """Return the map of a batch; what is never counted takes no memory."""
    return Counting(
        np.zeros(entry_count, np.int32),
        np.empty(entry_count, np.int32),
        np.zeros(1, np.int64),
    )


@leaf
def count_one(counting: Counting, entry: int) -> int:
    """Count one token of an entry; return how many were found so far."""
    count = int(counting.counts[entry]) + 1
    counting.counts[entry] = count
    if count == 1:
        counting.counted[counting.counted_count[0]] = entry
        counting.counted_count[0] += 1
    return count


@leaf
def forget_all(counting: Counting) -> None:
    """Set the counts of all entries back to zero."""
    for at in range(counting.counted_count[0]):
        counting.counts[counting.counted[at]] = 0
    counting.counted_count[0] = 0


@leaf
def read_list(search: Search, slot: int, level: int, answer: Answer) -> bool:
    """Count the list of one token of a node, and propose those entries that have all of theirs.

    Returns whether any may have all of them further down: so far it has one a level.
    """
    counting, values = search.counting, search.structure.tables.pool.values
    start, count = list_start(values, slot), list_count(values, slot)
    answer.tally[POSTINGS] += count
    goes_on = False
    for at in range(start, start + count):
        entry = int(values[at])
        found = count_one(counting, entry)
        if found == search.structure.needs[entry]:
            propose(answer, entry)
        elif found == level:
            goes_on = True
    return goes_on


@leaf
def read_node(
    search: Search, node: int, level: int, messages: Messages, message: int, answer: Answer
) -> bool:
    """Count the lists of a node for a message; return whether to look below it."""
    tables = search.structure.tables
    answer.tally[NODES] += 1
    goes_on = False
    for at in range(common_slots(tables, node, search.said, messages, message)):
        if read_list(search, int(search.said.slots[at]), level, answer):
            goes_on = True
    return goes_on


@leaf
def count_tokens(search: Search, messages: Messages, message: int, answer: Answer) -> None:
    """Go down from the root, level by level, where some entry has one token a level."""
    tree, frontier = search.structure.tree, search.frontier
    set_out(tree, messages, message, frontier)
    answer.tally[NODES] += 1
    count = 1
    for level in range(1, tree.shape[HEIGHT] + 1):
        end = 0
        for at in range(count):
            node = int(frontier.nodes[at])
            answer.tally[POSTINGS] += tree.counts[node]
            for number in range(children_meeting(tree, node, frontier)):
                child = int(frontier.children[number])
                if read_node(search, child, level, messages, message, answer):
                    frontier.next_nodes[end] = child
                    end += 1
        go_on(frontier, end)
        count = end


@leaf
def keep_met(kept: Kept, messages: Messages, message: int, answer: Answer) -> None:
    """Keep those candidates whose box the message meets."""
    if answer.tally[CANDIDATES] > answer.candidates.size:
        return  # They will be found again, with room for all of them.
    end = 0
    for at in range(answer.tally[CANDIDATES]):
        entry = int(answer.candidates[at])
        if entry_meets(kept.entries, entry, messages, message):
            answer.candidates[end] = entry
            end += 1
    answer.tally[CANDIDATES] = end


@leaf
def match_messages(
    search: Search,
    kept: Kept,
    messages: Messages,
    start: int,
    offsets: Int64Array,
    answer: Answer,
) -> int:
    """Match messages from `start` on; return the first one whose answer did not find room."""
    for message in range(start, len(messages.boxes)):
        begin(answer)
        mark(search.said, messages, message, 1)
        count_tokens(search, messages, message, answer)
        mark(search.said, messages, message, 0)
        forget_all(search.counting)
        keep_met(kept, messages, message, answer)
        if not conclude(kept, messages, message, offsets, answer):
            return message
    return len(messages.boxes)
