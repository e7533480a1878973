"""Every index gives exactly the answer of the definition, whatever is asked and wherever."""

from __future__ import annotations

import pytest
from contract.answers import answer
from contract.contestants import CONTESTANTS, Contestant, as_it_wants
from contract.drawing import lists_of_messages, lists_of_subscriptions, regions
from effort import effort
from hypothesis import given
from hypothesis import strategies as st
from oracle.matching import matching
from space.drawing import SPACES

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.model import EVERYWHERE, Box, Circle, Message, Point, Subscription
from nearcast.space import Earth, Space
from nearcast.text import Vocabulary

EARTH = Earth()
every_contestant = pytest.mark.parametrize("contestant", CONTESTANTS.values(), ids=CONTESTANTS)


def matched(
    contestant: Contestant,
    wanted: list[Subscription],
    published: list[Message],
    space: Space = EARTH,
    threads: int = 1,
) -> list[list[int]]:
    """Return what an index of these subscriptions says about these messages."""
    vocabulary = Vocabulary()
    columns = subscriptions_from_model(wanted, space, vocabulary)
    with as_it_wants(contestant):
        index = contestant.build(columns)
        return answer(index, messages_from_model(published, space, vocabulary), threads)


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
@every_contestant
@effort(0.5)
@given(data=st.data(), threads=st.sampled_from((1, 2, 3)))
def test_agrees_with_the_definition(contestant, space, data, threads):
    wanted = data.draw(lists_of_subscriptions(space, 0, 12), "subscriptions")
    published = data.draw(lists_of_messages(space, 0, 6), "messages")
    expected = matching(wanted, published, space)
    assert matched(contestant, wanted, published, space, threads) == expected


@every_contestant
@effort(0.2)
@given(data=st.data())
def test_agrees_where_one_term_fills_a_deep_tree(contestant, data):
    """Many of the same few terms, so that their trees have levels even in a small example."""
    areas = data.draw(st.lists(regions(EARTH), min_size=12, max_size=30), "regions")
    wanted = [Subscription(None, what, area) for area in areas for what in ("a", "a b")]
    published = data.draw(lists_of_messages(EARTH, 1, 6), "messages")
    assert matched(contestant, wanted, published) == matching(wanted, published, EARTH)


@every_contestant
def test_nobody_is_told_of_anything_where_there_is_nobody(contestant):
    published = [Message("a", Point(0, 0)), Message("", Box(170, -5, -170, 5))]
    assert matched(contestant, [], published) == [[], []]


@every_contestant
@pytest.mark.parametrize("threads", [1, 3])
def test_no_messages_give_no_matches(contestant, threads):
    assert matched(contestant, [Subscription(1, "a")], [], threads=threads) == []
    assert matched(contestant, [], [], threads=threads) == []


@every_contestant
def test_a_text_nobody_has_words_for_reaches_those_who_want_every_text(contestant):
    wanted = [
        Subscription(1, "a"),
        Subscription(2),
        Subscription(3, "", Box(-1, -1, 1, 1)),
        Subscription(4, "NOT a"),
        Subscription(5, "", Circle(90, 0, 1000)),
    ]
    published = [Message("something else", Point(0, 0)), Message("", Point(90, 0))]
    assert matched(contestant, wanted, published) == [[1, 2, 3], [1, 3, 4]]


@every_contestant
@pytest.mark.parametrize("longitude", [180.0, -180.0])
def test_the_antimeridian_is_one_place(contestant, longitude):
    wanted = [
        Subscription(0, "a", Box(170, -10, 180, 10)),
        Subscription(1, "a", Box(-180, -10, -170, 10)),
        Subscription(2, "a b", Box(170, -10, -170, 10)),
        Subscription(3, "a", Circle(179.99, 0, 10_000)),
        Subscription(4, "a", Circle(-179.99, 0, 10_000)),
        Subscription(5, "a", EVERYWHERE),
        Subscription(6, "a", Box(-170, -10, 170, 10)),
    ]
    published = [
        Message("a b", Point(longitude, 0)),
        Message("a b", Box(longitude, -1, longitude, 1)),
        Message("a b", Box(179, -1, -179, 1)),
        Message("a", Box(-180, -1, 180, 1)),
    ]
    assert matched(contestant, wanted, published) == [
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2, 3, 4, 5],
        [0, 1, 3, 4, 5, 6],
    ]


@every_contestant
def test_a_subscription_met_in_many_ways_is_told_once(contestant):
    """Through three clauses, through both parts of its region, and through many cells."""
    wanted = [Subscription(0, "a OR b OR c", Box(100, -80, -100, 80)), Subscription(1, "a")]
    wanted += [Subscription(None, "a", Box(x, -80, x + 10, 80)) for x in range(-180, 180, 10)]
    published = [Message("a b c", EVERYTHING), Message("c b a", Box(90, -80, -90, 80))]
    assert matched(contestant, wanted, published) == matching(wanted, published, EARTH)


EVERYTHING = Box(-180, -90, 180, 90)


@every_contestant
def test_more_matches_than_anybody_made_room_for(contestant):
    """Answers outgrow their first room within one message and in the middle of a batch."""
    wanted = [Subscription(None, what) for what in ("a", "a OR b", "b", "") for _ in range(2_000)]
    published = [Message(text, place) for text in ("a", "z", "b", "a b") for place in PLACES]
    expected = [EVERYONE[message.text] for message in published]
    assert matched(contestant, wanted, published) == expected


PLACES = (Point(1, 1), Box(-5, -5, 5, 5), Point(180, 0))
EVERYONE = {
    "a": [*range(4_000), *range(6_000, 8_000)],
    "b": [*range(2_000, 8_000)],
    "a b": [*range(8_000)],
    "z": [*range(6_000, 8_000)],
}


@every_contestant
def test_a_wordy_message_at_a_point_may_stand_beside_one_with_a_box(contestant):
    """The room that a batch is given must do for each of its messages."""
    words = [f"word{number}" for number in range(60)]
    published = [
        Message(" ".join(words), Point(1.0, 1.0)),
        Message(words[0], Box(0.0, 0.0, 2.0, 2.0)),
    ]
    found = matched(
        contestant, [Subscription(row, word) for row, word in enumerate(words)], published
    )
    assert found == [list(range(60)), [0]]
