"""Putting entries into the inverted files of the nodes above them, and taking them out."""

from __future__ import annotations

from nearcast.columns.layout import Int64Array
from nearcast.indexes.entries.layout import Entries
from nearcast.indexes.ir_tree.layout import InvertedTree
from nearcast.indexes.trees.layout import CHILD, HEIGHT, LEAST, NOBODY, WAITING
from nearcast.indexes.trees.placing import place, place_in, take_out
from nearcast.indexes.trees.tokens import EMPTY_TOKEN
from nearcast.kernels.jit import leaf
from nearcast.kernels.pools import NOWHERE
from nearcast.kernels.postings import append_under, drop_under
from nearcast.kernels.tables import VACANT, find


@leaf
def token_count(entries: Entries, entry: int) -> int:
    """Return how many tokens an entry has; one that requires no term has the empty token."""
    offsets = entries.terms.offsets
    return max(1, int(offsets[entry + 1] - offsets[entry]))


@leaf
def token_of(entries: Entries, entry: int, number: int) -> int:
    """Return one of the tokens of an entry."""
    offsets, values = entries.terms
    if offsets[entry] == offsets[entry + 1]:
        return EMPTY_TOKEN
    return int(values[offsets[entry] + number])


@leaf
def note(structure: InvertedTree, entry: int, token: int, first: int) -> int:
    """Note an entry under a token in its leaf, and each node above in the next until it is known.

    It leaves out the `first` lowest nodes. Returns how many were left out or done if there was no
    room for the next, and -1 when all is done.
    """
    tree, tables = structure.tree, structure.tables
    child, node, done = entry, int(tree.leaves[entry]), 0
    while node != NOBODY:
        if done >= first:
            known = find(tables, node, token) != NOWHERE
            if not append_under(tables, node, token, child):
                return done
            if known:
                return -1
        child, node, done = node, int(tree.parents[node]), done + 1
    return -1


@leaf
def enlist(structure: InvertedTree, entries: Entries, entry: int, progress: Int64Array) -> bool:
    """Note an entry in the nodes above it; return False where there is no room.

    `progress` says where to go on then: at which token, and how far up.
    """
    levels = int(structure.tree.shape[HEIGHT]) + 1
    for number in range(progress[0] // levels, token_count(entries, entry)):
        first = int(progress[0]) % levels if number == progress[0] // levels else 0
        done = note(structure, entry, token_of(entries, entry, number), first)
        if done >= 0:
            progress[0] = number * levels + done
            return False
    progress[0] = 0
    return True


@leaf
def file_entries(
    structure: InvertedTree, entries: Entries, first: int, stop: int, progress: Int64Array
) -> tuple[int, int]:
    """File the entries from `first` to `stop`; those that have a leaf already are only noted.

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
def learn_leaf(structure: InvertedTree, entries: Entries, node: int) -> bool:
    """Note all entries of a leaf in it; return False where there is no room."""
    tree = structure.tree
    children = place_in(tree, node, CHILD)
    for at in range(children, children + tree.counts[node]):
        entry = int(tree.runs[at])
        for number in range(token_count(entries, entry)):
            token = token_of(entries, entry, number)
            if not append_under(structure.tables, node, token, entry):
                return False
    return True


@leaf
def learn_node(structure: InvertedTree, node: int) -> bool:
    """Note all nodes below a node in it; return False where there is no room."""
    tree, tables = structure.tree, structure.tables
    children = place_in(tree, node, CHILD)
    for at in range(children, children + tree.counts[node]):
        child = int(tree.runs[at])
        start = int(tables.starts[child])
        stop = start + (2 << int(tables.bits[child])) if start != NOWHERE else start
        for slot in range(start, stop, 2):
            token = int(tables.pool.values[slot])
            if token != VACANT and not append_under(tables, node, token, child):
                return False
    return True


@leaf
def forget(structure: InvertedTree, entry: int, token: int) -> None:
    """Take an entry off a token's list in its leaf, and nodes that lose the token off the next."""
    child, node = entry, int(structure.tree.leaves[entry])
    while node != NOBODY and drop_under(structure.tables, node, token, child):
        child, node = node, int(structure.tree.parents[node])


@leaf
def unfile_entries(
    structure: InvertedTree, entries: Entries, unwanted: Int64Array, start: int
) -> tuple[int, int]:
    """Delete entries, from unwanted[start] on, until a leaf is left with too few.

    Returns where it stopped, and that leaf, or -1.
    """
    tree = structure.tree
    for at in range(start, unwanted.size):
        entry = int(unwanted[at])
        for number in range(token_count(entries, entry)):
            forget(structure, entry, token_of(entries, entry, number))
        node = take_out(tree, entry)
        if tree.counts[node] < tree.shape[LEAST]:
            return at + 1, node
    return unwanted.size, NOBODY
