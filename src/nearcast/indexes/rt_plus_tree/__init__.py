"""The Rt+-tree: an R-tree with one token of each subscription on its nodes."""

from nearcast.indexes.rt_plus_tree.index import RtPlusTree

__all__ = ["RtPlusTree"]
