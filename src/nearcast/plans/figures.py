"""What a plan is worth: how much it copies, how much it sends, and how busy the busiest one is."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Messages, Subscriptions
from nearcast.columns.nested import flatten
from nearcast.plans.catalogue import plan_named
from nearcast.plans.growing import MESSAGE_ROWS
from nearcast.plans.plan import Plan
from nearcast.plans.statistics import Statistics

# What a guard index takes for a subscription beside its columns (`bench/README.md`).
INDEX_BYTES = 60


class Figures(NamedTuple):
    """The quality of a plan.

    replication
        In how many partitions a subscription is kept, on average.
    tuples
        To how many partitions a message is sent, on average.
    balance
        The load of the busiest partition over the mean load. Load is messages that come, times
        subscriptions kept and `MESSAGE_ROWS` more.
    speedup
        How many times the load of the busiest partition it would be to do everything in one.
    largest_rows, largest_bytes
        How many subscriptions the fullest partition keeps, and what they take with their index.
    """

    replication: float
    tuples: float
    balance: float
    speedup: float
    largest_rows: int
    largest_bytes: int


def figures_of(
    plan: Plan, subscriptions: Subscriptions, messages: Messages, stands_for: float = 1.0
) -> Figures:
    """Return the figures of a plan for a workload, or for a sample of one.

    Parameters
    ----------
    stands_for
        How many subscriptions each that is given stands for.
    """
    kept = plan.kept(subscriptions) * stands_for
    shares = plan.sent(messages) / max(1, len(messages.boxes))
    loads = shares * (kept + MESSAGE_ROWS)
    count = len(subscriptions.boxes)
    busiest = float(loads.max())
    size = sum(array.nbytes for array in flatten(subscriptions).values()) / max(1, count)
    return Figures(
        replication=float(kept.sum()) / max(1.0, count * stands_for),
        tuples=float(shares.sum()),
        balance=busiest / float(loads.mean()) if busiest else 1.0,
        speedup=(count * stands_for + MESSAGE_ROWS) / busiest if busiest else 1.0,
        largest_rows=round(float(kept.max())),
        largest_bytes=round(float(kept.max()) * (size + INDEX_BYTES)),
    )


def predicted(name: str, statistics: Statistics, partitions: int) -> Figures:
    """Return the figures to expect of a plan for a workload that only its statistics are known of.

    It is made over one half of the sample and judged by the other: over rows that it was made for,
    each plan looks better than it is.
    """
    known, unknown = statistics.half(0), statistics.half(1)
    sampled = unknown.subscriptions.columns
    stands_for = statistics.counts.subscriptions / max(1, len(sampled.boxes))
    plan = plan_named(name)(known, partitions)
    return figures_of(plan, sampled, unknown.messages.columns, stands_for)
