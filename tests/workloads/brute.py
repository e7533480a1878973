"""Which subscriptions each message concerns, by looking at all of them: slow, plain NumPy."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Messages, Subscriptions


def matches(subscriptions: Subscriptions, messages: Messages) -> list[list[int]]:
    """Return the rows of the subscriptions that each message concerns, ascending."""
    return [
        np.flatnonzero(_meets(subscriptions, box) & _wants(subscriptions, terms)).tolist()
        for box, terms in zip(
            messages.boxes,
            np.split(messages.terms.values, messages.terms.offsets[1:-1]),
            strict=True,
        )
    ]


def _meets(subscriptions: Subscriptions, place: np.ndarray) -> np.ndarray:
    """Boxes of these workloads never cross the antimeridian."""
    boxes = subscriptions.boxes
    return (
        (boxes[:, WEST] <= place[EAST])
        & (place[WEST] <= boxes[:, EAST])
        & (boxes[:, SOUTH] <= place[NORTH])
        & (place[SOUTH] <= boxes[:, NORTH])
    )


def _wants(subscriptions: Subscriptions, terms: np.ndarray) -> np.ndarray:
    literals = subscriptions.literals
    wanted = literals.values >= 0
    occurs = np.isin(np.where(wanted, literals.values, ~literals.values), terms)
    holds = _all_of(literals.offsets, occurs == wanted)
    return ~_all_of(subscriptions.clauses, ~holds)


def _all_of(offsets: np.ndarray, truths: np.ndarray) -> np.ndarray:
    lies = np.concatenate(([0], np.cumsum(~truths)))
    return lies[offsets[1:]] == lies[offsets[:-1]]
