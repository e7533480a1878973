"""The second baseline: find by an R-tree who is near, then look at the words."""

from __future__ import annotations

from typing import ClassVar

from nearcast.indexes.trees import TokenTreeIndex
from nearcast.indexes.trees.sets import NO_TOKENS


class SpatialFirst(TokenTreeIndex):
    """An R-tree without tokens; those whose boxes a message meets are verified."""

    name: ClassVar[str] = "spatial-first"
    summary: ClassVar[str] = "an R-tree finds who is near, then the words are looked at"
    lending: ClassVar[int] = NO_TOKENS
