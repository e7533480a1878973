"""Tables become the same columns as models do, and every faulty row is told with its reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from columns.reading import EARTH, faults_of, messages_of, subscriptions_of
from columns.samples import (
    MESSAGES,
    SUBSCRIPTIONS,
    TRIANGLE,
    TRIANGLE_TEXT,
    assert_same,
    message_table,
    subscription_table,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from nearcast.columns import (
    messages_from_arrow,
    messages_from_model,
    subscriptions_from_arrow,
    subscriptions_from_model,
)
from nearcast.columns.tables import batches
from nearcast.errors import FaultyRows, UnreadableInput
from nearcast.model import Box, Subscription
from nearcast.text import Vocabulary

EDGES = {"west": [0.0], "south": [0.0], "east": [1.0], "north": [1.0]}


def test_subscriptions_are_those_of_the_models() -> None:
    vocabulary, other = Vocabulary(), Vocabulary()
    table = subscriptions_from_arrow(subscription_table(), EARTH, vocabulary)
    assert_same(table.columns, subscriptions_from_model(SUBSCRIPTIONS, EARTH, other))
    assert vocabulary.terms == other.terms
    assert table.ids.to_pylist() == [each.id for each in SUBSCRIPTIONS]
    assert table.row_numbers.tolist() == [0, 1, 2, 3, 4]
    assert table.faults == ()


def test_messages_are_those_of_the_models() -> None:
    vocabulary = Vocabulary()
    subscriptions_from_model(SUBSCRIPTIONS, EARTH, vocabulary)
    table = messages_from_arrow(message_table(), EARTH, vocabulary)
    assert_same(table.columns, messages_from_model(MESSAGES, EARTH, vocabulary))
    assert table.ids.to_pylist() == ["1", "2", "3", "4"]
    assert table.at is not None
    np.testing.assert_array_equal(table.at, [1.5, 2.5, np.nan, -4.0])


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(range(5)), max_size=12),
    st.integers(1, 5),
    st.integers(1, 5),
)
def test_cutting_into_batches_changes_nothing(rows: list[int], batch: int, chunk: int) -> None:
    models = [
        Subscription(number, SUBSCRIPTIONS[row].what, SUBSCRIPTIONS[row].where)
        for number, row in enumerate(rows)
    ]
    table = pa.Table.from_batches(
        subscription_table(models).to_batches(max_chunksize=chunk),
        subscription_table([]).schema if not models else None,
    )
    seen: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "BATCH_ROWS", batch)
        read = subscriptions_of(table, progress=seen.append)
    assert_same(read.columns, subscriptions_from_model(models, EARTH, Vocabulary()))
    assert read.ids.to_pylist() == list(range(len(models)))
    assert seen == sorted(seen)
    assert seen[-1:] == [len(models)][: len(seen)]


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.int32(), pa.large_string()),
    ],
)
def test_any_kind_of_text(kind: pa.DataType) -> None:
    table = subscription_table()
    for name in ("id", "what"):
        place = table.schema.get_field_index(name)
        column = pa.array(table[name].to_pylist(), kind)
        table = table.set_column(place, name, column)
    assert_same(subscriptions_of(table).columns, subscriptions_of(subscription_table()).columns)
    assert subscriptions_of(table).ids.type == pa.large_string()


@pytest.mark.parametrize(
    "kind",
    [pa.int8(), pa.uint64(), pa.float16(), pa.float32(), pa.decimal128(5, 2), pa.string()],
)
def test_any_kind_of_number(kind: pa.DataType) -> None:
    one = pa.array(["1"]).cast(kind) if kind != pa.float16() else pa.array([1.0], kind)
    table = {"west": one, "south": one, "east": one, "north": one, "what": ["a"]}
    model = [Subscription(0, "a", Box(1.0, 1.0, 1.0, 1.0))]
    assert_same(
        subscriptions_of(table).columns, subscriptions_from_model(model, EARTH, Vocabulary())
    )


@pytest.mark.parametrize(
    ("kind", "read_as"),
    [
        (pa.int16(), pa.int64()),
        (pa.uint8(), pa.uint64()),
        (pa.uint64(), pa.uint64()),
        (pa.dictionary(pa.int8(), pa.int32()), pa.int64()),
    ],
)
def test_ids_may_be_integers(kind: pa.DataType, read_as: pa.DataType) -> None:
    ids = subscriptions_of({"id": pa.array([7, 5], kind), "what": ["a", "b"]}).ids
    assert ids.type == read_as
    assert ids.to_pylist() == [7, 5]


@pytest.mark.parametrize(
    "kind",
    [
        pa.list_(pa.string()),
        pa.large_list(pa.large_string()),
        pa.list_view(pa.string()),
        pa.large_list_view(pa.string()),
        pa.list_(pa.string_view()),
        pa.list_(pa.dictionary(pa.int8(), pa.string())),
    ],
)
def test_terms_are_sets_of_lists_of_any_kind(kind: pa.DataType) -> None:
    terms = pa.array([["z"], ["b", "a", "b"], None, [], ["a", "new york"]], kind)[1:]
    columns = subscriptions_of({"terms": terms}).columns
    assert columns.clauses.tolist() == [0, 1, 2, 3, 4]
    assert columns.literals.offsets.tolist() == [0, 2, 2, 2, 4]
    assert columns.literals.values.tolist() == [0, 1, 1, 2]
    place = pa.array([0] * 4)
    messages = messages_of({"terms": terms, "lon": place, "lat": place}, ("new york", "b"))
    assert messages.columns.terms.offsets.tolist() == [0, 1, 1, 1, 2]
    assert messages.columns.terms.values.tolist() == [1, 0]


def test_terms_may_be_json_arrays_in_text() -> None:
    columns = subscriptions_of({"terms": ['["b", "a"]', None, "[]", "null"]}).columns
    assert columns.literals.offsets.tolist() == [0, 2, 2, 2, 2]
    assert faults_of({"terms": ['["a"]', "a b", '["a"],["b"]', "[1]"]}) == [
        (row, "terms", f'{cell} is no list of terms; write a JSON array, such as ["ipad", "sale"]')
        for row, cell in [(1, "'a b'"), (2, '\'["a"],["b"]\''), (3, "'[1]'")]
    ]


def test_times_are_seconds_or_timestamps() -> None:
    place = {"lon": [0.0, 0.0], "lat": [0.0, 0.0], "text": ["a", "b"]}
    for at in (
        pa.array([1.5, None]),
        pa.array([1_500_000, None], pa.timestamp("us", "UTC")),
        pa.array([1_500_000_000, None], pa.timestamp("ns")),
        pa.array(["1.5", None]),
    ):
        table = messages_of({**place, "at": at})
        assert table.at is not None
        np.testing.assert_array_equal(table.at, [1.5, np.nan])
    assert messages_of(place).at is None


def test_every_fault_of_a_subscription_is_told_and_the_good_rows_go_on() -> None:
    columns = {
        "id": ["a", "a", None, "d", "e", "f", "g", "h"],
        "west": ["0", "0", "0", "x", "190", "0", None, "nan"],
        "south": ["0", "0", "0", "0", "0", "5", "0", "0"],
        "east": ["1", "1", "1", "1", "1", "1", "1", "1"],
        "north": ["1", "1", "1", "1", "1", "1", "1", "1"],
        "what": ["ipad", "b", "c", "d AND", "ipad", "f", "g", "h"],
    }
    found = faults_of(columns)
    assert [(row, column) for row, column, _ in found] == [
        (1, "id"),
        (2, "id"),
        (3, "west"),
        (3, "what"),
        (4, "west"),
        (5, "south"),
        (6, "west"),
        (7, "west"),
    ]
    reasons = [reason for _, _, reason in found]
    assert reasons[0] == "'a' is the id of row 0"
    assert reasons[1] == "is missing; every row needs an id"
    assert reasons[2] == "'x' is not a number"
    assert "'d AND'" in reasons[3]
    assert "190.0 is not between -180 and 180" in reasons[4]
    assert "greater than north" in reasons[5]
    assert reasons[6] == "is missing; west, south, east, north go together"
    assert "nan" in reasons[7]
    table = subscriptions_of(columns, on_error="skip")
    assert table.ids.to_pylist() == ["a"]
    assert table.row_numbers.tolist() == [0]
    assert table.columns.boxes.shape == (1, 4)
    with pytest.raises(FaultyRows, match=r"^the table: 7 of 8 rows cannot be used\n  row 1, id: "):
        subscriptions_of(columns)


def test_every_fault_of_a_message_is_told() -> None:
    columns = {
        "lon": [0.0, 200.0, None, 0.0, None],
        "lat": [0.0, 0.0, None, 91.0, 1.0],
        "terms": [["a"], ["a", None], ["", "a"], ["a  b"], []],
        "at": ["0", "yesterday", None, None, None],
    }
    found = faults_of(columns, messages_of)
    assert [(row, column) for row, column, _ in found] == [
        (1, "lon"),
        (1, "terms"),
        (1, "at"),
        (2, "lon, lat"),
        (2, "terms"),
        (3, "lat"),
        (3, "terms"),
        (4, "lon"),
    ]
    assert found[3][2] == "is missing; every message needs a place"
    assert found[4][2] == "'' is no term: it is a word, or words joined by one space"
    assert messages_of(columns, ("a",), on_error="skip").columns.terms.values.tolist() == [0]


def test_one_thing_is_said_in_one_way() -> None:
    two = "is given beside another column that says the same; keep one of them"
    columns = {**EDGES, "geometry": [TRIANGLE_TEXT], "what": ["a"], "terms": [["a"]]}
    assert faults_of(columns) == [(0, "geometry", two), (0, "terms", two)]
    columns = {"x": [1.0], "y": [1.0], **EDGES, "text": ["a"], "terms": [["a"]]}
    assert faults_of(columns, messages_of) == [(0, "west", two), (0, "terms", two)]


def test_rows_may_differ_in_how_they_say_it() -> None:
    columns = {
        "west": [0.0, None, None],
        "south": [0.0, None, None],
        "east": [1.0, None, None],
        "north": [1.0, None, None],
        "geometry": [None, TRIANGLE_TEXT, None],
        "what": [None, "ipad", None],
        "terms": [["ipad", "sale"], None, None],
    }
    models = [
        Subscription(0, "ipad sale", Box(0.0, 0.0, 1.0, 1.0)),
        Subscription(1, "ipad", TRIANGLE),
        Subscription(2),
    ]
    assert_same(
        subscriptions_of(columns).columns, subscriptions_from_model(models, EARTH, Vocabulary())
    )


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (
            {"id": [1], "wat": ["a"]},
            r"no column 'what'.* columns are id, wat; did you mean 'what' by 'wat'\?",
        ),
        ({"west": [1], "south": [1], "east": [1], "what": ["a"]}, "no column 'north'"),
        ({"West": [1], "what": ["a"]}, "no column 'west'.*did you mean 'west' by 'West'"),
        ({"lon": [1], "lat": [1], "what": ["a"]}, "no column 'radius'"),
        ({"geom": ["{}"], "what": ["a"]}, "no column 'geometry'"),
        ({**EDGES, "west": [True], "what": ["a"]}, "'west' holds bool, and should hold numbers"),
        ({"what": [1]}, "'what' holds int64, and should hold text"),
        ({"terms": [1]}, "'terms' holds int64, and should hold lists of text"),
        ({"terms": [[1]]}, "'terms' holds int64, and should hold text"),
        ({"id": [1.5], "what": ["a"]}, "'id' holds double, and should hold text or integers"),
        ({"geometry": [1], "what": ["a"]}, "'geometry' holds int64, and should hold GeoJSON"),
    ],
)
def test_a_table_that_cannot_be_subscriptions(columns: dict[str, Any], words: str) -> None:
    with pytest.raises(UnreadableInput, match=f"^the table: .*{words}"):
        subscriptions_of(columns)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"lng": [1], "lat": [1], "text": ["a"]}, "no column 'lon'.*did you mean 'lon' by 'lng'"),
        ({"text": ["a"]}, "no column 'lon'; the place of a message is given by lon, lat; or x, y"),
        ({"lon": [1], "lat": [1], "body": ["a"]}, "no column 'text'"),
    ],
)
def test_a_table_that_cannot_be_messages(columns: dict[str, Any], words: str) -> None:
    with pytest.raises(UnreadableInput, match=words):
        messages_of(columns)


def test_a_column_that_is_there_twice() -> None:
    table = pa.table([["a"], ["b"]], ["what", "what"])
    with pytest.raises(UnreadableInput, match="several columns called what"):
        subscriptions_of(table)


def test_no_rows() -> None:
    table = subscriptions_of(subscription_table([]))
    assert_same(table.columns, subscriptions_from_model([], EARTH, Vocabulary()))
    assert len(table.ids) == 0


def test_ids_are_row_numbers_where_there_are_none() -> None:
    table = subscriptions_of({"what": ["a", "b AND", "c"]}, on_error="skip")
    assert table.ids.to_pylist() == [0, 2]


def test_what_is_no_table_and_what_is_no_choice() -> None:
    with pytest.raises(TypeError, match="a list is no Arrow data"):
        subscriptions_from_arrow([1], EARTH, Vocabulary())
    with pytest.raises(ValueError, match="'stop' or 'skip'"):
        subscriptions_of({"what": ["a"]}, on_error="ignore")


def test_a_batch_and_a_reader_are_tables_too() -> None:
    table = subscription_table()
    expected = subscriptions_of(table).columns
    assert_same(subscriptions_of(table.to_batches()[0]).columns, expected)
    assert_same(subscriptions_of(table.to_reader()).columns, expected)


def test_ids_are_dealt_in_the_order_of_the_rows_whatever_way_each_is_read():
    what = ["a OR b", "AND c", "d c", "NOT e d", "f", "c", "a"]
    for batch_rows in (1, 2, len(what)):
        vocabulary = Vocabulary()
        table = pa.table({"what": what}).to_reader(max_chunksize=batch_rows)
        subscriptions_from_arrow(table, EARTH, vocabulary, on_error="skip")
        assert vocabulary.terms == ["a", "b", "d", "c", "e", "f"]
