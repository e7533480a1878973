"""The example that runs through the Rt-tree paper: Fig. 1, as far as its text tells.

What the text leaves open is filled in so that all token frequencies it states come out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pruning.cases import World

from nearcast.columns.layout import Subscriptions
from nearcast.kernels.pools import NOWHERE
from nearcast.kernels.postings import list_count, list_start
from nearcast.kernels.tables import VACANT, Tables, find
from nearcast.model import Box

# s1 to s12; s1 to s3 are in leaf n4 in the south-west, s4 to s6 in n5 north of it, s7 to s9 in n6
# in the south-east and s10 to s12 in n7. "AT&T" is written att, "iphone4s" iphone, "32GB" small and
# "64GB" large.
WORDS = (
    "small att iphone",
    "verizon iphone",
    "large ipad",
    "verizon iphone",
    "verizon iphone",
    "verizon iphone",
    "att ipad",
    "att ipad iphone",
    "small ipad iphone",
    "small att iphone",
    "att ipad iphone",
    "large ipad",
)
FREQUENCIES = {"iphone": 9, "ipad": 6, "att": 5, "verizon": 4, "small": 3, "large": 2}
CORNERS = ((2, 2), (2, 20), (20, 2), (20, 20))
# It meets s4, s5, s6, s8, s9, s10 and s12, and so all leaves but n4.
RANGE = Box(5, 8, 26, 22)
REGIONS = (
    *(Box(2, 2, 4, 4), Box(3, 3, 5, 5), Box(4, 4, 6, 6)),
    *(Box(2, 20, 6, 22), Box(3, 21, 6, 23), Box(4, 22, 6, 24)),
    *(Box(20, 2, 22, 4), Box(21, 3, 23, 9), Box(22, 4, 24, 10)),
    *(Box(20, 20, 22, 22), Box(24, 24, 28, 28), Box(22, 21, 24, 26)),
)


def subscribed(world: World) -> Subscriptions:
    """Return the twelve subscriptions."""
    return world.wanting(*zip(WORDS, REGIONS, strict=True))


def tokens_of(tables: Tables, node: int) -> dict[int, int]:
    """Return the keys of a node's table and their numbers."""
    start, bits = int(tables.starts[node]), int(tables.bits[node])
    if start == NOWHERE:
        return {}
    slots = tables.pool.values[start : start + (2 << bits)].reshape(-1, 2)
    return {int(key): int(number) for key, number in slots if key != VACANT}


def lists_of(tables: Tables, node: int) -> dict[int, list[int]]:
    """Return the keys of a node's table and their lists."""
    values = tables.pool.values
    slots = {key: find(tables, node, key) for key in tokens_of(tables, node)}
    starts = {key: list_start(values, slot) for key, slot in slots.items()}
    return {
        key: sorted(values[start : start + list_count(values, slots[key])].tolist())
        for key, start in starts.items()
    }


def words(world: World, terms: Iterable[int]) -> set[str]:
    """Return what terms are called."""
    names = world.vocabulary.to_state()["terms"]
    return {names[term] for term in terms}


def nodes_of(index: Any) -> dict[str, int]:
    """Return the numbers of the paper's nodes in a tree: the leaves by an entry of each."""
    tree = index.structure.tree
    leaves = {f"n{4 + k}": int(tree.leaves[3 * k]) for k in range(4)}
    return leaves | {"n2": int(tree.parents[leaves["n4"]]), "n3": int(tree.parents[leaves["n6"]])}
