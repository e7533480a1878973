"""Counting, for each entry on the lists of a message's terms, how many of its terms occur."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Int32Array, Int64Array, Messages
from nearcast.indexes.entries.answering import (
    NODES,
    POSTINGS,
    Answer,
    begin,
    conclude,
    suspect,
)
from nearcast.indexes.entries.layout import Kept
from nearcast.indexes.keyword_first.layout import Inverted
from nearcast.kernels.jit import leaf


class Search(NamedTuple):
    """The lists, and beside them what one batch counts with.

    `counts` has, for each entry, how many of its terms the message at hand was found to have; it is
    all zeros between messages.
    """

    inverted: Inverted
    counts: Int32Array


@leaf
def count_list(search: Search, which: int, answer: Answer) -> None:
    """Count one list; entries whose terms have all occurred are candidates."""
    lists, needs = search.inverted.lists, search.inverted.needs
    answer.tally[NODES] += 1
    if which >= lists.starts.size:
        return
    start = lists.starts[which]
    answer.tally[POSTINGS] += lists.counts[which]
    for at in range(start, start + lists.counts[which]):
        entry = lists.values[at]
        search.counts[entry] += 1
        if search.counts[entry] >= needs[entry]:
            suspect(answer, entry)


@leaf
def forget_list(search: Search, which: int) -> None:
    """Set the counts of a list's entries back to zero."""
    lists = search.inverted.lists
    if which < lists.starts.size:
        start = lists.starts[which]
        for at in range(start, start + lists.counts[which]):
            search.counts[lists.values[at]] = 0


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
    term_offsets, terms = messages.terms
    for message in range(start, len(messages.boxes)):
        begin(answer)
        count_list(search, 0, answer)
        for at in range(term_offsets[message], term_offsets[message + 1]):
            count_list(search, terms[at] + 1, answer)
        for at in range(term_offsets[message], term_offsets[message + 1]):
            forget_list(search, terms[at] + 1)
        forget_list(search, 0)
        if not conclude(kept, messages, message, offsets, answer):
            return message
    return len(messages.boxes)
