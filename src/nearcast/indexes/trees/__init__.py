"""The R-tree of the Rt-tree paper's indexes: packed, changed in place, and with tokens on nodes."""

from nearcast.indexes.trees.choosing import Choosing
from nearcast.indexes.trees.index import TreeIndex
from nearcast.indexes.trees.layout import Fanout
from nearcast.indexes.trees.token_index import TokenTreeIndex

__all__ = ["Choosing", "Fanout", "TokenTreeIndex", "TreeIndex"]
