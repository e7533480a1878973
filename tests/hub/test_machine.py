"""Whatever happens to a hub, in whatever order, it delivers what the definition says."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
from hub.drawing import EARTH, PLANE, concerns, messages, subscriptions
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from nearcast.hub import Hub, Published, Subscribed, Unsubscribed
from nearcast.model import Delivery, Subscription
from nearcast.space import region_to_geojson

MESSAGE_LISTS, SUBSCRIPTION_LISTS = {}, {}
for _space in (EARTH, PLANE):
    MESSAGE_LISTS[_space.name] = st.lists(messages(_space), min_size=1, max_size=4)
    SUBSCRIPTION_LISTS[_space.name] = st.lists(
        subscriptions(_space), max_size=6, unique_by=lambda each: each.id
    )


class Life(RuleBasedStateMachine):
    """A hub beside a dictionary of who is registered and the definition of a match."""

    space, index = EARTH, "guards"

    def __init__(self) -> None:
        super().__init__()
        self.hub = Hub(self.space, index=self.index)
        self.registered: dict[object, Subscription] = {}
        self.events: list[object] = []
        self.delivered: list[Delivery] = []

    def expected(self, batch) -> list[Delivery]:
        return [
            Delivery(subscription.id, message.id)
            for message in batch
            for subscription in self.registered.values()
            if concerns(message, subscription, self.space)
        ]

    def fresh(self, batch: list[Subscription]) -> list[Subscription]:
        return [each for each in batch if each.id not in self.registered]

    def note(self, batch: list[Subscription]) -> None:
        self.registered.update((each.id, each) for each in batch)
        self.events += map(Subscribed, batch)

    @rule(data=st.data())
    def subscribe(self, data: st.DataObject) -> None:
        batch = self.fresh(data.draw(SUBSCRIPTION_LISTS[self.space.name]))
        assert self.hub.subscribe_all(batch) == [each.id for each in batch]
        self.note(batch)

    @rule(data=st.data())
    def load(self, data: st.DataObject) -> None:
        drawn = self.fresh(data.draw(SUBSCRIPTION_LISTS[self.space.name]))
        batch = [each for each in drawn if isinstance(each.id, int)]
        regions = [json.dumps(region_to_geojson(each.where)) for each in batch]
        table = {
            "id": pa.array([each.id for each in batch], pa.int64()),
            "geometry": pa.array(regions, pa.string()),
            "what": pa.array([each.what for each in batch], pa.string()),
        }
        self.hub.load(pa.table(table))
        self.note(batch)

    @precondition(lambda self: self.registered)
    @rule(data=st.data())
    def unsubscribe(self, data: st.DataObject) -> None:
        id = data.draw(st.sampled_from(list(self.registered)))
        self.hub.unsubscribe(id)
        del self.registered[id]
        self.events.append(Unsubscribed(id))

    @rule(data=st.data(), threads=st.integers(1, 2))
    def publish(self, data: st.DataObject, threads: int) -> None:
        batch = data.draw(MESSAGE_LISTS[self.space.name])
        deliveries = self.hub.publish(batch, threads=threads)
        assert deliveries == self.expected(batch)
        self.delivered += deliveries
        self.events += map(Published, batch)

    @precondition(lambda self: self.registered)
    @rule(data=st.data())
    def explain(self, data: st.DataObject) -> None:
        message = data.draw(messages(self.space))
        subscription = self.registered[data.draw(st.sampled_from(list(self.registered)))]
        explanation = self.hub.explain(message, subscription.id)
        assert explanation.matches == concerns(message, subscription, self.space)
        assert str(explanation) and explanation._repr_html_()

    @rule()
    def look(self) -> None:
        assert list(self.hub) == list(self.registered)
        assert len(self.hub) == len(self.registered)
        assert all(id in self.hub for id in self.registered)
        assert self.hub._repr_html_()

    def teardown(self) -> None:
        assert Hub(self.space, index=self.index).apply(self.events) == self.delivered
        step_by_step = Hub(self.space, index=self.index)
        again = [delivery for event in self.events for delivery in step_by_step.apply([event])]
        assert again == self.delivered


@pytest.mark.parametrize("index", ["guards", "scan"])
@pytest.mark.parametrize("space", [EARTH, PLANE], ids=["earth", "plane"])
def test_life(space, index):
    life = type("Life", (Life,), {"space": space, "index": index})
    case = life.TestCase
    case.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
    case("runTest").runTest()
