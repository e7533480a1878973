"""The IR-tree (§2.3): each node has an inverted file that says which children have which word."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, Messages
from nearcast.indexes.batches import run
from nearcast.indexes.entries.answering import make_answer
from nearcast.indexes.ir_tree.layout import InvertedTree
from nearcast.indexes.ir_tree.match import Search, match_messages
from nearcast.indexes.ir_tree.update import (
    file_entries,
    learn_leaf,
    learn_node,
    unfile_entries,
)
from nearcast.indexes.protocol import Work
from nearcast.indexes.trees import TreeIndex
from nearcast.indexes.trees.descending import make_frontier
from nearcast.indexes.trees.layout import HEIGHT, Tree
from nearcast.indexes.trees.reshaping import Changes, depth_of
from nearcast.indexes.trees.tokens import make_said
from nearcast.kernels.postings import clear_lists
from nearcast.kernels.tables import make_tables


class IrTree(TreeIndex):
    """An R-tree with an inverted file in each node; in leaves, what lists say decides."""

    name: ClassVar[str] = "ir-tree"
    summary: ClassVar[str] = "an R-tree with an inverted file over its children in every node"
    Structure: ClassVar[type[tuple[Any, ...]]] = InvertedTree

    def _describe(self, tree: Tree, params: Any) -> InvertedTree:
        return InvertedTree(tree, make_tables(tree.counts.size))

    def _file_from(self, first: int, stop: int, progress: Int64Array) -> tuple[int, int]:
        return file_entries(self._structure, self.entries, first, stop, progress)

    def _unfile_from(self, entries: Int64Array, start: int) -> tuple[int, int]:
        return unfile_entries(self._structure, self.entries, entries, start)

    def _relearn(self, changes: Changes) -> None:
        tree = self._structure.tree
        for node in changes.gone:
            clear_lists(self._structure.tables, node)
        # A node's file is made from those of its children, so the deepest come first.
        for depth, node in sorted(
            ((depth_of(tree, node), node) for node in changes.refilled | changes.informed),
            reverse=True,
        ):
            self._learn(node, depth == tree.shape[HEIGHT])

    def _learn(self, node: int, is_leaf: bool) -> None:
        """Write the inverted file of a node from nothing."""
        clear_lists(self._structure.tables, node)
        while not (
            learn_leaf(self._structure, self.entries, node)
            if is_leaf
            else learn_node(self._structure, node)
        ):
            clear_lists(self._structure.tables, node)
            self._give_room()

    def _match(self, messages: Messages) -> tuple[Matches, Work]:
        structure, kept = self.structure, self.kept
        counts = max(len(kept.entries.rows), structure.tree.counts.size)
        search = Search(
            structure,
            make_frontier(structure.tree),
            make_said(self._frequencies.size, messages),
            np.zeros(counts, np.int32),
        )
        return run(match_messages, search, kept, messages, make_answer(messages))
