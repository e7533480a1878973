"""Ids and terms, and that encoding a text agrees with the definition of its terms."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.expressions import document_terms
from text.strategies import PHRASES, WORDS

from nearcast.errors import UnknownName, UnusableSnapshot
from nearcast.text import DEFAULT_ANALYSER, Vocabulary, analyser

texts = st.lists(st.sampled_from([*WORDS, "A", "x", ","]), max_size=12).map(" ".join)
term_lists = st.lists(st.sampled_from(WORDS + PHRASES), unique=True)


def built(terms):
    vocabulary = Vocabulary()
    vocabulary.add_all(terms)
    return vocabulary


@given(term_lists, texts)
def test_encode_agrees_with_the_definition(terms, text):
    has = document_terms(text, DEFAULT_ANALYSER, [term for term in terms if " " in term])
    assert built(terms).encode(text) == [id for id, term in enumerate(terms) if term in has]


@given(term_lists, st.lists(texts, max_size=6))
def test_encode_all_is_encode_of_each(terms, many):
    vocabulary = built(terms)
    offsets, ids = vocabulary.encode_all(iter(many))
    assert (offsets.dtype, ids.dtype) == (np.int64, np.int32)
    slices = [ids[offsets[row] : offsets[row + 1]].tolist() for row in range(len(many))]
    assert slices == [vocabulary.encode(text) for text in many]
    assert (offsets[0], offsets[-1]) == (0, len(ids))


def test_ids_are_dealt_in_order_of_arrival_and_kept():
    vocabulary = Vocabulary()
    assert [vocabulary.add(term) for term in ("b", "a", "b", "a b")] == [0, 1, 0, 2]
    assert vocabulary.add_all(["a b", "c"]).tolist() == [2, 3]
    assert vocabulary.add_all([]).dtype == np.int32
    assert list(vocabulary.terms) == ["b", "a", "a b", "c"]
    assert [vocabulary.term(vocabulary.id(term)) for term in vocabulary.terms] == vocabulary.terms
    assert vocabulary.id("d") is None
    assert "a b" in vocabulary
    assert "d" not in vocabulary
    assert len(vocabulary) == 4


def test_a_phrase_added_later_is_found_from_then_on():
    vocabulary = built(["new", "york"])
    assert vocabulary.encode("New York") == [0, 1]
    vocabulary.add("new york")
    assert vocabulary.encode("New York") == [0, 1, 2]
    assert vocabulary.encode("York, new") == [0, 1]


def test_phrases_of_different_lengths_overlap():
    vocabulary = built(["new york", "new york city", "york city", "city hall"])
    assert vocabulary.encode("in New York City") == [0, 1, 2]


def test_a_phrase_is_found_by_stems():
    vocabulary = Vocabulary(analyser("english-1"))
    vocabulary.add("run shoe")
    assert vocabulary.encode("The running of the shoes") == [0]


@pytest.mark.parametrize("term", ["", " ", "a ", " a", "a  b"])
def test_a_term_that_no_text_can_have_is_refused(term):
    vocabulary = Vocabulary()
    with pytest.raises(ValueError, match="no term"):
        vocabulary.add(term)
    assert len(vocabulary) == 0
    assert vocabulary.encode("a b") == []


def test_by_frequency_deals_the_smallest_ids_to_the_commonest_terms():
    counted = Vocabulary.by_frequency({"rare": 1, "common": 9, "also rare": 1, "middling": 4})
    assert list(counted.terms) == ["common", "middling", "also rare", "rare"]
    assert counted.encode("also rare") == [2, 3]
    assert list(Vocabulary.by_frequency(["b", "a", "b"]).terms) == ["b", "a"]
    assert Vocabulary.by_frequency([], analyser("english-1")).analyser.name == "english-1"


@given(term_lists, texts)
def test_a_saved_vocabulary_comes_back_the_same(terms, text):
    vocabulary = built(terms)
    again = Vocabulary.from_state(json.loads(json.dumps(vocabulary.to_state())))
    assert again.to_state() == vocabulary.to_state()
    assert again.encode(text) == vocabulary.encode(text)


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"analyser": "words-1"},
        {"analyser": "words-1", "terms": None},
        {"analyser": "words-1", "terms": [1]},
        {"analyser": "words-1", "terms": ["a", "a"]},
    ],
)
def test_a_damaged_state_is_refused(state):
    with pytest.raises(UnusableSnapshot):
        Vocabulary.from_state(state)


def test_a_state_of_an_unknown_analyser_names_it():
    with pytest.raises(UnknownName, match="words-0"):
        Vocabulary.from_state({"analyser": "words-0", "terms": []})
