"""How frequent each term is: the rarest of a clause is the one it is filed under."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import Int64Array, Messages, Subscriptions


def counted(subscriptions: Subscriptions) -> Int64Array:
    """Return in how many clauses each term is required."""
    literals = subscriptions.literals.values
    return np.bincount(literals[literals >= 0], minlength=1).astype(np.int64)


def frequencies_of(subscriptions: Subscriptions, sample: Messages | None) -> Int64Array:
    """Return how frequent each term is among these subscriptions, or first of all in a sample."""
    in_subscriptions = counted(subscriptions)
    if sample is None:
        return in_subscriptions
    in_messages = np.bincount(sample.terms.values, minlength=1).astype(np.int64)
    # What messages say goes first; among terms that they use alike, the subscriptions decide.
    return summed(in_messages * (int(in_subscriptions.max()) + 1), in_subscriptions)


def summed(some: Int64Array, more: Int64Array) -> Int64Array:
    """Return both counts added up, however many terms each knows."""
    longer, shorter = (some, more) if some.size >= more.size else (more, some)
    total = longer.copy()
    total[: shorter.size] += shorter
    return total
