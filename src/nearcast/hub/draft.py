"""The changes a batch of events will make to the ids in use, checked before any of them is made."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import NamedTuple

from nearcast.errors import DuplicateSubscription
from nearcast.hub.ledger import Ledger
from nearcast.model import Message, Subscription


class Counters(NamedTuple):
    """How many ids were dealt to subscriptions and to messages; part of the state of a hub."""

    subscriptions: int = 0
    messages: int = 0


class Draft:
    """The ids in use after the events so far, without having touched the ledger."""

    def __init__(self, ledger: Ledger, counters: Counters) -> None:
        self._ledger = ledger
        self._coming: set[Hashable] = set()
        self._going: set[Hashable] = set()
        self._subscriptions = counters.subscriptions
        self._messages = counters.messages

    @property
    def counters(self) -> Counters:
        """How many ids are dealt after the events so far."""
        return Counters(self._subscriptions, self._messages)

    def subscribed(self, subscription: Subscription) -> Subscription:
        """Take in a subscription, which gets an id if it has none."""
        if subscription.id is None:
            subscription = replace(subscription, id=self.deal_subscription_id())
        elif self._in_use(subscription.id):
            raise DuplicateSubscription(
                f"the id {subscription.id!r} is in use; to replace the subscription that has it, "
                f"first unsubscribe({subscription.id!r})"
            )
        self._coming.add(subscription.id)
        return subscription

    def unsubscribed(self, id: Hashable) -> Hashable:
        """Let a subscription go."""
        if not self._in_use(id):
            raise self._ledger.unknown(id)
        if id in self._coming:
            self._coming.remove(id)
        else:
            self._going.add(id)
        return id

    def published(self, message: Message) -> Message:
        """Give a message an id if it has none."""
        if message.id is not None:
            return message
        self._messages += 1
        return Message(message.text, message.where, f"message-{self._messages}", message.at)

    def deal_subscription_id(self) -> str:
        """Return an id that nobody uses: words, because users like to number theirs."""
        while True:
            self._subscriptions += 1
            id = f"subscription-{self._subscriptions}"
            if not self._in_use(id):
                return id

    def _in_use(self, id: Hashable) -> bool:
        return id in self._coming or (id in self._ledger and id not in self._going)
