"""The first baseline: find by inverted lists who has all terms, then look at the place."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, Messages
from nearcast.indexes.batches import run
from nearcast.indexes.entries import EntryIndex
from nearcast.indexes.entries.answering import make_answer
from nearcast.indexes.keyword_first.layout import Inverted
from nearcast.indexes.keyword_first.match import Search, match_messages
from nearcast.indexes.keyword_first.update import file_entries, unfile_entries
from nearcast.indexes.protocol import Work
from nearcast.kernels.lists import lists_of, with_more_lists, with_more_room


class KeywordFirst(EntryIndex):
    """Inverted lists over the terms of all entries; those with all terms are verified."""

    name: ClassVar[str] = "keyword-first"
    summary: ClassVar[str] = "inverted lists find who has all terms, then the place is looked at"
    Structure: ClassVar[type[tuple[Any, ...]]] = Inverted

    def _plant(self, sample: Messages | None) -> Inverted:
        offsets, values = self.entries.terms
        needs = np.diff(offsets)
        wordless = np.flatnonzero(needs == 0)
        keys = np.concatenate([values + 1, np.zeros(wordless.size, np.int32)])
        entries = np.concatenate([np.repeat(np.arange(needs.size), needs), wordless])
        lists = lists_of(keys, entries.astype(np.int32), self._frequencies.size + 1)
        return Inverted(lists, needs.astype(np.int32))

    def _file(self, first: int) -> None:
        entries = self.entries
        needs = np.diff(entries.terms.offsets).astype(np.int32)
        lists = with_more_lists(self._structure.lists, self._frequencies.size + 1)
        postings = int(np.maximum(needs[first:], 1).sum())
        done = file_entries(lists, entries, first, 0)
        while done < postings:
            lists = with_more_room(lists)
            done = file_entries(lists, entries, first, done)
        self._structure = Inverted(lists, needs)

    def _unfile(self, entries: Int64Array) -> None:
        unfile_entries(self._structure.lists, self.entries, entries)

    def _match(self, messages: Messages) -> tuple[Matches, Work]:
        structure = self.structure
        search = Search(structure, np.zeros(structure.needs.size, np.int32))
        return run(match_messages, search, self.kept, messages, make_answer(messages))
