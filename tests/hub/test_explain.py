"""Explanations say why, in numbers that a person can check."""

from __future__ import annotations

import pytest

from nearcast.hub import Hub
from nearcast.model import EVERYWHERE, Box, Circle, Message, Point, Polygon
from nearcast.space import Plane

PLANE = Plane(0, 0, 100, 100)
SQUARE = Polygon(((10, 10), (20, 10), (21, 20), (10, 20), (10, 10)))


@pytest.mark.parametrize(
    ("where", "place", "meets", "distance"),
    [
        (Box(10, 10, 20, 20), Point(15, 15), True, 0.0),
        (Box(10, 10, 20, 20), Point(23, 24), False, 5.0),
        (Box(10, 10, 20, 20), Box(30, 30, 40, 40), False, 200**0.5),
        (Circle(10, 10, 5.5), Point(13, 14), True, 5.0),
        (Circle(10, 10, 4), Point(13, 14), False, 5.0),
        (Circle(10, 10, 4), Box(9, 9, 90, 90), True, 0.0),
        (SQUARE, Point(7, 24), False, 5.0),
        (EVERYWHERE, Point(1, 1), True, None),
    ],
)
def test_distances_in_a_plane(where, place, meets, distance):
    hub = Hub(PLANE, index="scan")
    part = hub.explain(Message("", place), hub.subscribe("", where)).where
    assert (part.kind, part.meets) == (type(where).__name__.lower(), meets)
    assert part.distance == (None if distance is None else pytest.approx(distance))


@pytest.mark.parametrize(
    ("where", "place", "metres"),
    [
        (Circle(13.405, 52.52, 100), Point(2.352, 48.857), 877_000),
        (Box(0, 0, 1, 1), Point(0.5, 2), 111_195),
        (Box(179, 0, 180, 1), Point(-179.9, 0.5), 11_119),
        (Box(179, 0, -179, 1), Point(178, 0.5), 111_190),
    ],
    ids=["Berlin to Paris", "a degree", "over the antimeridian", "beside a box over it"],
)
def test_distances_on_earth(where, place, metres):
    hub = Hub(index="scan")
    explanation = hub.explain(Message("", place), hub.subscribe("", where))
    assert explanation.where.distance == pytest.approx(metres, rel=1e-3)


def test_clauses_and_words():
    hub = Hub(index="scan")
    hub.subscribe('ipad AND ("on sale" OR NOT used)', Box(0, 0, 1, 1), id="anna")
    explanation = hub.explain(Message("Used iPad on sale", Point(0, 3), id="m"), "anna")
    on_sale, unused = explanation.what
    assert on_sale.holds and on_sale.present == {"ipad", "on sale"}
    assert not unused.holds and unused.unwanted == {"used"}
    assert explanation.text_holds and not explanation.matches
    assert str(explanation) == (
        "'m' does not concern 'anna'\n"
        "  where  no   box 0, 0 … 1, 1: 222 km away\n"
        "  what   yes  the text has ipad, on sale\n"
        "  or     no   the text has the unwanted used; has ipad"
    )


def test_without_wishes():
    hub = Hub(index="scan")
    explanation = hub.explain(Message("hello", Point(0, 3)), hub.subscribe())
    assert str(explanation) == (
        "the message concerns 'subscription-1'\n"
        "  where  yes  everywhere\n"
        "  what   yes  every text will do"
    )
