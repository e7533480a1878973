"""Keyword-first reads the lists of a message's terms, and verifies those who have all they need."""

from __future__ import annotations

import numpy as np
import pytest
from pruning.cases import SIDE, Answer, World, every_field, number

from nearcast.indexes import Work
from nearcast.indexes.keyword_first import KeywordFirst
from nearcast.model import Point

FIELDS = SIDE * SIDE


@pytest.fixture
def world() -> World:
    return World()


def test_only_the_lists_of_a_messages_terms_are_read(world):
    index = KeywordFirst.build(world.wanting("ipad sale", "ipad discount", "sale", ""))
    # Lists of no term, ipad and sale: 1 + 2 + 2 postings. Three entries have all they need.
    assert world.ask(index, "ipad sale") == Answer([0, 2, 3], Work(3, 5, 3))
    assert world.ask(index, "discount") == Answer([3], Work(2, 2, 1))
    assert world.ask(index, "unheard") == Answer([3], Work(1, 1, 1))


def test_places_prune_nothing(world):
    index = KeywordFirst.build(world.wanting(*every_field("word")))
    assert world.ask(index, "word") == Answer([number(16, 16)], Work(2, FIELDS, FIELDS))
    assert world.ask(index, "word", Point(0, 0)) == Answer([], Work(2, FIELDS, FIELDS))


def test_what_is_gone_is_read_no_longer(world):
    index = KeywordFirst.build(world.wanting("word", "word", "word other"))
    index.remove(np.array([0, 2]))
    assert world.ask(index, "word other") == Answer([1], Work(3, 1, 1))


def test_what_is_inserted_joins_the_lists(world):
    index = KeywordFirst.build(world.wanting("word"))
    index.insert(world.wanting("word other", "other"))
    assert world.ask(index, "other") == Answer([2], Work(2, 2, 1))
    assert world.ask(index, "word other") == Answer([0, 1, 2], Work(3, 4, 3))
