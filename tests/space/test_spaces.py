"""Snapping keeps order, decoding gives back the cell, and names give back the space."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from space.drawing import SPACES

from nearcast.errors import InvalidRegion, UnknownName
from nearcast.space import GRID_MAX, GRID_MIN, Earth, Plane, Space, space_from_name

every_space = pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
NUMBERS = st.floats(allow_nan=False)
GRID = st.integers(GRID_MIN, GRID_MAX)


@every_space
@given(one=NUMBERS, other=NUMBERS)
def test_snapping_is_monotone(space: Space, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert space.snap_x(low) <= space.snap_x(high)
    assert space.snap_y(low) <= space.snap_y(high)


@every_space
@given(values=st.lists(NUMBERS))
def test_snapping_many_is_snapping_each(space: Space, values: list[float]) -> None:
    columns, rows = space.snap_x(np.array(values)), space.snap_y(np.array(values))
    assert columns.dtype == rows.dtype == np.int32
    assert columns.tolist() == [space.snap_x(value) for value in values]
    assert rows.tolist() == [space.snap_y(value) for value in values]


@given(GRID)
def test_a_cell_of_earth_decodes_to_itself(cell: int) -> None:
    earth = Earth()
    assert earth.snap_x(earth.x_axis.coordinate(cell)) == cell
    assert earth.snap_y(earth.y_axis.coordinate(cell)) == cell


@every_space
@given(cell=GRID)
def test_decoding_is_what_the_frame_says(space: Space, cell: int) -> None:
    frame = space.frame
    assert space.x_axis.coordinate(cell) == frame.west + (cell + 2**31) * frame.x_step
    assert space.y_axis.coordinate(cell) == frame.south + (cell + 2**31) * frame.y_step


@every_space
def test_the_ends_of_a_space_are_the_ends_of_the_grid(space: Space) -> None:
    for axis in (space.x_axis, space.y_axis):
        assert (axis.cell(axis.start), axis.cell(axis.stop)) == (GRID_MIN, GRID_MAX)
        assert (axis.cell(-math.inf), axis.cell(math.inf)) == (GRID_MIN, GRID_MAX)


@every_space
def test_a_name_gives_back_the_space(space: Space) -> None:
    assert space_from_name(space.name) == space


def test_a_cell_of_earth_is_a_centimetre() -> None:
    earth = Earth()
    step = earth.frame.x_step
    assert 0.009 < earth.distance(0, 0, step, 0) < 0.01
    assert 0.004 < earth.distance(0, 0, 0, earth.frame.y_step) < 0.005


def test_distances() -> None:
    assert Earth().distance(179, 0, -179, 0) == pytest.approx(2 * Earth().distance(0, 0, 1, 0))
    assert Earth().distance(0, 90, 90, 90) == pytest.approx(0, abs=1e-6)
    assert Earth().distance(0, 0, 180, 0) == pytest.approx(math.pi * 6_371_008.8)
    assert Plane(0, 0, 9, 9).distance(1, 1, 4, 5) == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("moon", "write 'earth', or 'plane:WEST,SOUTH,EAST,NORTH'"),
        ("earth:1", "is not a space"),
        ("plane:1,2,3", "four bounds"),
        ("plane:a,b,c,d", "four bounds"),
    ],
)
def test_an_unknown_name_is_told_the_known_ones(text: str, words: str) -> None:
    with pytest.raises(UnknownName, match=words):
        space_from_name(text)


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ((5, 0, 5, 1), "Plane.east: 5 must be greater than west, which is 5"),
        ((0, 9, 5, 1), "Plane.north: 1 must be greater than south, which is 9"),
        ((0, 0, math.inf, 1), "Plane.east: inf cannot bound a plane"),
        ((math.nan, 0, 1, 1), "Plane.west: nan cannot bound a plane"),
        (("a", 0, 1, 1), "Plane.west: 'a' cannot bound a plane"),
    ],
)
def test_a_plane_has_finite_ordered_bounds(bounds: tuple[float, ...], words: str) -> None:
    with pytest.raises(InvalidRegion, match=words):
        Plane(*bounds)
