"""The named analysers: what English adds, and that names are all there is to them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from text.strategies import odd_texts

from nearcast.errors import UnknownName
from nearcast.text import ANALYSERS, DEFAULT_ANALYSER, Analyser, analyser
from nearcast.text.english import STOP_WORDS, english_term


def test_the_default_is_plain_words():
    assert DEFAULT_ANALYSER is analyser("words-1")


@pytest.mark.parametrize("name", ANALYSERS)
def test_an_analyser_travels_by_its_name(name):
    assert pickle.loads(pickle.dumps(analyser(name))) is analyser(name)
    assert analyser(name) == Analyser(name, str.split)
    assert hash(analyser(name)) == hash(Analyser(name, str.split))


def test_an_unknown_name_is_told_the_nearest():
    with pytest.raises(UnknownName, match=r"'english': did you mean 'english-1'.*words-1"):
        analyser("english")


def test_english_stems_and_leaves_out_common_words():
    assert analyser("english-1").words("The cats' running SHOES, and shoes") == [
        "cat",
        "run",
        "shoe",
        "shoe",
    ]


def test_english_takes_the_possessive_off():
    assert analyser("english-1").words("Macy's Macy\u2019s") == ["maci", "maci"]


def test_english_leaves_other_scripts_alone():
    assert analyser("english-1").words("東京 ภาษาไทย") == ["東", "京", "ภาษาไทย"]


def test_every_stop_word_leaves_nothing():
    assert {english_term(word) for word in STOP_WORDS} == {""}


@pytest.mark.parametrize("name", ANALYSERS)
@given(text=odd_texts)
def test_words_can_be_joined_by_a_space(name, text):
    assert all(word and " " not in word for word in analyser(name).words(text))
