"""Hypothesis strategies for subscriptions and messages that touch and repeat each other."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from space.drawing import boxes, circles, places, xs, ys
from text.strategies import PHRASES, WORDS, expressions_over

from nearcast.errors import InvalidExpression, InvalidRegion
from nearcast.model import (
    EVERYWHERE,
    Box,
    Message,
    MultiPolygon,
    Point,
    Polygon,
    Region,
    Subscription,
)
from nearcast.space import Space, check
from nearcast.text import read, to_text

# Nobody asks for the last one.
SPOKEN = (*WORDS, "unheard")


def possible(expression: str) -> bool:
    """Tell whether there is a text at all that fulfils an expression."""
    try:
        read(expression)
    except InvalidExpression:
        return False
    return True


def expressions() -> SearchStrategy[str]:
    """Draw what most people ask for as often as what anybody could."""
    words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
    trees = expressions_over((*WORDS, *PHRASES)).map(to_text).filter(possible)
    return st.one_of(st.just(""), words, trees)


def usable(region: Region, space: Space) -> bool:
    """Tell whether the door lets a region in: not one that crosses itself, or has no area."""
    try:
        check(region, space)
    except InvalidRegion:
        return False
    return True


@st.composite
def framed(draw: st.DrawFn, space: Space) -> Polygon:
    """Draw a box as a polygon with a box for a hole."""
    west, east = sorted(draw(st.lists(xs(space), min_size=2, max_size=2, unique=True)))
    south, north = sorted(draw(st.lists(ys(space), min_size=2, max_size=2, unique=True)))
    inner_west, inner_east = (west + (east - west) * share for share in (0.25, 0.75))
    inner_south, inner_north = (south + (north - south) * share for share in (0.25, 0.75))
    hole = ring(inner_west, inner_south, inner_east, inner_north)
    return Polygon(ring(west, south, east, north), draw(st.sampled_from([(), (hole,)])))


def ring(west: float, south: float, east: float, north: float) -> tuple[tuple[float, float], ...]:
    return ((west, south), (east, south), (east, north), (west, north), (west, south))


def polygons(space: Space) -> SearchStrategy[Polygon]:
    corners = st.lists(st.tuples(xs(space), ys(space)), min_size=3, max_size=4, unique=True)
    slanted = corners.map(lambda places: Polygon((*places, places[0])))
    return st.one_of(framed(space), slanted).filter(lambda region: usable(region, space))


def regions(space: Space) -> SearchStrategy[Region]:
    """Draw every kind of region, in the form that the door lets in."""
    parts = st.lists(polygons(space), min_size=1, max_size=2).map(tuple).map(MultiPolygon)
    return st.one_of(
        st.just(EVERYWHERE),
        boxes(space),
        circles(space),
        polygons(space),
        parts.filter(lambda region: usable(region, space)),
    )


# Hypothesis looks through a strategy when it first draws from it, which costs more than to draw.
@cache
def subscriptions(space: Space) -> SearchStrategy[Subscription]:
    return st.builds(Subscription, st.none(), expressions(), regions(space))


@cache
def lists_of_subscriptions(
    space: Space, least: int, most: int
) -> SearchStrategy[list[Subscription]]:
    return st.lists(subscriptions(space), min_size=least, max_size=most)


def texts() -> SearchStrategy[str]:
    return st.lists(st.sampled_from(SPOKEN), max_size=6).map(" ".join)


def edges(space: Space) -> SearchStrategy[Point | Box]:
    """Draw places where two coordinates mean the same: the antimeridian and the poles."""
    west, east = space.x_axis.start, space.x_axis.stop
    south, north = space.y_axis.start, space.y_axis.stop
    corners = [Point(x, y) for x in (west, east) for y in (south, 0.5 * (south + north), north)]
    spans = [Box(west, south, east, north), Box(west, south, west, north)]
    wrapping = [Box(east, south, west, north), Box(east, south, east, north)]
    return st.sampled_from([*corners, *spans, *(wrapping if space.wraps else [])])


@cache
def messages(space: Space) -> SearchStrategy[Message]:
    return st.builds(Message, texts(), st.one_of(places(space), places(space), edges(space)))


@cache
def lists_of_messages(space: Space, least: int, most: int) -> SearchStrategy[list[Message]]:
    return st.lists(messages(space), min_size=least, max_size=most)
