"""Whatever the plan, what matches meets, and is delivered once: the definition is the judge."""

from __future__ import annotations

import numpy as np
import pytest
from contract.drawing import lists_of_messages, lists_of_subscriptions
from effort import compiled_only, effort
from hypothesis import given
from hypothesis import strategies as st
from oracle.matching import matching
from plans.delivering import deliveries
from space.drawing import SPACES

from nearcast.columns import (
    messages_from_model,
    subscriptions_from_model,
    take_messages,
    take_subscriptions,
)
from nearcast.indexes.scan import Scan
from nearcast.model import EVERYWHERE, Box, Message, Point, Subscription
from nearcast.plans import PLANS, open_plan, plan_named, statistics_of
from nearcast.space import Earth
from nearcast.text import Vocabulary
from nearcast.workloads import columns, generate

EARTH = Earth()
every_plan = pytest.mark.parametrize("name", PLANS)


def pairs_of(wanted, published, space=EARTH):
    """Return the deliveries of the definition, as rows."""
    return [
        (message, row)
        for message, rows in enumerate(matching(wanted, published, space))
        for row in rows
    ]


def columns_of(wanted, published, space=EARTH):
    vocabulary = Vocabulary()
    subscriptions = subscriptions_from_model(wanted, space, vocabulary)
    return subscriptions, messages_from_model(published, space, vocabulary)


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
@every_plan
@effort(1)
@given(data=st.data(), partitions=st.integers(1, 12), share=st.sampled_from((0, 2, 1)))
def test_every_match_is_delivered_once(name, space, data, partitions, share):
    """Also of rows that the statistics have not seen."""
    wanted = data.draw(lists_of_subscriptions(space, 0, 12), "subscriptions")
    published = data.draw(lists_of_messages(space, 0, 8), "messages")
    subscriptions, messages = columns_of(wanted, published, space)
    seen = statistics_of(
        take_subscriptions(subscriptions, np.arange(0, len(wanted) * bool(share), max(1, share))),
        take_messages(messages, np.arange(0, len(published) * bool(share), max(1, share))),
    )
    plan = plan_named(name)(seen, partitions)
    assert deliveries(plan, subscriptions, messages) == pairs_of(wanted, published, space)


@every_plan
@pytest.mark.parametrize("partitions", [4, 32])
def test_the_antimeridian_is_in_two_partitions(name, partitions):
    """Places around the edge of the map, so that trees are cut on both of its sides."""
    spots = [180.0, -180.0, 179.0, -179.0, 170.0, -170.0, 0.0]
    wanted = [Subscription(None, what, EVERYWHERE) for what in ("", "a", "NOT a", "b OR c")]
    wanted += [Subscription(None, "a", Box(west, -9, east, 9)) for west in spots for east in spots]
    published = [Message(text, Point(x, 0)) for text in ("a", "b c", "") for x in spots]
    published += [Message("a", Box(west, 0, east, 1)) for west in spots for east in spots]
    subscriptions, messages = columns_of(wanted, published)
    plan = plan_named(name)(statistics_of(subscriptions, messages), partitions)
    assert deliveries(plan, subscriptions, messages) == pairs_of(wanted, published)


MIXED = {
    "vocabulary": 400,
    "region_area": (0.001, 0.2),
    "boolean_share": 0.5,
    "forbidding_share": 0.3,
    "wordless_share": 0.05,
    "everywhere_share": 0.05,
    "message_area": (0.0, 0.05),
}
WORKLOADS = {
    "tweets": ("tweets", {"vocabulary": 400}),
    "everywhere": ("everywhere", {"vocabulary": 400}),
    "mixed": ("tweets", MIXED),
    "wordless": ("tweets", {"wordless_share": 1.0}),
}


@compiled_only
@pytest.mark.parametrize(("workload", "parameters"), WORKLOADS.values(), ids=WORKLOADS)
@pytest.mark.parametrize("partitions", [3, 64])
@every_plan
def test_partitions_together_answer_as_one_does(name, partitions, workload, parameters, tmp_path):
    subscriptions, messages = columns(generate(workload, 2_000, 300, 1, **parameters))
    matches, _ = Scan.build(subscriptions).match(messages)
    senders = np.repeat(np.arange(300), np.diff(matches.offsets))
    plan = plan_named(name)(statistics_of(subscriptions, messages, sample_rows=500), partitions)
    expected = list(zip(senders.tolist(), matches.rows.tolist(), strict=True))
    assert deliveries(plan, subscriptions, messages) == expected
    plan.save(tmp_path / "plan")
    again = open_plan(tmp_path / "plan")
    assert (again.name, again.partitions) == (name, partitions)
    assert deliveries(again, subscriptions, messages) == expected
