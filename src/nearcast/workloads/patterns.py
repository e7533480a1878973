"""The forms an expression can take, and the literals of many subscriptions of each form at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array

Slots = tuple[int, ...]


class Pattern(NamedTuple):
    """A disjunctive normal form over numbered slots; ~slot is a term that must not occur."""

    clauses: tuple[Slots, ...]

    @property
    def slot_count(self) -> int:
        """How many terms fill it."""
        return len({max(slot, ~slot) for clause in self.clauses for slot in clause})

    @property
    def is_conjunction(self) -> bool:
        """Whether all its terms must simply occur, so that their order means nothing."""
        return len(self.clauses) == 1 and all(slot >= 0 for slot in self.clauses[0])


def conjunction(slot_count: int) -> Pattern:
    """Return the form that wants all its terms; of none, the one that wants every text."""
    return Pattern((tuple(range(slot_count)),))


@cache
def boolean_patterns(slot_count: int) -> tuple[Pattern, ...]:
    """Return the forms of the AP-Tree paper (§5.1.1): two halves, each all ANDs or all ORs."""
    slots = tuple(range(slot_count))
    forms = product(range(1, slot_count), (True, False), (True, False), (True, False))
    return tuple(
        Pattern(_joined(_half(slots[:cut], left), _half(slots[cut:], right), either))
        for cut, left, right, either in forms
    )


def forbidding(pattern: Pattern) -> Pattern:
    """Return the form with one more term, which must not occur."""
    slot = ~pattern.slot_count
    return Pattern(tuple((*clause, slot) for clause in pattern.clauses))


def _half(slots: Slots, either: bool) -> tuple[Slots, ...]:
    return tuple((slot,) for slot in slots) if either else (slots,)


def _joined(left: tuple[Slots, ...], right: tuple[Slots, ...], either: bool) -> tuple[Slots, ...]:
    if either:
        return left + right
    return tuple(one + other for one, other in product(left, right))


class Clauses(NamedTuple):
    """The clauses of many subscriptions: how many each has, and their literals."""

    counts: Int64Array
    sizes: Int64Array
    values: Int32Array


def fill(
    random: np.random.Generator, patterns: Sequence[Pattern], forms: Int64Array, terms: Int32Array
) -> Clauses:
    """Return the clauses of subscriptions whose form is patterns[forms[i]] over the row terms[i].

    One pass a pattern, so that the cost grows with the literals and not with the forms.
    """
    counts = np.array([len(pattern.clauses) for pattern in patterns])[forms]
    lengths = np.array([sum(map(len, pattern.clauses)) for pattern in patterns])[forms]
    first_clause, first_literal = np.cumsum(counts) - counts, np.cumsum(lengths) - lengths
    sizes = np.empty(int(counts.sum()), np.int64)
    values = np.empty(int(lengths.sum()), np.int32)
    order = np.argsort(forms, kind="stable")
    present, starts = np.unique(forms[order], return_index=True)
    for form, rows in zip(present, np.split(order, starts[1:]), strict=True):
        pattern = patterns[form]
        chosen = terms[rows, : pattern.slot_count]
        if not pattern.is_conjunction:
            chosen = random.permuted(chosen, axis=1)
        clause, literal = first_clause[rows], first_literal[rows]
        for number, slots in enumerate(pattern.clauses):
            sizes[clause + number] = len(slots)
            values[literal[:, np.newaxis] + np.arange(len(slots))] = _literals(chosen, slots)
            literal = literal + len(slots)
    return Clauses(counts, sizes, values)


def _literals(terms: Int32Array, slots: Slots) -> Int32Array:
    """Return one clause a row: the wanted terms ascending, then ~term of the forbidden ones."""
    wanted = np.sort(terms[:, [slot for slot in slots if slot >= 0]], axis=1)
    forbidden = np.sort(terms[:, [~slot for slot in slots if slot < 0]], axis=1)
    return np.concatenate((wanted, ~forbidden), axis=1)
