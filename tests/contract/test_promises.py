"""What an index promises beside its answer: rows, errors that change nothing, spaces kept apart."""

from __future__ import annotations

import numpy as np
import pytest
from contract.answers import answer
from contract.example import (
    ANSWER,
    VOCABULARY,
    built,
    every_index,
    published_columns,
    wanted_columns,
)
from effort import compiled_only

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.columns.slices import message_slice
from nearcast.errors import SpaceMismatch, UnknownName
from nearcast.indexes import Work, index_named
from nearcast.kernels import jit
from nearcast.model import Message, Point, Subscription
from nearcast.space import Earth, Plane


@every_index
def test_rows_count_up_for_ever(kind):
    index = built(kind)
    assert index.insert(wanted_columns()).tolist() == [4, 5, 6, 7]
    index.remove(np.array([6, 7]))
    assert index.insert(wanted_columns()).tolist() == [8, 9, 10, 11]
    assert answer(index, published_columns())[2] == [3, 11]


@every_index
def test_rows_count_up_across_saving_even_past_those_that_are_gone(kind, tmp_path):
    index = built(kind)
    index.remove(np.array([3]))
    index.save(tmp_path / "index")
    assert kind.open(tmp_path / "index").insert(wanted_columns()).tolist() == [4, 5, 6, 7]


@every_index
def test_inserting_or_removing_nobody_changes_nothing(kind):
    index = built(kind)
    nobody = subscriptions_from_model([], Earth(), VOCABULARY)
    assert index.insert(nobody).tolist() == []
    index.remove(np.array([], np.int64))
    assert answer(index, published_columns()) == ANSWER
    assert len(index) == 4


@every_index
@pytest.mark.parametrize("rows", [[0, 4], [-1, 0], [0, 1 << 40], [2, 0]])
def test_removing_who_is_not_there_removes_nobody(kind, rows):
    index = built(kind)
    index.remove(np.array([2]))
    with pytest.raises(UnknownName, match="there is no row"):
        index.remove(np.array(rows))
    assert len(index) == 3
    assert answer(index, published_columns()) == [[0, 1, 3], [1], [3]]


@every_index
def test_a_row_named_twice_in_one_breath_is_removed_once(kind):
    index = built(kind)
    index.remove(np.array([1, 0, 1]))
    assert len(index) == 2
    assert answer(index, published_columns()) == [[2, 3], [2], [3]]


@every_index
def test_nobody_can_be_removed_from_an_empty_index(kind):
    index = kind.build(subscriptions_from_model([], Earth(), VOCABULARY))
    with pytest.raises(UnknownName):
        index.remove(np.array([0]))
    assert len(index) == 0
    assert index.nbytes > 0


@every_index
def test_columns_of_another_space_are_refused(kind):
    index = built(kind)
    plane = Plane(-180, -90, 180, 90)
    with pytest.raises(SpaceMismatch, match="these messages"):
        index.match(published_columns(plane))
    with pytest.raises(SpaceMismatch, match="these subscriptions"):
        index.insert(wanted_columns(plane))
    assert answer(index, published_columns()) == ANSWER


@every_index
def test_terms_nobody_asked_for_when_the_index_was_built_may_come_later(kind):
    index = built(kind)
    later = subscriptions_from_model([Subscription(4, "c NOT d")], Earth(), VOCABULARY)
    assert index.insert(later).tolist() == [4]
    published = [Message("c", Point(5, 5)), Message("c d", Point(5, 5))]
    columns = messages_from_model(published, Earth(), VOCABULARY)
    assert answer(index, columns) == [[2, 4], [2]]


@every_index
def test_a_sample_changes_the_plan_but_not_the_answer(kind):
    for sample in (published_columns(), messages_from_model([], Earth(), VOCABULARY)):
        index = kind.build(wanted_columns(), sample=sample)
        assert answer(index, published_columns()) == ANSWER


@every_index
def test_what_was_handed_in_stays_as_it_was(kind):
    columns = wanted_columns()
    before = [np.array(array) for array in (columns.boxes, columns.literals.values)]
    index = kind.build(columns)
    index.insert(columns)
    index.remove(np.array([0, 5]))
    index.match(published_columns())
    assert np.array_equal(before[0], columns.boxes)
    assert np.array_equal(before[1], columns.literals.values)


@every_index
@pytest.mark.parametrize("threads", [2, 3, 64])
def test_threads_change_neither_answer_nor_work(kind, threads):
    index = built(kind)
    index.insert(wanted_columns())
    alone, alone_work = index.match(published_columns())
    together, together_work = index.match(published_columns(), threads)
    assert np.array_equal(alone.offsets, together.offsets)
    assert np.array_equal(alone.rows, together.rows)
    assert alone_work == together_work


@every_index
def test_an_index_can_be_found_by_its_name_and_says_what_it_is(kind):
    assert index_named(kind.name) is kind
    assert 10 < len(kind.summary) < 80
    assert kind.summary[-1] != "."


def test_a_name_nearly_right_gets_a_hint():
    with pytest.raises(UnknownName, match="did you mean 'guards'"):
        index_named("guard")


def test_works_add_up():
    assert Work(1, 2, 3).plus(Work(10, 20, 30)) == Work(11, 22, 33)


@compiled_only
@every_index
def test_each_kernel_is_compiled_for_one_list_of_types(kind, tmp_path):
    """Were there two, `straight` could call the wrong one."""
    index = built(kind)
    answer(index, published_columns())
    index.insert(wanted_columns())
    answer(index, message_slice(published_columns(), 1, 2))
    index.remove(np.array([0]))
    index.save(tmp_path / "index")
    answer(kind.open(tmp_path / "index"), published_columns())
    assert {len(called.overloads) for called in jit.VERSIONS} == {1}
