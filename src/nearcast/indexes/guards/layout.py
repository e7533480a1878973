"""What a guard segment is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Int32Array, Int64Array, Subscriptions

ByteArray = NDArray[np.uint8]

# Every message carries the empty term: clauses without a required term are filed under it.
EMPTY_TERM = -1
VACANT = -(2**31)
DEEPEST = 20

DIRECTORY_COLUMNS = 4
TERM, LEVELS, FIRST, COUNT = range(DIRECTORY_COLUMNS)


@dataclass(frozen=True, slots=True)
class Params:
    """How finely guards are filed.

    postings_per_cell
        A term's tree is deepened until its cells hold about so many.
    copies
        A guard is filed at the deepest level at which its box touches at most so many cells.
    level_step
        How many times the tree halves the space between two levels.
    """

    postings_per_cell: int = 8
    copies: int = 4
    level_step: int = 3


DEFAULT_PARAMS = Params()


class Postings(NamedTuple):
    """Guards in an immutable form made for reading.

    splits
        A balanced k-d tree over the places of all guards as an implicit heap: node i halves its
        part of space at splits[i], by x on even depths and by y on odd ones, and has the children
        2i and 2i + 1. The path to a place is its *code*; a code's first d bits are its cell at
        depth d.
    directory
        An open-addressed hash table from term to (term, levels, first, count). `levels` has bit d
        set where the term files guards at depth d. With level 0 alone, `first` and `count` are the
        term's only run; otherwise `first` is its first cell, and its 2**d cells a level follow,
        level by level.
    cells
        Cell c's run holds the postings cells[c] … cells[c + 1] - 1.
    runs
        The postings themselves, run by run, each run stored as columns (see `kernels.lanes`). The
        clause of a posting that its term and box decide alone is stored as it is, that of one which
        needs a second look as its complement.
    """

    splits: Int32Array
    directory: Int32Array
    cells: Int32Array
    runs: Int32Array


class Recent(NamedTuple):
    """Guards in a form made for adding: a hash table of chains of blocks, eight postings a block.

    splits
        The top of a segment's tree: a guard is filed under its term and the cells that its box
        touches at this tree's depth, or, where they are many, under its term alone.
    keys, newest
        An open-addressed hash table from (term, cell) to the newest block of its chain.
    term_marks, marks
        One bit a hash of a term, set where it has guards, and one bit a hash of a key, set where
        there is such a key: small enough to stay in the processor's caches, they spare most
        messages most look-ups in the table.
    older
        The block before each block, or -1.
    filled
        How many postings each block holds.
    runs
        Block b is a run of eight postings, those not yet there such as nothing meets.
    used
        How many blocks and how many keys are in use.
    """

    splits: Int32Array
    keys: Int64Array
    newest: Int32Array
    term_marks: ByteArray
    marks: ByteArray
    older: Int32Array
    filled: Int32Array
    runs: Int32Array
    used: Int64Array


class Owners(NamedTuple):
    """What the clauses of some postings belong to; an array that says nothing is empty.

    clause_rows
        The row of `subscriptions` that owns each clause; empty where each has just one.
    first_row, rows
        The index's row number of each row of `subscriptions`, ascending; `rows` is empty where they
        count up from `first_row`.
    gone
        1 for each row that was removed since; empty where none was.
    """

    subscriptions: Subscriptions
    clause_rows: Int32Array
    first_row: int
    rows: Int64Array
    gone: ByteArray
