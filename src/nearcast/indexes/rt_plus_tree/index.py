"""The Rt+-tree (§4): one representative token for each entry prunes more than all of its tokens."""

from __future__ import annotations

from typing import Any, ClassVar

from nearcast.indexes.trees import Choosing, TokenTreeIndex
from nearcast.indexes.trees.sets import ONE_TOKEN


class RtPlusTree(TokenTreeIndex):
    """An R-tree on whose nodes entries count one of the terms they require."""

    name: ClassVar[str] = "rt-plus-tree"
    summary: ClassVar[str] = "an R-tree whose nodes know one word of each of those below them"
    lending: ClassVar[int] = ONE_TOKEN
    Params: ClassVar[type[Any]] = Choosing
