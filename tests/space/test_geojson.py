"""Regions and places go to GeoJSON and back, and what cannot be read is told with its path."""

from __future__ import annotations

import json

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from space.drawing import boxes, circles, points, polygons, regions

from nearcast.errors import InvalidRegion
from nearcast.model import EVERYWHERE, Box, Circle, MultiPolygon, Polygon
from nearcast.space import (
    Earth,
    place_from_geojson,
    place_to_geojson,
    region_from_geojson,
    region_from_wkb,
    region_to_geojson,
)
from nearcast.space.shapes import rectangle_box

EARTH = Earth()
SQUARE = [[0, 0], [2, 0], [2, 1], [0, 1], [0, 0]]
TRIANGLE = [[0, 0], [2, 0], [2, 1], [0, 0]]
POINT = {"type": "Point", "coordinates": [1, 2]}
POLYGON = {"type": "Polygon", "coordinates": [TRIANGLE]}


def feature(geometry, **properties):
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def expected(region):
    """Return what a region comes back as: what is a rectangle comes back as a box."""
    if isinstance(region, MultiPolygon) and len(region.polygons) == 1:
        region = region.polygons[0]
    return rectangle_box(region) or region if isinstance(region, Polygon) else region


@given(st.one_of(st.just(EVERYWHERE), boxes(EARTH), circles(EARTH), polygons(EARTH)))
def test_regions_come_back(region) -> None:
    assert region_from_geojson(region_to_geojson(region)) == expected(region)
    assert region_from_geojson(json.dumps(region_to_geojson(region))) == expected(region)


@given(regions(EARTH))
def test_what_is_written_reads_the_same_twice(region) -> None:
    once = region_from_geojson(region_to_geojson(region))
    assert region_from_geojson(region_to_geojson(once)) == once


@given(st.one_of(points(EARTH), boxes(EARTH)))
def test_places_come_back(place) -> None:
    assert place_from_geojson(json.dumps(place_to_geojson(place)).encode()) == place


@pytest.mark.parametrize(
    ("source", "region"),
    [
        (POLYGON, Polygon(((0, 0), (2, 0), (2, 1), (0, 0)))),
        ({"type": "Polygon", "coordinates": [SQUARE]}, Box(0, 0, 2, 1)),
        ({"type": "MultiPolygon", "coordinates": [[SQUARE]]}, Box(0, 0, 2, 1)),
        ({"type": "GeometryCollection", "geometries": [POLYGON]}, region_from_geojson(POLYGON)),
        (
            {"type": "FeatureCollection", "features": [feature(POINT, radius=5)]},
            Circle(1, 2, 5),
        ),
        ([170, -20, -170, 0], Box(170, -20, -170, 0)),
        ([0, 0, -5, 2, 1, 5], Box(0, 0, 2, 1)),
        ({"type": "Feature", "geometry": None, "bbox": [0, 0, 2, 1]}, Box(0, 0, 2, 1)),
        (
            {"type": "Polygon", "coordinates": [[[*p, 99.0] for p in TRIANGLE]]},
            region_from_geojson(POLYGON),
        ),
    ],
)
def test_every_form_is_read(source, region) -> None:
    assert region_from_geojson(source) == region


def test_a_box_over_the_antimeridian_is_written_cut_and_read_whole() -> None:
    fiji = Box(170.0, -20.0, -170.0, 0.0)
    written = region_to_geojson(fiji)
    assert written["type"] == "MultiPolygon"
    assert shapely.from_geojson(json.dumps(written)).is_valid
    assert region_from_geojson(written) == fiji


WRONG = [
    ("{", r"this is not GeoJSON"),
    ("[" * 100_000, "this is not GeoJSON"),
    (7, r"\$: 7 is not a GeoJSON object"),
    ({}, r"\$.type: it is missing; use a Polygon"),
    ({"type": "Ball"}, r"\$.type: 'Ball' is not a region"),
    ({"type": "Polygon"}, r"\$.coordinates: it is missing"),
    ({"type": "Polygon", "coordinates": []}, r"\$.coordinates: it is empty"),
    ({"type": "Polygon", "coordinates": ["a"]}, r"\$.coordinates\[0\]: 'a' is not an array"),
    (
        {"type": "Polygon", "coordinates": [[[0, 0], [1, "b"]]]},
        r"\$.coordinates\[0\]\[1\]\[1\]: 'b' is not a number",
    ),
    (
        {"type": "Polygon", "coordinates": [[[0, 0], [1]]]},
        r"\$.coordinates\[0\]\[1\]: \[1\] has length 1; it should be \[x, y\]",
    ),
    (
        {"type": "Polygon", "coordinates": [[[0, 0, 0, 0]]]},
        r"\[0, 0, 0, 0\] has length 4; it should be \[x, y\] or \[x, y, altitude\]",
    ),
    ({"type": "MultiPolygon", "coordinates": []}, r"\$.coordinates: it is empty"),
    (feature(POINT), r"\$.geometry: a Point is no region; for a circle, put it in a Feature"),
    (feature(POINT, radius="5"), r"\$.properties.radius: '5' is not a number"),
    (feature(None), r"\$.geometry: there is none; give a geometry, or a bbox"),
    ({"type": "Feature", "geometry": POINT, "properties": 3}, r"\$.properties: 3 is not an object"),
    ([1, 2, 3], r"\$: \[1, 2, 3\] has length 3; it should be \[west, south, east, north\]"),
    ("[NaN, 0, 1, 1]", r"\$\[0\]: nan is not a finite number"),
    (
        {"type": "FeatureCollection", "features": [feature(POLYGON), feature(POLYGON)]},
        r"\$.features: it holds 2; a region is one geometry",
    ),
    (
        {"type": "FeatureCollection", "features": [feature({"type": "Polygon"})]},
        r"\$.features\[0\].geometry.coordinates: it is missing",
    ),
    (
        {"type": "Polygon", "coordinates": [[[0, 0]] * 10**6]},
        "1,000,000 vertices is over the limit",
    ),
    ({"type": "MultiPolygon", "coordinates": [[]] * 10**6}, "1,000,000 rings is over the limit"),
]


@pytest.mark.parametrize(("source", "words"), WRONG, ids=[words for _, words in WRONG])
def test_what_cannot_be_read_is_told_with_its_path(source, words: str) -> None:
    with pytest.raises(InvalidRegion, match=words):
        region_from_geojson(source)


@pytest.mark.parametrize(
    "source",
    [POLYGON, {"type": "LineString"}, feature(POINT, radius=5), feature(None, everywhere=True)],
)
def test_a_message_is_at_a_point_or_a_box(source) -> None:
    with pytest.raises(InvalidRegion, match="the place of a message is a point or a box"):
        place_from_geojson(source)


def test_wkb() -> None:
    assert region_from_wkb(shapely.box(0, 0, 2, 1).wkb) == Box(0, 0, 2, 1)
    raised = shapely.force_3d(shapely.Polygon(TRIANGLE), 9.0)
    assert region_from_wkb(shapely.to_wkb(raised)) == region_from_geojson(POLYGON)


@pytest.mark.parametrize(
    ("binary", "words"),
    [
        (b"nonsense", "this is not WKB"),
        (shapely.Point(1, 2).wkb, "a Point is no region"),
        (shapely.LineString([(0, 0), (1, 1)]).wkb, "'LineString' is not a region"),
        (shapely.Polygon().wkb, r"it is empty"),
        (shapely.LineString([(0, 0), (1, 1)] * 10_000).wkb, "20,000 vertices is over the limit"),
    ],
)
def test_wkb_that_is_no_region_is_told(binary: bytes, words: str) -> None:
    with pytest.raises(InvalidRegion, match=words):
        region_from_wkb(binary)
