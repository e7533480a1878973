"""Big data comes as columns, and means the same as if it had come one by one."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
from hub.drawing import SPACES, subscriptions
from hypothesis import given, settings
from hypothesis import strategies as st

from nearcast.columns import write_table
from nearcast.errors import FaultyRows, UnknownName
from nearcast.hub import Hub
from nearcast.model import EVERYWHERE, Box, Circle, Message, MultiPolygon, Point, Polygon
from nearcast.space import check, region_to_geojson
from nearcast.text import read

TABLE = pa.table({"id": ["anna", "bob"], "what": ["sale", "jazz OR sale"]})
SALE = pa.table({"id": [7, 8], "lon": [0.0, 1.0], "lat": [0.0, 1.0], "text": ["a sale", "jazz"]})


def test_loads_a_table_and_matches_another():
    hub = Hub(index="scan")
    hub.subscribe("never heard")
    assert hub.load(TABLE).ids.to_pylist() == ["anna", "bob"]
    messages = hub.read_messages(SALE)
    matches, work = hub.match(messages.columns, threads=2)
    assert matches.offsets.tolist() == [0, 2, 3]
    assert hub.ids_of(matches.rows) == ["anna", "bob", "bob"]
    assert work == hub.match(messages.columns)[1]


def test_loads_files(tmp_path):
    hub = Hub(index="scan")
    write_table(tmp_path / "subscriptions.parquet", TABLE)
    write_table(tmp_path / "messages.csv", SALE)
    hub.load(tmp_path / "subscriptions.parquet")
    assert len(hub.read_messages(str(tmp_path / "messages.csv")).ids) == 2
    assert list(hub) == ["anna", "bob"]


def test_tells_every_id_in_use():
    hub = Hub(index="scan")
    hub.subscribe("a", id="bob")
    with pytest.raises(FaultyRows, match="row 1, id: 'bob' is in use"):
        hub.load(TABLE)
    assert list(hub) == ["bob"]


def test_skips_faulty_rows_and_ids_in_use():
    hub = Hub(index="scan")
    hub.subscribe("a", id="bob")
    ids, whats = ["x", "bob", "y"], ["(", "sale", "sale"]
    table = hub.load(pa.table({"id": ids, "what": whats}), on_error="skip")
    assert [fault.row for fault in table.faults] == [0, 1]
    assert (table.ids.to_pylist(), table.row_numbers.tolist()) == (["y"], [2])
    assert hub.publish(Message("sale", Point(0, 0)))[0].subscription == "y"


def test_loads_nothing():
    hub = Hub(index="scan")
    hub.load(TABLE.slice(0, 0))
    assert len(hub) == 0 and hub.subscribe() in hub


def test_forgets_what_was_loaded():
    hub = Hub(index="scan")
    hub.load(TABLE)
    rows = hub.match(hub.read_messages(SALE).columns)[0].rows
    hub.unsubscribe("anna")
    hub.unsubscribe("bob")
    assert hub.publish(Message("sale", Point(0, 0))) == []
    with pytest.raises(UnknownName, match="row 0 is not registered"):
        hub.ids_of(rows)


@pytest.mark.parametrize("space", SPACES, ids=["earth", "plane"])
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_remembers_what_was_loaded(space, data):
    ids = st.just("anna")
    subscription = data.draw(subscriptions(space, ids))
    table = {
        "id": ["anna"],
        "geometry": [json.dumps(region_to_geojson(subscription.where))],
        "what": [subscription.what],
    }
    hub = Hub(space, index="scan")
    hub.load(pa.table(table))
    recalled = hub.subscription("anna")
    check(recalled.where, space)
    assert set(read(recalled.what)) == set(read(subscription.what))
    again = Hub(space, index="scan")
    again.subscribe(recalled)
    found, wanted = (each._asked("anna").columns for each in (hub, again))
    assert found.circles.ravel() == pytest.approx(wanted.circles.ravel(), rel=1e-12, abs=1e-12)
    assert vertices_in(found) == vertices_in(wanted)
    # The box of a circle has room to spare, how much depends on the last digits of its centre.
    assert len(found.circles) or found.boxes.tolist() == wanted.boxes.tolist()


def vertices_in(columns):
    """Return the vertices of polygons, whichever way their rings are ordered."""
    return sorted(map(tuple, columns.polygons.vertices.tolist()))


@pytest.mark.parametrize(
    "where",
    [
        EVERYWHERE,
        Box(-180, -90, 0, 0),
        Box(170, 0, -170, 1),
        Circle(13.4, 52.5, 800.0),
        Polygon(((0, 0), (9, 0), (0, 9), (0, 0)), (((1, 1), (2, 1), (1, 2), (1, 1)),)),
        MultiPolygon(
            (
                Polygon(
                    ((0, 0), (90, 0), (90, 80), (0, 81), (0, 0)),
                    (((10, 10), (60, 10), (60, 60), (10, 61), (10, 10)),),
                ),
                Polygon(((20, 20), (40, 20), (30, 30), (20, 20))),
            )
        ),
    ],
    ids=lambda where: type(where).__name__,
)
def test_recalls_regions(where):
    hub = Hub(index="scan")
    geometry = [json.dumps(region_to_geojson(where))]
    hub.load(pa.table({"id": [1], "geometry": geometry, "what": ["a"]}))
    found = hub.subscription(1).where
    assert type(found) is type(where)
    assert _numbers(found) == pytest.approx(_numbers(where), abs=1e-7)


def _numbers(region) -> list[float]:
    match region:
        case Polygon():
            rings = (region.exterior, *region.holes)
            return [number for ring in rings for position in ring for number in position]
        case MultiPolygon(polygons):
            return [number for polygon in polygons for number in _numbers(polygon)]
        case Circle(x, y, radius):
            return [x, y, radius]
        case Box(west, south, east, north):
            return [west, south, east, north]
    return []
