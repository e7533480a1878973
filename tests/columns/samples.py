"""Small subscriptions and messages, as models and as tables, and how to compare columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from nearcast.columns import flatten
from nearcast.model import EVERYWHERE, Box, Circle, Message, Point, Polygon, Subscription

TRIANGLE = Polygon(((0.0, 0.0), (4.0, 0.0), (0.0, 3.0), (0.0, 0.0)))
TRIANGLE_TEXT = '{"type":"Polygon","coordinates":[[[0,0],[4,0],[0,3],[0,0]]]}'
CIRCLE_TEXT = (
    '{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},'
    '"properties":{"radius":2000}}'
)

SUBSCRIPTIONS = [
    Subscription("007", "ipad sale", Box(1.0, 2.0, 3.0, 4.0)),
    Subscription("münchen", 'pizza AND ("new york" OR NOT used)', Box(170.0, -5.0, -170.0, 5.0)),
    Subscription("日本", "", EVERYWHERE),
    Subscription('say "hi", ok', "ipad", Box(-180.0, -90.0, 180.0, 90.0)),
    Subscription("😀", "ipad sale", EVERYWHERE),
]
MESSAGES = [
    Message("An iPad, on sale!", Point(2.0, 3.0), id="1", at=1.5),
    Message("New York pizza", Point(-180.0, 0.0), id="2", at=2.5),
    Message("", Point(0.0, 0.0), id="3"),
    Message('line\nbreak, "quotes" and ipad', Point(13.4, 52.5), id="4", at=-4.0),
]


def subscription_table(subscriptions: list[Subscription] = SUBSCRIPTIONS) -> pa.Table:
    """Return boxes as four columns, all of them null for everywhere."""
    boxes = [each.where if isinstance(each.where, Box) else None for each in subscriptions]
    edges = {
        name: pa.array([box and getattr(box, name) for box in boxes], pa.float64())
        for name in ("west", "south", "east", "north")
    }
    return pa.table(
        {
            "id": pa.array([each.id for each in subscriptions]),
            "what": pa.array([each.what or None for each in subscriptions], pa.string()),
            **edges,
            "comment": pa.array(["not looked at"] * len(subscriptions), pa.string()),
        }
    )


def message_table(messages: list[Message] = MESSAGES) -> pa.Table:
    """Return messages with their places as `lon` and `lat`."""
    return pa.table(
        {
            "id": [each.id for each in messages],
            "text": [each.text or None for each in messages],
            "lon": [each.where.x for each in messages],
            "lat": [each.where.y for each in messages],
            "at": pa.array([each.at for each in messages], pa.float64()),
        }
    )


def assert_same(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    """Check that all arrays are equal, of the same type, contiguous and read-only."""
    flat, expected = flatten(one), flatten(other)
    assert flat.keys() == expected.keys()
    for name, array in flat.items():
        np.testing.assert_array_equal(array, expected[name], err_msg=name, strict=True)
        if array.ndim:
            assert array.flags.c_contiguous, name
            assert not array.flags.writeable, name


def circles_and_triangles(count: int) -> list[Subscription]:
    """Return a mixture of all kinds of regions."""
    regions = [TRIANGLE, Circle(13.4, 52.5, 2000.0), EVERYWHERE, Box(0.0, 0.0, 1.0, 1.0)]
    return [Subscription(number, "", regions[number % 4]) for number in range(count)]
