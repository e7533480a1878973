"""How frequent each term is: the rarest of a clause is the one it is filed under."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array, Messages, Subscriptions


def frequencies_of(subscriptions: Subscriptions, sample: Messages | None) -> Int64Array:
    """Return how frequent each term is among these subscriptions, or first of all in a sample."""
    required = required_terms(subscriptions)
    known = max(int(required.max(initial=0)), most_of(sample)) + 1
    in_subscriptions = np.bincount(required, minlength=known)
    if sample is None:
        return in_subscriptions
    in_messages = np.bincount(sample.terms.values, minlength=known)
    # What messages say goes first; among terms that they use alike, the subscriptions decide.
    return in_messages * (int(in_subscriptions.max()) + 1) + in_subscriptions


def count_in(frequencies: Int64Array, subscriptions: Subscriptions) -> Int64Array:
    """Count the terms of some more subscriptions, in place where the array knows them all."""
    required = required_terms(subscriptions)
    most = int(required.max(initial=0))
    if most >= frequencies.size:
        more = np.zeros(max(most + 1, 2 * frequencies.size), np.int64)
        more[: frequencies.size] = frequencies
        frequencies = more
    np.add.at(frequencies, required, 1)
    return frequencies


def required_terms(subscriptions: Subscriptions) -> Int32Array:
    """Return the terms that clauses require, clause by clause."""
    literals = subscriptions.literals.values
    return literals[literals >= 0]


def most_of(sample: Messages | None) -> int:
    """Return the largest term id of a sample of messages."""
    return 0 if sample is None else int(sample.terms.values.max(initial=0))
