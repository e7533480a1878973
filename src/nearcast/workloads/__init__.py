"""Seeded workloads after the papers' experiments, made up or drawn from real places.

Those that need Arrow have modules of their own, so that this one loads quickly: `tables` turns a
workload into the tables of its files, `real` draws one from a table of places.
"""

from nearcast.workloads.drawing import synthetic
from nearcast.workloads.gridding import columns
from nearcast.workloads.presets import PRESETS
from nearcast.workloads.recipe import Recipe
from nearcast.workloads.registry import WORKLOADS, Entry, generate
from nearcast.workloads.w import GOLDEN_DELIVERIES, workload_w
from nearcast.workloads.workload import Workload

__all__ = [
    "GOLDEN_DELIVERIES",
    "PRESETS",
    "WORKLOADS",
    "Entry",
    "Recipe",
    "Workload",
    "columns",
    "generate",
    "synthetic",
    "workload_w",
]
