"""What holds in the Rt-tree paper's trees after any number of inserts and removals."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from effort import INTERPRETED, compiled_only
from pruning.paper import lists_of, tokens_of

from nearcast.columns import take_subscriptions
from nearcast.columns.layout import EAST, NORTH, SOUTH, WEST, Messages, Subscriptions
from nearcast.columns.slices import message_slice
from nearcast.indexes.ir_tree import IrTree
from nearcast.indexes.rt_plus_plus_tree import RtPlusPlusTree
from nearcast.indexes.rt_plus_tree import RtPlusTree
from nearcast.indexes.rt_tree import RtTree
from nearcast.indexes.scan import Scan
from nearcast.indexes.spatial_first import SpatialFirst
from nearcast.indexes.trees import TreeIndex
from nearcast.indexes.trees.layout import CHILD, HEIGHT, LEAST, MOST, NOBODY, ROOT, columns_of
from nearcast.indexes.trees.reshaping import depth_of, entries_below
from nearcast.indexes.trees.tokens import EMPTY_TOKEN
from nearcast.workloads import columns, generate

KINDS = (SpatialFirst, IrTree, RtTree, RtPlusTree, RtPlusPlusTree)
SUBSCRIPTIONS = 150 if INTERPRETED else 700

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def drawn(count: int, messages: int = 1, **parameters: Any) -> tuple[Subscriptions, Messages]:
    few_words = {"vocabulary": 400, "wordless_share": 0.05, "region_area": (0.001, 0.1)}
    return columns(generate("tweets", count, messages, 7, **{**few_words, **parameters}))


def changed(kind: type[TreeIndex], least: int, most: int, count: int) -> TreeIndex:
    """Return a tree that began small, grew many times over and lost three quarters again."""
    subscriptions, _ = drawn(count)
    random = np.random.default_rng(3)
    first = count // 10
    index = kind.build(
        take_subscriptions(subscriptions, np.arange(first)), params=kind.Params(least, most)
    )
    for start, stop in pairwise(range(first, count + 1, first)):
        index.insert(take_subscriptions(subscriptions, np.arange(start, stop)))
    index.remove(random.permutation(count)[: 3 * count // 4])
    index.insert(take_subscriptions(subscriptions, np.arange(first)))
    return index


def children_of(tree: Any, node: int) -> list[int]:
    return columns_of(tree)[node, CHILD, : tree.counts[node]].tolist()


def nodes_below(tree: Any, node: int) -> list[int]:
    """Return a node and all nodes below it."""
    if depth_of(tree, node) == tree.shape[HEIGHT]:
        return [node]
    return [node, *(each for child in children_of(tree, node) for each in nodes_below(tree, child))]


@every_kind
@pytest.mark.parametrize(("least", "most"), [(1, 2), (3, 6), (4, 12)])
def test_a_tree_is_balanced_and_its_boxes_fit(kind, least, most):
    index = changed(kind, least, most, SUBSCRIPTIONS)
    tree, boxes = index.structure.tree, index.entries.boxes
    root = int(tree.shape[ROOT])
    for node in nodes_below(tree, root):
        count, above = int(tree.counts[node]), int(tree.parents[node])
        assert count <= tree.shape[MOST]
        if node == root:
            assert above == NOBODY
            continue
        assert count >= tree.shape[LEAST]
        at_leaves = depth_of(tree, node) == tree.shape[HEIGHT]
        below = tree.leaves if at_leaves else tree.parents
        assert (below[children_of(tree, node)] == node).all()
        inside = boxes[entries_below(tree, node)]
        slot = children_of(tree, above).index(node)
        assert (
            columns_of(tree)[above, [WEST, SOUTH], slot].tolist()
            == inside.min(0)[[WEST, SOUTH]].tolist()
        )
        assert (
            columns_of(tree)[above, [EAST, NORTH], slot].tolist()
            == inside.max(0)[[EAST, NORTH]].tolist()
        )
    assert (
        sorted(entries_below(tree, root)) == np.flatnonzero(tree.leaves[: len(boxes)] >= 0).tolist()
    )


def required(index: TreeIndex, entry: int) -> list[int]:
    """Return the tokens of an entry: those of its terms, or the empty one."""
    offsets, values = index.entries.terms
    return values[offsets[entry] : offsets[entry + 1]].tolist() or [EMPTY_TOKEN]


@pytest.mark.parametrize("kind", [RtTree, RtPlusTree])
def test_token_sets_are_what_a_recount_gives(kind):
    index = changed(kind, 2, 5, SUBSCRIPTIONS)
    structure = index.structure
    tree, root = structure.tree, int(structure.tree.shape[ROOT])
    for node in nodes_below(tree, root):
        counts: Counter[int] = Counter()
        for entry in entries_below(tree, node) if node != root else ():
            one = [int(structure.representatives[entry])] if kind is RtPlusTree else None
            counts.update(one or required(index, entry))
        assert tokens_of(structure.tables, node) == counts


def test_an_inverted_file_names_the_children_that_have_a_token():
    index = changed(IrTree, 2, 5, SUBSCRIPTIONS)
    tree = index.structure.tree
    for node in nodes_below(tree, int(tree.shape[ROOT])):
        named: dict[int, set[int]] = {}
        for child in children_of(tree, node):
            is_leaf = depth_of(tree, node) == tree.shape[HEIGHT]
            for entry in [child] if is_leaf else entries_below(tree, child):
                for token in required(index, entry):
                    named.setdefault(token, set()).add(child)
        expected = {token: sorted(children) for token, children in named.items()}
        assert lists_of(index.structure.tables, node) == expected


def test_an_entry_is_on_as_many_lists_as_it_has_tokens_one_a_level():
    """The property of the Rt++-tree (§5.1)."""
    index = changed(RtPlusPlusTree, 2, 5, SUBSCRIPTIONS)
    structure = index.structure
    tree, height = structure.tree, int(structure.tree.shape[HEIGHT])
    assert height > 2
    found: dict[int, list[tuple[int, int]]] = {}
    for node in nodes_below(tree, int(tree.shape[ROOT])):
        level = depth_of(tree, node)
        for token, entries in lists_of(structure.tables, node).items():
            for entry in entries:
                assert entry in entries_below(tree, node)
                found.setdefault(entry, []).append((level, token))
    assert set(found) == set(np.flatnonzero(tree.leaves[: len(index.entries.rows)] >= 0).tolist())
    for entry, lists in found.items():
        levels = sorted(level for level, _ in lists)
        assert sorted(token for _, token in lists) == sorted(required(index, entry))
        assert levels == [min(number, height) for number in range(1, len(lists) + 1)]


@compiled_only
@pytest.mark.parametrize("tokens", ["random", "df", "idf", "locality-aware"])
@pytest.mark.parametrize("name", ["tweets", "range", "long"])
def test_lemma_2_one_token_prunes_whatever_all_tokens_do(name, tokens):
    subscriptions, messages = drawn(5_000, 60, vocabulary=3_000)
    if name != "tweets":
        _, messages = columns(generate(name, 1, 60, 7, vocabulary=3_000))
    all_tokens = RtTree.build(subscriptions, params=RtTree.Params(5, 10))
    one_token = RtPlusTree.build(subscriptions, params=RtPlusTree.Params(5, 10, tokens))
    pruned = 0
    for number in range(60):
        message = message_slice(messages, number, number + 1)
        (_, more), (_, fewer) = all_tokens.match(message), one_token.match(message)
        assert all(less <= most for less, most in zip(fewer, more, strict=True))
        pruned += more.nodes_visited - fewer.nodes_visited
    assert pruned > 0


@compiled_only
@every_kind
def test_after_a_hundred_thousand_inserts_and_removals_it_agrees_with_the_scan(kind):
    rounds, at_once = 100, 500
    subscriptions, messages = drawn(rounds * at_once, 200, vocabulary=2_000)
    random = np.random.default_rng(5)
    index = kind.build(take_subscriptions(subscriptions, np.arange(at_once)))
    live = np.arange(at_once)
    for turn in range(1, rounds):
        rows = index.insert(take_subscriptions(subscriptions, np.arange(at_once) + turn * at_once))
        live = random.permutation(np.concatenate([live, rows]))
        leaving, live = np.split(live, [0 if turn < 40 else int(1.6 * at_once)])
        index.remove(leaving)
    index.remove(live[:-400])
    rows = index.insert(subscriptions)
    scan = Scan.build(subscriptions)
    found, expected = index.match(messages)[0], scan.match(messages)[0]
    assert len(index) == 400 + len(rows)
    kept = found.rows >= rows[0]
    assert (found.rows[kept] - rows[0] == expected.rows).all()
