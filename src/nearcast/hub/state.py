"""The state of a hub as a fold over events: a batch is first prepared as a whole, then done.

Preparing checks everything and turns it into columns without touching what is registered, so a
batch with a mistake in it changes nothing. Consecutive events of a kind are one step: one insert,
one removal, one match.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from nearcast.columns.layout import Int64Array, Matches, Messages, Subscriptions
from nearcast.columns.messages import messages_from_model
from nearcast.columns.subscriptions import subscriptions_from_model
from nearcast.errors import InvalidMessage, InvalidRegion
from nearcast.hub import doors
from nearcast.hub.draft import Counters, Draft
from nearcast.hub.events import Event, Published, Subscribed, Unsubscribed
from nearcast.hub.ledger import Ledger
from nearcast.indexes.protocol import SubscriptionIndex
from nearcast.model import Delivery, Message, Subscription
from nearcast.space import Space
from nearcast.text import Analyser, Vocabulary


class Registration(NamedTuple):
    """Subscriptions to be registered."""

    subscriptions: Sequence[Subscription]
    columns: Subscriptions


class Removal(NamedTuple):
    """Ids to be forgotten."""

    ids: Sequence[Hashable]


class Publication(NamedTuple):
    """Messages to be matched."""

    messages: Sequence[Message]
    columns: Messages


Step = Registration | Removal | Publication


class Plan(NamedTuple):
    """A batch of events, found to be right: its steps, and the ids dealt by its end."""

    steps: Sequence[Step]
    counters: Counters


class Outcome(NamedTuple):
    """What a batch of events led to: who was registered, what was published, and who gets it."""

    registered: list[Hashable]
    messages: list[Message]
    deliveries: list[Delivery]


class State:
    """Subscriptions, their ids, and the index that matches messages with them."""

    def __init__(self, space: Space, analyser: Analyser, index: type[SubscriptionIndex]) -> None:
        self.space = space
        self.vocabulary = Vocabulary(analyser)
        self.ledger = Ledger()
        self.counters = Counters()
        self.index = index.build(subscriptions_from_model((), space, self.vocabulary))
        self._fresh = True

    def prepare(self, events: Iterable[Event]) -> Plan:
        """Return what these events will do, or raise for the first that cannot be used."""
        draft = Draft(self.ledger, self.counters)
        steps = [self._step(kind, run, draft) for kind, run in groupby(events, type)]
        return Plan(steps, draft.counters)

    def _step(self, kind: type, events: Iterable[Any], draft: Draft) -> Step:
        if kind is Published:
            return self._publication(events, draft)
        if kind is Subscribed:
            return self._registration(events, draft)
        if kind is Unsubscribed:
            return Removal([draft.unsubscribed(event.id) for event in events])
        raise TypeError(
            f"{kind.__name__} is not an event; they are Subscribed, Unsubscribed and Published"
        )

    def _registration(self, events: Iterable[Subscribed], draft: Draft) -> Registration:
        subscriptions = [
            draft.subscribed(doors.subscription(event.subscription)) for event in events
        ]
        columns = subscriptions_from_model(subscriptions, self.space, self.vocabulary)
        return Registration(subscriptions, columns)

    def _publication(self, events: Iterable[Published], draft: Draft) -> Publication:
        messages = [draft.published(doors.message(event.message)) for event in events]
        return Publication(messages, self.message_columns(messages))

    def message_columns(self, messages: Sequence[Message]) -> Messages:
        """Return messages as columns, or raise `InvalidMessage` for the first that is wrong."""
        try:
            return messages_from_model(messages, self.space, self.vocabulary)
        except InvalidRegion as error:
            # The reader names the message in a note; here the name belongs in the text itself.
            raise InvalidMessage("; ".join([str(error), *error.__notes__])) from None

    def perform(self, plan: Plan, threads: int) -> Outcome:
        """Do what was prepared."""
        outcome = Outcome([], [], [])
        for step in plan.steps:
            if isinstance(step, Publication):
                outcome.messages.extend(step.messages)
                outcome.deliveries.extend(self._deliver(step, threads))
            elif isinstance(step, Registration):
                self.ledger.add(step.subscriptions, self._rows(step.columns))
                outcome.registered.extend(each.id for each in step.subscriptions)
            else:
                self.index.remove(self.ledger.remove(step.ids))
        self.counters = plan.counters
        return outcome

    def _deliver(self, step: Publication, threads: int) -> list[Delivery]:
        matches = self.index.match(step.columns, threads)[0]
        return deliveries_of(step.messages, self.ledger.ids_of(matches.rows), matches)

    def load(self, ids: Sequence[Hashable], columns: Subscriptions) -> None:
        """Register columns whose ids nobody uses."""
        self.ledger.load(ids, columns, self._rows(columns))

    def _rows(self, columns: Subscriptions) -> Int64Array:
        """Put columns into the index; the first of all are what it plans by."""
        if not self._fresh:
            return self.index.insert(columns)
        self.index = type(self.index).build(columns)
        self._fresh = not len(self.index)
        return np.arange(len(self.index))


def deliveries_of(
    messages: Sequence[Message], subscriptions: Sequence[Hashable], matches: Matches
) -> list[Delivery]:
    """Return matches in the user's ids: messages in order, each one's subscriptions in order."""
    offsets = matches.offsets.tolist()
    return [
        Delivery(subscription, message.id)
        for message, start, stop in zip(messages, offsets, offsets[1:], strict=False)
        for subscription in subscriptions[start:stop]
    ]
