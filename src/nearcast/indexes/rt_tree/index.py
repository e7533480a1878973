"""The Rt-tree (§3): nodes whose place or whose tokens a message does not share are left out."""

from __future__ import annotations

from typing import ClassVar

from nearcast.indexes.trees import TokenTreeIndex
from nearcast.indexes.trees.sets import ALL_TOKENS


class RtTree(TokenTreeIndex):
    """An R-tree on whose nodes entries count all the terms they require."""

    name: ClassVar[str] = "rt-tree"
    summary: ClassVar[str] = "an R-tree whose nodes know all words of those below them"
    lending: ClassVar[int] = ALL_TOKENS
