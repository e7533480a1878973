"""The Rt++-tree: one token of a subscription a level, and inverted lists that count them."""

from nearcast.indexes.rt_plus_plus_tree.index import RtPlusPlusTree

__all__ = ["RtPlusPlusTree"]
