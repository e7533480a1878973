"""Vocabularies count what is there, and tables encoded by them are what the library encodes."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest

from nearcast import Earth
from nearcast.columns.exchange import (
    messages_from_exchange,
    messages_to_arrow,
    subscriptions_to_arrow,
)
from nearcast.columns.tables import messages_from_arrow, subscriptions_from_arrow
from nearcast.errors import OutputExists, SpaceMismatch, UnknownName, UnreadableInput
from nearcast.plans import statistics_of
from nearcast.spark import (
    encode_messages,
    encode_subscriptions,
    ingest_messages,
    ingest_subscriptions,
    make_vocabulary,
    read_vocabulary,
    spark_statistics,
)
from nearcast.spark.failures import telling

WORDS = ["tea", "coffee", "jazz", "live", "sale", "Ünïcode", "东京", "new", "york"]
EXPRESSIONS = ['"live jazz"', "tea AND (coffee OR NOT sale)", '"new york" OR tea', "unheard", ""]


def message_rows(count):
    random = np.random.default_rng(4)
    texts = [" ".join(random.choice(WORDS, random.integers(0, 9))) for _ in range(count)]
    texts[:2] = ["new york new york", None]
    places = random.uniform(-80, 80, (count, 2)).T
    return pa.table({"id": np.arange(count), "lon": places[0], "lat": places[1], "text": texts})


def subscription_rows(count):
    random = np.random.default_rng(5)
    places = random.uniform(-80, 80, (count, 2)).T
    what = [EXPRESSIONS[number % len(EXPRESSIONS)] for number in range(count)]
    radius = random.uniform(1e5, 1e6, count)
    rows = {"id": np.arange(count), "lon": places[0], "lat": places[1], "radius": radius}
    return pa.table({**rows, "what": what})


@pytest.fixture(scope="module")
def tables(spark, tmp_path_factory):
    """Ingested messages and subscriptions, and the folder of their vocabulary."""
    folder = tmp_path_factory.mktemp("tables")
    messages = spark.createDataFrame(message_rows(300)).repartition(3)
    subscriptions = spark.createDataFrame(subscription_rows(50))
    made = [
        spark.read.parquet(ingest(spark, rows, folder / name).table)
        for ingest, rows, name in (
            (ingest_messages, messages, "messages"),
            (ingest_subscriptions, subscriptions, "subscriptions"),
        )
    ]
    make_vocabulary(spark, *made, folder / "vocabulary")
    return *made, folder / "vocabulary"


def test_counts_words_and_the_phrases_that_are_named(tables):
    table = read_vocabulary(tables[2])
    rule = table.vocabulary.analyser
    words = [rule.words(text or "") for text in message_rows(300)["text"].to_pylist()]
    phrases = {"live jazz": ("live", "jazz"), "new york": ("new", "york")}
    often = Counter(word for row in words for word in row)
    widely = Counter(word for row in words for word in set(row))
    for phrase, parts in phrases.items():
        found = [sum(pair == parts for pair in pairwise(row)) for row in words]
        often[phrase], widely[phrase] = sum(found), sum(map(bool, found))
    widely["unheard"] = often["unheard"] = 0
    assert table.messages == 300
    expected = sorted(widely, key=lambda term: (-widely[term], term))
    assert list(table.vocabulary.terms) == expected
    assert table.message_counts.tolist() == [widely[term] for term in expected]
    assert table.term_counts.tolist() == [often[term] for term in expected]
    assert table.idf[0] == pytest.approx(math.log(301 / (widely[expected[0]] + 1)) + 1)
    assert table.wanted_counts[table.vocabulary.id("sale")] == 10


def test_the_same_tables_make_the_same_vocabulary(spark, tables, tmp_path):
    messages, subscriptions, place = tables
    version = read_vocabulary(place).version
    again = make_vocabulary(spark, messages.repartition(7), subscriptions, tmp_path / "again")
    assert again == version
    assert make_vocabulary(spark, messages.limit(9), None, tmp_path / "again") != version


def test_encoded_messages_are_those_the_library_encodes(tables):
    messages, _, place = tables
    vocabulary = read_vocabulary(place).vocabulary
    expected = messages_from_arrow(message_rows(300), Earth(), vocabulary)
    batch = messages_to_arrow(expected.ids, expected.columns)
    found = encode_messages(messages, place).orderBy("id").toArrow()
    assert found.column_names == ["id", "west", "south", "east", "north", "terms", "at"]
    assert found.select(batch.schema.names).to_pylist() == batch.to_pylist()


def test_encoded_subscriptions_are_those_the_library_encodes(tables):
    _, subscriptions, place = tables
    vocabulary = read_vocabulary(place).vocabulary
    size = len(vocabulary)
    expected = subscriptions_from_arrow(subscription_rows(50), Earth(), vocabulary)
    assert len(vocabulary) == size
    batch = subscriptions_to_arrow(expected.ids, expected.columns)
    found = encode_subscriptions(subscriptions, place).orderBy("id").toArrow()
    assert found.to_pylist() == batch.to_pylist()


def test_terms_that_are_given_are_looked_up_as_they_are(spark, tables, tmp_path):
    rows = [(1, 1.0, 2.0, ["live jazz", "tea", "tea", "nothing known"])]
    frame = spark.createDataFrame(rows, "id int, lon double, lat double, terms array<string>")
    made = ingest_messages(spark, frame, tmp_path / "given")
    terms = read_vocabulary(tables[2]).vocabulary
    row = encode_messages(spark.read.parquet(made.table), tables[2]).first()
    assert row.terms == sorted(map(terms.id, ["tea", "live jazz"]))
    version = make_vocabulary(spark, spark.read.parquet(made.table), None, tmp_path / "own")
    own = read_vocabulary(tmp_path / "own")
    assert own.version == version
    assert own.term_counts.tolist() == [1, 1, 1]


def test_statistics_are_those_of_the_columns(tables):
    messages, subscriptions, place = tables
    vocabulary = read_vocabulary(place).vocabulary
    encoded = encode_messages(messages, place), encode_subscriptions(subscriptions, place)
    found = spark_statistics(*encoded)
    expected = statistics_of(
        subscriptions_from_arrow(subscription_rows(50), Earth(), vocabulary).columns,
        messages_from_arrow(message_rows(300), Earth(), vocabulary).columns,
    )
    assert found.counts == expected.counts
    assert (
        found.document_counts.tolist()
        == read_vocabulary(place).message_counts.tolist()[: found.document_counts.size]
    )
    for name in ("document_counts", "required_counts", "guard_counts", "pair_counts"):
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name
    for name in ("message_cells", "subscription_cells"):
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name


def test_what_does_not_go_together_is_told(spark, tables, tmp_path):
    messages, subscriptions, place = tables
    with pytest.raises(UnreadableInput, match="there is no vocabulary; make one"):
        encode_messages(messages, tmp_path / "nowhere")
    (tmp_path / "mine").mkdir()
    with pytest.raises(OutputExists, match="no vocabulary, and it is not written over"):
        make_vocabulary(spark, messages, subscriptions, tmp_path / "mine")
    with pytest.raises(UnreadableInput, match="this is not a vocabulary"):
        read_vocabulary(place.with_name("messages"))
    with pytest.raises(UnreadableInput, match="ingest it first"):
        encode_messages(spark.range(3), place)
    english = spark.createDataFrame(message_rows(5))
    made = ingest_messages(spark, english, tmp_path / "english", analyser="english-1")
    with pytest.raises(SpaceMismatch, match="english-1 and the other with words-1"):
        encode_messages(spark.read.parquet(made.table), place)
    make_vocabulary(spark, messages, None, tmp_path / "of_messages")
    with pytest.raises(UnknownName, match="the vocabulary has no term"), telling():
        encode_subscriptions(subscriptions, tmp_path / "of_messages").collect()


def test_batches_can_be_matched(tables):
    messages, _, place = tables
    batch = encode_messages(messages, place).toArrow().combine_chunks().to_batches()[0]
    ids, columns = messages_from_exchange(batch, Earth().frame)
    assert len(ids) == len(columns.boxes) == batch.num_rows
