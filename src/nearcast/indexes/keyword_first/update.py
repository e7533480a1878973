"""Putting entries into the inverted lists and taking them out."""

from __future__ import annotations

from nearcast.columns.layout import Int64Array
from nearcast.indexes.entries.layout import Entries
from nearcast.kernels.jit import leaf
from nearcast.kernels.lists import Lists, append_to, drop_from


@leaf
def file_entries(lists: Lists, entries: Entries, first: int, done: int) -> int:
    """File the entries from `first` on under their terms; return how many postings there are now.

    It leaves out the first `done` of these postings, and stops where the lists lack room. An entry
    without terms has one posting.
    """
    offsets, values = entries.terms
    number = 0
    for entry in range(first, len(entries.rows)):
        for at in range(offsets[entry], max(offsets[entry + 1], offsets[entry] + 1)):
            number += 1
            if number <= done:
                continue
            key = values[at] + 1 if at < offsets[entry + 1] else 0
            if not append_to(lists, key, entry):
                return number - 1
    return number


@leaf
def unfile_entries(lists: Lists, entries: Entries, unwanted: Int64Array) -> None:
    """Take these entries out of all lists they are in."""
    offsets, values = entries.terms
    for at in range(unwanted.size):
        entry = unwanted[at]
        if offsets[entry] == offsets[entry + 1]:
            drop_from(lists, 0, entry)
        for place in range(offsets[entry], offsets[entry + 1]):
            drop_from(lists, values[place] + 1, entry)
