"""Where a row is: points, boxes, circles and geometries in the columns of a table."""

from __future__ import annotations

import pyarrow as pa
import pytest
import shapely
from columns.reading import EARTH, faults_of, messages_of, subscriptions_of
from columns.samples import CIRCLE_TEXT, TRIANGLE, TRIANGLE_TEXT, assert_same

from nearcast.columns import messages_from_arrow, messages_from_model, subscriptions_from_model
from nearcast.errors import FaultyRows
from nearcast.model import EVERYWHERE, Box, Circle, Message, Point, Subscription
from nearcast.space import Plane
from nearcast.text import Vocabulary


def test_geometries_are_text_or_wkb_and_null_is_everywhere() -> None:
    box = shapely.box(0, 0, 2, 1)
    regions = [TRIANGLE, EVERYWHERE, Box(0.0, 0.0, 2.0, 1.0)]
    expected = subscriptions_from_model(
        [Subscription(0, "", r) for r in regions], EARTH, Vocabulary()
    )
    binary = [shapely.to_wkb(shapely.from_geojson(TRIANGLE_TEXT)), None, shapely.to_wkb(box)]
    for geometry in (
        pa.array([TRIANGLE_TEXT, None, shapely.to_geojson(box)]),
        pa.array(binary),
        pa.array(binary, pa.binary_view()),
    ):
        table = subscriptions_of({"geometry": geometry, "what": [None] * 3})
        assert_same(table.columns, expected)


def test_circles_are_columns_or_features() -> None:
    circle = subscriptions_from_model(
        [Subscription(0, "", Circle(13.4, 52.5, 2000.0))], EARTH, Vocabulary()
    )
    columns = {"lon": [13.4], "lat": [52.5], "radius": [2000], "what": [""]}
    assert_same(subscriptions_of(columns).columns, circle)
    assert_same(subscriptions_of({"geometry": [CIRCLE_TEXT], "what": [""]}).columns, circle)


def test_places_are_points_boxes_or_geometries() -> None:
    places = [Point(1.0, 2.0), Box(3.0, 4.0, 5.0, 6.0)]
    expected = messages_from_model([Message("", each) for each in places], EARTH, Vocabulary())
    shapes = [shapely.Point(1, 2), shapely.box(3, 4, 5, 6)]
    text = {"text": ["", None]}
    edges = {"west": [None, 3.0], "south": [None, 4], "east": [None, 5], "north": [None, 6]}
    for columns in (
        {"geometry": list(shapely.to_wkb(shapes))},
        {"geometry": list(shapely.to_geojson(shapes))},
        {"x": [1, None], "y": [2, None], **edges},
        {"lon": [1, None], "lat": [2, None], "geometry": [None, shapely.to_wkb(shapes[1])]},
    ):
        assert_same(messages_of({**columns, **text}).columns, expected)


def test_rows_of_a_plane_are_checked_against_it() -> None:
    table = pa.table({"x": [5.0, 200.0], "y": [5.0, 5.0], "text": ["a", "b"]})
    with pytest.raises(FaultyRows, match="row 1, x: 200"):
        messages_from_arrow(table, Plane(0, 0, 100, 100), Vocabulary())


def test_bad_geometries_are_told() -> None:
    text = {"what": [None] * 4}
    bad = [
        "{",
        TRIANGLE_TEXT,
        '{"type":"Point","coordinates":[0,0]}',
        CIRCLE_TEXT.replace("52.5", "95"),
    ]
    found = faults_of({"geometry": bad, **text})
    assert [(row, column) for row, column, _ in found] == [(row, "geometry") for row in (0, 2, 3)]
    assert "not GeoJSON" in found[0][2]
    found = faults_of(
        {"geometry": [b"\x01\x02", shapely.to_wkb(shapely.box(0, 0, 1, 1))] * 2, **text}
    )
    assert [(row, column) for row, column, _ in found] == [(0, "geometry"), (2, "geometry")]
    line = shapely.LineString([(0, 0), (1, 1)])
    points = [shapely.Point(0, 95), line, None, shapely.Point()]
    found = faults_of(
        {"geometry": [shapely.to_wkb(each) for each in points], "text": ["a"] * 4},
        messages_of,
    )
    assert [(row, column) for row, column, _ in found] == [(row, "geometry") for row in range(4)]
