"""How texts fall into words, in every script, and that the ASCII short cut changes nothing."""

# ruff: noqa: RUF001 - letters that look alike are the point here

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from text.strategies import ascii_texts, odd_texts, wordy_ascii_texts

from nearcast.text.words import ascii_words, fold, unicode_words, words


@given(ascii_texts | wordy_ascii_texts)
def test_the_ascii_short_cut_gives_what_the_rule_gives(text):
    assert ascii_words(text) == unicode_words(text)


@given(odd_texts)
def test_a_word_is_its_own_only_word(text):
    assert all(words(word) == [word] for word in words(text))


@given(odd_texts)
def test_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)


def test_folding_twice_is_folding_once_for_every_character():
    every = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF)
    assert [one for one in every if fold(fold(one)) != fold(one)] == []


@given(odd_texts)
def test_composed_and_decomposed_spellings_are_the_same(text):
    assert words(unicodedata.normalize("NFD", text)) == words(unicodedata.normalize("NFC", text))


CASES = {
    "nothing": ("", []),
    "only signs": (" ,;()#!* ", []),
    "repeats and order": ("b a b", ["b", "a", "b"]),
    "digits": ("2 for 1, iphone15", ["2", "for", "1", "iphone15"]),
    "underscore and hyphen": ("wi-fi new_york", ["wi", "fi", "new", "york"]),
    "hashtag and mention": ("#Sale @Bob", ["sale", "bob"]),
    "apostrophe inside": ("Don't", ["don't"]),
    "typographic apostrophe": ("Don\u2019t o\u02bcneil", ["don't", "o'neil"]),
    "apostrophe at the edge": ("'rock 'n' roll'", ["rock", "n", "roll"]),
    "two apostrophes": ("a''b", ["a", "b"]),
    "sharp s": ("Straße STRASSE", ["strasse", "strasse"]),
    "final sigma": ("ΣΟΦΟΣ σοφος", ["σοφοσ", "σοφοσ"]),
    "dotted capital i": ("İ", ["i\u0307"]),
    "ligature and width": ("ﬁne Ｗｉｄｅ", ["fine", "wide"]),
    "superscript": ("m²", ["m2"]),
    "combining mark": ("cafe\u0301 café", ["café", "café"]),
    "soft hyphen": ("co\u00adoperate", ["cooperate"]),
    "zero-width space": ("one\u200btwo", ["one", "two"]),
    "zero-width non-joiner": ("می\u200cخواهم", ["میخواهم"]),
    "devanagari": ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
    "thai": ("ภาษาไทย ดีมาก", ["ภาษาไทย", "ดีมาก"]),
    "right to left": ("שָׁלוֹם عليكم", ["שָׁלוֹם", "عليكم"]),
    "chinese": ("東京タワー", ["東", "京", "タワー"]),
    "hiragana": ("すし bar", ["す", "し", "bar"]),
    "korean": ("서울 맛집", ["서울", "맛집"]),
    "emoji": ("sale🎉 👩‍💻 1️⃣", ["sale", "1"]),
    "mark without a letter": ("\u0301 a", ["a"]),
    "nul": ("a\x00b", ["a", "b"]),
    "lone surrogate": ("a\ud800b", ["a", "b"]),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_words(text, expected):
    assert words(text) == expected
