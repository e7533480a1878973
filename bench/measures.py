"""What is measured, by name; each measure takes a subject and returns raw numbers."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from time import perf_counter_ns
from types import MappingProxyType
from typing import Any

from bench.contestants import Indexed
from bench.doors import publish_singly, read_all_ways
from bench.mixing import keep_mixing
from bench.planning import plan_and_route
from bench.subjects import Subject
from bench.updates import keep_updating
from nearcast.workloads import GOLDEN_DELIVERIES

Numbers = dict[str, Any]

# As few as the slowest contestant is given, so that all of them answer for these.
HEAD_MESSAGES = 50


def building(subject: Subject) -> Numbers:
    """Measure building from columns, and the bytes it takes beside them."""
    times = []
    for _ in range(subject.run.repeats):
        # Two indexes at once would double the memory that 20 million subscriptions need.
        subject.built = None
        gc.collect()
        start = perf_counter_ns()
        subject.built = subject.build(subject.subscriptions)
        times.append(perf_counter_ns() - start)
    return {"times_ns": times, "index_bytes": subject.contestant().nbytes}


def matching(subject: Subject) -> Numbers:
    """Measure matching the messages in one call on one thread."""
    messages = subject.first_messages(subject.run.messages)
    match = subject.contestant().matching(messages)
    times = []
    for _ in range(subject.run.repeats):
        start = perf_counter_ns()
        deliveries, work = match()
        times.append(perf_counter_ns() - start)
    head, _ = subject.contestant().matching(subject.first_messages(HEAD_MESSAGES))()
    return {
        "times_ns": times,
        "messages": len(messages.boxes),
        "deliveries": deliveries,
        "head_deliveries": head,
        "work": work,
    }


def golden(subject: Subject) -> Numbers:
    """Count the deliveries of the first so many messages of workload W, and insist on them."""
    run = subject.run
    counts = {}
    for count in GOLDEN_DELIVERIES:
        messages = subject.first_messages(count)
        if len(messages.boxes) == count:
            counts[count], _ = subject.contestant().matching(messages)()
    at_full_size = (run.subscriptions, run.messages) == (1_000_000, 100_000)
    if at_full_size and not counts.items() <= GOLDEN_DELIVERIES.items():
        raise AssertionError(f"workload W: delivered {counts}, expected {GOLDEN_DELIVERIES}")
    return {"deliveries": counts}


def updating(subject: Subject) -> Numbers:
    """Measure single inserts and removals, and how fast matching goes on meanwhile."""
    contestant = subject.contestant()
    if not isinstance(contestant, Indexed):
        raise SystemExit(f"{subject.run.index} cannot be updated; leave it out of this study")
    run = subject.run
    return keep_updating(
        contestant.index, subject.subscriptions, subject.messages, run.seconds, run.repeats
    )


def mixing(subject: Subject) -> Numbers:
    """Measure inserts, removals and messages one after the other."""
    contestant = subject.contestant()
    if not isinstance(contestant, Indexed):
        raise SystemExit(f"{subject.run.index} cannot be updated; leave it out of this study")
    messages = subject.first_messages(subject.run.messages)
    return keep_mixing(contestant.index, subject.subscriptions, messages, subject.run.repeats)


def publishing(subject: Subject) -> Numbers:
    """Measure publishing texts one by one."""
    return publish_singly(subject.run, subject.workload)


def reading(subject: Subject) -> Numbers:
    """Measure reading subscriptions as columns."""
    return read_all_ways(subject.run, subject.workload)


def planning(subject: Subject) -> Numbers:
    """Measure a plan in place of an index."""
    return plan_and_route(subject.run, subject.subscriptions, subject.messages)


MEASURES: Mapping[str, Callable[[Subject], Numbers]] = MappingProxyType(
    {
        "build": building,
        "match": matching,
        "golden": golden,
        "updates": updating,
        "mix": mixing,
        "publish": publishing,
        "read": reading,
        "plan": planning,
    }
)
