"""What the Rt++-tree is made of."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Int32Array
from nearcast.indexes.trees.choosing import Choice
from nearcast.indexes.trees.layout import Tree
from nearcast.kernels.tables import Tables


class LevelTree(NamedTuple):
    """An R-tree whose nodes, but for the root, have inverted lists.

    tables
        Table n has, for the i-th tokens of the entries below node n, where i is its level, the list
        of the entries whose i-th token it is. A leaf has those of all later tokens as well.
    ranked
        The terms of each entry, its first token first; entry e has those that `entries.terms` has.
    needs
        How many tokens each entry has.
    choice
        How they were ranked.
    """

    tree: Tree
    tables: Tables
    ranked: Int32Array
    needs: Int32Array
    choice: Choice
