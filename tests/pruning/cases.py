"""Small worlds made by hand, and what it takes an index to match a message there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.indexes import SubscriptionIndex, Work
from nearcast.model import EVERYWHERE, Box, Message, Point, Region, Subscription
from nearcast.space import Plane
from nearcast.text import Vocabulary

SIDE = 32
MIDDLE = Point(SIDE / 2 + 0.5, SIDE / 2 + 0.5)
# Trees are cut at the medians of places, so the first two cuts go through the middle.
CORNER = Box(MIDDLE.x - 0.1, MIDDLE.y - 0.1, MIDDLE.x + 0.1, MIDDLE.y + 0.1)


class Answer(NamedTuple):
    """What a message concerns, and the work that took."""

    rows: list[int]
    work: Work


class World:
    """A square with a point in the middle of each of its 32 by 32 fields, and a vocabulary."""

    def __init__(self) -> None:
        self.space = Plane(0, 0, SIDE, SIDE)
        self.vocabulary = Vocabulary()

    def wanting(self, *wanted: str | tuple[str, Region]) -> Subscriptions:
        """Return subscriptions as columns; those without a region listen everywhere."""
        pairs = [(each, EVERYWHERE) if isinstance(each, str) else each for each in wanted]
        subscriptions = [Subscription(None, what, where) for what, where in pairs]
        return subscriptions_from_model(subscriptions, self.space, self.vocabulary)

    def saying(self, *texts: str, where: Point | Box = MIDDLE) -> Messages:
        """Return messages as columns."""
        published = [Message(text, where) for text in texts]
        return messages_from_model(published, self.space, self.vocabulary)

    def ask(
        self, index: SubscriptionIndex, text: str, where: Point | Box = MIDDLE, **options: Any
    ) -> Answer:
        """Match one message."""
        matches, work = index.match(self.saying(text, where=where), **options)
        return Answer(matches.rows.tolist(), work)


def field(column: int, row: int) -> Box:
    """Return a region that is a single place, the middle of a field."""
    x, y = column + 0.5, row + 0.5
    return Box(x, y, x, y)


def every_field(what: str) -> Iterable[tuple[str, Box]]:
    """Ask for the same at the middle of every field, row by row."""
    return ((what, field(column, row)) for row in range(SIDE) for column in range(SIDE))


def with_a_box_on_the_corner(what: str) -> Iterable[tuple[str, Box]]:
    """Ask at every field, but at the one in the middle for a box on the corner of four cells."""
    wanted = list(every_field(what))
    wanted[number(16, 16)] = (what, CORNER)
    return wanted


def number(column: int, row: int) -> int:
    """Return the row in the columns of `every_field` that a field has."""
    return SIDE * row + column
