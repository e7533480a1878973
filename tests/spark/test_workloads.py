"""Drawn workloads follow their recipe and depend on nothing but the messages and the seed."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from nearcast.errors import InvalidWorkload
from nearcast.spark import (
    MessageRecipe,
    SubscriptionRecipe,
    generate_messages,
    generate_subscriptions,
    ingest_messages,
)
from nearcast.spark.drawing import BLOCK_ROWS

TEXTS = ["a b c d e f g", "h i", "j", ""]
COUNT = BLOCK_ROWS + 10


@pytest.fixture(scope="module")
def messages(spark, tmp_path_factory):
    rows = {"id": np.arange(4), "lon": [-180.0, 0.0, 90.0, 5.0], "lat": [0.0, 45.0, -45.0, 5.0]}
    frame = spark.createDataFrame(pa.table({**rows, "text": TEXTS}))
    made = ingest_messages(spark, frame, tmp_path_factory.mktemp("drawn") / "messages")
    return spark.read.parquet(made.table)


def rows_of(frame):
    return frame.orderBy("id").toArrow()


def test_subscriptions_want_words_of_one_message(messages):
    found = rows_of(generate_subscriptions(messages, COUNT, seed=1))
    assert found["id"].to_pylist() == list(range(COUNT))
    wanted = {frozenset(clauses[0]) for clauses in found["required"].to_pylist()}
    sets = [frozenset(text.split()) for text in TEXTS]
    assert all(any(want <= text for text in sets) for want in wanted)
    assert {len(want) for want in wanted} == {1, 2, 3, 4, 5}
    assert frozenset("j") in wanted
    assert all(clauses == [[]] for clauses in found["forbidden"].to_pylist())


def test_regions_are_around_places_and_of_the_size_asked_for(messages):
    recipe = SubscriptionRecipe(area=(0.01, 0.01))
    found = rows_of(generate_subscriptions(messages, 1_000, 1, recipe))
    west, south, east, north = (
        found[edge].to_numpy().astype(np.float64) for edge in ("west", "south", "east", "north")
    )
    inside = (west > -(2**31)) & (east < 2**31 - 1)
    areas = ((east - west) * (north - south))[inside] / 2.0**64
    assert areas == pytest.approx(0.01, rel=1e-6)
    middles = {round(x * 180 / 2**31) for x in ((west + east) / 2)[inside]}
    assert middles == {0, 90}


def test_the_same_seed_draws_the_same_however_it_is_cut(spark, messages):
    once = rows_of(generate_subscriptions(messages, COUNT, 7))
    cut = generate_subscriptions(messages.repartition(4), COUNT + 5, 7).where(f"id < {COUNT}")
    assert rows_of(cut).equals(once)
    assert not rows_of(generate_subscriptions(messages, COUNT, 8)).equals(once)
    assert rows_of(generate_subscriptions(messages, 0)).num_rows == 0


def test_expressions_have_two_halves_of_all_or_any(messages):
    recipe = SubscriptionRecipe(boolean_share=1.0, boolean_terms=(3, 3))
    found = rows_of(generate_subscriptions(messages, 3_000, 1, recipe))
    forms = {tuple(sorted(map(len, clauses))) for clauses in found["required"].to_pylist()}
    # a AND b AND c; a AND (b OR c); a OR b OR c; a OR (b AND c); of the short texts what they have.
    assert forms >= {(3,), (2, 2), (1, 1, 1), (1, 2)}
    assert (1,) in forms


def test_messages_are_as_long_and_as_wide_as_asked_for(messages):
    plain = rows_of(generate_messages(messages, 100, 1))
    assert plain["west"].to_pylist() == plain["east"].to_pylist()
    assert {frozenset(text.split()) for text in plain["text"].to_pylist()} == {
        frozenset(text.split()) for text in TEXTS[:3]
    }
    recipe = MessageRecipe(terms=(6, 20), area=(0.01, 0.02))
    long = rows_of(generate_messages(messages, 2_000, 1, recipe))
    assert {len(text.split()) for text in long["text"].to_pylist()} == set(range(6, 21))
    assert all(
        west < east
        for west, east in zip(long["west"].to_pylist(), long["east"].to_pylist(), strict=True)
    )
    assert rows_of(generate_messages(messages, 2_000, 1, recipe)).equals(long)


def test_recipes_are_checked(messages):
    for mistake in ({"terms": (0, 5)}, {"area": (0.5, 0.1)}, {"boolean_share": 2.0}):
        with pytest.raises(InvalidWorkload):
            SubscriptionRecipe(**mistake)
    with pytest.raises(InvalidWorkload, match="a count is 0 or more"):
        generate_messages(messages, -1)
    with pytest.raises(InvalidWorkload, match="no messages with words"):
        generate_messages(messages.where("id = 3"), 1)
    with pytest.raises(InvalidWorkload):
        MessageRecipe(terms=(5, 1))
