"""Encoded columns come back from Arrow as they went in, sliced, through Parquet, with any shape."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from columns.samples import MESSAGES, SUBSCRIPTIONS, assert_same, circles_and_triangles
from contract.drawing import lists_of_messages, lists_of_subscriptions
from hypothesis import given
from hypothesis import strategies as st
from space.drawing import SPACES

from nearcast.columns import messages_from_model, subscriptions_from_model, take_messages
from nearcast.columns.exchange import (
    messages_from_exchange,
    messages_to_arrow,
    subscriptions_from_exchange,
    subscriptions_to_arrow,
)
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.columns.slices import message_slice, take_subscriptions
from nearcast.errors import UnreadableInput
from nearcast.model import Subscription
from nearcast.space import Earth
from nearcast.text import Vocabulary

EARTH = Earth()


def ids_for(columns: Messages | Subscriptions) -> pa.Array:
    return pa.array([f"id {row}" for row in range(len(columns.boxes))], pa.string())


def some_messages() -> Messages:
    vocabulary = Vocabulary()
    subscriptions_from_model(SUBSCRIPTIONS, EARTH, vocabulary)
    return messages_from_model(MESSAGES, EARTH, vocabulary)


def some_subscriptions() -> Subscriptions:
    models = [*circles_and_triangles(8), *SUBSCRIPTIONS]
    return subscriptions_from_model(models, EARTH, Vocabulary())


@given(st.data(), st.sampled_from(SPACES))
def test_subscriptions_come_back(data: st.DataObject, space: Earth) -> None:
    models: list[Subscription] = data.draw(lists_of_subscriptions(space, 0, 6))
    columns = subscriptions_from_model(models, space, Vocabulary())
    ids, found = subscriptions_from_exchange(
        subscriptions_to_arrow(ids_for(columns), columns), space.frame
    )
    assert_same(found, columns)
    assert ids.equals(ids_for(columns))


@given(st.data(), st.sampled_from(SPACES))
def test_messages_come_back(data: st.DataObject, space: Earth) -> None:
    vocabulary = Vocabulary()
    subscriptions_from_model(data.draw(lists_of_subscriptions(space, 0, 4)), space, vocabulary)
    columns = messages_from_model(data.draw(lists_of_messages(space, 0, 6)), space, vocabulary)
    _, found = messages_from_exchange(messages_to_arrow(ids_for(columns), columns), space.frame)
    assert_same(found, columns)


def test_a_part_of_a_batch_is_that_part() -> None:
    subscriptions, messages = some_subscriptions(), some_messages()
    rows = np.arange(3, 9)
    batch = subscriptions_to_arrow(ids_for(subscriptions), subscriptions).slice(3, 6)
    _, found = subscriptions_from_exchange(batch, EARTH.frame)
    assert_same(found, take_subscriptions(subscriptions, rows))
    batch = messages_to_arrow(ids_for(messages), messages).slice(1, 2)
    assert_same(
        messages_from_exchange(batch, EARTH.frame)[1], take_messages(messages, np.array([1, 2]))
    )


def test_a_slice_of_columns_goes_in() -> None:
    part = message_slice(some_messages(), 1, 3)
    _, found = messages_from_exchange(messages_to_arrow(ids_for(part), part), EARTH.frame)
    assert_same(found, take_messages(some_messages(), np.array([1, 2])))


def test_rows_in_any_order_go_in() -> None:
    columns = some_subscriptions()
    shared = columns._replace(shapes=np.array([1] * len(columns.boxes), np.int32))
    batch = subscriptions_to_arrow(ids_for(shared), shared)
    _, found = subscriptions_from_exchange(batch, EARTH.frame)
    assert found.circles.shape == (len(columns.boxes), 4)
    assert (found.circles == columns.circles[0]).all()


def test_parquet_keeps_them(tmp_path: Path) -> None:
    subscriptions = some_subscriptions()
    batch = subscriptions_to_arrow(ids_for(subscriptions), subscriptions)
    pq.write_table(pa.Table.from_batches([batch]), tmp_path / "s.parquet")
    table = pq.read_table(tmp_path / "s.parquet").combine_chunks()
    _, found = subscriptions_from_exchange(table.to_batches()[0], EARTH.frame)
    assert_same(found, subscriptions)


def test_unknown_times_are_null() -> None:
    messages = some_messages()
    at = np.array([1.5, np.nan, 0.0, -2.0])
    batch = messages_to_arrow(ids_for(messages), messages, at)
    assert batch.column("at").to_pylist() == [1.5, None, 0.0, -2.0]


def test_a_column_that_lacks_is_named() -> None:
    batch = messages_to_arrow(ids_for(some_messages()), some_messages())
    with pytest.raises(UnreadableInput, match="no column circle, polygons, clauses; encoded rows"):
        subscriptions_from_exchange(batch, EARTH.frame)
    holes = batch.set_column(1, "west", pa.nulls(4, pa.int32()))
    with pytest.raises(UnreadableInput, match="encode them anew"):
        messages_from_exchange(holes, EARTH.frame)
