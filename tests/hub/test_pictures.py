"""What notebooks show is short, well-formed, and harmless whatever the texts in it say."""

from __future__ import annotations

import pickle
from xml.etree import ElementTree

import pytest

from nearcast.hub import Hub
from nearcast.hub.pictures.chart import Mark, chart
from nearcast.hub.pictures.outlines import circle_outline
from nearcast.hub.pictures.window import Extent, around_the_globe, window_around
from nearcast.model import EVERYWHERE, Box, Circle, Message, Point, Polygon
from nearcast.space import Earth, Plane

HOSTILE = """<script>alert("1")</script><img src=x onerror='alert(2)'>&"""


def parsed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(html)


def tags(html: str) -> set[str]:
    return {element.tag.rpartition("}")[2] for element in parsed(html).iter()}


HARMLESS = {"div", "span", "strong", "em", "table", "thead", "tbody", "tr", "th", "td"} | {
    "svg",
    "path",
    "text",
    "circle",
    "title",
}


def test_hostile_text_is_escaped():
    hub = Hub(index="scan")
    hub.subscribe(f'"{HOSTILE.replace(chr(34), "")}"', Box(0, 0, 1, 1), id=HOSTILE)
    hub.subscribe(id="all")
    message = Message(HOSTILE, Point(0.5, 0.5), id=HOSTILE)
    shown = [hub, hub.publish(message), hub.explain(message, HOSTILE)]
    for html in (each._repr_html_() for each in shown):
        assert tags(html) <= HARMLESS
        for element in parsed(html).iter():
            assert not any(name.startswith("on") or name == "src" for name in element.attrib)
        assert "&lt;script" in html


def test_shows_ten_rows_and_says_how_many_more():
    hub = Hub(index="scan")
    for number in range(25):
        hub.subscribe("sale", Circle(number, 0, 1000.0), id=number)
    html = hub._repr_html_()
    assert html.count("<tr") == 11 and "… and 15 more" in html
    everywhere = Hub(index="scan")
    everywhere.subscribe_all(hub.subscription(id) for id in hub)
    html = everywhere.publish(Message("sale", Box(0, 0, 30, 0)))._repr_html_()
    assert html.count("<tr") == 11 and "25 deliveries" in html and "of 1 message" in html


def test_shows_receivers_that_went_since():
    hub = Hub(index="scan")
    id = hub.subscribe("sale")
    deliveries = hub.publish(Message("sale", Point(0, 0)))
    hub.unsubscribe(id)
    assert "(unsubscribed since)" in deliveries._repr_html_()


def test_deliveries_are_a_list_with_a_short_face():
    hub = Hub(index="scan")
    for id in "abcde":
        hub.subscribe(id=id)
    deliveries = hub.publish(Message("", Point(0, 0), id=1))
    assert repr(deliveries) == "<5 deliveries: 1 to 'a', 1 to 'b', 1 to 'c', … and 2 more>"
    assert repr(hub.publish([])) == "<0 deliveries>"
    assert deliveries == list(deliveries)
    assert type(pickle.loads(pickle.dumps(deliveries))) is list
    assert pickle.loads(pickle.dumps(deliveries)) == deliveries


@pytest.mark.parametrize(
    ("spans", "narrowest"),
    [
        ([(10.0, 20.0)], (10.0, 20.0)),
        ([(10.0, 20.0), (-20.0, -10.0)], (-20.0, 20.0)),
        ([(170.0, 190.0), (-179.0, -160.0)], (170.0, 200.0)),
        ([(-181.0, -175.0)], (179.0, 185.0)),
        ([(-180.0, 180.0), (0.0, 1.0)], (-180.0, 180.0)),
    ],
)
def test_the_narrowest_way_around(spans, narrowest):
    assert around_the_globe(spans) == narrowest


@pytest.mark.parametrize(
    "extent",
    [
        Extent(13.4, 52.5, 13.4, 52.5),
        Extent(-180, -90, 180, 90),
        Extent(179.9, 89.9, 180, 90),
        Extent(0, -90, 0.1, 90),
        Extent(-170, -90, 170, -89),
    ],
)
def test_a_window_shows_all_of_it_and_stays_on_earth(extent):
    window = window_around([extent], Earth())
    shown = window.extent
    assert shown.west <= extent.west + 1e-9 and extent.east <= shown.east + 1e-9
    assert -90 <= shown.south <= extent.south + 1e-9 and extent.north - 1e-9 <= shown.north <= 90
    assert 0 < window.wide <= 640.001 and 0 < window.high <= 320.001


def test_what_crosses_the_antimeridian_is_drawn_in_one_piece():
    marks = [Mark(Box(170, -20, -170, 0), "fiji"), Mark(Circle(-179, -17, 400_000), "suva")]
    svg = chart(marks, [Mark(Point(-179.5, -16), "here")], Earth())
    assert [svg.count(f"<title>{name}</title>") for name in ("fiji", "suva", "here")] == [1, 1, 1]


@pytest.mark.parametrize(
    ("circle", "reaches"),
    [
        (Circle(20, 80, 3_000_000), 90),
        (Circle(20, -80, 3_000_000), -90),
        (Circle(0, 0, 15_000_000), 90),
        (Circle(0, 0, 30_000_000), -90),
        (Circle(0, 0, 1000), 0.00899),
    ],
)
def test_circles_reach_around_poles(circle, reaches):
    ys = [y for _, y in circle_outline(circle, Earth())]
    assert min(abs(y - reaches) for y in ys) < 1e-4


@pytest.mark.parametrize("space", [Earth(), Plane(0, 0, 4, 4), Plane(-1e9, 3, 1e9, 3.001)])
def test_draws_every_kind_in_every_space(space):
    middle_x = (space.x_axis.start + space.x_axis.stop) / 2
    middle_y = (space.y_axis.start + space.y_axis.stop) / 2
    low, lower = space.x_axis.start, space.y_axis.start
    triangle = Polygon(((low, lower), (middle_x, lower), (low, middle_y), (low, lower)))
    regions = [EVERYWHERE, triangle, Circle(middle_x, middle_y, 0.5), Box(low, lower, low, lower)]
    svg = chart([Mark(where, "") for where in regions], [Mark(Point(low, lower), "")], space)
    assert parsed(svg).get("role") == "img"
    assert parsed(chart([], [], space)) is not None
