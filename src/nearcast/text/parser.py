"""From the text of an expression to its tree.

The grammar, from the loosest to the closest bond::

    alternatives := conjunction ("OR" conjunction)*
    conjunction  := operand (["AND"] operand)*
    operand      := "NOT" operand | "(" alternatives ")" | word | quoted phrase

Operators are written in capitals; in lower case they are words like any other.
"""

from __future__ import annotations

from nearcast.errors import InvalidExpression
from nearcast.text import complaints
from nearcast.text.analyser import DEFAULT_ANALYSER, Analyser
from nearcast.text.expression import And, Everything, Expression, Node, Not, Or, Term
from nearcast.text.limits import LIMITS, Limits
from nearcast.text.tokens import AND, CLOSING, NOT, OPENING, OR, QUOTES, Span, span, tokens

_END = ""
_NO_OPERAND = frozenset((AND, OR, CLOSING, _END))
_ENDS_CONJUNCTION = frozenset((OR, CLOSING, _END))


def parse(text: str, analyser: Analyser = DEFAULT_ANALYSER, limits: Limits = LIMITS) -> Expression:
    """Return the tree of an expression.

    Parameters
    ----------
    text
        Words side by side must all occur; ``AND``, ``OR``, ``NOT`` and parentheses combine them;
        quotes make a phrase; nothing at all asks for every text.
    analyser
        The rule for words, the same one that the messages are read by.
    limits
        How large the expression may be.

    Raises
    ------
    InvalidExpression
        Where it cannot be read or is over a limit; it points at the place.

    Examples
    --------
    >>> parse("ipad AND NOT used")
    And(parts=(Term(text='ipad'), Not(part=Term(text='used'))))
    >>> parse('Wi-Fi OR "New York"')
    Or(parts=(Term(text='wi fi'), Term(text='new york')))
    """
    if len(text) > limits.characters:
        beyond = Span(limits.characters, len(text) - limits.characters)
        value = f"{len(text):,}"
        raise complaints.over_limit(text, beyond, "characters", limits.characters, value)
    return _Parser(text, analyser, limits).expression()


class _Parser:
    """A walk over the tokens of one text; `at` is the number of the token to be read next."""

    def __init__(self, text: str, analyser: Analyser, limits: Limits) -> None:
        self.text = text
        self.analyser = analyser
        self.limits = limits
        self.tokens = [*tokens(text), _END]
        self.at = 0
        self.leaves = 0

    def expression(self) -> Expression:
        if self.tokens[0] == _END:
            return Everything()
        whole = self.alternatives(depth=0)
        if self.tokens[self.at] != _END:
            raise complaints.stray_parenthesis(self.text, self.at)
        return whole

    def alternatives(self, depth: int) -> Node:
        parts = [self.conjunction(depth)]
        while self.tokens[self.at] == OR:
            self.at += 1
            parts.append(self.conjunction(depth))
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def conjunction(self, depth: int) -> Node:
        parts = [self.operand(depth)]
        while (token := self.tokens[self.at]) not in _ENDS_CONJUNCTION:
            if token == AND:
                self.at += 1
            parts.append(self.operand(depth))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def operand(self, depth: int) -> Node:
        token = self.tokens[self.at]
        if token == NOT:
            return self.negation(self.deeper(depth))
        if token == OPENING:
            return self.group(self.deeper(depth))
        if token in _NO_OPERAND:
            raise complaints.missing_operand(self.text, self.at)
        return self.leaf(token)

    def negation(self, depth: int) -> Not:
        self.at += 1
        return Not(self.operand(depth))

    def group(self, depth: int) -> Node:
        opening = self.at
        self.at += 1
        inner = self.alternatives(depth)
        if self.tokens[self.at] != CLOSING:
            raise complaints.unclosed_parenthesis(self.text, opening)
        self.at += 1
        return inner

    def leaf(self, token: str) -> Term:
        self.leaves += 1
        if self.leaves > self.limits.leaves:
            raise self.over_limit("words and phrases", self.limits.leaves, "more")
        words = self.words(token)
        if not words:
            raise complaints.no_words(self.text, self.at, self.analyser.name)
        if len(words) > self.limits.words_per_phrase:
            limit = self.limits.words_per_phrase
            raise self.over_limit("words in a phrase", limit, f"{len(words):,}")
        self.at += 1
        return Term(" ".join(words))

    def words(self, token: str) -> list[str]:
        if token[0] in QUOTES:
            if len(token) == 1:
                raise complaints.unclosed_quote(self.text, self.at)
            return self.analyser.words(token[1:-1])
        if not token.isalnum():
            foreign = complaints.foreign_sign(self.text, self.at, token)
            if foreign is not None:
                raise foreign
        return self.analyser.words(token)

    def deeper(self, depth: int) -> int:
        """Return the depth within the token at hand, checked before anything recurses."""
        if depth == self.limits.depth:
            raise self.over_limit("parentheses and NOTs deep", self.limits.depth, "more")
        return depth + 1

    def over_limit(self, what: str, limit: int, value: str) -> InvalidExpression:
        return complaints.over_limit(self.text, span(self.text, self.at), what, limit, value)
