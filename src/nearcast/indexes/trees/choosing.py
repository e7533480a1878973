"""Which of its terms stands for an entry first, and which next (§4.2 of the Rt-tree paper)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import isqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import (
    EAST,
    GRID_MAX,
    GRID_MIN,
    NORTH,
    SOUTH,
    WEST,
    Int32Array,
    Int64Array,
    Ragged,
)
from nearcast.errors import UnknownName
from nearcast.indexes.entries.layout import Entries
from nearcast.indexes.trees.cells import count_in_cells, counts_of
from nearcast.indexes.trees.cover import cover_ranks
from nearcast.indexes.trees.layout import Fanout
from nearcast.indexes.trees.tokens import EMPTY_TOKEN
from nearcast.kernels.tables import Tables, make_tables, tables_with_more_room

RANDOM, BY_DF, BY_IDF, LOCALLY = range(4)
CHOICES: Mapping[str, int] = MappingProxyType(
    {"random": RANDOM, "df": BY_DF, "idf": BY_IDF, "locality-aware": LOCALLY}
)


@dataclass(frozen=True, slots=True)
class Choosing(Fanout):
    """A fanout, and how representative tokens are chosen.

    Parameters
    ----------
    tokens
        ``random``; ``df``, those that cover many entries together; ``idf``, the rarest first; or
        ``locality-aware``, those that are rarest where the entry is.
    cells
        For the last of these, into how many cells space is cut, rounded to a square number.
    """

    tokens: str = "locality-aware"
    cells: int = 10_000

    def __post_init__(self) -> None:
        # A dataclass with slots is made anew, which leaves `super()` without its class.
        Fanout.__post_init__(self)
        if self.tokens not in CHOICES:
            near = get_close_matches(self.tokens, CHOICES, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise UnknownName(
                f"tokens are not chosen by {self.tokens!r}{hint} (but by {', '.join(CHOICES)})"
            )
        if self.cells < 1:
            raise ValueError(
                f"space cannot be cut into {self.cells} cells; there must be 1 or more"
            )


class Choice(NamedTuple):
    """How tokens are chosen, and what has been counted for that.

    kind
        One of `CHOICES`.
    bounds
        Where the cells lie: west, south, east, north.
    cells
        Table c has the terms of the entries whose middle is in cell c, each with their number.
    """

    kind: int
    bounds: Int64Array
    cells: Tables


def no_choice() -> Choice:
    """Return the choice of those that choose nothing."""
    return Choice(BY_IDF, np.zeros(4, np.int64), make_tables(0))


def choice_of(params: Choosing, boxes: Int32Array) -> Choice:
    """Return a choice with no term counted yet, and cells over all of these boxes."""
    kind = CHOICES[params.tokens]
    if kind != LOCALLY:
        return no_choice()._replace(kind=kind)
    bounds = np.array([GRID_MIN, GRID_MIN, GRID_MAX, GRID_MAX], np.int64)
    if len(boxes):
        bounds[[WEST, SOUTH]] = boxes[:, [WEST, SOUTH]].min(axis=0)
        bounds[[EAST, NORTH]] = boxes[:, [EAST, NORTH]].max(axis=0)
    side = max(1, round(params.cells**0.5))
    return Choice(kind, bounds, make_tables(side * side))


def cells_of(choice: Choice, boxes: Int32Array) -> Int64Array:
    """Return the cell that the middle of each box is in, or the nearest one."""
    side = isqrt(choice.cells.starts.size)
    cells = np.zeros(len(boxes), np.int64)
    for low, high in ((WEST, EAST), (SOUTH, NORTH)):
        start, stop = choice.bounds[[low, high]].tolist()
        middle = (boxes[:, low].astype(np.int64) + boxes[:, high]) // 2
        number = (middle - start) * side // max(1, stop - start)
        cells = cells * side + np.clip(number, 0, side - 1)
    return cells


def choose(
    choice: Choice, entries: Entries, first: int, frequencies: Int64Array
) -> tuple[Choice, Int32Array]:
    """Return the terms of the entries from `first` on, best first within each, and the choice.

    With cells, the terms are counted there, before they are compared. A cover is a matter of all
    entries together; of those that come later each has its most frequent term.
    """
    terms = terms_from(entries.terms, first)
    owners = np.repeat(np.arange(terms.offsets.size - 1), np.diff(terms.offsets))
    # Numbered anew, so that a single insert does not sort the whole vocabulary.
    distinct, numbers = np.unique(terms.values, return_inverse=True)
    if choice.kind == RANDOM:
        scores = np.random.default_rng(first).permutation(terms.values.size)
    elif choice.kind == BY_DF and first > 0:
        scores = rarity_ranks(-frequencies[distinct])[numbers]
    elif choice.kind == BY_DF:
        numbered = Ragged(terms.offsets, numbers.astype(np.int32))
        scores = cover_ranks(numbered, frequencies[distinct])[numbers]
    else:
        scores = rarity_ranks(frequencies[distinct])[numbers]
    values = terms.values[by_score(owners, scores)]
    if choice.kind == LOCALLY:
        terms = Ragged(terms.offsets, values)
        cells = cells_of(choice, entries.boxes[first:])
        choice = count_terms(choice, cells, terms)
        values = values[by_score(owners, counts_of(choice.cells, cells, terms))]
    return choice, np.ascontiguousarray(values, np.int32)


def terms_from(terms: Ragged, first: int) -> Ragged:
    """Return the rows from `first` on."""
    start = terms.offsets[first]
    return Ragged(terms.offsets[first:] - start, terms.values[start:])


def by_score(owners: Int64Array, scores: Int64Array) -> Int64Array:
    """Return the order by owner, then by score; equals stay as they were."""
    return np.argsort(owners << 32 | scores, kind="stable")


def rarity_ranks(frequencies: Int64Array) -> Int64Array:
    """Return the rank of each term, the rarest first and of equals the last one."""
    ranks = np.empty(frequencies.size, np.int64)
    ranks[np.argsort(frequencies[::-1], kind="stable")] = np.arange(frequencies.size)
    return ranks[::-1]


def count_terms(choice: Choice, cells: Int64Array, terms: Ragged) -> Choice:
    """Count the terms of entries in their cells."""
    done = count_in_cells(choice.cells, cells, terms, 0)
    while done < terms.values.size:
        choice = choice._replace(cells=tables_with_more_room(choice.cells))
        done = count_in_cells(choice.cells, cells, terms, done)
    return choice


def representatives_of(terms: Ragged, ranked: Int32Array) -> Int32Array:
    """Return the first of each entry's ranked terms; the empty token where there is none."""
    starts, lengths = terms.offsets[:-1], np.diff(terms.offsets)
    firsts = np.full(lengths.size, EMPTY_TOKEN, np.int32)
    firsts[lengths > 0] = ranked[starts[lengths > 0]]
    return firsts
