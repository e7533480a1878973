"""Workloads are found by name, and mistakes in names and parameters are explained."""

from __future__ import annotations

import numpy as np
import pytest

from nearcast.errors import InvalidWorkload, UnknownName, UnreadableInput
from nearcast.space import Plane
from nearcast.workloads import WORKLOADS, generate


def test_every_workload_says_what_it_is():
    assert all(entry.summary for entry in WORKLOADS.values())


def test_a_name_and_parameters_make_a_workload():
    workload = generate("tweets", 100, 10, 3, vocabulary=2_000, message_terms=[2, 2])
    assert len(workload.words) == 2_000
    assert np.diff(workload.terms.offsets).tolist() == [2] * 10


def test_a_space_may_be_given_by_its_name():
    assert generate("tweets", 1, 1, space="plane:0,0,9,9").space == Plane(0, 0, 9, 9)


def test_w_is_one_workload():
    one, other = generate("w", 50, 5, seed=1), generate("w", 50, 5, seed=2)
    assert np.array_equal(one.boxes, other.boxes)


def test_an_unknown_name_gets_the_nearest_one():
    with pytest.raises(UnknownName, match="did you mean 'tweets'"):
        generate("tweet", 1, 1)


def test_an_unknown_parameter_gets_the_nearest_one():
    with pytest.raises(InvalidWorkload, match="did you mean 'vocabulary'"):
        generate("tweets", 1, 1, vocab=3)
    with pytest.raises(InvalidWorkload, match="it has none"):
        generate("w", 1, 1, vocabulary=3)


def test_a_negative_count_is_refused():
    with pytest.raises(InvalidWorkload, match="-1 rows"):
        generate("tweets", -1, 1)


def test_missing_data_says_how_to_give_it(tmp_path, monkeypatch):
    with pytest.raises(UnreadableInput, match=r"--data FOLDER .* NEARCAST_DATA"):
        generate("poi", 1, 1, data=tmp_path)
    monkeypatch.setenv("NEARCAST_DATA", str(tmp_path / "elsewhere"))
    with pytest.raises(UnreadableInput, match="elsewhere"):
        generate("poi", 1, 1)
