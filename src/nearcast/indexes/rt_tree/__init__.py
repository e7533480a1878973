"""The Rt-tree: an R-tree with the tokens of all subscriptions on its nodes."""

from nearcast.indexes.rt_tree.index import RtTree

__all__ = ["RtTree"]
