"""Bounding boxes on the grid: as narrow as they can be, and never too narrow."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.regions import meets
from space.drawing import SPACES, boxes, places, points

from nearcast.model import EVERYWHERE, Box, Circle, MultiPolygon, Point, Polygon
from nearcast.space import (
    GRID_MAX,
    GRID_MIN,
    Earth,
    Plane,
    grid_boxes,
    grid_place,
    grid_points,
    grid_shape,
)

EARTH = Earth()
WHOLE = (GRID_MIN, GRID_MIN, GRID_MAX, GRID_MAX)
every_space = pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)


@every_space
@given(data=st.data())
def test_columns_of_places_are_snapped_as_single_ones(space, data) -> None:
    areas = data.draw(st.lists(boxes(space), min_size=1))
    edges = np.array([(box.west, box.south, box.east, box.north) for box in areas]).T
    assert list(map(tuple, grid_boxes(*edges, space).tolist())) == [
        grid_place(box, space) for box in areas
    ]
    spots = data.draw(st.lists(points(space), min_size=1))
    x, y = np.array([(point.x, point.y) for point in spots]).T
    assert list(map(tuple, grid_points(x, y, space).tolist())) == [
        grid_place(point, space) for point in spots
    ]


@every_space
def test_everywhere_is_the_whole_grid(space) -> None:
    assert grid_shape(EVERYWHERE, space) == (WHOLE, None, ())


@given(places(EARTH))
def test_a_circle_half_round_the_earth_is_everything(place) -> None:
    everything = Circle(12.0, 34.0, math.pi * 6_371_008.8)
    assert grid_shape(everything, EARTH) == (WHOLE, None, ())
    assert meets(everything, place, EARTH)


def test_a_circle_in_a_plane_far_from_its_origin_keeps_its_edge() -> None:
    plane = Plane(1e9, 0, 1e9 + 1, 1)
    west, _, east, _ = grid_shape(Circle(1e9 + 0.5, 0.5, 0.25), plane).box
    assert west < plane.snap_x(1e9 + 0.25) - 100
    assert east > plane.snap_x(1e9 + 0.75) + 100


def test_a_circle_over_a_pole_has_every_longitude() -> None:
    west, south, east, north = grid_shape(Circle(10, 89, 200_000), EARTH).box
    assert (west, east, north) == (GRID_MIN, GRID_MAX, GRID_MAX)
    assert EARTH.y_axis.coordinate(south) == pytest.approx(87.2, abs=0.01)


def test_a_circle_over_the_antimeridian_wraps() -> None:
    west, _, east, _ = grid_shape(Circle(179.9, 0, 50_000), EARTH).box
    assert west > 0 > east


def test_a_circle_that_touches_the_antimeridian_holds_both_its_sides() -> None:
    touching = Circle(179, 0, EARTH.distance(179, 0, 180, 0))
    west, _, east, _ = grid_shape(touching, EARTH).box
    assert west > 0 > east >= GRID_MIN


def triangle(west: float, east: float) -> Polygon:
    return Polygon(((west, 0), (east, 0), (east, 5), (west, 0)))


@pytest.mark.parametrize(
    ("spans", "west", "east"),
    [
        ([(170, 180), (-180, -170)], 170, -170),
        ([(-180, -170), (170, 180)], 170, -170),
        ([(-160, -150), (-130, -120)], -160, -120),
        ([(-179, -120), (172, 179)], 172, -120),
        ([(-180, 10), (-100, 100), (150, 180)], 150, 100),
        ([(-180, 180), (0, 1)], -180, 180),
    ],
)
def test_the_widest_gap_between_parts_is_left_out(spans, west: float, east: float) -> None:
    parts = tuple(triangle(*span) for span in spans)
    box = grid_shape(MultiPolygon(parts), EARTH).box
    assert (box[0], box[2]) == (EARTH.snap_x(west), EARTH.snap_x(east))


def test_a_rectangle_needs_no_rings() -> None:
    lying = Polygon(((0, 0), (2, 0), (2, 1), (0, 1), (0, 0)))
    upright = Polygon(((0, 0), (0, 1), (2, 1), (2, 0), (0, 0)))
    box = grid_shape(Box(0, 0, 2, 1), EARTH)
    array = Polygon(np.array(lying.exterior))
    assert grid_shape(lying, EARTH) == grid_shape(upright, EARTH) == box
    assert grid_shape(array, EARTH) == box


def test_a_box_that_goes_all_the_way_round_to_its_own_cell_is_all_longitudes():
    box = Box(10 + 1e-9, 0, 10, 1)
    around = grid_place(box, EARTH)
    assert (around[0], around[2]) == (GRID_MIN, GRID_MAX)
    edges = ([box.west], [box.south], [box.east], [box.north])
    assert tuple(grid_boxes(*edges, EARTH)[0]) == around
    assert meets(box, Point(-100, 0.5), EARTH)
