"""What to say about an expression that cannot be read: what is wrong, where, and what is right."""

from __future__ import annotations

import re

from nearcast.errors import InvalidExpression
from nearcast.text.tokens import (
    AND,
    CLOSING,
    NOT,
    OPENING,
    OPERATORS,
    OR,
    QUOTES,
    Span,
    span,
    tokens,
)

# What other query languages write: our word for it, or the reason why there is none.
_FOREIGN = re.compile(
    r"(?P<AND>&&|^&$)|(?P<OR>\|+)|(?P<NOT>^[-\u2212\u2013\u2014!]+)|(?P<wildcard>\*)"
)


def complaint(text: str, place: Span, reason: str) -> InvalidExpression:
    """Return the error that points at a place in the text."""
    return InvalidExpression(reason, text, place.position, place.length)


def foreign_sign(text: str, number: int, token: str) -> InvalidExpression | None:
    """Return what to say about a word if it holds a sign of another query language."""
    found = _FOREIGN.search(token)
    if found is None:
        return None
    sign = found[0]
    if found.lastgroup == "wildcard":
        cure = "words are compared whole; write each form, joined by OR"
    else:
        cure = f"write {found.lastgroup} in capitals"
    place = Span(span(text, number).position + found.start(), len(sign))
    return complaint(
        text, place, f"{sign} has no meaning here: {cure} (quotes take a word as it stands)"
    )


def missing_operand(text: str, number: int) -> InvalidExpression:
    """Return what to say where an operand should stand: at a token, or at the end."""
    before = tokens(text)[number - 1] if number else None
    if before in OPERATORS:
        return complaint(
            text,
            span(text, number - 1),
            f"{before} needs a word, a phrase or a group after it{_or_lower_case(before)}",
        )
    if before == OPENING and tokens(text)[number : number + 1] == [CLOSING]:
        opened, closed = span(text, number - 1), span(text, number)
        whole = Span(opened.position, closed.position + 1 - opened.position)
        return complaint(text, whole, "these parentheses are empty: write an expression in them")
    if before == OPENING and number == len(tokens(text)):
        return unclosed_parenthesis(text, number - 1)
    token = tokens(text)[number]
    if token == CLOSING:
        return stray_parenthesis(text, number)
    return complaint(
        text,
        span(text, number),
        f"{token} needs a word, a phrase or a group before it{_or_lower_case(token)}",
    )


def _or_lower_case(operator: str) -> str:
    return f' (the word itself is written in lower case: "{operator.lower()}")'


def unclosed_parenthesis(text: str, number: int) -> InvalidExpression:
    """Return what to say about an opening parenthesis without its closing one."""
    return complaint(text, span(text, number), "this ( is never closed: write a ) where it ends")


def stray_parenthesis(text: str, number: int) -> InvalidExpression:
    """Return what to say about a closing parenthesis without its opening one."""
    return complaint(
        text, span(text, number), "this ) closes nothing: take it out, or write a ( before it"
    )


def unclosed_quote(text: str, number: int) -> InvalidExpression:
    """Return what to say about a quote that stands alone."""
    return complaint(
        text, span(text, number), 'this quote is never closed: write a " where the phrase ends'
    )


def no_words(text: str, number: int, analyser_name: str) -> InvalidExpression:
    """Return what to say about a word or phrase of which the analyser leaves nothing."""
    token = tokens(text)[number]
    content = token.strip(QUOTES)
    if not any(map(str.isalnum, content)):
        reason = "there is no word in this, only spaces or signs: take it out"
    else:
        reason = (
            f"{analyser_name} leaves nothing of this, a word too common to search by: take it out"
        )
    if content.upper() in (AND, OR, NOT) and content == token:
        reason += f", or write {content.upper()} in capitals if the operator is meant"
    return complaint(text, span(text, number), reason)


def over_limit(text: str, place: Span, what: str, limit: int, value: str) -> InvalidExpression:
    """Return what to say about an expression that is over a limit."""
    return complaint(text, place, f"the limit is {limit:,} {what}; this has {value}")
