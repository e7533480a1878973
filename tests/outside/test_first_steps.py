"""What a newcomer does in the first five minutes, with nothing but `import nearcast`."""

from __future__ import annotations

import pytest

import nearcast as nc

ALEXANDERPLATZ = nc.Point(13.4132, 52.5219)


def test_subscribe_publish_explain():
    hub = nc.Hub()
    hub.subscribe("ipad AND (sale OR discount)", nc.Circle(13.405, 52.52, 2_000), id="anna")
    hub.subscribe("ipad", nc.Box(2.2, 48.8, 2.5, 48.9), id="marie")
    hub.subscribe("NOT politics", id="quiet")
    deliveries = hub.publish(nc.Message("iPad sale today!", ALEXANDERPLATZ, id=1))
    assert deliveries == [nc.Delivery("anna", 1), nc.Delivery("quiet", 1)]
    explanation = hub.explain(nc.Message("iPad sale today!", ALEXANDERPLATZ), "marie")
    assert not explanation.matches and explanation.text_holds
    assert explanation.where.distance == pytest.approx(875_000, rel=0.01)
    hub.unsubscribe("quiet")
    assert "quiet" not in hub and len(hub) == 2


def test_regions_from_geojson_and_back():
    text = '{"type": "Feature", "geometry": null, "bbox": [0, 0, 2, 1]}'
    region = nc.from_geojson(text)
    assert region == nc.Box(0, 0, 2, 1)
    assert nc.from_geojson(nc.to_geojson(region)) == region
    assert nc.to_geojson(nc.Point(1, 2)) == {"type": "Point", "coordinates": [1, 2]}
    with pytest.raises(nc.InvalidRegion, match="neither a region nor a place"):
        nc.to_geojson("Berlin")


@pytest.mark.parametrize("index", nc.INDEXES)
def test_a_plane_of_ones_own(index):
    hub = nc.Hub(nc.Plane(0, 0, 100, 100), index=index)
    triangle = nc.Polygon(((0, 0), (50, 0), (0, 50), (0, 0)))
    hub.subscribe("", triangle, id="corner")
    messages = [nc.Message("", nc.Point(x, x), id=x) for x in (10, 25, 26)]
    assert [each.message for each in hub.publish(messages)] == [10, 25]


def test_every_mistake_is_a_nearcast_error():
    hub = nc.Hub()
    for mistake in (
        lambda: hub.subscribe("ipad AND"),
        lambda: hub.subscribe("ipad", nc.Box(0, 50, 1, 40)),
        lambda: hub.publish(nc.Message("ipad", nc.Point(0, 91))),
        lambda: hub.unsubscribe("nobody"),
        lambda: nc.Hub(index="hash"),
    ):
        with pytest.raises(nc.NearcastError):
            mistake()


def test_the_state_is_what_its_events_made_it():
    events = [
        nc.Subscribed(nc.Subscription("anna", "sale")),
        nc.Published(nc.Message("sale", ALEXANDERPLATZ, id=1)),
        nc.Unsubscribed("anna"),
        nc.Published(nc.Message("sale", ALEXANDERPLATZ, id=2)),
    ]
    assert nc.Hub().apply(events) == nc.Hub().apply(events) == [nc.Delivery("anna", 1)]
