"""Putting entries on the lists of the nodes above them, a token a level, and taking them off."""

from __future__ import annotations

from nearcast.columns.layout import Int64Array
from nearcast.indexes.entries.layout import Entries
from nearcast.indexes.rt_plus_plus_tree.layout import LevelTree
from nearcast.indexes.trees.layout import HEIGHT, LEAST, NOBODY, WAITING
from nearcast.indexes.trees.placing import place, take_out
from nearcast.indexes.trees.tokens import EMPTY_TOKEN
from nearcast.kernels.jit import leaf
from nearcast.kernels.postings import append_under, drop_under


@leaf
def token_at(structure: LevelTree, entries: Entries, entry: int, number: int) -> int:
    """Return one of the tokens of an entry, counted from 0; without terms it has the empty one."""
    offsets = entries.terms.offsets
    if offsets[entry] == offsets[entry + 1]:
        return EMPTY_TOKEN
    return int(structure.ranked[offsets[entry] + number])


@leaf
def tokens_until(structure: LevelTree, entry: int, level: int) -> int:
    """Return how many of an entry's tokens are on its first so many levels."""
    need = int(structure.needs[entry])
    return need if level == structure.tree.shape[HEIGHT] else min(level, need)


@leaf
def enlist(structure: LevelTree, entries: Entries, entry: int, progress: Int64Array) -> bool:
    """Put an entry on the lists of the nodes above it; return False where there is no room.

    `progress` says how many lists it was put on before; these are left out.
    """
    tree, step = structure.tree, 0
    node, level = int(tree.leaves[entry]), int(tree.shape[HEIGHT])
    while level > 0:
        start = tokens_until(structure, entry, level - 1)
        for number in range(start, tokens_until(structure, entry, level)):
            step += 1
            if step > progress[0]:
                token = token_at(structure, entries, entry, number)
                if not append_under(structure.tables, node, token, entry):
                    return False
                progress[0] = step
        node, level = int(tree.parents[node]), level - 1
    progress[0] = 0
    return True


@leaf
def file_entries(
    structure: LevelTree, entries: Entries, first: int, stop: int, progress: Int64Array
) -> tuple[int, int]:
    """File the entries from `first` to `stop`; those that have a leaf already only go on lists.

    Returns where it stopped, and which leaf is full; -1 if it is room in the pool that lacks.
    """
    tree = structure.tree
    for entry in range(first, stop):
        if tree.leaves[entry] == WAITING:
            full = place(tree, entries.boxes, entry)
            if full != NOBODY:
                return entry, full
        if tree.leaves[entry] >= 0 and not enlist(structure, entries, entry, progress):
            return entry, NOBODY
    return stop, NOBODY


@leaf
def learn(structure: LevelTree, entries: Entries, node: int, level: int, below: Int64Array) -> bool:
    """Put the entries below a node on its lists; return False where there is no room."""
    for entry in below:
        start = tokens_until(structure, entry, level - 1)
        for number in range(start, tokens_until(structure, entry, level)):
            token = token_at(structure, entries, entry, number)
            if not append_under(structure.tables, node, token, entry):
                return False
    return True


@leaf
def unfile_entries(
    structure: LevelTree, entries: Entries, unwanted: Int64Array, start: int
) -> tuple[int, int]:
    """Delete entries, from unwanted[start] on, until a leaf is left with too few.

    Returns where it stopped, and that leaf, or -1.
    """
    tree = structure.tree
    for at in range(start, unwanted.size):
        entry = int(unwanted[at])
        node, level = int(tree.leaves[entry]), int(tree.shape[HEIGHT])
        while level > 0:
            before = tokens_until(structure, entry, level - 1)
            for number in range(before, tokens_until(structure, entry, level)):
                token = token_at(structure, entries, entry, number)
                drop_under(structure.tables, node, token, entry)
            node, level = int(tree.parents[node]), level - 1
        node = take_out(tree, entry)
        if tree.counts[node] < tree.shape[LEAST]:
            return at + 1, node
    return unwanted.size, NOBODY
