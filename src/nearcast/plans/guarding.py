"""The terms by which clauses can be found: all that they require, or their guards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Int32Array, Ragged, Subscriptions
from nearcast.indexes.entries.making import required_terms


def required_of(subscriptions: Subscriptions) -> Ragged:
    """Return the terms that each clause requires, ascending."""
    return required_terms(subscriptions)[0]


def guards_of(required: Ragged) -> tuple[Int32Array, NDArray[np.bool_]]:
    """Return the guards of those clauses that have one, and which clauses have none."""
    guardless = np.diff(required.offsets) == 0
    # Terms ascend, and ids are dealt by descending frequency: the last one is the rarest.
    return required.values[required.offsets[1:][~guardless] - 1], guardless
