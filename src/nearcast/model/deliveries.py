"""What a subscriber receives."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message that concerns one subscription.

    `change` is +1 for a message that enters a subscription's result and -1 for one that leaves it;
    `score` is there when the subscription's mode has one.
    """

    subscription: Hashable
    message: Hashable
    score: float | None = None
    change: int = 1
