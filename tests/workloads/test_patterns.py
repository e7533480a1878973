"""Patterns of AND, OR and NOT are what their clauses say."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from nearcast.workloads.patterns import boolean_patterns, conjunction, fill, forbidding


def truth(pattern, values):
    """Say whether the pattern holds, its slot i being values[i]."""
    return any(
        all(values[slot] if slot >= 0 else not values[~slot] for slot in clause)
        for clause in pattern.clauses
    )


@pytest.mark.parametrize("count", range(2, 8))
def test_boolean_patterns_are_two_halves_under_every_pair_of_operators(count):
    forms = product(range(1, count), (any, all), (any, all), (any, all))
    for pattern, (cut, left, right, both) in zip(boolean_patterns(count), forms, strict=True):
        for values in product((True, False), repeat=count):
            assert truth(pattern, values) == both((left(values[:cut]), right(values[cut:])))


def test_forbidding_adds_one_term_to_every_clause():
    assert forbidding(conjunction(2)).clauses == ((0, 1, ~2),)
    either = boolean_patterns(2)[0]
    assert forbidding(either).clauses == ((0, ~2), (1, ~2))
    assert forbidding(either).slot_count == 3


def test_literals_are_the_terms_ascending_then_the_forbidden_one():
    patterns = [conjunction(0), conjunction(2), forbidding(conjunction(2))]
    terms = np.array([[9, 9, 9], [3, 5, 9], [4, 6, 8]], np.int32)
    clauses = fill(np.random.default_rng(0), patterns, np.array([0, 1, 2]), terms)
    assert clauses.counts.tolist() == [1, 1, 1]
    assert clauses.sizes.tolist() == [0, 2, 3]
    assert clauses.values[:2].tolist() == [3, 5]
    *wanted, forbidden = clauses.values[2:].tolist()
    assert wanted == sorted(wanted)
    assert {*wanted, ~forbidden} == {4, 6, 8}


def test_each_row_keeps_its_own_form_and_terms():
    patterns = boolean_patterns(4)
    forms = np.random.default_rng(1).integers(0, len(patterns), 500)
    terms = np.arange(2_000, dtype=np.int32).reshape(500, 4)
    clauses = fill(np.random.default_rng(2), patterns, forms, terms)
    lengths = [sum(map(len, patterns[form].clauses)) for form in forms]
    assert clauses.counts.tolist() == [len(patterns[form].clauses) for form in forms]
    for row, literals in enumerate(np.split(clauses.values, np.cumsum(lengths)[:-1])):
        assert set(literals.tolist()) == set(terms[row].tolist())
