"""Every index there is, by name.

To add one, write its folder (see CONTRIBUTING.md) and put its class into the list below: the
contract tests, the command line and the benchmarks take it from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from nearcast.errors import UnknownName
from nearcast.indexes.guards import Guards
from nearcast.indexes.ir_tree import IrTree
from nearcast.indexes.keyword_first import KeywordFirst
from nearcast.indexes.protocol import SubscriptionIndex
from nearcast.indexes.rt_plus_plus_tree import RtPlusPlusTree
from nearcast.indexes.rt_plus_tree import RtPlusTree
from nearcast.indexes.rt_tree import RtTree
from nearcast.indexes.scan import Scan
from nearcast.indexes.spatial_first import SpatialFirst

_ALL: tuple[type[SubscriptionIndex], ...] = (
    Guards,
    RtPlusPlusTree,
    RtPlusTree,
    RtTree,
    IrTree,
    SpatialFirst,
    KeywordFirst,
    Scan,
)

INDEXES: Mapping[str, type[SubscriptionIndex]] = MappingProxyType(
    {kind.name: kind for kind in _ALL}
)
DEFAULT_INDEX = Guards.name


def index_named(name: str) -> type[SubscriptionIndex]:
    """Return the index of this name.

    >>> index_named("scan").name
    'scan'
    """
    if name in INDEXES:
        return INDEXES[name]
    near = get_close_matches(name, INDEXES, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise UnknownName(f"there is no index {name!r}{hint} (there are {', '.join(INDEXES)})")
