"""What a hub accepts, and how it says no: whole batches or nothing, and a cure in every error."""

from __future__ import annotations

import math

import pytest

from nearcast.errors import (
    DuplicateSubscription,
    InvalidExpression,
    InvalidMessage,
    InvalidRegion,
    UnknownName,
)
from nearcast.hub import Hub, Published, Subscribed, Unsubscribed
from nearcast.model import Box, Circle, Message, Point, Subscription
from nearcast.space import Plane

HERE = Point(13.4, 52.5)


def hub_of(*ids: object) -> Hub:
    hub = Hub(index="scan")
    hub.subscribe_all(Subscription(id, "sale") for id in ids)
    return hub


def test_deals_ids_that_nobody_uses():
    hub = hub_of("subscription-1", "subscription-3")
    assert [hub.subscribe("a") for _ in range(3)] == [
        "subscription-2",
        "subscription-4",
        "subscription-5",
    ]


def test_never_deals_an_id_twice():
    hub = Hub()
    hub.unsubscribe(hub.subscribe("a"))
    assert hub.subscribe("a") == "subscription-2"


def test_a_refused_batch_deals_no_ids():
    hub = Hub()
    with pytest.raises(InvalidExpression):
        hub.subscribe_all([Subscription(None, "a"), Subscription(None, "(")])
    assert hub.subscribe("a") == "subscription-1"


def test_deals_message_ids():
    hub = hub_of("anna")
    deliveries = hub.publish(
        [Message("sale", HERE), Message("sale", HERE, id="m"), Message("sale", HERE)]
    )
    assert [each.message for each in deliveries] == ["message-1", "m", "message-2"]


def test_takes_a_whole_subscription():
    hub = Hub()
    subscription = Subscription("anna", "sale", Box(0, 0, 1, 1))
    assert hub.subscribe(subscription) == "anna"
    assert hub.subscription("anna") is subscription


def test_a_whole_subscription_comes_alone():
    with pytest.raises(TypeError, match="give it alone"):
        Hub().subscribe(Subscription("anna"), id="bob")


@pytest.mark.parametrize(
    "where",
    [
        {"type": "Feature", "geometry": None, "bbox": [0, 0, 2, 1]},
        type(
            "Shape",
            (),
            {"__geo_interface__": {"type": "Feature", "geometry": None, "bbox": [0, 0, 2, 1]}},
        )(),
    ],
    ids=["GeoJSON", "an object that speaks it"],
)
def test_takes_geojson(where):
    hub = Hub()
    assert hub.subscription(hub.subscribe("a", where)).where == Box(0, 0, 2, 1)
    assert hub.subscription(hub.subscribe(Subscription("b", "a", where))).where == Box(0, 0, 2, 1)


@pytest.mark.parametrize(
    ("where", "cure"),
    [
        ((2.2, 48.8, 2.4, 48.9), r"Box\(west=2.2, south=48.8, east=2.4, north=48.9\)"),
        (HERE, r"Circle\(13.4, 52.5, radius\)"),
        ('{"type": "Point"}', "from_geojson"),
        (None, "EVERYWHERE"),
        (Circle(0, 99, 1), "99 is not between -90 and 90"),
    ],
    ids=["four numbers", "a point", "a text", "nothing", "outside"],
)
def test_explains_what_is_no_region(where, cure):
    hub = Hub()
    with pytest.raises(InvalidRegion, match=cure):
        hub.subscribe("a", where)
    with pytest.raises(InvalidRegion, match=cure):
        hub.subscribe(Subscription("anna", "a", where))
    assert len(hub) == 0


def test_refuses_what_is_no_subscription():
    with pytest.raises(TypeError, match=r"hub\.subscribe"):
        Hub().subscribe_all(["ipad"])
    with pytest.raises(TypeError, match=r"mode=Match\(\)"):
        Hub().subscribe("ipad", mode="match")
    with pytest.raises(TypeError, match="Subscribed, Unsubscribed and Published"):
        Hub().apply([Message("a", HERE)])


def test_says_how_to_replace():
    hub = hub_of("anna")
    with pytest.raises(DuplicateSubscription, match=r"first unsubscribe\('anna'\)"):
        hub.subscribe("b", id="anna")
    with pytest.raises(DuplicateSubscription):
        hub.subscribe_all([Subscription("bob"), Subscription("bob")])
    assert list(hub) == ["anna"]


def test_replaces_in_one_batch():
    hub = hub_of("anna")
    hub.apply([Unsubscribed("anna"), Subscribed(Subscription("anna", "jazz"))])
    assert hub.subscription("anna").what == "jazz"


@pytest.mark.parametrize(
    ("known", "wrong", "meant"),
    [("anna", "ana", "'anna'"), (7, "7", "7"), ("7", 7, "'7'")],
)
def test_offers_the_id_that_may_be_meant(known, wrong, meant):
    hub = hub_of(known)
    for ask in (
        hub.unsubscribe,
        hub.subscription,
        lambda id: hub.explain(Message("", HERE), id),
    ):
        with pytest.raises(UnknownName, match=f"did you mean {meant}"):
            ask(wrong)
    assert known in hub


def test_offers_nothing_where_nothing_is_near():
    with pytest.raises(UnknownName, match=r"no subscription has the id '9{5000}'$"):
        hub_of("anna").unsubscribe("9" * 5000)


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        (Message("sale", Point(52.5, 113.4), id="m2"), "did you swap.*'m2', number 1"),
        (Message("sale", Point(math.nan, 0), id="m2"), "nan is not a finite number.*'m2'"),
        (Message(None, HERE, id="m2"), "None is not a text"),
        (Message("sale", (1, 2), id="m2"), "not a Point or a Box"),
        ("sale", r"write Message\(text, Point\(x, y\)\)"),
    ],
    ids=["swapped", "NaN", "no text", "no place", "no message"],
)
def test_names_the_wrong_message_and_publishes_nothing(message, fault):
    hub = hub_of("anna")
    with pytest.raises(InvalidMessage, match=fault):
        hub.publish([Message("sale", HERE), message])
    assert hub.publish(Message("sale", HERE))[0].message == "message-1"


def test_a_batch_with_a_mistake_changes_nothing():
    hub = hub_of("anna")
    with pytest.raises(UnknownName):
        hub.apply(
            [
                Subscribed(Subscription("bob", "sale")),
                Unsubscribed("anna"),
                Published(Message("sale", HERE)),
                Unsubscribed("anna"),
            ]
        )
    assert list(hub) == ["anna"]
    assert [each.subscription for each in hub.publish(Message("sale", HERE))] == ["anna"]


def test_events_see_those_before_them():
    hub = Hub()
    deliveries = hub.apply(
        [
            Published(Message("sale", HERE, id=1)),
            Subscribed(Subscription("anna", "sale")),
            Published(Message("sale", HERE, id=2)),
            Unsubscribed("anna"),
            Published(Message("sale", HERE, id=3)),
        ]
    )
    assert [(each.subscription, each.message) for each in deliveries] == [("anna", 2)]


def test_offers_the_nearest_analyser_and_index():
    with pytest.raises(UnknownName, match="words-1"):
        Hub(analyser="word-1")
    with pytest.raises(UnknownName, match="guards"):
        Hub(index="guard")


def test_a_hub_is_true_and_tells_what_it_is():
    hub = Hub(Plane(0, 0, 9, 9), analyser="english-1", index="scan")
    assert hub and repr(hub) == "<Hub of 0 subscriptions on plane:0,0,9,9, index scan>"
    hub.subscribe("discounts")
    assert repr(hub) == "<Hub of 1 subscription on plane:0,0,9,9, index scan>"
    assert hub.vocabulary.terms == ["discount"]
