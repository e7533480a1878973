"""What the filter-and-verification indexes have in common: only the tokens lent are different."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, Messages
from nearcast.indexes.batches import run
from nearcast.indexes.entries.answering import make_answer
from nearcast.indexes.protocol import Work
from nearcast.indexes.trees.choosing import (
    choice_of,
    choose,
    no_choice,
    representatives_of,
    terms_from,
)
from nearcast.indexes.trees.descending import make_frontier
from nearcast.indexes.trees.filtering import Search, match_messages
from nearcast.indexes.trees.index import TreeIndex
from nearcast.indexes.trees.layout import NOBODY, ROOT, Tree, appended
from nearcast.indexes.trees.reshaping import Changes, entries_below
from nearcast.indexes.trees.sets import (
    ONE_TOKEN,
    TokenTree,
    file_entries,
    learn,
    unfile_entries,
)
from nearcast.indexes.trees.tokens import make_said
from nearcast.kernels.tables import clear, make_tables

NO_REPRESENTATIVES = np.empty(0, np.int32)


class TokenTreeIndex(TreeIndex):
    """An R-tree with sets of tokens on its nodes, to which each entry lends `lending`."""

    lending: ClassVar[int]
    Structure: ClassVar[type[tuple[Any, ...]]] = TokenTree

    def _describe(self, tree: Tree, params: Any) -> TokenTree:
        chooses = self.lending == ONE_TOKEN
        choice = choice_of(params, self.entries.boxes) if chooses else no_choice()
        tables = make_tables(tree.counts.size)
        structure = TokenTree(tree, tables, self.lending, NO_REPRESENTATIVES, choice)
        return self._admit(structure, 0)

    def _admit(self, structure: TokenTree, first: int) -> TokenTree:
        if self.lending != ONE_TOKEN:
            return structure
        entries = self.entries
        choice, ranked = choose(structure.choice, entries, first, self._frequencies)
        fresh = representatives_of(terms_from(entries.terms, first), ranked)
        return structure._replace(
            representatives=appended(structure.representatives, first, fresh), choice=choice
        )

    def _file_from(self, first: int, stop: int, progress: Int64Array) -> tuple[int, int]:
        return file_entries(self._structure, self.entries, first, stop, progress)

    def _unfile_from(self, entries: Int64Array, start: int) -> tuple[int, int]:
        return unfile_entries(self._structure, self.entries, entries, start)

    def _relearn(self, changes: Changes) -> None:
        tree = self._structure.tree
        for node in changes.gone | changes.refilled | {int(tree.shape[ROOT])}:
            clear(self._structure.tables, node)
        for node in changes.refilled:
            if tree.parents[node] != NOBODY:
                self._learn(node, entries_below(tree, node))

    def _learn(self, node: int, below: Int64Array) -> None:
        """Count what the entries below a node lend on it, from nothing."""
        while not learn(self._structure, self.entries, node, below):
            clear(self._structure.tables, node)
            self._give_room()

    def _match(self, messages: Messages) -> tuple[Matches, Work]:
        structure = self.structure
        said = make_said(self._frequencies.size, messages)
        search = Search(structure, make_frontier(structure.tree), said)
        return run(match_messages, search, self.kept, messages, make_answer(messages))
