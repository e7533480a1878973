"""Does a text fulfil an expression: the compiled definition, over sorted term ids."""

from __future__ import annotations

from nearcast.columns.layout import Int32Array, Ragged, Subscriptions
from nearcast.kernels.jit import leaf


@leaf
def contains(values: Int32Array, start: int, stop: int, wanted: int) -> bool:
    """Return whether the ascending values[start:stop] hold `wanted`."""
    low, high = start, stop
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low < stop and values[low] == wanted


@leaf
def clause_holds(literals: Ragged, clause: int, terms: Ragged, message: int) -> bool:
    """Return whether every required term of a clause occurs and no forbidden one does."""
    start, stop = terms.offsets[message], terms.offsets[message + 1]
    for at in range(literals.offsets[clause], literals.offsets[clause + 1]):
        literal = literals.values[at]
        if literal >= 0:
            if not contains(terms.values, start, stop, literal):
                return False
        elif contains(terms.values, start, stop, ~literal):
            return False
    return True


@leaf
def text_holds(subscriptions: Subscriptions, row: int, terms: Ragged, message: int) -> bool:
    """Return whether any clause of a subscription holds."""
    for clause in range(subscriptions.clauses[row], subscriptions.clauses[row + 1]):
        if clause_holds(subscriptions.literals, clause, terms, message):
            return True
    return False
