"""Clauses mean what the tree means, in few words, and never grow large on the way."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.expressions import holds
from text.strategies import expressions_over

from nearcast.errors import InvalidExpression
from nearcast.text import ANALYSERS, Clause, Limits, analyser, clauses, parse, read

TERMS = ("a", "b", "a b", "c")
ASSIGNMENTS = [
    set(chosen)
    for chosen in chain.from_iterable(combinations(TERMS, count) for count in range(len(TERMS) + 1))
]


def clause(required="", forbidden=""):
    return Clause(frozenset(required.split()), frozenset(forbidden.split()))


def met(clause, terms):
    return clause.required <= terms and clause.forbidden.isdisjoint(terms)


@given(expressions_over(TERMS))
def test_clauses_mean_what_the_tree_means(expression):
    try:
        found = clauses(expression)
    except InvalidExpression as error:
        assert "can never hold" in error.reason
        found = ()
    for terms in ASSIGNMENTS:
        assert any(met(each, terms) for each in found) == holds(expression, terms)


@given(expressions_over(TERMS))
def test_no_clause_is_superfluous(expression):
    try:
        found = clauses(expression)
    except InvalidExpression:
        return
    assert not any(each.required & each.forbidden for each in found)
    for one in found:
        for other in found:
            wider = other.required <= one.required and other.forbidden <= one.forbidden
            assert one is other or not wider


EXPANSIONS = {
    "": [clause()],
    "a": [clause("a")],
    "NOT a": [clause("", "a")],
    "b a": [clause("a b")],
    "a OR b": [clause("a"), clause("b")],
    "a AND (b OR c) AND NOT d": [clause("a b", "d"), clause("a c", "d")],
    "NOT (a OR b)": [clause("", "a b")],
    "NOT (a AND b)": [clause("", "a"), clause("", "b")],
    "a OR a AND b": [clause("a")],
    "a AND (a OR b)": [clause("a")],
    "a OR (b AND NOT b)": [clause("a")],
    '"a b" OR a': [clause("a")._replace(required=frozenset(["a b"])), clause("a")],
}


@pytest.mark.parametrize(("text", "expected"), EXPANSIONS.items(), ids=list(EXPANSIONS))
def test_expansion(text, expected):
    assert clauses(parse(text)) == read(text) == tuple(expected)


@pytest.mark.parametrize("text", ["a OR NOT a", "a OR NOT a AND b OR NOT b"])
def test_what_always_holds_holds_for_every_text(text):
    assert all(any(met(each, terms) for each in read(text)) for terms in ASSIGNMENTS)


@pytest.mark.parametrize(
    ("text", "culprits"),
    [
        ("a AND NOT a", "'a' would"),
        ("(a OR b) NOT a NOT b", "'a' and 'b' would"),
        ("(a NOT a) OR (b NOT b)", "'a' and 'b' would"),
        ("c AND NOT (a OR NOT a)", "'a' would"),
    ],
)
def test_what_can_never_hold_is_refused(text, culprits):
    with pytest.raises(InvalidExpression, match=f"can never hold: {culprits} be both") as caught:
        read(text)
    assert (caught.value.position, caught.value.length) == (0, len(text))


def numbered(count, joined):
    return joined.join(f"w{number}" for number in range(count))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (lambda beyond: numbered(64 + beyond, " OR "), "64 clauses"),
        (lambda beyond: numbered(64 + beyond, " AND "), "64 terms in a clause; this has 65"),
        (lambda beyond: numbered(64 + beyond, " "), "64 terms in a clause; this has 65"),
    ],
)
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_limits(text, reason, beyond):
    if beyond <= 0:
        read(text(beyond))
        return
    with pytest.raises(InvalidExpression, match=f"the limit is {reason}"):
        read(text(beyond))


def test_an_explosion_is_stopped_on_the_way():
    text = " ".join(f"(a{number} OR b{number})" for number in range(20))
    with pytest.raises(InvalidExpression, match="the limit is 64 clauses"):
        read(text)
    assert len(read(" ".join(f"(a{number} OR b{number})" for number in range(6)))) == 64


def test_what_single_terms_imply_does_not_multiply():
    factors = " ".join(f"(a{number} OR b{number})" for number in range(20))
    single = " ".join(f"a{number}" for number in range(20))
    assert read(f"{factors} {single}") == (clause(single),)


def test_a_limit_without_a_text_shows_the_tree_as_text():
    with pytest.raises(InvalidExpression) as caught:
        clauses(parse("a  OR  b"), Limits(clauses=1))
    assert caught.value.expression == "a OR b"


@pytest.mark.parametrize("name", ANALYSERS)
@given(text=st.lists(st.sampled_from(["a", "The", "iPad", "AND", "OR", "b-c", "é"])).map(" ".join))
def test_the_front_door_leads_to_parse_and_clauses(name, text):
    try:
        expected = clauses(parse(text, analyser(name)))
    except InvalidExpression as error:
        with pytest.raises(InvalidExpression) as caught:
            read(text, analyser(name))
        assert str(caught.value) == str(error)
    else:
        assert read(text, analyser(name)) == expected


def test_the_front_door_keeps_to_limits_of_its_own():
    with pytest.raises(InvalidExpression, match="the limit is 1 words and phrases"):
        read("a b", limits=Limits(leaves=1))
    with pytest.raises(InvalidExpression, match="the limit is 1 terms in a clause"):
        read("a b", limits=Limits(terms_per_clause=1))
    with pytest.raises(InvalidExpression, match="the limit is 2 characters"):
        read("a b", limits=Limits(characters=2))
