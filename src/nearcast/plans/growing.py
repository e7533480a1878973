"""Growing a tree of cuts over a sample, so that all partitions cost alike (skype, Algorithms 3, 4).

A node is cut where its dearer half costs least for the partitions it is to have, again and again.
What a range costs is messages that go there, times subscriptions kept there, which the paper
balances; and beside that what a message costs however few subscriptions it meets, and what a
subscription costs to keep however few messages come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import GRID_MAX, GRID_MIN, frozen
from nearcast.kernels.cuts import Cut, Shares, Weights, best_cut, cost
from nearcast.kernels.routes import LEAF, TERM, Tree, X, Y
from nearcast.plans.items import Items, items_of_messages, items_of_subscriptions
from nearcast.plans.statistics import Statistics

# What a message costs a partition, counted in subscriptions kept there. Matching one takes 0.5 µs,
# and 0.25 µs more for each million subscriptions (`bench/README.md`, 1 to 20 million).
MESSAGE_ROWS = 2_000_000
# What it costs to keep all subscriptions, as a share of what matching all messages with them does.
# With less, rare terms, which no message of the sample has, all end up in one partition's memory.
KEEPING = 0.25

Level = tuple[int, ...]
SPACE: Level = (X, Y)
TERMS: Level = (TERM,)
Range = tuple[int, int]


class Pending(NamedTuple):
    """A node still to be cut.

    `parts` is how many ranges this level is to make of it, `partitions` how many there will be in
    the end, from number `first` on; `ranges` are its own along X, Y and TERM.
    """

    node: int
    level: int
    parts: int
    partitions: int
    first: int
    ranges: tuple[Range, Range, Range]
    subscriptions: Items
    messages: Items


class Choice(NamedTuple):
    """Where a node is cut."""

    axis: int
    cut: Cut
    shares: Shares


def grown(
    statistics: Statistics, partitions: int, levels: tuple[Level, ...], by_guard: bool
) -> Tree:
    """Return a tree of so many partitions, cut level by level."""
    grower = Grower(statistics, levels, by_guard)
    return grower.grow(partitions)


class Grower:
    """A tree while it grows; nodes are rows of six numbers, as in `Tree`."""

    def __init__(self, statistics: Statistics, levels: tuple[Level, ...], by_guard: bool) -> None:
        known = max(statistics.document_counts.size, statistics.required_counts.size, 1)
        self._terms, self._levels, self._by_guard = known, levels, by_guard
        self._nodes: list[tuple[int, ...]] = []
        columns = statistics.subscriptions.columns
        self._subscriptions = items_of_subscriptions(columns, by_guard)
        messages = items_of_messages(statistics.messages.columns)
        # Without messages, the subscriptions are taken for a likeness of them.
        self._messages = messages if messages.size else items_of_subscriptions(columns, False)
        sampled = max(1, len(columns.boxes))
        whole = statistics.counts.subscriptions
        self._weights = Weights(
            subscription=whole / sampled,
            message=1.0 / max(1, self._messages.size),
            overhead=float(MESSAGE_ROWS),
            keeping=KEEPING * (whole + MESSAGE_ROWS) / max(1, whole),
        )

    def grow(self, partitions: int) -> Tree:
        """Return the whole tree."""
        everywhere = (GRID_MIN, GRID_MAX)
        ranges = (everywhere, everywhere, (0, self._terms - 1))
        root = Pending(
            self._new_node(),
            0,
            self._parts(0, partitions),
            partitions,
            0,
            ranges,
            self._subscriptions,
            self._messages,
        )
        pending = [root]
        while pending:
            pending += self._grow_node(pending.pop())
        fields = zip(*self._nodes, strict=True)
        axes, lows, cuts, highs, lefts, rights = (frozen(field, np.int32) for field in fields)
        return Tree(axes, lows, cuts, highs, lefts, rights, int(self._by_guard), self._terms)

    def _parts(self, level: int, partitions: int) -> int:
        """Return how many ranges a level makes: of two, the first makes about the square root."""
        if level == len(self._levels) - 1:
            return partitions
        return int(2 ** round(np.log2(partitions) / 2))

    def _new_node(self) -> int:
        self._nodes.append(())
        return len(self._nodes) - 1

    def _grow_node(self, pending: Pending) -> list[Pending]:
        """Cut a node and return its children, or what is to be done with it next."""
        choice = self._choice(pending) if pending.parts > 1 else None
        if choice is not None:
            return self._cut_node(pending, choice)
        level = pending.level + 1
        if level < len(self._levels):
            parts = self._parts(level, pending.partitions)
            return [pending._replace(level=level, parts=parts)]
        # Where nothing is left to cut, partitions that it might have had stay empty.
        self._nodes[pending.node] = (LEAF, 0, 0, 0, pending.first, 0)
        return []

    def _choice(self, pending: Pending) -> Choice | None:
        """Return the best cut along an axis of the level, if any makes the dearer half cheaper."""
        choices = [
            self._cut_along(pending, axis)
            for axis in self._levels[pending.level]
            if pending.ranges[axis][0] < pending.ranges[axis][1]
        ]
        whole = cost(pending.subscriptions.size, pending.messages.size, self._weights)
        useful = [each for each in choices if max(each.cut.left, each.cut.right) < whole]
        return min(useful, key=dearer_share, default=None)

    def _cut_along(self, pending: Pending, axis: int) -> Choice:
        low, high = pending.ranges[axis]
        shares = Shares(pending.parts // 2, pending.parts - pending.parts // 2)
        ends = pending.subscriptions.ends(axis), pending.messages.ends(axis)
        cut = best_cut(*ends, low, high, shares, self._weights)
        if axis == TERM:
            # A term is never cut, so a range has no use for more parts than terms.
            right = min(pending.parts - min(shares.left, cut.place - low), high + 1 - cut.place)
            shares = Shares(min(pending.parts - right, cut.place - low), right)
        return Choice(axis, cut, shares)

    def _cut_node(self, pending: Pending, choice: Choice) -> list[Pending]:
        axis, cut, shares = choice
        low, high = pending.ranges[axis]
        left, right = self._new_node(), self._new_node()
        self._nodes[pending.node] = (axis, low, cut.place, high, left, right)
        left_partitions = self._left_partitions(pending, choice)
        subscriptions = pending.subscriptions.cut(axis, cut.place)
        messages = pending.messages.cut(axis, cut.place)
        return [
            pending._replace(
                node=right,
                parts=shares.right,
                partitions=pending.partitions - left_partitions,
                first=pending.first + left_partitions,
                ranges=with_range(pending.ranges, axis, (cut.place, high)),
                subscriptions=subscriptions[1],
                messages=messages[1],
            ),
            pending._replace(
                node=left,
                parts=shares.left,
                partitions=left_partitions,
                ranges=with_range(pending.ranges, axis, (low, cut.place - 1)),
                subscriptions=subscriptions[0],
                messages=messages[0],
            ),
        ]

    def _left_partitions(self, pending: Pending, choice: Choice) -> int:
        """Return how many partitions the left half gets: in the end, as many as it costs."""
        _, cut, shares = choice
        if pending.level == len(self._levels) - 1:
            return shares.left
        whole = cut.left + cut.right
        wanted = round(pending.partitions * cut.left / whole) if whole else 0
        return max(shares.left, min(wanted, pending.partitions - shares.right))


def dearer_share(choice: Choice) -> float:
    """Return what a partition of the dearer half costs."""
    _, cut, shares = choice
    return max(cut.left / shares.left, cut.right / shares.right)


def with_range(
    ranges: tuple[Range, Range, Range], axis: int, range: Range
) -> tuple[Range, Range, Range]:
    """Return ranges with one of them replaced."""
    x, y, terms = (range if each == axis else old for each, old in enumerate(ranges))
    return x, y, terms
