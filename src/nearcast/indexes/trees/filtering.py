"""Filter and verification: from the root to the candidate leaves, and through what is in them."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Int32Array, Int64Array, Messages, Ragged
from nearcast.indexes.batches import VERIFIED
from nearcast.indexes.entries.answering import NODES, POSTINGS, Answer, begin, conclude, propose
from nearcast.indexes.entries.layout import Kept
from nearcast.indexes.trees.descending import Frontier, children_meeting, go_on, set_out
from nearcast.indexes.trees.layout import HEIGHT
from nearcast.indexes.trees.sets import NO_TOKENS, TokenTree
from nearcast.indexes.trees.tokens import Said, any_common, mark
from nearcast.kernels.clauses import contains
from nearcast.kernels.jit import leaf


class Search(NamedTuple):
    """The tree, and beside it what one batch finds its way with."""

    structure: TokenTree
    frontier: Frontier
    said: Said


@leaf
def has_terms(wanted: Ragged, entry: int, terms: Ragged, message: int) -> bool:
    """Return whether every term that an entry requires occurs, by binary search for each."""
    start, stop = terms.offsets[message], terms.offsets[message + 1]
    for at in range(wanted.offsets[entry], wanted.offsets[entry + 1]):
        if not contains(terms.values, start, stop, wanted.values[at]):
            return False
    return True


@leaf
def filter_children(search: Search, found: int, messages: Messages, message: int, end: int) -> int:
    """Append those children met that the token filter lets through to the next nodes."""
    structure, frontier = search.structure, search.frontier
    for at in range(found):
        child = int(frontier.children[at])
        if structure.lending == NO_TOKENS or any_common(
            structure.tables, child, search.said, messages, message
        ):
            frontier.next_nodes[end] = child
            end += 1
    return end


@leaf
def find_leaves(search: Search, messages: Messages, message: int, answer: Answer) -> int:
    """Write the candidate leaves of a message to the frontier's nodes; return how many."""
    tree, frontier = search.structure.tree, search.frontier
    set_out(tree, messages, message, frontier)
    count = 1
    for _ in range(tree.shape[HEIGHT]):
        end = 0
        for at in range(count):
            node = int(frontier.nodes[at])
            answer.tally[NODES] += 1
            answer.tally[POSTINGS] += tree.counts[node]
            found = children_meeting(tree, node, frontier)
            end = filter_children(search, found, messages, message, end)
        go_on(frontier, end)
        count = end
    return count


@leaf
def verify(
    children: Int32Array, found: int, kept: Kept, messages: Messages, message: int, answer: Answer
) -> None:
    """Propose those entries met by a message whose terms all occur."""
    answer.tally[VERIFIED] += found
    for at in range(found):
        entry = int(children[at])
        if has_terms(kept.entries.terms, entry, messages.terms, message):
            propose(answer, entry)


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
    tree, frontier = search.structure.tree, search.frontier
    for message in range(start, len(messages.boxes)):
        begin(answer)
        mark(search.said, messages, message, 1)
        for at in range(find_leaves(search, messages, message, answer)):
            node = int(frontier.nodes[at])
            answer.tally[NODES] += 1
            answer.tally[POSTINGS] += tree.counts[node]
            found = children_meeting(tree, node, frontier)
            verify(frontier.children, found, kept, messages, message, answer)
        mark(search.said, messages, message, 0)
        if not conclude(kept, messages, message, offsets, answer):
            return message
    return len(messages.boxes)
