"""Sets of tokens on the nodes of a tree, with how many entries below lend each."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Int32Array, Int64Array
from nearcast.indexes.entries.layout import Entries
from nearcast.indexes.trees.choosing import Choice
from nearcast.indexes.trees.layout import LEAST, NOBODY, WAITING, Tree
from nearcast.indexes.trees.placing import place, take_out
from nearcast.indexes.trees.tokens import EMPTY_TOKEN
from nearcast.kernels.jit import leaf
from nearcast.kernels.pools import NOWHERE
from nearcast.kernels.tables import Tables, find, put, take_away

# Which of its tokens an entry lends to the nodes above it.
NO_TOKENS, ALL_TOKENS, ONE_TOKEN = 0, 1, 2


class TokenTree(NamedTuple):
    """An R-tree whose nodes, but for the root, have sets of tokens.

    tables
        Table n has the tokens of node n, each with the number of entries below that lend it.
    lending
        `NO_TOKENS`, `ALL_TOKENS` or `ONE_TOKEN`.
    representatives
        With `ONE_TOKEN`, the one that each entry lends.
    choice
        How it is chosen.
    """

    tree: Tree
    tables: Tables
    lending: int
    representatives: Int32Array
    choice: Choice


@leaf
def token_count(structure: TokenTree, entries: Entries, entry: int) -> int:
    """Return how many tokens an entry lends; one that requires no term lends the empty token."""
    if structure.lending == ALL_TOKENS:
        offsets = entries.terms.offsets
        return max(1, int(offsets[entry + 1] - offsets[entry]))
    return structure.lending >> 1


@leaf
def token_of(structure: TokenTree, entries: Entries, entry: int, number: int) -> int:
    """Return one of the tokens that an entry lends."""
    if structure.lending == ONE_TOKEN:
        return int(structure.representatives[entry])
    offsets, values = entries.terms
    if offsets[entry] == offsets[entry + 1]:
        return EMPTY_TOKEN
    return int(values[offsets[entry] + number])


@leaf
def count_in(tables: Tables, node: int, token: int) -> bool:
    """Count a token on a node; return False, with nothing changed, if there is no room for it."""
    slot = find(tables, node, token)
    if slot == NOWHERE:
        return put(tables, node, token, 1)
    tables.pool.values[slot + 1] += 1
    return True


@leaf
def count_out(tables: Tables, node: int, token: int) -> None:
    """Count a token less on a node, which forgets it if that was the last."""
    slot = find(tables, node, token)
    tables.pool.values[slot + 1] -= 1
    if tables.pool.values[slot + 1] == 0:
        take_away(tables, node, slot)


@leaf
def lend(structure: TokenTree, entries: Entries, entry: int, progress: Int64Array) -> bool:
    """Count the tokens of an entry on the nodes above it; return False where there is no room.

    `progress` says how many times that was done before; these are left out.
    """
    tree, step = structure.tree, 0
    node = int(tree.leaves[entry])
    while tree.parents[node] != NOBODY:
        for number in range(token_count(structure, entries, entry)):
            step += 1
            if step > progress[0]:
                token = token_of(structure, entries, entry, number)
                if not count_in(structure.tables, node, token):
                    return False
                progress[0] = step
        node = int(tree.parents[node])
    progress[0] = 0
    return True


@leaf
def file_entries(
    structure: TokenTree, entries: Entries, first: int, stop: int, progress: Int64Array
) -> tuple[int, int]:
    """File the entries from `first` to `stop`; those that have a leaf already only lend tokens.

    Returns where it stopped, and which leaf is full; -1 if it is room in the pool that lacks.
    """
    tree = structure.tree
    for entry in range(first, stop):
        if tree.leaves[entry] == WAITING:
            full = place(tree, entries.boxes, entry)
            if full != NOBODY:
                return entry, full
        if tree.leaves[entry] >= 0 and not lend(structure, entries, entry, progress):
            return entry, NOBODY
    return stop, NOBODY


@leaf
def learn(structure: TokenTree, entries: Entries, node: int, below: Int64Array) -> bool:
    """Count the tokens of the entries below a node on it; return False where there is no room."""
    for entry in below:
        for number in range(token_count(structure, entries, entry)):
            token = token_of(structure, entries, entry, number)
            if not count_in(structure.tables, node, token):
                return False
    return True


@leaf
def unfile_entries(
    structure: TokenTree, entries: Entries, unwanted: Int64Array, start: int
) -> tuple[int, int]:
    """Delete entries, from unwanted[start] on, until a leaf is left with too few.

    Returns where it stopped, and that leaf, or -1.
    """
    tree = structure.tree
    for at in range(start, unwanted.size):
        entry = int(unwanted[at])
        node = int(tree.leaves[entry])
        while tree.parents[node] != NOBODY:
            for number in range(token_count(structure, entries, entry)):
                count_out(structure.tables, node, token_of(structure, entries, entry, number))
            node = int(tree.parents[node])
        node = take_out(tree, entry)
        if tree.counts[node] < tree.shape[LEAST]:
            return at + 1, node
    return unwanted.size, NOBODY
