"""Workloads made up have the shape they were asked for, and the same one every time."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from workloads.brute import matches

from nearcast.errors import InvalidWorkload
from nearcast.space import Plane
from nearcast.workloads import PRESETS, Recipe, columns, synthetic

SMALL = Recipe(vocabulary=5_000)


def digest(workload):
    state = hashlib.sha256()
    arrays = (workload.boxes, workload.clauses, *workload.literals, workload.places)
    for array in (*arrays, *workload.terms):
        state.update(array.tobytes())
    return state.hexdigest()


@pytest.mark.parametrize("name", PRESETS)
def test_the_same_seed_gives_the_same_workload(name):
    one, other = (synthetic(PRESETS[name], 2_000, 50, seed=4) for _ in range(2))
    assert digest(one) == digest(other)
    assert digest(one) != digest(synthetic(PRESETS[name], 2_000, 50, seed=5))


@pytest.mark.parametrize("name", PRESETS)
def test_some_messages_concern_somebody(name):
    assert any(matches(*columns(synthetic(PRESETS[name], 20_000, 40, seed=1))))


@pytest.mark.parametrize("space", [Recipe().space, Plane(-5, 100, 5, 101)])
def test_regions_and_places_are_in_the_space(space):
    workload = synthetic(Recipe(space=space, message_area=(0.0, 0.5)), 5_000, 5_000)
    for boxes in (workload.boxes, workload.places):
        west, south, east, north = boxes.T
        assert (space.x_axis.start < west).all() and (east < space.x_axis.stop).all()
        assert (space.y_axis.start < south).all() and (north < space.y_axis.stop).all()
        assert (west < east).all() and (south < north).all()


def test_terms_and_sizes_are_as_many_as_asked_for():
    workload = synthetic(SMALL, 10_000, 500)
    lengths = np.diff(workload.literals.offsets)
    assert np.bincount(lengths).tolist()[0] == 0
    assert set(lengths.tolist()) == {1, 2, 3, 4, 5}
    assert (np.diff(workload.terms.offsets) == 9).all()
    x, y = SMALL.space.x_axis, SMALL.space.y_axis
    west, south, east, north = workload.boxes.T
    area = (east - west) * (north - south) / (x.stop - x.start) / (y.stop - y.start)
    assert area.max() < 0.01 and np.median(area) == pytest.approx(0.005, rel=0.1)


def test_shares_are_kept():
    recipe = Recipe(
        vocabulary=5_000, wordless_share=0.1, everywhere_share=0.2, forbidding_share=0.5
    )
    workload = synthetic(recipe, 50_000, 0)
    everywhere = np.isnan(workload.boxes[:, 0])
    wordless = np.diff(workload.literals.offsets) == 0
    assert everywhere.mean() == pytest.approx(0.2, abs=0.01)
    assert wordless.mean() == pytest.approx(0.1, abs=0.01)
    assert not (everywhere & wordless).any()
    forbidden = (workload.literals.values < 0).sum() / (~wordless).sum()
    assert forbidden == pytest.approx(0.5, abs=0.01)


def test_expressions_have_several_clauses():
    workload = synthetic(PRESETS["boolean"], 5_000, 0)
    counts = np.diff(workload.clauses)
    assert counts.min() == 1 and counts.max() == 12
    assert workload.clauses[-1] == len(workload.literals.offsets) - 1


def test_long_workloads_are_drawn_in_blocks_that_fit_together(monkeypatch):
    monkeypatch.setattr("nearcast.workloads.drawing.TERMS_PER_BLOCK", 100)
    workload = synthetic(SMALL, 1_001, 101)
    assert len(workload.boxes) == len(workload.clauses) - 1 == 1_001
    assert len(workload.places) == len(workload.terms.offsets) - 1 == 101
    assert not np.array_equal(workload.boxes[0], workload.boxes[100 // 8])


def test_an_empty_workload_is_one():
    subscriptions, messages = columns(synthetic(SMALL, 0, 0))
    assert len(subscriptions.boxes) == len(messages.boxes) == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"boolean_share": 1.5}, "boolean_share is 1.5; a share is a number from 0 to 1"),
        ({"region_area": (0.5, 0.1)}, "region_area is 0.5 to 0.1"),
        ({"message_terms": (9, 90_000)}, "vocabulary is 100000, too small"),
        ({"subscription_terms": (0, 3)}, "subscription_terms is 0 to 3"),
        ({"spread": 0.0}, "spread is 0.0; it must be greater than 0"),
        ({"wordless_share": 0.6, "everywhere_share": 0.6}, "wordless_share + everywhere_share"),
    ],
)
def test_a_wrong_parameter_is_named(wrong, said):
    with pytest.raises(InvalidWorkload, match=said.replace("+", r"\+")):
        Recipe(**wrong)
