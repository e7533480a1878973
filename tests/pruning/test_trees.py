"""What the Rt-tree paper's five trees look at, on the paper's own example and counted exactly.

A node visited is one whose children are compared with the message, which reads a posting for each;
an Rt++-tree visits those too whose lists it looks at. Lists that are read are postings as well.
"""

from __future__ import annotations

import numpy as np
import pytest
from pruning.cases import Answer, World
from pruning.paper import FREQUENCIES, RANGE, lists_of, nodes_of, subscribed, tokens_of, words

from nearcast.errors import UnknownName
from nearcast.indexes import SubscriptionIndex, Work
from nearcast.indexes.ir_tree import IrTree
from nearcast.indexes.rt_plus_plus_tree import RtPlusPlusTree
from nearcast.indexes.rt_plus_tree import RtPlusTree
from nearcast.indexes.rt_tree import RtTree
from nearcast.indexes.spatial_first import SpatialFirst
from nearcast.indexes.trees import Choosing, Fanout, TreeIndex
from nearcast.model import Box, Point

THREE = Fanout(1, 3)
EXAMPLE_3 = "ipad att small large"
EXAMPLE_5 = "att small large"
EXAMPLE_7 = "iphone ipad att large"


@pytest.fixture
def world() -> World:
    return World()


def by(tokens: str) -> Choosing:
    return Choosing(1, 3, tokens)


def tree(world: World, kind: type[TreeIndex], params: Fanout = THREE) -> SubscriptionIndex:
    """Return the paper's tree: a root, n2 and n3 below it, and leaves n4 to n7 of three each."""
    return kind.build(subscribed(world), params=params)


def test_the_example_has_the_papers_frequencies_and_leaves(world):
    index = tree(world, RtTree)
    frequencies = index._frequencies
    assert {word: frequencies[term] for word, term in terms(world).items()} == FREQUENCIES
    leaves = index.structure.tree.leaves.reshape(4, 3)
    assert (leaves == leaves[:, :1]).all() and len(set(leaves[:, 0].tolist())) == 4


def terms(world: World) -> dict[str, int]:
    return {word: term for term, word in enumerate(world.vocabulary.to_state()["terms"])}


def test_example_2_tokens_of_all_entries_are_on_the_nodes_above_them(world):
    index = tree(world, RtTree)
    nodes = nodes_of(index)
    on = {name: words(world, tokens_of(index.structure.tables, nodes[name])) for name in nodes}
    assert on["n4"] == {"iphone", "ipad", "att", "verizon", "small", "large"}
    assert on["n5"] == {"iphone", "verizon"}
    assert on["n2"] == on["n4"] | on["n5"] and on["n3"] == on["n6"] | on["n7"]


def test_example_3_a_place_prunes_one_leaf_and_tokens_another(world):
    answer = world.ask(tree(world, RtTree), EXAMPLE_3, RANGE)
    assert answer == Answer([11], Work(1 + 2 + 2, 2 + 2 + 2 + 3 + 3, 4))


def test_space_first_prunes_by_place_alone(world):
    answer = world.ask(tree(world, SpatialFirst), EXAMPLE_3, RANGE)
    assert answer == Answer([11], Work(1 + 2 + 3, 2 + 2 + 2 + 3 + 3 + 3, 7))
    assert world.ask(tree(world, SpatialFirst), "", RANGE).work == answer.work


def test_an_inverted_file_prunes_like_token_sets_but_its_lists_are_read(world):
    answer = world.ask(tree(world, IrTree), EXAMPLE_3, RANGE)
    lists = 4 * 2 + 4 + 7 + 6 + 6
    assert answer == Answer([11], Work(5, 12 + lists, 0))


@pytest.mark.parametrize(("params", "work"), [(by("df"), (1, 2, 0)), (by("idf"), (5, 12, 4))])
def test_examples_4_and_5_a_representative_prunes_what_all_tokens_do_not(world, params, work):
    assert world.ask(tree(world, RtTree), EXAMPLE_5, RANGE).work == Work(5, 12, 4)
    assert world.ask(tree(world, RtPlusTree, params), EXAMPLE_5, RANGE).work == Work(*work)


def test_example_6_the_greedy_cover_needs_two_tokens(world):
    index = tree(world, RtPlusTree, by("df"))
    named = terms(world)
    chosen = index.structure.representatives
    assert set(np.flatnonzero(chosen == named["ipad"]).tolist()) == {2, 6, 11}
    assert np.count_nonzero(chosen == named["iphone"]) == 9


@pytest.mark.parametrize(("tokens", "word"), [("df", "iphone"), ("idf", "small")])
def test_who_comes_later_is_represented_by_the_frequencies_there_are(world, tokens, word):
    index = tree(world, RtPlusTree, by(tokens))
    rows = index.insert(world.wanting("small ipad iphone"))
    assert words(world, index.structure.representatives[rows]) == {word}


def test_rarest_in_its_cell_is_another_word_than_rarest_everywhere(world):
    near, far = Box(1, 1, 2, 2), Box(30, 30, 31, 31)
    wanted = [("here there", near), ("here", near), ("there", far), ("there", far), ("there", far)]
    columns = world.wanting(*wanted)
    for tokens, word in (("idf", "here"), ("locality-aware", "there")):
        index = RtPlusTree.build(columns, params=Choosing(1, 3, tokens, cells=4))
        assert words(world, index.structure.representatives[:1]) == {word}


def test_example_7_the_rarest_token_prunes_where_the_most_frequent_does_not(world):
    index = tree(world, RtPlusTree, by("idf"))
    nodes = nodes_of(index)
    assert words(world, index.structure.representatives[:3]) == {"small", "verizon", "large"}
    assert words(world, tokens_of(index.structure.tables, nodes["n5"])) == {"verizon"}
    assert world.ask(index, EXAMPLE_7, RANGE).work == Work(5, 12, 4)
    by_df = world.ask(tree(world, RtPlusTree, by("df")), EXAMPLE_7, RANGE)
    assert by_df.work == Work(6, 15, 7)


def test_example_8_each_level_has_another_token(world):
    index = tree(world, RtPlusPlusTree, by("idf"))
    nodes, named = nodes_of(index), terms(world)
    on = {name: lists_of(index.structure.tables, nodes[name]) for name in nodes}
    assert words(world, on["n2"]) == {"verizon", "small", "large"}
    assert on["n2"][named["verizon"]] == [1, 3, 4, 5]
    assert on["n5"] == {named["iphone"]: [3, 4, 5]}
    assert 7 in on["n3"][named["att"]]
    assert 7 in on["n6"][named["ipad"]] and 7 in on["n6"][named["iphone"]]


def test_counting_tokens_level_by_level_leaves_nothing_to_verify(world):
    index = tree(world, RtPlusPlusTree, by("idf"))
    lists = (1 + 3 + 1) + (3 + 3 + 2 + 1 + 2 + 2)
    answer = world.ask(index, EXAMPLE_7, RANGE)
    assert answer == Answer([7, 11], Work(1 + 2 + 3, 2 + 2 + 2 + lists, 0))


def test_lists_below_are_not_looked_at_where_no_entry_has_a_token_a_level(world):
    index = tree(world, RtPlusPlusTree, by("idf"))
    # Nobody's rarest token is among these: n2 and n3 are looked at, and nothing below them.
    assert world.ask(index, "iphone ipad", RANGE) == Answer([], Work(1 + 2, 2, 0))


def test_a_subscription_with_a_single_token_is_found_on_the_first_level(world):
    index = RtPlusPlusTree.build(world.wanting("word", "other", ""), params=by("idf"))
    # The root has one leaf; lists of the empty token and of the word.
    assert world.ask(index, "word") == Answer([0, 2], Work(1 + 1, 1 + 2, 0))


@pytest.mark.parametrize("kind", [SpatialFirst, RtTree, RtPlusTree, RtPlusPlusTree])
def test_a_place_that_nobody_is_near_ends_at_the_root(world, kind):
    index = kind.build(subscribed(world), params=kind.Params(1, 3))
    assert world.ask(index, " ".join(FREQUENCIES), Point(12, 12)) == Answer([], Work(1, 2, 0))


@pytest.mark.parametrize("kind", [RtPlusTree, RtPlusPlusTree])
def test_a_choice_nobody_knows_gets_a_hint(kind):
    with pytest.raises(UnknownName, match="did you mean 'locality-aware'"):
        kind.Params(tokens="locality")


@pytest.mark.parametrize("numbers", [(0, 5), (3, 5), (25, 49)])
def test_nodes_that_could_not_be_split_are_refused(numbers):
    with pytest.raises(ValueError, match="at least twice"):
        Fanout(*numbers)
