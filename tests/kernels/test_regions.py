"""The compiled predicate on regions gives exactly the oracle's answer."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle.regions import Rectangle, circle_meets, haversine, meets, rectangles_meet
from space.drawing import SPACES, circles, places, regions

from nearcast.columns.layout import Ragged, Subscriptions, frozen
from nearcast.columns.regions import regions_of_shapes
from nearcast.kernels.polygons import cross_sign
from nearcast.kernels.regions import boxes_meet, region_meets
from nearcast.model import Box, Circle, MultiPolygon, Point, Polygon, Region
from nearcast.space import GRID_MAX, GRID_MIN, Earth, Space, grid_place, grid_shape

# The first call of a kernel compiles it.
untimed = settings(deadline=None)

EARTH = Earth()
LIMIT = 2**33


def columns_of(regions: list[Region], space: Space) -> Subscriptions:
    """Return regions as columns, each a subscription without clauses."""
    columns = regions_of_shapes([grid_shape(region, space) for region in regions])
    no_clauses = frozen(np.zeros(len(regions) + 1), np.int64)
    no_literals = Ragged(frozen([0], np.int64), frozen([], np.int32))
    return Subscriptions(space.frame, *columns, no_clauses, no_literals)


def compiled_meets(region: Region, place: Point | Box, space: Space) -> bool:
    return region_meets(columns_of([region], space), 0, *grid_place(place, space))


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
@untimed
@given(data=st.data())
def test_agrees_with_the_oracle(space: Space, data: st.DataObject) -> None:
    wanted = data.draw(st.lists(regions(space), min_size=1, max_size=4))
    columns = columns_of(wanted, space)
    for place in data.draw(st.lists(places(space), min_size=1, max_size=4)):
        cells = np.array(grid_place(place, space), np.int32)  # as kernels read them from columns
        got = [region_meets(columns, row, *cells) for row in range(len(wanted))]
        assert got == [meets(region, place, space) for region in wanted]


@untimed
@given(
    st.builds(Circle, st.floats(-180, 180), st.floats(-90, 90), st.floats(0, 2.1e7)),
    st.floats(0, 2 * math.pi),
    st.floats(-1e-8, 1e-8),
)
@example(Circle(0, 89.99999, 1.2), 0.1, 0.0)
@example(Circle(180, 0, 1000), math.pi / 2, -1e-9)
def test_bounding_box_holds_the_rim_of_a_circle(circle: Circle, bearing: float, excess: float):
    place = destination(circle, bearing, 1 + excess)
    assert compiled_meets(circle, place, EARTH) == meets(circle, place, EARTH)


def destination(circle: Circle, bearing: float, share: float) -> Point:
    """Return the place at a share of the radius from the centre, in a direction."""
    angle = min(circle.radius * share / 6_371_008.8, math.pi)
    latitude = math.radians(circle.y)
    sine = math.sin(latitude) * math.cos(angle)
    sine += math.cos(latitude) * math.sin(angle) * math.cos(bearing)
    sine = max(-1.0, min(1.0, sine))
    turn = math.atan2(
        math.sin(bearing) * math.sin(angle) * math.cos(latitude),
        math.cos(angle) - math.sin(latitude) * sine,
    )
    x = (circle.x + math.degrees(turn) + 180) % 360 - 180
    return Point(x, math.degrees(math.asin(sine)))


@given(circles(EARTH), places(EARTH))
def test_a_box_is_as_near_as_its_nearest_place(circle: Circle, place: Point | Box) -> None:
    """Hold the closed form against every place of a dense lattice on the box."""
    if isinstance(place, Point) or place.west > place.east:
        return
    nearest = min(
        haversine(circle.x, circle.y, x, y)
        for x in np.linspace(place.west, place.east, 25).tolist()
        for y in np.linspace(place.south, place.north, 25).tolist()
    )
    distance = 2 * math.asin(math.sqrt(min(1.0, nearest))) * 6_371_008.8
    outside = Circle(circle.x, circle.y, distance + 1)
    assert meets(outside, place, EARTH), "a sampled place is nearer than the closed form says"


@given(
    st.builds(Point, st.floats(-180, 180), st.floats(-90, 90)),
    st.tuples(st.floats(-180, 180), st.floats(-180, 180)).map(sorted),
    st.tuples(st.floats(-90, 90), st.floats(-90, 90)).map(sorted),
)
def test_the_closed_form_is_reached(centre: Point, longitudes: list[float], latitudes: list[float]):
    """Along the edges of a box, finely sampled, some place is as near as the closed form says."""
    box = Box(longitudes[0], latitudes[0], longitudes[1], latitudes[1])
    samples = [
        (x, y)
        for x in (box.west, box.east, min(max(centre.x, box.west), box.east))
        for y in np.linspace(box.south, box.north, 500).tolist()
    ]
    nearest = min(EARTH.distance(centre.x, centre.y, *sample) for sample in samples)
    spacing = EARTH.distance(0, box.south, 0, box.north) / 499
    too_small = nearest - spacing - 1
    assert too_small < 0 or not meets(Circle(centre.x, centre.y, too_small), box, EARTH)


def test_both_sides_of_the_antimeridian_meet_a_place_on_it() -> None:
    for longitude in (180.0, -180.0):
        place = Point(longitude, 5.0)
        for region in (
            Box(170, 0, 180, 10),
            Box(-180, 0, -170, 10),
            Box(170, 0, -170, 10),
            Box(180, 0, 180, 10),
            Circle(179.9, 5, 12_000),
            Circle(-179.9, 5, 12_000),
            Polygon(((170, 0), (180, 0), (180, 10), (170, 0))),
            Polygon(((-170, 0), (-180, 0), (-180, 10), (-170, 0))),
        ):
            assert compiled_meets(region, place, EARTH), region
        assert not compiled_meets(Box(-170, 0, 170, 10), place, EARTH)


def test_a_circle_over_a_pole_reaches_its_far_side() -> None:
    polar = Circle(0, 89, 250_000)
    assert compiled_meets(polar, Point(180, 89), EARTH)
    assert compiled_meets(polar, Point(-90, 90), EARTH)
    assert not compiled_meets(polar, Point(180, 87), EARTH)


def test_a_hole_is_outside_and_its_edge_is_inside() -> None:
    square = ((0, 0), (10, 0), (10, 10), (0, 10), (0, 0))
    ring = Polygon(square, (((4, 4), (6, 4), (6, 6), (4, 6), (4, 4)),))
    assert not compiled_meets(ring, Point(5, 5), EARTH)
    assert not compiled_meets(ring, Box(4.5, 4.5, 5.5, 5.5), EARTH)
    assert compiled_meets(ring, Point(4, 5), EARTH)
    assert compiled_meets(ring, Box(5, 5, 6, 5.5), EARTH)


def test_a_multipolygon_cut_at_the_antimeridian_is_two_parts() -> None:
    west = Polygon(((170, -20), (180, -20), (180, 0), (170, -20)))
    east = Polygon(((-180, -20), (-170, -20), (-180, 0), (-180, -20)))
    fiji = MultiPolygon((west, east))
    assert compiled_meets(fiji, Box(179, -10, -179, -5), EARTH)
    assert compiled_meets(fiji, Point(-175, -15), EARTH)
    assert not compiled_meets(fiji, Point(0, -15), EARTH)


CELLS = st.sampled_from((GRID_MIN, GRID_MIN + 1, -1, 0, 1, GRID_MAX - 1, GRID_MAX))


@st.composite
def grid_boxes(draw: st.DrawFn) -> Rectangle:
    south, north = sorted((draw(CELLS), draw(CELLS)))
    return draw(CELLS), south, draw(CELLS), north


@untimed
@given(grid_boxes(), grid_boxes())
def test_boxes_meet_as_their_halves_do(one: Rectangle, other: Rectangle) -> None:
    expected = any(rectangles_meet(a, b) for a in halves(one) for b in halves(other))
    assert boxes_meet(np.array([one], np.int32), 0, *other) == expected


def halves(box: Rectangle) -> list[Rectangle]:
    west, south, east, north = box
    if west <= east:
        return [box]
    return [(west, south, GRID_MAX, north), (GRID_MIN, south, east, north)]


FACTORS = st.one_of(
    st.integers(-LIMIT, LIMIT),
    st.sampled_from((-LIMIT, 1 - LIMIT, -(2**32), -1, 0, 1, 2**16, 2**32 - 1, LIMIT - 1, LIMIT)),
)


@untimed
@given(FACTORS, FACTORS, FACTORS, FACTORS)
@example(LIMIT, -LIMIT, -LIMIT, -LIMIT)
@example(LIMIT - 1, LIMIT, LIMIT, LIMIT - 1)
@example(LIMIT - 1, LIMIT - 1, LIMIT, LIMIT - 2)
def test_the_sign_of_a_cross_product_is_exact(a: int, b: int, c: int, d: int) -> None:
    exact = a * b - c * d
    assert np.sign(cross_sign(a, b, c, d)) == (exact > 0) - (exact < 0)
    assert np.sign(cross_sign(*np.array([a, b, c, d]))) == (exact > 0) - (exact < 0)


def test_oracle_counts_touching_a_circle() -> None:
    quarter = math.pi / 2 * 6_371_008.8
    assert circle_meets(Circle(0, 0, quarter), (2**30, 0, 2**30, 0), EARTH)
