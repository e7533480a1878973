"""The front door: from the text of an expression to its clauses in one call."""

from __future__ import annotations

import re
from functools import lru_cache

from nearcast.text.analyser import DEFAULT_ANALYSER, Analyser
from nearcast.text.limits import LIMITS, Limits
from nearcast.text.normal_form import Clause, clauses
from nearcast.text.parser import parse
from nearcast.text.tokens import OPERATORS

PLAIN = r"[0-9A-Za-z]+(?: [0-9A-Za-z]+)*"
_PLAIN = re.compile(PLAIN)


@lru_cache(maxsize=8192)
def read(
    text: str, analyser: Analyser = DEFAULT_ANALYSER, limits: Limits = LIMITS
) -> tuple[Clause, ...]:
    """Return the clauses of an expression; see `parse` for what may be written.

    >>> for clause in read("ipad AND (sale OR discount) AND NOT used"):
    ...     print(sorted(clause.required), sorted(clause.forbidden))
    ['ipad', 'sale'] ['used']
    ['discount', 'ipad'] ['used']
    """
    if len(text) <= limits.characters and _PLAIN.fullmatch(text):
        words = [word_of(run, analyser) for run in text.split(" ")]
        if len(words) <= limits.words and "" not in words:
            return (Clause(frozenset(words), frozenset()),)
    return clauses(parse(text, analyser, limits), limits, text)


def word_of(run: str, analyser: Analyser) -> str:
    """Return the word that a run of ASCII letters and digits is, or nothing if it is none.

    Every analyser makes one word or none of a run, whatever stands beside it, and so an expression
    that matches `PLAIN`, the commonest kind, need not be parsed: that is five times faster.
    """
    if run in OPERATORS:
        return ""
    words = analyser.words(run)
    return words[0] if words else ""
