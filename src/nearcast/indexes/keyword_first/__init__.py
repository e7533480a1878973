"""Text first, then space: the first baseline of the Rt-tree paper."""

from nearcast.indexes.keyword_first.index import KeywordFirst

__all__ = ["KeywordFirst"]
