"""What the published indexes share: clauses as entries, and keeping them."""

from nearcast.indexes.entries.index import EntryIndex
from nearcast.indexes.entries.layout import Entries, Kept

__all__ = ["Entries", "EntryIndex", "Kept"]
