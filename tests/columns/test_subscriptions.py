"""Subscriptions and messages as a user writes them become the columns that the layout promises."""

from __future__ import annotations

import numpy as np
import pytest
from columns.samples import SUBSCRIPTIONS, TRIANGLE, assert_same, circles_and_triangles

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.columns.layout import GRID_MAX, GRID_MIN
from nearcast.errors import InvalidExpression, InvalidMessage, InvalidRegion
from nearcast.model import EVERYWHERE, Box, Circle, Message, Point, Subscription
from nearcast.space import Earth, Plane
from nearcast.text import Vocabulary

PLANE = Plane(0, 0, 2**32, 2**32)


def test_boxes_are_snapped_and_shapes_numbered() -> None:
    circle = Subscription("c", "", Circle(2.0, 2.0, 1.0))
    subscriptions = subscriptions_from_model(
        [
            Subscription("b", "", Box(0.0, 1.0, 2.0, 3.0)),
            Subscription("e", "", EVERYWHERE),
            circle,
            Subscription("p", "", TRIANGLE),
            circle,
        ],
        PLANE,
        Vocabulary(),
    )
    zero = GRID_MIN
    assert subscriptions.boxes[:2].tolist() == [
        [zero, zero + 1, zero + 2, zero + 3],
        [GRID_MIN, GRID_MIN, GRID_MAX, GRID_MAX],
    ]
    assert subscriptions.shapes.tolist() == [0, 0, 1, -1, 2]
    assert subscriptions.circles.tolist() == [[2.0, 2.0, 1.0, 1.0]] * 2
    assert subscriptions.polygons.ring_offsets.tolist() == [0, 1]
    assert (subscriptions.polygons.vertices - zero).tolist() == [[0, 0], [4, 0], [0, 3], [0, 0]]


def test_clauses_hold_required_terms_ascending_then_forbidden_ones() -> None:
    vocabulary = Vocabulary()
    vocabulary.add_all(["z", "y", "x"])
    subscriptions = subscriptions_from_model(
        [
            Subscription(1, "x AND z AND NOT y AND NOT a"),
            Subscription(2, "x OR y"),
            Subscription(3),
        ],
        Earth(),
        vocabulary,
    )
    assert vocabulary.terms[3] == "a"
    assert subscriptions.clauses.tolist() == [0, 1, 3, 4]
    literals = subscriptions.literals
    rows = [row.tolist() for row in np.split(literals.values, literals.offsets[1:-1])]
    assert rows == [[0, 2, ~1, ~3], [2], [1], []]


def test_no_subscriptions_and_no_messages_are_columns_too() -> None:
    assert subscriptions_from_model([], Earth(), Vocabulary()).boxes.shape == (0, 4)
    assert messages_from_model([], Earth(), Vocabulary()).boxes.shape == (0, 4)


def test_all_arrays_are_of_one_kind_whatever_they_hold() -> None:
    for subscriptions in ([], SUBSCRIPTIONS, circles_and_triangles(9)):
        columns = subscriptions_from_model(subscriptions, Earth(), Vocabulary())
        assert_same(columns, columns)


@pytest.mark.parametrize(
    ("bad", "error", "words"),
    [
        (Subscription("b", "", Box(0.0, 91.0, 1.0, 92.0)), InvalidRegion, "latitude"),
        (Subscription("b", "a AND"), InvalidExpression, "a AND"),
        (Subscription("b", None), InvalidExpression, "is a text"),  # type: ignore[arg-type]
    ],
)
def test_a_bad_subscription_is_named_and_changes_nothing(
    bad: Subscription, error: type[Exception], words: str
) -> None:
    vocabulary = Vocabulary()
    with pytest.raises(error, match=words) as caught:
        subscriptions_from_model([Subscription("a", "ipad"), bad], Earth(), vocabulary)
    assert caught.value.__notes__ == ["in subscription 'b', number 1 from 0"]
    assert len(vocabulary) == 0


def test_messages_keep_known_terms_as_ascending_sets() -> None:
    vocabulary = Vocabulary()
    vocabulary.add_all(["sale", "ipad"])
    messages = messages_from_model(
        [Message("iPad sale, ipad!", Point(1.0, 2.0)), Message("other", Box(0.0, 0.0, 1.0, 1.0))],
        PLANE,
        vocabulary,
    )
    assert (messages.boxes.astype(np.int64) - GRID_MIN).tolist() == [[1, 2, 1, 2], [0, 0, 1, 1]]
    assert messages.terms.offsets.tolist() == [0, 2, 2]
    assert messages.terms.values.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("bad", "error", "words"),
    [
        (Message("", Point(0.0, 91.0)), InvalidRegion, "latitude"),
        (Message("", Circle(0.0, 0.0, 1.0)), InvalidMessage, "not a Point or a Box"),  # type: ignore[arg-type]
        (Message(None, Point(0.0, 0.0)), InvalidMessage, "not a text"),  # type: ignore[arg-type]
    ],
)
def test_a_bad_message_is_named(bad: Message, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        messages_from_model([bad], Earth(), Vocabulary())
    assert caught.value.__notes__ == ["in message None, number 0 from 0"]
