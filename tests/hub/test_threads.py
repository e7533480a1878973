"""A hub may be called from several threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from nearcast.hub import Hub
from nearcast.model import Box, Message, Point

ROUNDS, THREADS = 60, 4
HERE = Point(0.5, 0.5)


@pytest.mark.parametrize("index", ["guards", "scan"])
def test_many_hands(index):
    hub = Hub(index=index)
    hub.subscribe("sale", Box(0, 0, 1, 1), id="always")

    def come_and_go(hand: int) -> int:
        seen = 0
        for round in range(ROUNDS):
            id = hub.subscribe("sale", Box(0, 0, 1, 1))
            deliveries = hub.publish(Message("sale", HERE, id=(hand, round)))
            receivers = [each.subscription for each in deliveries]
            assert receivers[0] == "always" and id in receivers
            assert len(set(receivers)) == len(receivers) <= 1 + THREADS
            assert hub.explain(Message("sale", HERE), id).matches
            hub.unsubscribe(id)
            seen += len(receivers)
        return seen

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(seen >= 2 * ROUNDS for seen in pool.map(come_and_go, range(THREADS)))
    assert list(hub) == ["always"]
