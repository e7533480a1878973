"""From subscriptions as a user writes them to columns; light for a single one, quick for many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nearcast.columns.layout import Subscriptions
from nearcast.columns.regions import regions_of_shapes
from nearcast.columns.wants import wants_of_clauses
from nearcast.errors import InvalidExpression, NearcastError
from nearcast.model import Subscription
from nearcast.space import GridShape, Space, check, grid_shape
from nearcast.text import Clause, Vocabulary, read

# From here on the columns of Arrow take less time than one subscription after the other.
MANY = 128


def subscriptions_from_model(
    subscriptions: Iterable[Subscription], space: Space, vocabulary: Vocabulary
) -> Subscriptions:
    """Return subscriptions as columns, row i the i-th of them; new terms get an id.

    Raises `InvalidRegion` or `InvalidExpression` for the first that cannot be used, with a note
    that says which one it is; then the vocabulary stays as it was.
    """
    subscriptions = list(subscriptions)
    if len(subscriptions) >= MANY:
        from nearcast.columns.tables.many import many_subscriptions  # noqa: PLC0415 - needs pyarrow

        columns = many_subscriptions(subscriptions, space, vocabulary)
        if columns is not None:
            return columns
    return one_by_one(subscriptions, space, vocabulary)


def one_by_one(
    subscriptions: Sequence[Subscription], space: Space, vocabulary: Vocabulary
) -> Subscriptions:
    """Return subscriptions as columns, or raise for the first that cannot be used."""
    shapes: list[GridShape] = []
    expressions: list[tuple[Clause, ...]] = []
    for subscription in subscriptions:
        try:
            check(subscription.where, space)
            expressions.append(read(text_of(subscription), vocabulary.analyser))
        except NearcastError as error:
            error.add_note(f"in subscription {subscription.id!r}, number {len(shapes)} from 0")
            raise
        shapes.append(grid_shape(subscription.where, space))
    return Subscriptions(
        space.frame, *regions_of_shapes(shapes), *wants_of_clauses(expressions, vocabulary)
    )


def text_of(subscription: Subscription) -> str:
    """Return what a subscription asks for, when it is a text."""
    what = subscription.what
    if not isinstance(what, str):
        raise InvalidExpression("an expression is a text", repr(what), 0)
    return what
