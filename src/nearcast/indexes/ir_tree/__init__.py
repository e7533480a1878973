"""The IR-tree: an R-tree with an inverted file over its children in every node."""

from nearcast.indexes.ir_tree.index import IrTree

__all__ = ["IrTree"]
