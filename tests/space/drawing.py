"""Hypothesis strategies for regions and places on a small lattice, so that edges touch."""

from __future__ import annotations

import math

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from nearcast.model import EVERYWHERE, Box, Circle, MultiPolygon, Point, Polygon, Region
from nearcast.space import EARTH_RADIUS_M, Earth, Plane, Space

SPACES: list[Space] = [Earth(), Plane(0, 0, 4, 4), Plane(-7, 3, 13, 10.1)]

EARTH_X = (-180.0, -179.9999999, -90.0, 0.0, 0.1, 60.0, 90.0, 179.9999999, 180.0)
EARTH_Y = (-90.0, -89.9999999, -45.0, 0.0, 0.1, 60.0, 90.0)
QUARTER = math.pi / 2 * EARTH_RADIUS_M
EARTH_RADII = (0.0, 1.0, 11119.0, 2e6, QUARTER / 2, QUARTER, 1.5 * QUARTER, 2 * QUARTER, 3e7)


def xs(space: Space) -> SearchStrategy[float]:
    return st.sampled_from(
        EARTH_X if space.wraps else _fifths(space.x_axis.start, space.x_axis.stop)
    )


def ys(space: Space) -> SearchStrategy[float]:
    return st.sampled_from(
        EARTH_Y if space.wraps else _fifths(space.y_axis.start, space.y_axis.stop)
    )


def _fifths(start: float, stop: float) -> list[float]:
    return [start + (stop - start) * step / 4 for step in range(4)] + [stop]


def points(space: Space) -> SearchStrategy[Point]:
    return st.builds(Point, xs(space), ys(space))


@st.composite
def boxes(draw: st.DrawFn, space: Space) -> Box:
    west, east = draw(xs(space)), draw(xs(space))
    if not space.wraps:
        west, east = sorted((west, east))
    south, north = sorted((draw(ys(space)), draw(ys(space))))
    return Box(west, south, east, north)


def circles(space: Space) -> SearchStrategy[Circle]:
    radii = st.sampled_from(
        EARTH_RADII if space.wraps else (0.0, 0.5, 1.0, math.sqrt(2), 5.0, 99.0)
    )
    return st.builds(Circle, xs(space), ys(space), radii)


def rings(space: Space) -> SearchStrategy[tuple[tuple[float, float], ...]]:
    """Draw any closed rings: the even-odd rule knows what is inside of crossing ones, too."""
    corners = st.lists(st.tuples(xs(space), ys(space)), min_size=3, max_size=7)
    return corners.map(lambda ring: (*ring, ring[0]))


def polygons(space: Space) -> SearchStrategy[Polygon]:
    holes = st.lists(rings(space), max_size=2).map(tuple)
    return st.builds(Polygon, rings(space), holes)


def regions(space: Space) -> SearchStrategy[Region]:
    parts = st.lists(polygons(space), min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.just(EVERYWHERE),
        boxes(space),
        circles(space),
        polygons(space),
        st.builds(MultiPolygon, parts),
    )


def places(space: Space) -> SearchStrategy[Point | Box]:
    return st.one_of(points(space), boxes(space))
