"""The indexes, one folder each, and the contract they share."""

from nearcast.indexes.catalogue import DEFAULT_INDEX, INDEXES, index_named
from nearcast.indexes.protocol import SubscriptionIndex, Work

__all__ = ["DEFAULT_INDEX", "INDEXES", "SubscriptionIndex", "Work", "index_named"]
