"""The definition of what a text says and when an expression holds, in the plainest Python."""

from __future__ import annotations

from collections.abc import Iterable

from nearcast.text import Analyser, And, Everything, Expression, Not, Term


def holds(expression: Expression, terms: set[str]) -> bool:
    """Return whether a text of these terms fulfils the expression."""
    match expression:
        case Everything():
            return True
        case Term(text):
            return text in terms
        case Not(part):
            return not holds(part, terms)
        case And(parts):
            return all(holds(part, terms) for part in parts)
    return any(holds(part, terms) for part in expression.parts)


def document_terms(text: str, analyser: Analyser, phrases: Iterable[str] = ()) -> set[str]:
    """Return the words of a text, and those of the phrases whose words it has in a row."""
    words = analyser.words(text)
    rows_of_words = {
        " ".join(words[start:stop])
        for start in range(len(words))
        for stop in range(start + 1, len(words) + 1)
    }
    return set(words) | (rows_of_words & set(phrases))
