"""The one exact predicate: an index proposes, this decides."""

from __future__ import annotations

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Messages, Subscriptions
from nearcast.kernels.clauses import text_holds
from nearcast.kernels.jit import leaf
from nearcast.kernels.regions import region_meets


@leaf
def wants(subscriptions: Subscriptions, row: int, messages: Messages, message: int) -> bool:
    """Return whether a message concerns a subscription of mode Match."""
    box = messages.boxes[message]
    return region_meets(
        subscriptions, row, box[WEST], box[SOUTH], box[EAST], box[NORTH]
    ) and text_holds(subscriptions, row, messages.terms, message)
