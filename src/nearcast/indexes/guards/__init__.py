"""The default index; see `docs/indexes/guards.md` for the idea in a picture."""

from nearcast.indexes.guards.index import Guards
from nearcast.indexes.guards.layout import Params

__all__ = ["Guards", "Params"]
