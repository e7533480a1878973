"""Seeded workloads after the papers' experiments, made up or drawn from real places."""

from nearcast.workloads.gridding import columns
from nearcast.workloads.presets import PRESETS
from nearcast.workloads.recipe import Recipe
from nearcast.workloads.synthetic import synthetic
from nearcast.workloads.workload import Workload
from nearcast.workloads.workload_w import workload_w

__all__ = ["PRESETS", "Recipe", "Workload", "columns", "synthetic", "workload_w"]
