"""From clauses to guards: which term each is filed under, at which depths, with which signature."""

from __future__ import annotations

import numpy as np

from nearcast.columns.layout import EAST, WEST, Int32Array, Int64Array, Subscriptions
from nearcast.indexes.guards.layout import EMPTY_TERM
from nearcast.kernels.hashing import scattered
from nearcast.kernels.jit import kernel, leaf


@leaf
def signature_bit(term: int) -> int:
    """Return the one of 31 bits that stands for a term."""
    return 1 << ((scattered(term) * 31) >> 32)


@leaf
def guard_term(subscriptions: Subscriptions, clause: int, frequencies: Int64Array) -> int:
    """Return the term a clause is filed under: its rarest, or the empty term."""
    offsets, values = subscriptions.literals
    rarest = EMPTY_TERM
    for at in range(offsets[clause], offsets[clause + 1]):
        term = int(values[at])
        if term >= 0 and (rarest < 0 or frequencies[term] <= frequencies[rarest]):
            rarest = term
    return rarest


@kernel
def guard_terms(subscriptions: Subscriptions, frequencies: Int64Array) -> Int32Array:
    """Return the term each clause is filed under."""
    chosen = np.empty(len(subscriptions.literals.offsets) - 1, np.int32)
    for clause in range(chosen.size):
        chosen[clause] = guard_term(subscriptions, clause, frequencies)
    return chosen


def rows_of_clauses(subscriptions: Subscriptions) -> Int32Array:
    """Return the row that owns each clause."""
    clause_counts = np.diff(subscriptions.clauses)
    return np.repeat(np.arange(clause_counts.size, dtype=np.int32), clause_counts)


def guard_count(subscriptions: Subscriptions) -> int:
    """Return how many guards there are: one a clause, two where the region crosses the edge."""
    boxes = subscriptions.boxes
    clause_counts = np.diff(subscriptions.clauses)
    crossing = boxes[:, WEST] > boxes[:, EAST]
    return int(clause_counts.sum() + clause_counts[crossing].sum())


@leaf
def signature_of(subscriptions: Subscriptions, clause: int, guard: int) -> int:
    """Return the bits of the terms that a clause requires beside its guard's."""
    offsets, values = subscriptions.literals
    signature = 0
    for at in range(offsets[clause], offsets[clause + 1]):
        if values[at] >= 0 and values[at] != guard:
            signature |= signature_bit(values[at])
    return signature


@leaf
def decides_alone(subscriptions: Subscriptions, row: int, clause: int) -> bool:
    """Return whether a guard's term and box are all that this clause of a subscription asks for."""
    offsets, values = subscriptions.literals
    start, stop = offsets[clause], offsets[clause + 1]
    nothing_else = stop == start or (stop == start + 1 and values[start] >= 0)
    return bool(nothing_else and subscriptions.shapes[row] == 0)
