"""Four subscriptions, three messages, and who is told of what."""

from __future__ import annotations

import pytest

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.indexes import INDEXES, SubscriptionIndex
from nearcast.model import Box, Message, Point, Subscription
from nearcast.space import Earth, Space
from nearcast.text import Vocabulary

EARTH = Earth()
VOCABULARY = Vocabulary()
WANTED = [
    Subscription(0, "a", Box(0, 0, 10, 10)),
    Subscription(1, "a OR b", Box(0, 0, 10, 10)),
    Subscription(2, "", Box(0, 0, 10, 10)),
    Subscription(3, "a b"),
]
PUBLISHED = [Message("a b", Point(5, 5)), Message("b", Point(5, 5)), Message("a b", Point(20, 5))]
ANSWER = [[0, 1, 2, 3], [1, 2], [3]]

every_index = pytest.mark.parametrize("kind", INDEXES.values(), ids=INDEXES)


def wanted_columns(space: Space = EARTH) -> Subscriptions:
    return subscriptions_from_model(WANTED, space, VOCABULARY)


def published_columns(space: Space = EARTH) -> Messages:
    wanted_columns(space)
    return messages_from_model(PUBLISHED, space, VOCABULARY)


def built(kind: type[SubscriptionIndex]) -> SubscriptionIndex:
    return kind.build(wanted_columns())
