"""Nearcast: millions of standing interests, each message to just those it concerns.

Everything public is reachable from here, and imported when first used: `import nearcast` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nearcast import columns, indexes, workloads
    from nearcast.columns import (
        MessageTable,
        SubscriptionTable,
        read_messages,
        read_subscriptions,
    )
    from nearcast.errors import (
        DuplicateSubscription,
        Fault,
        FaultyRows,
        InvalidExpression,
        InvalidMessage,
        InvalidPlan,
        InvalidRegion,
        InvalidWorkload,
        NearcastError,
        SpaceMismatch,
        UnknownName,
        UnreadableInput,
        UnusableSnapshot,
    )
    from nearcast.hub import (
        Deliveries,
        Explanation,
        Hub,
        Published,
        Subscribed,
        Unsubscribed,
    )
    from nearcast.hub.geojson import to_geojson
    from nearcast.indexes import INDEXES
    from nearcast.model import (
        EVERYWHERE,
        Box,
        Circle,
        Delivery,
        Everywhere,
        Match,
        Message,
        MultiPolygon,
        Point,
        Polygon,
        Subscription,
    )
    from nearcast.space import Earth, Plane
    from nearcast.space import region_from_geojson as from_geojson
    from nearcast.text import ANALYSERS, Vocabulary

__version__ = "0.1.0"

_NAMES = {
    "nearcast.hub": (
        "Deliveries",
        "Explanation",
        "Hub",
        "Published",
        "Subscribed",
        "Unsubscribed",
    ),
    "nearcast.model": (
        "EVERYWHERE",
        "Box",
        "Circle",
        "Delivery",
        "Everywhere",
        "Match",
        "Message",
        "MultiPolygon",
        "Point",
        "Polygon",
        "Subscription",
    ),
    "nearcast.space": ("Earth", "Plane"),
    "nearcast.text": ("ANALYSERS", "Vocabulary"),
    "nearcast.indexes": ("INDEXES",),
    "nearcast.columns": (
        "MessageTable",
        "SubscriptionTable",
        "read_messages",
        "read_subscriptions",
    ),
    "nearcast.errors": (
        "DuplicateSubscription",
        "Fault",
        "FaultyRows",
        "InvalidExpression",
        "InvalidMessage",
        "InvalidPlan",
        "InvalidRegion",
        "InvalidWorkload",
        "NearcastError",
        "SpaceMismatch",
        "UnknownName",
        "UnreadableInput",
        "UnusableSnapshot",
    ),
}
_MODULES = ("columns", "indexes", "workloads")

# Where each name lives, and what it is called there.
_HOMES = {
    **{name: (home, name) for home, names in _NAMES.items() for name in names},
    "from_geojson": ("nearcast.space", "region_from_geojson"),
    "to_geojson": ("nearcast.hub.geojson", "to_geojson"),
}

__all__ = [
    "ANALYSERS",
    "EVERYWHERE",
    "INDEXES",
    "Box",
    "Circle",
    "Deliveries",
    "Delivery",
    "DuplicateSubscription",
    "Earth",
    "Everywhere",
    "Explanation",
    "Fault",
    "FaultyRows",
    "Hub",
    "InvalidExpression",
    "InvalidMessage",
    "InvalidPlan",
    "InvalidRegion",
    "InvalidWorkload",
    "Match",
    "Message",
    "MessageTable",
    "MultiPolygon",
    "NearcastError",
    "Plane",
    "Point",
    "Polygon",
    "Published",
    "SpaceMismatch",
    "Subscribed",
    "Subscription",
    "SubscriptionTable",
    "UnknownName",
    "UnreadableInput",
    "Unsubscribed",
    "UnusableSnapshot",
    "Vocabulary",
    "__version__",
    "columns",
    "from_geojson",
    "indexes",
    "read_messages",
    "read_subscriptions",
    "to_geojson",
    "workloads",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, original = _HOMES[name]
    found = globals()[name] = getattr(import_module(home), original)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
