"""The grammar, and what every mistake in it is told: where it is and what would be right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from text.strategies import PHRASES, WORDS, expressions_over

from nearcast.errors import InvalidExpression
from nearcast.text import (
    ANALYSERS,
    And,
    Everything,
    Limits,
    Not,
    Or,
    Term,
    analyser,
    parse,
    read,
    to_text,
)

A, B, C = Term("a"), Term("b"), Term("c")

MEANINGS = {
    "": Everything(),
    " \n\t": Everything(),
    "a": A,
    "A": A,
    "a b": And((A, B)),
    "a AND b c": And((A, B, C)),
    "a OR b c": Or((A, And((B, C)))),
    "a b OR c": Or((And((A, B)), C)),
    "a OR b OR c": Or((A, B, C)),
    "(a OR b) c": And((Or((A, B)), C)),
    "a(b)c": And((A, B, C)),
    "a AND (b AND c)": And((A, And((B, C)))),
    "((a))": A,
    "NOT a b": And((Not(A), B)),
    "NOT (a b)": Not(And((A, B))),
    "NOT NOT a": Not(Not(A)),
    "a NOT b": And((A, Not(B))),
    "a OR NOT b": Or((A, Not(B))),
    "a and b": And((A, Term("and"), B)),
    "or not": And((Term("or"), Term("not"))),
    '"AND"': Term("and"),
    '"A  b!"': Term("a b"),
    '"a"': A,
    '"a" "b c"': And((A, Term("b c"))),
    'a"b c"a': And((A, Term("b c"), A)),
    "“a b”": Term("a b"),
    "„a b“": Term("a b"),
    "«a b»": Term("a b"),
    '"a (b) OR && c*"': Term("a b or c"),
    "wi-fi": Term("wi fi"),
    "AT&T": Term("at t"),
    "don't": Term("don't"),
    "don\u2019t": Term("don't"),
    "東京 bar": And((Term("東 京"), Term("bar"))),
    "נעים OR ภาษาไทย": Or((Term("נעים"), Term("ภาษาไทย"))),
    "STRASSE": Term("strasse"),
    "Straße": Term("strasse"),
}


@pytest.mark.parametrize(("text", "expression"), MEANINGS.items(), ids=repr)
def test_meaning(text, expression):
    assert parse(text) == expression


@given(expressions_over(WORDS + PHRASES))
def test_an_expression_written_out_is_read_as_itself(expression):
    assert parse(to_text(expression)) == expression


def test_english_joins_what_is_left_of_a_phrase():
    english = analyser("english-1")
    assert parse('"state of the art"', english) == Term("state art")
    assert parse('"the shoes"', english) == Term("shoe")


# Each mistake is marked by carets, and told so much at least.
MISTAKES = [
    ("(a OR b", "^", "never closed"),
    ("a (b (c)", "  ^", "never closed"),
    ("(", "^", "never closed"),
    ("((", " ^", "never closed"),
    ("a AND (", "      ^", "never closed"),
    ("a) b", " ^", "closes nothing"),
    (")", "^", "closes nothing"),
    ("(a))", "   ^", "closes nothing"),
    ("a AND", "  ^^^", "AND needs a word, a phrase or a group after it"),
    ("a OR ", "  ^^", "OR needs a word, a phrase or a group after it"),
    ("NOT", "^^^", "NOT needs a word, a phrase or a group after it"),
    ("a NOT", "  ^^^", "NOT needs a word, a phrase or a group after it"),
    ("a AND OR b", "  ^^^", "AND needs a word, a phrase or a group after it"),
    ("a OR AND b", "  ^^", "OR needs a word, a phrase or a group after it"),
    ("NOT AND a", "^^^", "NOT needs a word, a phrase or a group after it"),
    ("(a AND) b", "   ^^^", "AND needs a word, a phrase or a group after it"),
    ("AND a", "^^^", 'AND needs a word, a phrase or a group before it.*"and"'),
    ("OR", "^^", 'OR needs a word, a phrase or a group before it.*"or"'),
    ("a (OR b)", "   ^^", "OR needs a word, a phrase or a group before it"),
    ("()", "^^", "parentheses are empty"),
    ("a ( ) b", "  ^^^", "parentheses are empty"),
    ("NOT ()", "    ^^", "parentheses are empty"),
    ('"a b', "^", "quote is never closed"),
    ('a "b" "c', "      ^", "quote is never closed"),
    ("a “b c", "  ^", "quote is never closed"),
    ('a ""', "  ^^", "no word"),
    ('a " , "', "  ^^^^^", "no word"),
    ("a # b", "  ^", "no word"),
    ("a ... b", "  ^^^", "no word"),
    ("a 🎉", "  ^", "no word"),
    ("a && b", "  ^^", "write AND"),
    ("a&&b", " ^^", "write AND"),
    ("a & b", "  ^", "write AND"),
    ("a || b", "  ^^", "write OR"),
    ("a|b", " ^", "write OR"),
    ("a -b", "  ^", "write NOT"),
    ("a \u2212b", "  ^", "write NOT"),
    ("a - b", "  ^", "write NOT"),
    ("!a", "^", "write NOT"),
    ("!(a OR b)", "^", "write NOT"),
    ("sale*", "    ^", "compared whole"),
    ("a\nOR", "^^", "OR needs"),
]


@pytest.mark.parametrize(("text", "carets", "reason"), MISTAKES)
def test_a_mistake_is_pointed_at(text, carets, reason):
    with pytest.raises(InvalidExpression, match=reason) as caught:
        parse(text)
    assert caught.value.picture().split("\n")[1] == f"  {carets}"
    assert caught.value.expression == text


ENGLISH_MISTAKES = [
    ("ipad the", "     ^^^", "english-1 leaves nothing of this"),
    ('"of the"', "^^^^^^^^", "english-1 leaves nothing of this"),
    ("ipad and sale", "     ^^^", "write AND in capitals"),
]


@pytest.mark.parametrize(("text", "carets", "reason"), ENGLISH_MISTAKES)
def test_a_stop_word_is_pointed_at(text, carets, reason):
    with pytest.raises(InvalidExpression, match=reason) as caught:
        read(text, analyser("english-1"))
    assert caught.value.picture().split("\n")[1] == f"  {carets}"


def numbered(count, joined=" "):
    return joined.join(f"w{number}" for number in range(count))


AT_THE_LIMIT = {
    "characters": lambda size: "a" * size,
    "leaves": lambda size: numbered(size, " OR "),
    "words_per_phrase": lambda size: f'"{numbered(size)}"',
    "depth": lambda size: "(" * size + "a" + ")" * size,
}


@pytest.mark.parametrize("name", AT_THE_LIMIT)
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_limits(name, beyond):
    limit = getattr(Limits(), name)
    text = AT_THE_LIMIT[name](limit + beyond)
    if beyond <= 0:
        parse(text)
        return
    with pytest.raises(InvalidExpression, match=f"the limit is {limit:,} "):
        parse(text)


def test_nots_count_as_depth_and_are_pointed_at():
    parse("NOT " * 32 + "a")
    with pytest.raises(InvalidExpression) as caught:
        parse("NOT " * 16 + "(" * 17 + "a" + ")" * 17)
    assert (caught.value.position, caught.value.length) == (16 * 4 + 16, 1)


def test_limits_can_be_chosen():
    with pytest.raises(InvalidExpression, match="the limit is 2 words and phrases; this has more"):
        parse("a b c", limits=Limits(leaves=2))


@pytest.mark.parametrize("text", ["(" * 4096, "NOT " * 1024, "(NOT " * 800, "a(" * 2000])
def test_hostile_nesting_is_refused_before_it_recurses(text):
    with pytest.raises(InvalidExpression, match="deep"):
        parse(text)


@pytest.mark.parametrize("name", ANALYSERS)
@given(text=st.text(st.sampled_from("ab()\"“&|!-* \nANDORT'é東"), max_size=40) | st.text())
def test_any_text_is_read_or_pointed_at(name, text):
    try:
        parse(text, analyser(name))
    except InvalidExpression as error:
        assert 0 <= error.position < len(text)
        assert error.position + error.length <= len(text)


def test_the_picture_of_a_long_line_is_cut_around_the_mistake():
    text = "word " * 100 + ") " + "word " * 100
    with pytest.raises(InvalidExpression) as caught:
        parse(text)
    line, carets = caught.value.picture().split("\n")
    assert line[carets.index("^")] == ")"
    assert len(line) < 100
