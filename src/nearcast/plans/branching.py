"""Plans that are trees: each partition is a box and a range of terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import (
    Int64Array,
    Messages,
    Ragged,
    Subscriptions,
    frozen,
    frozen_columns,
)
from nearcast.columns.nested import flatten, unflatten
from nearcast.columns.snapshot import Arrays
from nearcast.kernels.routes import (
    LEAF,
    Meetings,
    Pairs,
    Tree,
    Walk,
    by_partition,
    first_meetings,
    route_messages,
    route_subscriptions,
)
from nearcast.plans.growing import SPACE, TERMS, Level, grown
from nearcast.plans.plan import Plan, check_partitions
from nearcast.plans.routes import Routes
from nearcast.plans.statistics import Statistics

Routing = Callable[..., tuple[int, int]]


class Branching(Plan):
    """A plan whose partitions are the leaves of a tree of cuts through places and terms.

    A subscription is kept in every leaf that its box and a term to find it by reach, a message goes
    to every leaf that its place and any of its terms reach.
    """

    levels: ClassVar[tuple[Level, ...]]
    by_guard: ClassVar[bool] = True

    def __init__(self, partitions: int, tree: Tree) -> None:
        super().__init__(partitions)
        self.tree = frozen_columns(tree)

    @classmethod
    def of(cls, statistics: Statistics, partitions: int) -> Self:
        check_partitions(partitions)
        return cls(partitions, grown(statistics, partitions, cls.levels, cls.by_guard))

    def route_subscriptions(self, subscriptions: Subscriptions) -> Routes:
        walk = self._walk(longest(subscriptions.literals, subscriptions.clauses))
        return self._routed(route_subscriptions, frozen_columns(subscriptions), walk)

    def route_messages(self, messages: Messages) -> Routes:
        walk = self._walk(longest(messages.terms))
        return self._routed(route_messages, frozen_columns(messages), walk)

    def delivers(
        self,
        partition: int,
        messages: Messages,
        message_rows: Int64Array,
        subscriptions: Subscriptions,
        subscription_rows: Int64Array,
    ) -> NDArray[np.bool_]:
        firsts = first_meetings(
            self.tree,
            frozen_columns(messages),
            frozen_columns(subscriptions),
            Meetings(frozen(message_rows, np.int64), frozen(subscription_rows, np.int64)),
            self._walk(longest(messages.terms)),
            self._walk(longest(subscriptions.literals, subscriptions.clauses)),
        )
        return np.asarray(firsts == partition)

    def _walk(self, terms: int) -> Walk:
        """Return room for walking the tree with rows of so many terms at most."""
        nodes = self.tree.axes.size
        leaves = int((self.tree.axes == LEAF).sum())
        return Walk(
            np.empty((nodes, 3), np.int64),
            np.empty(leaves, np.int32),
            np.empty(max(1, terms), np.int64),
        )

    def _routed(self, kernel: Routing, columns: Messages | Subscriptions, walk: Walk) -> Routes:
        """Route all rows, in as many turns as the room for pairs asks for."""
        count, start = len(columns.boxes), 0
        room = 2 * count + walk.found.size
        pairs = Pairs(np.empty(room, np.int64), np.empty(room, np.int32))
        rows, partitions = [np.empty(0, np.int64)], [np.empty(0, np.int32)]
        while start < count:
            start, used = kernel(self.tree, columns, start, pairs, walk)
            rows.append(pairs.rows[:used].copy())
            partitions.append(pairs.partitions[:used].copy())
        routed = by_partition(np.concatenate(rows), np.concatenate(partitions), self.partitions)
        return Routes(frozen(routed.rows, np.int64), frozen(routed.partitions, np.int32))

    def _arrays(self) -> Arrays:
        return flatten(self.tree)

    @classmethod
    def _opened(cls, partitions: int, arrays: dict[str, NDArray[Any]]) -> Self:
        return cls(partitions, unflatten(Tree, arrays))


def longest(values: Ragged, owners: Int64Array | None = None) -> int:
    """Return how many values the longest row has; `owners` says which rows are one."""
    ends = values.offsets if owners is None else values.offsets[owners]
    return int(np.diff(ends).max(initial=0))


class Location(Branching):
    """The cost-balanced KD-tree of skype §7.3.2; regions go to every leaf they touch."""

    name = "location"
    summary = "by place: a message goes where it is, a region to all partitions it touches"
    levels = (SPACE,)


class Keyword(Branching):
    """Ranges of terms, each clause kept by all the terms that it requires (skype §7.3.3)."""

    name = "keyword"
    summary = "by word: a message goes to its words, a subscription to all of its own"
    levels = (TERMS,)
    by_guard = False


class Prefix(Branching):
    """Ranges of terms, each clause kept by the rarest term that it requires (skype §7.3.4)."""

    name = "prefix"
    summary = "by word: a message goes to its words, a subscription to the rarest of each clause"
    levels = (TERMS,)


class LocationPrefix(Branching):
    """Cut by place first, and each leaf by terms (skype §8.2, spatial-first)."""

    name = "location+prefix"
    summary = "by place, and there by the rarest word"
    levels = (SPACE, TERMS)


class PrefixLocation(Branching):
    """Cut by terms first, and each range by place (skype §8.2, keyword-first)."""

    name = "prefix+location"
    summary = "by the rarest word, and there by place"
    levels = (TERMS, SPACE)
