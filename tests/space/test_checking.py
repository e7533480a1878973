"""What is wrong is refused with words that say what, where, and what would be right."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from nearcast.errors import InvalidRegion
from nearcast.model import EVERYWHERE, Box, Circle, MultiPolygon, Point, Polygon
from nearcast.space import Earth, Plane, box_faults, check, point_faults

EARTH, PLANE = Earth(), Plane(0, 0, 100, 50)
NAN, INF = math.nan, math.inf

SQUARE = ((0, 0), (4, 0), (4, 4), (0, 4), (0, 0))
BOW_TIE = ((0, 0), (4, 4), (4, 0), (0, 4), (0, 0))


def shifted(ring, x, y=0):
    return tuple((a + x, b + y) for a, b in ring)


RIGHT = [
    EVERYWHERE,
    Point(180, 90),
    Box(170, -10, -170, 10),
    Box(1, 1, 1, 1),
    Circle(0, 0, 0),
    Circle(0, 90, 1e9),
    Polygon(SQUARE),
    Polygon(SQUARE, (((1, 1), (2, 1), (2, 2), (1, 1)),)),
    Polygon([[0, 0], [4, 0], [4, 4], [0, 0]]),
    Polygon(np.array(SQUARE)),
    MultiPolygon((Polygon(SQUARE), Polygon(shifted(SQUARE, 10)))),
    MultiPolygon((Polygon(SQUARE), Polygon(shifted(SQUARE, 4, 4)))),
]

WRONG = [
    (Point(NAN, 1), "Point.x: nan is not a finite number"),
    (Point(1, INF), "Point.y: inf is not a finite number"),
    (Point("1", 1), "Point.x: '1' is not a number"),
    (Point(None, 1), "Point.x: None is not a number"),
    (Point(10**400, 1), "Point.x: 1000.* is too large a number"),
    (Point(0, 95), "Point.y: 95 is not between -90 and 90, as latitude must be; did you swap"),
    (Point(100, 95), "Point.y: 95 is not between -90 and 90, as latitude must be$"),
    (Point(52.5, -113.4), "did you swap longitude and latitude?"),
    (Point(190, 0), "Point.x: 190 is not between -180 and 180, as longitude must be; across the"),
    (Box(0, 50, 1, 40), "Box.south: 50 is greater than north, which is 40"),
    (Box(0, -91, 1, 0), "Box.south: -91 is not between"),
    (Box(0, 0, 200, 1), "Box.east: 200 .*a box has a west greater than its east"),
    (Box(40, 100, 50, 110), "Box.south: 100 .*did you swap"),
    (Box(0, 0, NAN, 1), "Box.east: nan is not a finite number"),
    (Circle(0, 0, -1), "Circle.radius: -1 is negative; a radius is 0 or more metres"),
    (Circle(0, 0, INF), "Circle.radius: inf is not a finite number"),
    (Circle(0, 0, "5 km"), "Circle.radius: '5 km' is not a number"),
    (Circle(0, 91, 5), "Circle.y: 91 is not between"),
    (Polygon(()), "Polygon.exterior: the ring is empty"),
    (Polygon(7), "Polygon.exterior: the ring is empty|is not a sequence"),
    (Polygon(SQUARE[:-1]), r"Polygon.exterior: the ring is not closed.*repeat \(0.0, 0.0\)"),
    (Polygon(((0, 0), (1, 1), (0, 0))), "Polygon.exterior: 3 positions enclose nothing"),
    (Polygon(((0, 0), (1, 1), (0, 0), (0, 0))), "Polygon: .*a ring encloses no area"),
    (Polygon(((0, 0), (1, NAN), (1, 1), (0, 0))), r"Polygon.exterior\[1\].y: nan is not a finite"),
    (Polygon(((0, 0), (1, "x"), (1, 1), (0, 0))), r"Polygon.exterior\[1\].y: 'x' is not a number"),
    (Polygon(((0, 0), (1, 2, 3), (1, 1), (0, 0))), r"exterior\[1\]: \(1, 2, 3\) is not a pair"),
    (Polygon(((0, 0), 5, (1, 1), (0, 0))), r"exterior\[1\]: 5 is not a pair \(x, y\)"),
    (Polygon(((0, 0), (95, 0), (0, 95), (0, 0))), r"exterior\[2\].y: 95.0 .*did you swap"),
    (Polygon(shifted(SQUARE, 178)), r"exterior\[1\].x: 182.0 .*a polygon is cut in two"),
    (Polygon(BOW_TIE), r"Polygon: edges cross or run along each other at \(2, 2\)"),
    (Polygon(SQUARE, (SQUARE[:3],)), r"Polygon.holes\[0\]: the ring is not closed"),
    (Polygon(SQUARE, (shifted(SQUARE, 10),)), r"a hole lies outside its polygon at \(10, 0\)"),
    (MultiPolygon(()), "MultiPolygon.polygons: there is none"),
    (
        MultiPolygon((Polygon(SQUARE), Polygon(BOW_TIE))),
        r"MultiPolygon.polygons\[1\]: edges cross",
    ),
    (
        MultiPolygon((Polygon(SQUARE), Polygon(shifted(SQUARE, 2, 2)))),
        r"MultiPolygon: edges cross or run along each other at \(",
    ),
    (
        MultiPolygon((Polygon(SQUARE), Polygon(((1, 1), (2, 1), (2, 2), (1, 1))))),
        "MultiPolygon: one polygon lies inside another",
    ),
    ("Berlin", "'Berlin' is not a region; use a Box"),
]

WRONG_IN_A_PLANE = [
    (Point(-1, 0), "Point.x: -1 is not between 0 and 100, as x must be$"),
    (Point(0, 51), "Point.y: 51 is not between 0 and 50, as y must be$"),
    (Box(50, 0, 40, 1), "Box.west: 50 is greater than east, which is 40; only on Earth"),
    (Box(90, 0, 101, 1), "Box.east: 101 is not between 0 and 100"),
    (Circle(0, 0, -1), "a radius is 0 or more units of the plane"),
    (Polygon(shifted(SQUARE, 98)), r"Polygon.exterior\[1\].x: 102.0 is not between"),
]


@pytest.mark.parametrize("region", RIGHT, ids=repr)
def test_right_regions_pass(region) -> None:
    check(region, EARTH)


@pytest.mark.parametrize(("region", "words"), WRONG, ids=[words for _, words in WRONG])
def test_wrong_regions_are_told(region, words: str) -> None:
    with pytest.raises(InvalidRegion, match=words):
        check(region, EARTH)


@pytest.mark.parametrize(("region", "words"), WRONG_IN_A_PLANE)
def test_wrong_regions_of_a_plane_are_told(region, words: str) -> None:
    with pytest.raises(InvalidRegion, match=words):
        check(region, PLANE)


MILLION = 10**6
HOSTILE = [
    (Polygon((object(),) * MILLION), "1,000,000 vertices is over the limit of 10,000"),
    (Polygon(SQUARE, (object(),) * MILLION), "1,000,001 rings is over the limit of 100"),
    (MultiPolygon((object(),) * MILLION), "1,000,000 rings is over the limit of 100"),
]


@pytest.mark.parametrize(("region", "words"), HOSTILE, ids=[words for _, words in HOSTILE])
def test_what_is_too_large_is_refused_before_it_is_looked_at(region, words: str) -> None:
    with pytest.raises(InvalidRegion, match=words):
        check(region, EARTH)


COLUMNS = [
    (0, 0, 1, 1),
    (0, 2, 1, 1),
    (170, 0, -170, 1),
    (0, 0, NAN, 1),
    (0, 0, 1, 95),
    (181, 0, 182, 1),
]


@pytest.mark.parametrize("space", [EARTH, PLANE], ids=lambda space: space.name)
def test_columns_of_boxes_are_told_as_single_ones(space) -> None:
    faults = box_faults(*np.array(COLUMNS, float).T, space)
    told = {fault.row: f"Box.{fault.column}: {fault.reason}" for fault in faults}
    for row, edges in enumerate(COLUMNS):
        if row not in told:
            check(Box(*edges), space)
            continue
        with pytest.raises(InvalidRegion, match=re.escape(told[row])):
            check(Box(*map(float, edges)), space)


def test_columns_of_points_are_told_as_single_ones() -> None:
    x, y = np.array([0.0, 10.0, NAN, 200.0]), np.array([0.0, 100.0, 0.0, 0.0])
    faults = point_faults(x, y, EARTH)
    assert [(fault.row, fault.column) for fault in faults] == [(1, "y"), (2, "x"), (3, "x")]
    assert "did you swap" in faults[0].reason
