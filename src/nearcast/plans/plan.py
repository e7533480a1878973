"""What every plan is: a way to send subscriptions and messages to partitions, held to one rule.

A message and a subscription that it concerns meet in at least one partition, and exactly one of
those where they meet delivers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Int64Array, Messages, Subscriptions, frozen
from nearcast.columns.snapshot import Arrays, write_arrays
from nearcast.errors import InvalidPlan
from nearcast.plans.routes import Routes
from nearcast.plans.statistics import Statistics

KIND = "plan"
MOST_PARTITIONS = 1 << 16


class Plan(ABC):
    """A division of the work among partitions 0 … n - 1.

    Routes depend on the plan and the row alone, so that workers who share a plan agree; only
    `hash`, whose messages go everywhere, also looks at where in its batch a subscription stands.
    """

    name: ClassVar[str]
    summary: ClassVar[str]

    def __init__(self, partitions: int) -> None:
        check_partitions(partitions)
        self.partitions = partitions

    @classmethod
    @abstractmethod
    def of(cls, statistics: Statistics, partitions: int) -> Self:
        """Plan for so many partitions of a workload like the one the statistics are of."""

    @abstractmethod
    def route_subscriptions(self, subscriptions: Subscriptions) -> Routes:
        """Return the partitions that each subscription is kept in."""

    @abstractmethod
    def route_messages(self, messages: Messages) -> Routes:
        """Return the partitions that each message is sent to."""

    @abstractmethod
    def delivers(
        self,
        partition: int,
        messages: Messages,
        message_rows: Int64Array,
        subscriptions: Subscriptions,
        subscription_rows: Int64Array,
    ) -> NDArray[np.bool_]:
        """Tell for pairs that met in a partition whether it is the one that delivers them.

        That is the least partition that both go to. Subscriptions that are `kept_once` need not be
        asked about.
        """

    def kept(self, subscriptions: Subscriptions) -> Int64Array:
        """Return how many subscriptions each partition keeps."""
        return self._counted(self.route_subscriptions(subscriptions))

    def sent(self, messages: Messages) -> Int64Array:
        """Return how many messages are sent to each partition."""
        return self._counted(self.route_messages(messages))

    def kept_once(self, subscriptions: Subscriptions) -> NDArray[np.bool_]:
        """Tell which subscriptions are kept in one partition only: it delivers all they match."""
        routes = self.route_subscriptions(subscriptions)
        copies = np.bincount(routes.rows, minlength=len(subscriptions.boxes))
        return np.asarray(copies == 1)

    def _counted(self, routes: Routes) -> Int64Array:
        return frozen(np.bincount(routes.partitions, minlength=self.partitions), np.int64)

    def save(self, path: Path | str) -> None:
        """Write the plan to one file, whole or not at all."""
        meta = {"name": self.name, "partitions": self.partitions}
        write_arrays(path, KIND, meta, self._arrays())

    def _arrays(self) -> Arrays:
        """Return what is to be saved beside name and number of partitions."""
        return {}

    @classmethod
    def _opened(cls, partitions: int, arrays: dict[str, NDArray[Any]]) -> Self:
        """Return the plan that was saved so."""
        return cls(partitions)


def check_partitions(partitions: int) -> None:
    """Raise `InvalidPlan` unless a plan can have so many partitions."""
    if not 1 <= partitions <= MOST_PARTITIONS:
        raise InvalidPlan(
            f"a plan for {partitions:,} partitions cannot be made: "
            f"it has from 1 to {MOST_PARTITIONS:,}"
        )
