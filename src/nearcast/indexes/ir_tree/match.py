"""Going down where a child has any token of the message, and the place; counting in leaves."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Int32Array, Int64Array, Messages
from nearcast.indexes.entries.answering import (
    NODES,
    POSTINGS,
    Answer,
    begin,
    conclude,
    propose,
)
from nearcast.indexes.entries.layout import Entries, Kept
from nearcast.indexes.ir_tree.layout import InvertedTree
from nearcast.indexes.ir_tree.update import token_count
from nearcast.indexes.trees.descending import Frontier, children_meeting, go_on, set_out
from nearcast.indexes.trees.layout import HEIGHT
from nearcast.indexes.trees.tokens import Said, common_slots, mark
from nearcast.kernels.jit import leaf
from nearcast.kernels.postings import list_count, list_start


class Search(NamedTuple):
    """The tree, and beside it what one batch finds its way and counts with.

    counts
        How many tokens of the message each child of the node at hand has, entries and nodes each by
        their own number; all zeros between nodes.
    """

    structure: InvertedTree
    frontier: Frontier
    said: Said
    counts: Int32Array


@leaf
def count_list(search: Search, slot: int, change: int) -> int:
    """Add to the counts of the children on the list of one token; return how many they are."""
    values = search.structure.tables.pool.values
    start, count = list_start(values, slot), list_count(values, slot)
    for at in range(start, start + count):
        search.counts[values[at]] += change
    return count


@leaf
def count_lists(search: Search, node: int, messages: Messages, message: int, answer: Answer) -> int:
    """Count the lists of the tokens that a node shares with a message; return how many."""
    tree, said = search.structure.tree, search.said
    shared = common_slots(search.structure.tables, node, said, messages, message)
    answer.tally[NODES] += 1
    answer.tally[POSTINGS] += tree.counts[node]
    for at in range(shared):
        answer.tally[POSTINGS] += count_list(search, int(said.slots[at]), 1)
    return shared


@leaf
def forget_lists(search: Search, shared: int) -> None:
    """Set the counts of the children on so many lists back to zero."""
    for at in range(shared):
        count_list(search, int(search.said.slots[at]), -1)


@leaf
def keep_counted(search: Search, node: int, end: int) -> int:
    """Append the children of a node that share a place and any token to the next nodes."""
    frontier = search.frontier
    for at in range(children_meeting(search.structure.tree, node, frontier)):
        child = int(frontier.children[at])
        if search.counts[child] > 0:
            frontier.next_nodes[end] = child
            end += 1
    return end


@leaf
def propose_counted(search: Search, node: int, entries: Entries, answer: Answer) -> None:
    """Propose the entries of a leaf that are met and have all of their tokens counted."""
    frontier = search.frontier
    for at in range(children_meeting(search.structure.tree, node, frontier)):
        entry = int(frontier.children[at])
        if search.counts[entry] == token_count(entries, entry):
            propose(answer, entry)


@leaf
def find_leaves(search: Search, messages: Messages, message: int, answer: Answer) -> int:
    """Write the leaves that share a place and any token to the frontier; return how many."""
    tree, frontier = search.structure.tree, search.frontier
    set_out(tree, messages, message, frontier)
    count = 1
    for _ in range(tree.shape[HEIGHT]):
        end = 0
        for at in range(count):
            node = int(frontier.nodes[at])
            shared = count_lists(search, node, messages, message, answer)
            end = keep_counted(search, node, end)
            forget_lists(search, shared)
        go_on(frontier, end)
        count = end
    return count


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
    frontier = search.frontier
    for message in range(start, len(messages.boxes)):
        begin(answer)
        mark(search.said, messages, message, 1)
        for at in range(find_leaves(search, messages, message, answer)):
            node = int(frontier.nodes[at])
            shared = count_lists(search, node, messages, message, answer)
            propose_counted(search, node, kept.entries, answer)
            forget_lists(search, shared)
        mark(search.said, messages, message, 0)
        if not conclude(kept, messages, message, offsets, answer):
            return message
    return len(messages.boxes)
