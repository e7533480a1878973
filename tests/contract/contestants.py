"""Everything that is held to the definition: each index as it comes, and guards made to branch out.

As they come, guards need tens of thousands of subscriptions before their trees grow deep and their
segments many. With small numbers in place of large ones, tens are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from nearcast.columns.layout import Subscriptions
from nearcast.indexes import INDEXES, SubscriptionIndex
from nearcast.indexes.guards import Guards, Params, generations, parts, recent
from nearcast.indexes.ir_tree import IrTree
from nearcast.indexes.rt_plus_plus_tree import RtPlusPlusTree
from nearcast.indexes.rt_plus_tree import RtPlusTree
from nearcast.indexes.rt_tree import RtTree
from nearcast.indexes.spatial_first import SpatialFirst
from nearcast.indexes.trees import TreeIndex

FEW_GUARDS = 16


class Contestant(NamedTuple):
    """A way to make an index, and whether its generations are to be small ones."""

    build: Callable[[Subscriptions], SubscriptionIndex]
    open: Callable[[Path], SubscriptionIndex]
    small_generations: bool = False


def branching(postings_per_cell: int, copies: int, level_step: int) -> Contestant:
    """Return guards that file their postings so, a handful to a segment."""
    params = Params(postings_per_cell, copies, level_step)
    return Contestant(lambda columns: Guards.build(columns, params=params), Guards.open, True)


def growing(kind: type[TreeIndex], least: int, most: int, **chosen: Any) -> Contestant:
    """Return a tree whose nodes have so few children that it grows deep."""
    params = kind.Params(least, most, **chosen)
    return Contestant(lambda columns: kind.build(columns, params=params), kind.open)


CONTESTANTS: Mapping[str, Contestant] = {
    **{name: Contestant(kind.build, kind.open) for name, kind in INDEXES.items()},
    "guards, one copy": branching(1, 1, 1),
    "guards, two copies": branching(1, 2, 2),
    "guards, three copies": branching(2, 3, 1),
    "guards, four copies": branching(1, 4, 3),
    "spatial-first, deep": growing(SpatialFirst, 1, 2),
    "ir-tree, deep": growing(IrTree, 2, 4),
    "rt-tree, deep": growing(RtTree, 1, 3),
    "rt-plus-tree, deep": growing(RtPlusTree, 2, 4, tokens="df"),
    "rt-plus-plus-tree, deep": growing(RtPlusPlusTree, 1, 2, tokens="locality-aware", cells=9),
    "rt-plus-plus-tree, random": growing(RtPlusPlusTree, 2, 5, tokens="random"),
}


@contextmanager
def generations_of(guards: int, growth: int = 2) -> Iterator[None]:
    """Let guards make a segment of so many, and merge it when others are `growth` times as many."""
    with (
        patch.object(recent, "MOST_GUARDS", guards),
        patch.object(parts, "MOST_GUARDS", guards),
        patch.object(generations, "MOST_GUARDS", guards),
        patch.object(generations, "MOST_TOGETHER", guards // 2),
        patch.object(generations, "GROWTH", growth),
    ):
        yield


@contextmanager
def as_it_wants(contestant: Contestant) -> Iterator[None]:
    """Make generations small where the contestant asks for it."""
    if not contestant.small_generations:
        yield
        return
    with generations_of(FEW_GUARDS):
        yield
