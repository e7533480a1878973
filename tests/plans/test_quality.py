"""What plans copy and send, exactly on cases made by hand, and how evenly they divide."""

from __future__ import annotations

import numpy as np
import pytest
from effort import compiled_only

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.errors import InvalidPlan, UnknownName, UnusableSnapshot
from nearcast.kernels.routes import LEAF, TERM
from nearcast.model import EVERYWHERE, Box, Message, Point, Subscription
from nearcast.plans import (
    PLANS,
    dealt,
    figures_of,
    open_plan,
    plan_named,
    predicted,
    statistics_of,
)
from nearcast.space import Earth
from nearcast.text import Vocabulary
from nearcast.workloads import columns, generate

EARTH = Earth()
XS = (-135.0, -45.0, 45.0, 135.0)
WORDS = "abcd"


def quarters(name):
    """Return a plan over four places and four words, each place and word as frequent."""
    wanted = [Subscription(None, word, spot(x)) for x in XS for word in WORDS]
    published = [Message(word, Point(x, 0)) for x in XS for word in WORDS]
    subscriptions, messages = columns_of(wanted, published)
    return plan_named(name)(statistics_of(subscriptions, messages), 4)


def spot(x):
    return Box(x - 1, -1, x + 1, 1)


def columns_of(wanted, published):
    vocabulary = Vocabulary()
    vocabulary.add_all(WORDS)
    subscriptions = subscriptions_from_model(wanted, EARTH, vocabulary)
    return subscriptions, messages_from_model(published, EARTH, vocabulary)


# How often each of these is kept, or sent: in one of four places; in all of them; with two words;
# with two clauses; with no word.
KEPT = {
    "hash": [1, 1, 1, 1, 1],
    "location": [1, 4, 1, 1, 1],
    "keyword": [1, 1, 2, 2, 4],
    "prefix": [1, 1, 1, 2, 4],
    "location+prefix": [1, 2, 1, 2, 2],
    "prefix+location": [1, 2, 1, 2, 2],
}
SENT = {
    "hash": [4, 4, 4, 4],
    "location": [1, 1, 1, 4],
    "keyword": [1, 2, 1, 1],
    "prefix": [1, 2, 1, 1],
    "location+prefix": [1, 2, 1, 2],
    "prefix+location": [1, 2, 1, 2],
}


@pytest.mark.parametrize("name", PLANS)
def test_a_subscription_is_kept_where_it_must_be(name):
    wanted = [
        Subscription(0, "a", spot(-135)),
        Subscription(1, "a", EVERYWHERE),
        Subscription(2, "a d", spot(-135)),
        Subscription(3, "a OR d", spot(-135)),
        Subscription(4, "", spot(-135)),
    ]
    routes = quarters(name).route_subscriptions(columns_of(wanted, [])[0])
    assert np.bincount(routes.rows).tolist() == KEPT[name]


@pytest.mark.parametrize("name", PLANS)
def test_a_message_is_sent_where_it_must_be(name):
    published = [
        Message("a", Point(-135, 0)),
        Message("a d", Point(-135, 0)),
        Message("", Point(-135, 0)),
        Message("a", Box(-180, -90, 180, 90)),
    ]
    routes = quarters(name).route_messages(columns_of([], published)[1])
    assert np.bincount(routes.rows).tolist() == SENT[name]


def test_a_frequent_word_has_a_partition_to_itself_and_the_others_share_the_rest():
    published = [Message(f"a {word}", Point(0, 0)) for word in WORDS[1:] for _ in range(40)]
    wanted = [Subscription(None, word, EVERYWHERE) for word in WORDS for _ in range(40)]
    statistics = statistics_of(*columns_of(wanted, published))
    plan = plan_named("prefix")(statistics, 4)
    assert sorted(plan.tree.cuts[plan.tree.axes == TERM].tolist()) == [1, 2, 3]
    assert plan.sent(statistics.messages.columns).tolist() == [120, 40, 40, 40]


def test_partitions_that_nothing_is_left_for_stay_empty():
    statistics = statistics_of(*columns_of([Subscription(0, "a")], [Message("a", Point(0, 0))]))
    for name in PLANS:
        plan = plan_named(name)(statistics, 64)
        assert plan.partitions == plan.kept(statistics.subscriptions.columns).size == 64


@compiled_only
@pytest.mark.parametrize("name", PLANS)
def test_without_messages_subscriptions_are_taken_for_a_likeness_of_them(name):
    subscriptions, messages = dealt(*columns(generate("tweets", 4_000, 2_000, vocabulary=2_000)))
    plan = plan_named(name)(statistics_of(subscriptions, None), 16)
    figures = figures_of(plan, subscriptions, messages)
    assert figures.balance < 3
    assert figures.speedup > 1


@compiled_only
@pytest.mark.parametrize("partitions", [4, 64])
@pytest.mark.parametrize("name", PLANS)
def test_what_is_predicted_comes_to_pass(name, partitions):
    subscriptions, messages = dealt(*columns(generate("tweets", 40_000, 40_000, 3)))
    statistics = statistics_of(subscriptions, messages, sample_rows=20_000)
    actual = figures_of(plan_named(name)(statistics, partitions), subscriptions, messages)
    expected = predicted(name, statistics, partitions)
    assert expected.replication == pytest.approx(actual.replication, rel=0.1)
    assert expected.tuples == pytest.approx(actual.tuples, rel=0.1)
    assert expected.balance == pytest.approx(actual.balance, rel=0.4)
    assert expected.speedup == pytest.approx(actual.speedup, rel=0.4)


@compiled_only
def test_plans_divide_as_the_paper_says():
    """Copies and tuples as in its table 2, and loads in balance."""
    subscriptions, messages = dealt(*columns(generate("tweets", 40_000, 40_000, 4)))
    statistics = statistics_of(subscriptions, messages)
    figures = {
        name: figures_of(plan_named(name)(statistics, 32), subscriptions, messages)
        for name in PLANS
    }
    assert figures["hash"].replication == figures["prefix"].replication == 1
    assert figures["location"].tuples == 1 and figures["hash"].tuples == 32
    assert 2 < figures["keyword"].replication < 5
    assert 5 < figures["prefix"].tuples < 9
    assert figures["location"].balance < 1.2
    assert all(each.balance < 2.5 for each in figures.values())
    for hybrid in ("location+prefix", "prefix+location"):
        assert 1 < figures[hybrid].tuples < figures["prefix"].tuples
        assert 1 < figures[hybrid].replication < figures["location"].replication


@pytest.mark.parametrize("partitions", [0, 65_537])
@pytest.mark.parametrize("name", PLANS)
def test_numbers_of_partitions_that_cannot_be(name, partitions):
    with pytest.raises(InvalidPlan, match="it has from 1 to 65,536"):
        plan_named(name)(statistics_of(*columns_of([], [])), partitions)


def test_names_that_are_none(tmp_path):
    with pytest.raises(UnknownName, match="there is no plan 'locaton'; did you mean 'location'"):
        plan_named("locaton")
    statistics_of(*columns_of([], [])).save(tmp_path / "statistics")
    with pytest.raises(UnusableSnapshot, match="a snapshot of 'statistics', not of 'plan'"):
        open_plan(tmp_path / "statistics")


def test_one_partition_is_a_leaf():
    plan = quarters("location")
    one = plan_named("location")(statistics_of(*columns_of([], [])), 1)
    assert one.tree.axes.tolist() == [LEAF]
    assert (plan.tree.axes == LEAF).sum() == 4
