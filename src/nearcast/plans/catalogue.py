"""Every plan there is, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType

from nearcast.columns.snapshot import read_arrays
from nearcast.errors import UnknownName
from nearcast.plans.branching import (
    Keyword,
    Location,
    LocationPrefix,
    Prefix,
    PrefixLocation,
)
from nearcast.plans.hashed import Hash
from nearcast.plans.plan import KIND, Plan
from nearcast.plans.statistics import Statistics

_ALL: tuple[type[Plan], ...] = (Hash, Location, Keyword, Prefix, LocationPrefix, PrefixLocation)

PLANS: Mapping[str, type[Plan]] = MappingProxyType({kind.name: kind for kind in _ALL})


def plan_named(name: str) -> Callable[[Statistics, int], Plan]:
    """Return what plans so: it takes statistics and a number of partitions.

    >>> plan_named("prefix").__self__.name
    'prefix'
    """
    return kind_named(name).of


def kind_named(name: str) -> type[Plan]:
    """Return the class of plans of this name."""
    if name in PLANS:
        return PLANS[name]
    near = get_close_matches(name, PLANS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise UnknownName(f"there is no plan {name!r}{hint} (there are {', '.join(PLANS)})")


def open_plan(path: Path | str) -> Plan:
    """Return a plan that was saved, mapped into memory."""
    meta, arrays = read_arrays(path, KIND)
    return kind_named(meta["name"])._opened(int(meta["partitions"]), arrays)
