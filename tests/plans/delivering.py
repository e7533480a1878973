"""What comes of a plan: every partition matches what was sent to it and delivers what it should."""

from __future__ import annotations

import numpy as np

from nearcast.columns import take_messages, take_subscriptions
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.indexes.scan import Scan
from nearcast.plans import Plan, Routes

Pair = tuple[int, int]


def deliveries(plan: Plan, subscriptions: Subscriptions, messages: Messages) -> list[Pair]:
    """Return the deliveries of all partitions, as rows, sorted; repeats stay."""
    kept, sent = plan.route_subscriptions(subscriptions), plan.route_messages(messages)
    for routes in (kept, sent):
        assert_well_formed(routes, plan.partitions)
    found: list[Pair] = []
    for partition in range(plan.partitions):
        found += delivered_by(plan, partition, subscriptions, kept, messages, sent)
    return sorted(found)


def delivered_by(
    plan: Plan,
    partition: int,
    subscriptions: Subscriptions,
    kept: Routes,
    messages: Messages,
    sent: Routes,
) -> list[Pair]:
    """Return the deliveries of one partition, which knows only what was sent to it."""
    message_rows, subscription_rows = sent.of(partition), kept.of(partition)
    here = take_messages(messages, message_rows)
    listeners = take_subscriptions(subscriptions, subscription_rows)
    matches, _ = Scan.build(listeners).match(here)
    senders = np.repeat(np.arange(len(message_rows)), np.diff(matches.offsets))
    delivers = plan.delivers(partition, here, senders, listeners, matches.rows)
    assert delivers.dtype == np.bool_ and delivers.shape == senders.shape
    assert delivers[plan.kept_once(listeners)[matches.rows]].all()
    concerned = subscription_rows[matches.rows[delivers]]
    return list(zip(message_rows[senders[delivers]].tolist(), concerned.tolist(), strict=True))


def assert_well_formed(routes: Routes, partitions: int) -> None:
    """Check that routes are sorted, each pair once, and nobody can change them."""
    rows, numbers = routes
    assert rows.dtype == np.int64 and numbers.dtype == np.int32
    assert not rows.flags.writeable and not numbers.flags.writeable
    assert ((numbers >= 0) & (numbers < partitions)).all()
    keys = numbers.astype(np.int64) << 32 | rows
    assert (np.diff(keys) > 0).all()
