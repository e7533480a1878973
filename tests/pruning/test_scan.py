"""The scan looks at everything: that is what others are measured by."""

from __future__ import annotations

import pytest
from pruning.cases import SIDE, Answer, World, every_field, number

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.indexes import Work
from nearcast.indexes.scan import Scan
from nearcast.model import Box, Message, Point, Subscription
from nearcast.space import Earth
from nearcast.text import Vocabulary


@pytest.fixture
def world() -> World:
    return World()


def test_every_subscription_is_read_whatever_a_message_says(world):
    index = Scan.build(world.wanting(*every_field("word")))
    assert world.ask(index, "word") == Answer([number(16, 16)], Work(0, SIDE * SIDE, 1))
    assert world.ask(index, "") == Answer([], Work(0, SIDE * SIDE, 1))
    assert world.ask(index, "word", Point(0, 0)) == Answer([], Work(0, SIDE * SIDE, 0))


def test_each_message_reads_everything_anew(world):
    index = Scan.build(world.wanting("word", "other", "word other"))
    _, work = index.match(world.saying("word", "other"))
    assert work == Work(0, 2 * 3, 2 * 3)


def test_a_region_across_the_antimeridian_is_read_twice():
    vocabulary = Vocabulary()
    fiji = Subscription("fiji", "storm", Box(170, -20, -170, 0))
    index = Scan.build(subscriptions_from_model([fiji], Earth(), vocabulary))
    messages = messages_from_model([Message("storm", Point(175, -10))], Earth(), vocabulary)
    matches, work = index.match(messages)
    assert matches.rows.tolist() == [0]
    assert work == Work(0, 2, 1)


def test_what_is_gone_is_read_as_before(world):
    index = Scan.build(world.wanting("word", "word"))
    index.remove([0])
    assert world.ask(index, "word") == Answer([1], Work(0, 2, 2))
