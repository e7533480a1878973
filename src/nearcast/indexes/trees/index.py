"""What the R-tree indexes have in common: bulk loading, and changing a tree entry by entry."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Self

import numpy as np

from nearcast.columns.layout import Int64Array, Messages, Subscriptions
from nearcast.indexes.entries import EntryIndex
from nearcast.indexes.trees.layout import NOBODY, WAITING, Fanout, Tree, appended
from nearcast.indexes.trees.packing import packed
from nearcast.indexes.trees.reshaping import Changes, join, split, with_spare_nodes
from nearcast.kernels.pools import pool_without_spare_room
from nearcast.kernels.tables import tables_with_more_room, with_more_tables


class TreeIndex(EntryIndex):
    """An index over an R-tree, the field `tree` of its structure, with `tables` on its nodes.

    A subclass writes `_describe` (the structure around a packed tree, its tables empty),
    `_file_from` and `_unfile_from` (its kernels), `_relearn` (see to the tables of nodes that were
    reshaped), and `_admit` if it has more numbers for each entry than its leaf.
    """

    Params: ClassVar[type[Any]] = Fanout

    def _plant(self, sample: Messages | None) -> Any:
        return self._planted(self.Params())

    @classmethod
    def build(
        cls, subscriptions: Subscriptions, *, sample: Messages | None = None, params: Any = None
    ) -> Self:
        """Index these subscriptions in a tree of these parameters, an instance of `Params`."""
        index = cls._over(subscriptions, sample)
        index._structure = index._planted(params or cls.Params())
        return index

    def _planted(self, params: Any) -> Any:
        """Return the structure over all entries."""
        self._structure = self._describe(packed(self.entries.boxes, params), params)
        self._file_all(0, len(self._entries))
        tables = self._structure.tables
        return self._structure._replace(
            tables=tables._replace(pool=pool_without_spare_room(tables.pool))
        )

    @abstractmethod
    def _describe(self, tree: Tree, params: Any) -> Any:
        """Return the structure around a packed tree, its tables empty."""

    def _admit(self, structure: Any, first: int) -> Any:
        """Return the structure with all it has for each entry, but for leaves, from `first` on."""
        return structure

    @abstractmethod
    def _file_from(self, first: int, stop: int, progress: Int64Array) -> tuple[int, int]:
        """File entries; return where it stopped, and the leaf that is full, or -1 for no room."""

    @abstractmethod
    def _unfile_from(self, entries: Int64Array, start: int) -> tuple[int, int]:
        """Delete entries; return where it stopped, and the leaf that has too few, or -1."""

    @abstractmethod
    def _relearn(self, changes: Changes) -> None:
        """Write the tables of nodes that were reshaped anew; those that have gone are empty."""

    def _file(self, first: int) -> None:
        structure = self._admit(self._structure, first)
        waiting = np.full(len(self._entries) - first, WAITING, np.int32)
        leaves = appended(structure.tree.leaves, first, waiting)
        self._structure = structure._replace(tree=structure.tree._replace(leaves=leaves))
        self._file_all(first, len(self._entries))

    def _file_all(self, first: int, stop: int) -> None:
        """File the entries from `first` to `stop`, giving the structure what it lacks meanwhile."""
        progress = np.zeros(1, np.int64)
        done, full = self._file_from(first, stop, progress)
        while done < stop:
            if full == NOBODY:
                self._give_room()
            else:
                self._split(full)
            done, full = self._file_from(done, stop, progress)

    def _unfile(self, entries: Int64Array) -> None:
        done, thin = self._unfile_from(entries, 0)
        while thin != NOBODY:
            self._relearn(join(self._structure.tree, thin))
            done, thin = self._unfile_from(entries, done)

    def _split(self, node: int) -> None:
        tree = with_spare_nodes(self._structure.tree)
        tables = with_more_tables(self._structure.tables, tree.counts.size)
        self._structure = self._structure._replace(tree=tree, tables=tables)
        self._relearn(split(tree, node))

    def _give_room(self) -> None:
        """Let tables grow on."""
        tables = tables_with_more_room(self._structure.tables)
        self._structure = self._structure._replace(tables=tables)
