"""Hypothesis strategies for what comes to a hub, on a lattice so small that much of it meets."""

from __future__ import annotations

from hypothesis import strategies as st
from oracle.expressions import document_terms, holds
from oracle.regions import meets
from space.drawing import boxes, circles, places
from text.strategies import PHRASES, WORDS, expressions_over

from nearcast.errors import InvalidExpression
from nearcast.model import EVERYWHERE, Message, MultiPolygon, Polygon, Subscription
from nearcast.space import Earth, Plane, Space
from nearcast.text import DEFAULT_ANALYSER, parse, read, to_text

EARTH, PLANE = Earth(), Plane(0, 0, 4, 4)
SPACES = [EARTH, PLANE]

# Proper polygons over the lattices of `space.drawing`: (0, 0) to (60, 60) and (0, 0) to (4, 4).
_SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0))
_TRIANGLE = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0))
_HOLE = ((0.25, 0.25), (0.5, 0.25), (0.25, 0.5), (0.25, 0.25))
_RING = ((0.25, 0.25), (0.25, 0.75), (0.75, 0.75), (0.75, 0.2), (0.25, 0.25))
_ISLAND = ((0.5, 0.5), (0.6, 0.5), (0.5, 0.6), (0.5, 0.5))


def _scaled(ring, size):
    return tuple((x * size, y * size) for x, y in ring)


def _polygons(space: Space) -> list[Polygon | MultiPolygon]:
    size = 60.0 if space.wraps else 4.0
    square, triangle, hole, ring = (
        _scaled(each, size) for each in (_SQUARE, _TRIANGLE, _HOLE, _RING)
    )
    beyond = tuple((-x, y) for x, y in triangle) if space.wraps else hole
    return [
        Polygon(triangle),
        Polygon(square, (hole,)),
        MultiPolygon((Polygon(square, (ring,)), Polygon(_scaled(_ISLAND, size)))),
        MultiPolygon((Polygon(_scaled(_TRIANGLE, size / 4)), Polygon(hole))),
        Polygon(beyond),
    ]


def regions(space: Space):
    return st.one_of(
        st.just(EVERYWHERE), boxes(space), circles(space), st.sampled_from(_polygons(space))
    )


def _readable(text: str) -> bool:
    try:
        read(text, DEFAULT_ANALYSER)
    except InvalidExpression:
        return False
    return True


expressions = expressions_over([*WORDS, *PHRASES]).map(to_text).filter(_readable)
texts = st.lists(st.sampled_from([*WORDS, "unheard"]), max_size=5).map(" ".join)
subscription_ids = st.one_of(st.integers(0, 30), st.sampled_from(["anna", "bob", ("c", 1)]))


def subscriptions(space: Space, ids=subscription_ids):
    return st.builds(Subscription, ids, expressions, regions(space))


def messages(space: Space):
    return st.builds(Message, texts, places(space), st.integers())


def concerns(message: Message, subscription: Subscription, space: Space) -> bool:
    """Tell by the definition whether a message concerns a subscription."""
    terms = document_terms(message.text, DEFAULT_ANALYSER, PHRASES)
    return meets(subscription.where, message.where, space) and holds(
        parse(subscription.what), terms
    )
