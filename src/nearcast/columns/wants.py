"""The expressions of subscriptions as columns: clauses, and the term ids in each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int64Array, Ragged, frozen
from nearcast.columns.ragged import concatenate_offsets, concatenate_ragged, places_of, take_ragged
from nearcast.text import Clause, Vocabulary


class Wants(NamedTuple):
    """The columns of `Subscriptions` that say what."""

    clauses: Int64Array
    literals: Ragged


def wants_of_clauses(rows: Iterable[Sequence[Clause]], vocabulary: Vocabulary) -> Wants:
    """Return what rows of clauses want; terms that are new get an id."""
    clauses, offsets, literals = array("q", [0]), array("q", [0]), array("i")
    for row in rows:
        for clause in row:
            literals.extend(literals_of(clause, vocabulary))
            offsets.append(len(literals))
        clauses.append(len(offsets) - 1)
    return Wants(
        frozen(clauses, np.int64), Ragged(frozen(offsets, np.int64), frozen(literals, np.int32))
    )


def literals_of(clause: Clause, vocabulary: Vocabulary) -> list[int]:
    """Return the ids of the terms a clause requires, ascending, then ~id of those it forbids."""
    # Sets of words have no order of their own, and ids should not depend on the process.
    required = [vocabulary.add(term) for term in sorted(clause.required)]
    required.sort()
    if clause.forbidden:
        forbidden = [vocabulary.add(term) for term in sorted(clause.forbidden)]
        required += (~term for term in sorted(forbidden))
    return required


def wants_of_sets(terms: Ragged) -> Wants:
    """Return what rows of term ids want: that all of them occur."""
    return Wants(frozen(np.arange(terms.offsets.size), np.int64), terms)


def take_wants(wants: Wants, rows: Int64Array) -> Wants:
    """Return what the rows picked want, in the order given."""
    clauses, places = places_of(wants.clauses, rows)
    return Wants(clauses, take_ragged(wants.literals, places))


def concatenate_wants(clauses: Sequence[Int64Array], literals: Sequence[Ragged]) -> Wants:
    """Return what the rows of all parts want, given column by column, one part after the other."""
    return Wants(concatenate_offsets(clauses), concatenate_ragged(literals))
