"""Seeded workloads after the papers' experiments, made up or drawn from real places.

What needs pyarrow (tables, and workloads of real places) is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nearcast.workloads.drawing import synthetic
from nearcast.workloads.gridding import columns
from nearcast.workloads.presets import PRESETS
from nearcast.workloads.recipe import Recipe
from nearcast.workloads.registry import WORKLOADS, Entry, generate
from nearcast.workloads.w import GOLDEN_DELIVERIES, workload_w
from nearcast.workloads.workload import Workload

if TYPE_CHECKING:
    from nearcast.workloads.real import from_places
    from nearcast.workloads.tables import message_table, subscription_table

__all__ = [
    "GOLDEN_DELIVERIES",
    "PRESETS",
    "WORKLOADS",
    "Entry",
    "Recipe",
    "Workload",
    "columns",
    "from_places",
    "generate",
    "message_table",
    "subscription_table",
    "synthetic",
    "workload_w",
]

_HOMES = {
    "from_places": "nearcast.workloads.real",
    "message_table": "nearcast.workloads.tables",
    "subscription_table": "nearcast.workloads.tables",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
