"""What guards look at, counted exactly: nothing here could be told from the answer alone.

A message looks up the empty term and each of its own: a node each. Where a term has cells, those
looked at are nodes too, one a level for a message at a point. In what is new, each term that may
have chains there is two nodes more: the whole space, and the cell.
"""

from __future__ import annotations

from typing import Any

import pytest
from pruning.cases import (
    CORNER,
    SIDE,
    Answer,
    World,
    every_field,
    field,
    number,
    with_a_box_on_the_corner,
)

from nearcast.columns.layout import Subscriptions
from nearcast.indexes import Work
from nearcast.indexes.guards import Guards, Params
from nearcast.indexes.guards.generations import MOST_LITTER
from nearcast.kernels.lanes import LANES
from nearcast.model import Box, Circle, Point, Polygon

A_THOUSAND = 1_000


@pytest.fixture
def world() -> World:
    return World()


def segment_of(columns: Subscriptions, **options: Any) -> Guards:
    """Return guards in their final form, which as few as these would otherwise not take."""
    index = Guards.build(columns, **options)
    index.compact()
    return index


def rare_ones(world: World) -> Subscriptions:
    """Return a thousand subscriptions that have one word in common and another of their own."""
    return world.wanting(*(f"common rare{number}" for number in range(A_THOUSAND)))


def test_the_frequent_word_of_a_thousand_subscriptions_leads_to_none(world):
    index = segment_of(rare_ones(world))
    assert world.ask(index, "common") == Answer([], Work(2, 0, 0))


def test_the_rare_word_of_one_among_a_thousand_leads_to_that_one(world):
    index = segment_of(rare_ones(world))
    assert world.ask(index, "common rare7") == Answer([7], Work(3, 1, 1))


def test_words_that_nobody_asked_for_are_not_even_looked_up(world):
    index = segment_of(rare_ones(world))
    assert world.ask(index, "so many words that say nothing") == Answer([], Work(1, 0, 0))


def test_the_last_of_equally_rare_words_stands_guard(world):
    index = segment_of(world.wanting("first second"))
    assert world.ask(index, "first") == Answer([], Work(2, 0, 0))
    assert world.ask(index, "second").work == Work(2, 1, 0)


def test_a_sample_of_messages_says_which_word_is_rare(world):
    wanted = world.wanting("talk gold", "gold")
    assert world.ask(segment_of(wanted), "talk").work.postings_read == 1
    index = segment_of(wanted, sample=world.saying("talk", "talk", "gold"))
    assert world.ask(index, "talk") == Answer([], Work(2, 0, 0))
    assert world.ask(index, "talk gold") == Answer([0, 1], Work(3, 2, 1))


@pytest.mark.parametrize(
    "wanted", [("word", Box(0, 0, SIDE, SIDE)), "word", "word OR other", ("", field(16, 16))]
)
def test_one_word_in_a_box_needs_no_second_look(world, wanted):
    answer = world.ask(segment_of(world.wanting(wanted)), "word")
    assert answer.rows == [0]
    assert answer.work.candidates_verified == 0


@pytest.mark.parametrize(
    ("wanted", "met"),
    [
        ("word NOT other", [0]),
        ("NOT other", [0]),
        (("word", Circle(16, 16, 2)), [0]),
        (("word", Polygon(((16, 16), (20, 16), (16, 20), (16, 16)))), [0]),
        (("word", Circle(20, 20, 4.9)), []),
    ],
)
def test_shapes_and_forbidden_words_do(world, wanted, met):
    answer = world.ask(segment_of(world.wanting(wanted)), "word")
    assert answer.rows == met
    assert answer.work.candidates_verified == 1


def test_the_signature_spares_a_second_look_where_another_word_is_missing(world):
    index = segment_of(world.wanting("often seldom", "often", "often"))
    assert world.ask(index, "seldom") == Answer([], Work(2, 1, 0))
    assert world.ask(index, "seldom often") == Answer([0, 1, 2], Work(3, 3, 1))


def test_each_clause_has_a_guard_of_its_own(world):
    index = segment_of(world.wanting("often (red OR blue)", "often"))
    assert world.ask(index, "often").work == Work(2, 1, 0)
    assert world.ask(index, "often red") == Answer([0, 1], Work(3, 2, 1))
    assert world.ask(index, "often red blue") == Answer([0, 1], Work(4, 3, 2))


def test_a_message_at_a_point_reads_one_cell_of_a_thousand_guards(world):
    # 1,024 guards deserve 128 cells of eight; the tree cuts the square into fields of 2 by 4.
    index = segment_of(world.wanting(*every_field("word")))
    assert world.ask(index, "word") == Answer([number(16, 16)], Work(3, 8, 0))
    assert world.ask(index, "word", Point(3, 3)) == Answer([], Work(3, 8, 0))


def test_a_town_that_is_crowded_is_cut_as_finely_as_a_country(world):
    crowded = [("word", Box(x, y, x, y)) for x, y in places_within(0.5)]
    index = segment_of(world.wanting(*crowded))
    assert world.ask(index, "word", Point(*places_within(0.5)[0])) == Answer([0], Work(3, 8, 0))


def places_within(width: float) -> list[tuple[float, float]]:
    """Return 1,024 places in a corner of the square, all of them apart from each other."""
    return [
        (width * column / SIDE, width * row / SIDE) for row in range(SIDE) for column in range(SIDE)
    ]


def test_few_guards_are_a_single_run(world):
    index = segment_of(world.wanting(*every_field("word"), *[("few", field(0, 0))] * 15))
    assert world.ask(index, "few") == Answer([], Work(2, 15, 0))


def test_wide_boxes_are_filed_on_a_level_of_their_own(world):
    wide = [("word", Box(0, 0, SIDE, SIDE))] * 10
    index = segment_of(world.wanting(*every_field("word"), *wide))
    answer = world.ask(index, "word")
    assert answer.work == Work(4, 8 + 10, 0)
    assert len(answer.rows) == 1 + 10


def test_a_box_on_the_corner_of_four_cells_is_in_all_of_them_and_on_no_other_level(world):
    index = segment_of(world.wanting(*with_a_box_on_the_corner("word")))
    assert world.ask(index, "word") == Answer([number(16, 16)], Work(3, 8, 0))
    for x, y in ((15, 15), (16, 15), (15, 16)):
        assert world.ask(index, "word", Point(x + 0.5, y + 0.5)).work == Work(3, 8 + 1, 0)
    assert world.ask(index, "word", Point(0.5, 0.5)).work == Work(3, 8, 0)


def test_with_a_single_copy_it_is_on_the_level_above_all_cells(world):
    columns = world.wanting(*with_a_box_on_the_corner("word"))
    index = segment_of(columns, params=Params(copies=1))
    assert world.ask(index, "word").work == Work(4, 7 + 1, 0)
    assert world.ask(index, "word", Point(0.5, 0.5)).work == Work(4, 8 + 1, 0)


def test_subscriptions_without_words_are_cut_by_place(world):
    index = segment_of(world.wanting(*every_field("")))
    assert world.ask(index, "") == Answer([number(16, 16)], Work(2, 8, 0))


def test_a_message_with_a_box_reads_the_cells_it_touches(world):
    index = segment_of(world.wanting(*every_field("word")))
    answer = world.ask(index, "word", Box(0, 0, 3.6, 3.6))
    assert answer.work == Work(2 + 2, 2 * 8, 0)
    assert answer.rows == sorted(number(x, y) for x in range(4) for y in range(4))


def test_what_a_box_meets_in_four_cells_is_one_match(world):
    index = segment_of(world.wanting(*with_a_box_on_the_corner("word")))
    answer = world.ask(index, "word", CORNER)
    assert answer == Answer([number(16, 16)], Work(2 + 4, 8 + 3 * (8 + 1), 0))


def test_what_is_new_is_read_in_blocks_until_it_is_a_segment(world):
    index = Guards.build(world.wanting())
    index.insert(world.wanting(*["fresh"] * 15, "other"))
    # Two terms, one of them with a chain (without a tree there is one), of two blocks for fifteen.
    assert world.ask(index, "fresh") == Answer(list(range(15)), Work(2 + 1, 2 * LANES, 0))
    index.compact()
    assert world.ask(index, "fresh") == Answer(list(range(15)), Work(2, 15, 0))


def test_what_is_new_is_filed_by_term_and_place_beside_a_segment(world):
    index = segment_of(world.wanting(*every_field("word")))
    segment_alone = Work(3, 8, 0)
    index.insert(world.wanting(*([("word", field(0, 0))] * 9), ("word", field(16, 16))))
    # Two terms; of one there may be a chain for the whole square and one for the cell.
    answer = world.ask(index, "word")
    assert answer.work == segment_alone.plus(Work(2 + 2, LANES, 0))
    assert answer.rows == [number(16, 16), SIDE * SIDE + 9]
    assert world.ask(index, "word", Point(0.5, 0.5)).work.postings_read == 8 + 2 * LANES


def test_a_rare_word_stands_guard_in_what_is_new_too(world):
    index = segment_of(world.wanting("common", "common"))
    index.insert(rare_ones(world))
    assert world.ask(index, "common").work == Work(2, 2, 0).plus(Work(2, 0, 0))
    assert world.ask(index, "rare7").work == Work(2, 0, 0).plus(Work(2 + 1, LANES, 0))
    assert world.ask(index, "common rare7") == Answer([0, 1, 2 + 7], Work(6 + 1, 2 + LANES, 1))


def test_what_is_gone_again_when_the_next_comes_is_swept_out(world):
    index = segment_of(world.wanting("word"))
    rows = index.insert(world.wanting(*["word"] * (MOST_LITTER + 2)))
    world.ask(index, "word")
    index.remove(rows[1:])
    assert world.ask(index, "word").work.postings_read > MOST_LITTER
    index.insert(world.wanting("other"))
    assert world.ask(index, "word") == Answer([0, rows[0]], Work(2 + 3, 1 + LANES, 0))


def test_tombstones_are_read_until_the_segment_is_compacted(world):
    index = segment_of(world.wanting("word", "word", "word"))
    index.remove([0, 2])
    assert world.ask(index, "word") == Answer([1], Work(2, 3, 0))
    index.compact()
    assert world.ask(index, "word") == Answer([1], Work(2, 1, 0))


def test_an_answer_that_found_no_room_at_first_counts_its_work_once(world):
    index = segment_of(world.wanting(*["word"] * 20_000))
    answer = world.ask(index, "word")
    assert answer.rows == list(range(20_000))
    # 20,000 guards that listen everywhere touch every cell: they are on the level of two cells.
    assert answer.work.postings_read == 20_000
    assert answer.work.candidates_verified == 0
