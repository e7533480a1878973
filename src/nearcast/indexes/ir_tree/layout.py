"""What the IR-tree is made of."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.indexes.trees.layout import Tree
from nearcast.kernels.tables import Tables


class InvertedTree(NamedTuple):
    """An R-tree every node of which has an inverted file.

    tables
        Table n has, for each token of the entries below node n, the list of its children that have
        the token: entries in a leaf, nodes elsewhere.
    """

    tree: Tree
    tables: Tables
