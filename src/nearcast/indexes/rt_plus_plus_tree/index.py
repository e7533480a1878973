"""The Rt++-tree (§5): a subscription all of whose tokens were counted needs no verification."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array, Matches, Messages
from nearcast.indexes.batches import run
from nearcast.indexes.entries.answering import make_answer
from nearcast.indexes.protocol import Work
from nearcast.indexes.rt_plus_plus_tree.layout import LevelTree
from nearcast.indexes.rt_plus_plus_tree.match import Search, make_counting, match_messages
from nearcast.indexes.rt_plus_plus_tree.update import file_entries, learn, unfile_entries
from nearcast.indexes.trees import Choosing, TreeIndex
from nearcast.indexes.trees.choosing import choice_of, choose, terms_from
from nearcast.indexes.trees.descending import make_frontier
from nearcast.indexes.trees.layout import Tree, appended, placed_count
from nearcast.indexes.trees.reshaping import Changes, depth_of, entries_below
from nearcast.indexes.trees.tokens import make_said
from nearcast.kernels.postings import clear_lists
from nearcast.kernels.tables import make_tables

NOTHING: Int32Array = np.empty(0, np.int32)


class RtPlusPlusTree(TreeIndex):
    """An R-tree with a list for each token of each entry: the first on level 1, and so on down."""

    name: ClassVar[str] = "rt-plus-plus-tree"
    summary: ClassVar[str] = "an R-tree that counts another word of each subscription on each level"
    Params: ClassVar[type[Any]] = Choosing
    Structure: ClassVar[type[tuple[Any, ...]]] = LevelTree

    def _describe(self, tree: Tree, params: Any) -> LevelTree:
        tables, choice = make_tables(tree.counts.size), choice_of(params, self.entries.boxes)
        return self._admit(LevelTree(tree, tables, NOTHING, NOTHING, choice), 0)

    def _admit(self, structure: LevelTree, first: int) -> LevelTree:
        entries = self.entries
        choice, ranked = choose(structure.choice, entries, first, self._frequencies)
        lengths = np.diff(terms_from(entries.terms, first).offsets)
        return structure._replace(
            ranked=appended(structure.ranked, int(entries.terms.offsets[first]), ranked),
            needs=appended(structure.needs, first, np.maximum(lengths, 1).astype(np.int32)),
            choice=choice,
        )

    def _file_from(self, first: int, stop: int, progress: Int64Array) -> tuple[int, int]:
        return file_entries(self._structure, self.entries, first, stop, progress)

    def _unfile_from(self, entries: Int64Array, start: int) -> tuple[int, int]:
        return unfile_entries(self._structure, self.entries, entries, start)

    def _relearn(self, changes: Changes) -> None:
        if changes.levels:
            # Every token is due a level further up or down now.
            tree = self._structure.tree
            self._structure = self._structure._replace(tables=make_tables(tree.counts.size))
            self._file_all(0, placed_count(tree, len(self._entries)))
            return
        for node in changes.gone | changes.refilled:
            clear_lists(self._structure.tables, node)
        for node in changes.refilled:
            self._learn(node)

    def _learn(self, node: int) -> None:
        """Put the entries below a node on its lists, from nothing."""
        tree = self._structure.tree
        level, below = depth_of(tree, node), entries_below(tree, node)
        while not learn(self._structure, self.entries, node, level, below):
            clear_lists(self._structure.tables, node)
            self._give_room()

    def _match(self, messages: Messages) -> tuple[Matches, Work]:
        structure, kept = self.structure, self.kept
        search = Search(
            structure,
            make_frontier(structure.tree),
            make_said(self._frequencies.size, messages),
            make_counting(len(kept.entries.rows)),
        )
        return run(match_messages, search, kept, messages, make_answer(messages))
