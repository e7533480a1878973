"""Words are drawn by Zipf's law, those of a row all different."""

from __future__ import annotations

import numpy as np
import pytest

from nearcast.workloads.zipf import UNUSED, ZipfLaw, distinct_terms


@pytest.mark.parametrize("exponent", [0.8, 1.0, 1.3])
def test_frequencies_fall_by_the_exponent(exponent):
    law = ZipfLaw(10_000, exponent, shift=5.0)
    counts = np.bincount(law.draw(np.random.default_rng(1), 1_000_000), minlength=10_000)
    ranks = np.arange(1_000)
    slope, _ = np.polyfit(np.log(ranks + 5.5), np.log(counts[ranks]), 1)
    assert slope == pytest.approx(-exponent, abs=0.05)


def test_keeps_within_the_vocabulary():
    drawn = ZipfLaw(7).draw(np.random.default_rng(1), 10_000)
    assert set(drawn.tolist()) == set(range(7))


def test_terms_of_a_row_are_different_and_ascend():
    counts = np.random.default_rng(2).integers(0, 20, 3_000)
    terms = distinct_terms(np.random.default_rng(1), ZipfLaw(50), counts)
    assert np.array_equal((terms != UNUSED).sum(axis=1), counts)
    assert ((terms[:, 1:] > terms[:, :-1]) | (terms[:, 1:] == UNUSED)).all()


def test_no_rows_and_rows_of_nothing():
    random, law = np.random.default_rng(1), ZipfLaw(50)
    assert distinct_terms(random, law, np.zeros(0, np.int64)).shape[0] == 0
    assert (distinct_terms(random, law, np.zeros(3, np.int64)) == UNUSED).all()
