"""Many subscriptions at once become what they become one by one, or the same error."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from columns.samples import SUBSCRIPTIONS, TRIANGLE, assert_same

from nearcast.columns.layout import Subscriptions
from nearcast.columns.subscriptions import MANY, one_by_one, subscriptions_from_model
from nearcast.columns.tables.many import many_subscriptions
from nearcast.errors import InvalidExpression, InvalidRegion
from nearcast.model import EVERYWHERE, Box, Circle, Subscription
from nearcast.space import Earth
from nearcast.text import Vocabulary

REGIONS = [
    EVERYWHERE,
    TRIANGLE,
    Circle(13.4, 52.5, 2000.0),
    Box(170, -5, -170, 5),
    Box(0.0, 1.0, 2.5, np.float64(3.25)),
]
EXPRESSIONS = [each.what for each in SUBSCRIPTIONS] + ["a b", "b a", "c OR (a NOT d)", "Ünïcode é"]


def drawn(count: int, regions: list[object] = REGIONS) -> list[Subscription]:
    draw = Random(count)
    return [
        Subscription(number, draw.choice(EXPRESSIONS), draw.choice(regions))  # type: ignore[arg-type]
        for number in range(count)
    ]


def words_of(columns: Subscriptions, vocabulary: Vocabulary) -> list[tuple[set[str], set[str]]]:
    """Return what each clause requires and forbids, whatever ids the terms were dealt."""
    rows = np.split(columns.literals.values, columns.literals.offsets[1:-1])
    return [
        (
            {vocabulary.term(term) for term in row.tolist() if term >= 0},
            {vocabulary.term(~term) for term in row.tolist() if term < 0},
        )
        for row in rows
    ]


@pytest.mark.parametrize("regions", [REGIONS, [EVERYWHERE], [TRIANGLE], [REGIONS[3]]])
def test_at_once_is_as_one_by_one(regions):
    subscriptions = drawn(500, regions)
    vocabularies = Vocabulary(), Vocabulary()
    at_once = many_subscriptions(subscriptions, Earth(), vocabularies[0])
    one_after_another = one_by_one(subscriptions, Earth(), vocabularies[1])
    assert at_once is not None
    assert words_of(at_once, vocabularies[0]) == words_of(one_after_another, vocabularies[1])
    assert sorted(vocabularies[0].terms) == sorted(vocabularies[1].terms)
    assert_same(at_once._replace(literals=one_after_another.literals), one_after_another)


@pytest.mark.parametrize(
    ("bad", "error", "words"),
    [
        (Subscription("b", "new words", Box(0.0, 91.0, 1.0, 92.0)), InvalidRegion, "latitude"),
        (Subscription("b", "new words", Box(0.0, math.nan, 1.0, 2.0)), InvalidRegion, "finite"),
        (Subscription("b", "new words", Box("0", 1, 1, 2)), InvalidRegion, "not a number"),  # type: ignore[arg-type]
        (Subscription("b", "new words", Box(0, 1, 10**400, 2)), InvalidRegion, "east"),
        (Subscription("b", "new words", Circle(0.0, 0.0, -1.0)), InvalidRegion, "negative"),
        (Subscription("b", "new AND"), InvalidExpression, "new AND"),
        (Subscription("b", b"new"), InvalidExpression, "is a text"),  # type: ignore[arg-type]
        (Subscription("b", None), InvalidExpression, "is a text"),  # type: ignore[arg-type]
    ],
)
def test_one_that_is_wrong_is_named_and_nothing_is_learnt(bad, error, words):
    vocabulary = Vocabulary()
    subscriptions = drawn(MANY)
    with pytest.raises(error, match=words) as caught:
        subscriptions_from_model([*subscriptions, bad], Earth(), vocabulary)
    assert f"'b', number {MANY} from 0" in "".join(caught.value.__notes__)
    assert not vocabulary.terms
