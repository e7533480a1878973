"""Hypothesis strategies for texts, terms and expression trees, small enough to collide often."""

from __future__ import annotations

from hypothesis import strategies as st

from nearcast.text import And, Everything, Not, Or, Term

WORDS = ("a", "b", "c", "d")
PHRASES = ("a b", "b a", "a a b", "c d a")

ODD_CHARACTERS = (
    "aAbß' \u2019-.,()\"\u00ad\u200b\u200d\ufe0f\u0301\u0345\u0149"
    "İıſﬁ㎒Ⅳ½東京のカタภาษानमस्तेשָלוֹם🎉1️⃣ΐΣς"
)

odd_texts = st.text(st.one_of(st.sampled_from(ODD_CHARACTERS), st.characters()), max_size=30)
ascii_texts = st.text(st.characters(max_codepoint=127), max_size=40)
wordy_ascii_texts = st.text(st.sampled_from("aBz09'' -_.\n\x00\x7f"), max_size=30)


def _combined(nodes):
    parts = st.lists(nodes, min_size=2, max_size=4).map(tuple)
    return st.one_of(parts.map(And), parts.map(Or), nodes.map(Not))


def expressions_over(terms):
    """Expressions of these terms; the fewer there are, the more they contradict and absorb."""
    nodes = st.recursive(st.sampled_from(terms).map(Term), _combined, max_leaves=10)
    return st.one_of(st.just(Everything()), nodes)
