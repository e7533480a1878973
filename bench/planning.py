"""How well a plan divides a workload: predicted from its statistics, and counted row by row."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter_ns
from typing import Any

from bench.plan import Run
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.columns.slices import message_slice
from nearcast.plans import dealt, figures_of, plan_named, predicted, statistics_of

# A plan may send a message everywhere, and pairs take twelve bytes each.
MOST_PAIRS = 50_000_000


def plan_and_route(run: Run, subscriptions: Subscriptions, messages: Messages) -> dict[str, Any]:
    """Return what was predicted of a plan and what came of it, and how fast it plans and routes."""
    if run.partitions is None:
        raise SystemExit(f"{run.study}: to measure plans, say for how many partitions")
    subscriptions, messages = dealt(subscriptions, messages)
    statistics = statistics_of(subscriptions, messages, seed=run.seed)
    partitions, make = run.partitions, plan_named(run.index)
    plan = make(statistics, partitions)
    some = message_slice(messages, 0, min(len(messages.boxes), MOST_PAIRS // partitions))
    return {
        "predicted": predicted(run.index, statistics, partitions)._asdict(),
        "actual": figures_of(plan, subscriptions, messages)._asdict(),
        "planning_ns": _times(run.repeats, lambda: make(statistics, partitions)),
        "messages": len(some.boxes),
        "subscriptions": len(subscriptions.boxes),
        "messages_ns": _times(run.repeats, lambda: plan.route_messages(some)),
        "subscriptions_ns": _times(run.repeats, lambda: plan.route_subscriptions(subscriptions)),
    }


def _times(repeats: int, act: Callable[[], object]) -> list[int]:
    """Return how long an act takes, each time."""
    times = []
    for _ in range(repeats):
        start = perf_counter_ns()
        act()
        times.append(perf_counter_ns() - start)
    return times
