"""What can happen to a hub: the entries of the ordered log that its state is a fold over."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from nearcast.model import Message, Subscription


@dataclass(frozen=True, slots=True)
class Subscribed:
    """A subscription came; from now on it gets what concerns it."""

    subscription: Subscription


@dataclass(frozen=True, slots=True)
class Unsubscribed:
    """The subscription of this id went."""

    id: Hashable


@dataclass(frozen=True, slots=True)
class Published:
    """A message came, for those who are subscribed at this moment."""

    message: Message


Event = Subscribed | Unsubscribed | Published
