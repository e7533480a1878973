"""Working out an explanation, by the very predicates that matching uses."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Messages, Subscriptions
from nearcast.hub.distances import distance_to
from nearcast.hub.explanation import ClausePart, Explanation, WherePart
from nearcast.hub.recalling import clauses_in
from nearcast.kernels.regions import region_meets
from nearcast.model import Message, Subscription
from nearcast.space import Space
from nearcast.text import Clause, Vocabulary


class Asked(NamedTuple):
    """A subscription, as its owner wrote it and as columns of one row."""

    subscription: Subscription
    columns: Subscriptions


class Said(NamedTuple):
    """A message, as its publisher wrote it and as columns of one row."""

    message: Message
    columns: Messages


def explained(asked: Asked, said: Said, space: Space, vocabulary: Vocabulary) -> Explanation:
    """Return why a message concerns a subscription or not."""
    region, place = asked.subscription.where, said.message.where
    where = WherePart(
        type(region).__name__.lower(),
        bool(region_meets(asked.columns, 0, *said.columns.boxes[0].tolist())),
        distance_to(region, place, space),
    )
    terms = frozenset(map(vocabulary.term, said.columns.terms.values.tolist()))
    clauses = clauses_in(asked.columns.literals, vocabulary)
    return Explanation(
        asked.subscription,
        said.message,
        space,
        where,
        tuple(clause_part(clause, terms) for clause in clauses),
    )


def clause_part(clause: Clause, terms: frozenset[str]) -> ClausePart:
    """Return what a clause says of a text of these terms."""
    required, forbidden = clause
    return ClausePart(
        present=required & terms,
        missing=required - terms,
        absent=forbidden - terms,
        unwanted=forbidden & terms,
    )
