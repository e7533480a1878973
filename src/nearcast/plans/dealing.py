"""Dealing term ids anew, by descending frequency, as guards and ranges of terms want them."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import Messages, Ragged, Subscriptions, frozen
from nearcast.columns.ragged import offsets_of, row_sets
from nearcast.indexes.frequencies import frequencies_of


def dealt(subscriptions: Subscriptions, messages: Messages) -> tuple[Subscriptions, Messages]:
    """Return the same columns with term ids that ascend as terms get rarer in messages.

    Terms that messages use alike go by the clauses that require them.
    """
    literals = subscriptions.literals.values
    named = np.where(literals < 0, ~literals, literals)
    frequencies = np.zeros(
        max(int(named.max(initial=0)), int(messages.terms.values.max(initial=0))) + 1, np.int64
    )
    counted = frequencies_of(subscriptions, messages)
    frequencies[: counted.size] = counted
    ids = np.empty(frequencies.size, np.int64)
    ids[np.argsort(-frequencies, kind="stable")] = np.arange(frequencies.size)
    # Forbidden terms stand behind the required ones of their clause.
    clauses = np.repeat(
        np.arange(len(subscriptions.literals.offsets) - 1), np.diff(subscriptions.literals.offsets)
    )
    keys = np.sort(clauses << 33 | (literals < 0).astype(np.int64) << 32 | ids[named])
    renamed = keys & 0xFFFFFFFF
    renamed = np.where(keys >> 32 & 1, ~renamed, renamed)
    lengths = np.diff(messages.terms.offsets)
    return (
        subscriptions._replace(
            literals=Ragged(
                offsets_of(np.diff(subscriptions.literals.offsets)), frozen(renamed, np.int32)
            )
        ),
        messages._replace(terms=row_sets(lengths, ids[messages.terms.values].astype(np.int32))),
    )
