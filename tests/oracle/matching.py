"""What a match is: the definition that every index is held to, in the plainest Python.

A message concerns a subscription where its place meets the region and its terms fulfil the
expression. Here the expression is walked as the tree it was read as, never multiplied out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nearcast.model import Message, Subscription
from nearcast.space import Space
from nearcast.text import DEFAULT_ANALYSER, Analyser, Everything, Expression, Not, Term, parse
from oracle.expressions import document_terms, holds
from oracle.regions import meets


def matching(
    subscriptions: Sequence[Subscription],
    messages: Sequence[Message],
    space: Space,
    analyser: Analyser = DEFAULT_ANALYSER,
) -> list[list[int]]:
    """Return the numbers of the subscriptions that each message concerns, ascending."""
    expressions = [parse(subscription.what, analyser) for subscription in subscriptions]
    wanted = {term for expression in expressions for term in terms_of(expression)}
    return [
        [
            number
            for number, (subscription, expression) in enumerate(
                zip(subscriptions, expressions, strict=True)
            )
            if holds(expression, terms) and meets(subscription.where, message.where, space)
        ]
        for message in messages
        for terms in [document_terms(message.text, analyser, wanted)]
    ]


def terms_of(expression: Expression) -> Iterator[str]:
    """Yield every word and phrase of an expression."""
    match expression:
        case Everything():
            return
        case Term(text):
            yield text
        case Not(part):
            yield from terms_of(part)
        case _:
            for part in expression.parts:
                yield from terms_of(part)
