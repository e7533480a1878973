"""The pieces an expression is written in, and where each of them stands.

Reading needs only the pieces, and finds them in one pass of a pattern. Their places are worked out
again when something is wrong and has to be pointed at.
"""

from __future__ import annotations

import re
from typing import NamedTuple

AND, OR, NOT = "AND", "OR", "NOT"
OPERATORS = frozenset((AND, OR, NOT))
OPENING, CLOSING = "(", ")"
QUOTES = '"“”„‟«»'

_TOKEN = re.compile(rf"[()]|[{QUOTES}][^{QUOTES}]*[{QUOTES}]|[{QUOTES}]|[^\s(){QUOTES}]+")


class Span(NamedTuple):
    """A place in a text, in characters."""

    position: int
    length: int


def tokens(text: str) -> list[str]:
    """Return parentheses, phrases with their quotes, quotes left alone, and words.

    >>> tokens('ipad AND("on sale" OR discount)')
    ['ipad', 'AND', '(', '"on sale"', 'OR', 'discount', ')']
    """
    return _TOKEN.findall(text)


def span(text: str, number: int) -> Span:
    """Return where the token of that number (from 0) stands.

    >>> span("ipad  AND sale", 1)
    Span(position=6, length=3)
    """
    places = [Span(found.start(), len(found[0])) for found in _TOKEN.finditer(text)]
    return places[number]
