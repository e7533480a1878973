"""Picking and joining rows gives what building the same rows anew would give."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from columns.samples import MESSAGES, SUBSCRIPTIONS, assert_same, circles_and_triangles
from hypothesis import given
from hypothesis import strategies as st

from nearcast.columns import (
    concatenate_messages,
    concatenate_subscriptions,
    messages_from_model,
    subscriptions_from_model,
    take_messages,
    take_subscriptions,
)
from nearcast.columns.layout import Matches, Messages, Subscriptions
from nearcast.columns.ragged import row_sets
from nearcast.columns.slices import concatenate_matches, message_slice
from nearcast.errors import SpaceMismatch
from nearcast.model import Message, Subscription
from nearcast.space import Earth, Plane
from nearcast.text import Vocabulary

ALL = [*SUBSCRIPTIONS, *circles_and_triangles(8)]
VOCABULARY = Vocabulary()


def subscriptions_of(models: list[Subscription]) -> Subscriptions:
    return subscriptions_from_model(models, Earth(), VOCABULARY)


def messages_of(models: list[Message]) -> Messages:
    return messages_from_model(models, Earth(), VOCABULARY)


@given(st.lists(st.integers(0, len(ALL) - 1)))
def test_taking_subscriptions(rows: list[int]) -> None:
    taken = take_subscriptions(subscriptions_of(ALL), np.array(rows, np.int64))
    assert_same(taken, subscriptions_of([ALL[row] for row in rows]))


@given(st.lists(st.lists(st.sampled_from(ALL), max_size=4), min_size=1, max_size=4))
def test_joining_subscriptions(parts: list[list[Subscription]]) -> None:
    joined = concatenate_subscriptions([subscriptions_of(part) for part in parts])
    assert_same(joined, subscriptions_of([each for part in parts for each in part]))


@given(st.lists(st.lists(st.sampled_from(MESSAGES), max_size=4), min_size=1, max_size=4))
def test_joining_and_taking_messages(parts: list[list[Message]]) -> None:
    joined = concatenate_messages([messages_of(part) for part in parts])
    together = [each for part in parts for each in part]
    assert_same(joined, messages_of(together))
    backwards = np.arange(len(together))[::-1]
    assert_same(take_messages(joined, backwards), messages_of(together[::-1]))


def test_slices_can_be_joined_again() -> None:
    messages = messages_of(MESSAGES)
    parts = [message_slice(messages, 0, 1), message_slice(messages, 1, 4)]
    assert_same(concatenate_messages(parts), messages)


def test_joining_matches_of_no_part() -> None:
    joined = concatenate_matches([])
    assert_same(
        joined, Matches(row_sets(np.empty(0, np.int64), np.empty(0, np.int32)).offsets, joined.rows)
    )
    assert joined.rows.size == 0


def test_spaces_are_not_mixed() -> None:
    elsewhere = subscriptions_from_model([], Plane(0, 0, 1, 1), VOCABULARY)
    with pytest.raises(SpaceMismatch, match="different spaces"):
        concatenate_subscriptions([subscriptions_of([]), elsewhere])


@given(st.lists(st.lists(st.integers(0, 2**31 - 1) | st.integers(0, 4), max_size=6), max_size=6))
def test_row_sets_are_sorted_and_without_repeats(rows: list[list[int]]) -> None:
    lengths = np.array([len(row) for row in rows], np.int64)
    sets = row_sets(lengths, np.array([id for row in rows for id in row], np.int32))
    found = [
        sets.values[start:stop].tolist()
        for start, stop in zip(sets.offsets[:-1], sets.offsets[1:], strict=True)
    ]
    assert found == [sorted(set(row)) for row in rows]


def test_the_layout_does_not_need_pyarrow() -> None:
    program = "import sys, nearcast.columns.layout; sys.exit('pyarrow' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
