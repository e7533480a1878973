"""The greedy cover: again and again the token that covers most of the entries not covered yet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nearcast.columns.layout import Int32Array, Int64Array, Ragged
from nearcast.columns.ragged import offsets_of
from nearcast.indexes.entries.layout import ByteArray
from nearcast.kernels.jit import leaf

NOBODY = -1


class Cover(NamedTuple):
    """A greedy cover on its way.

    having
        One row a term: the entries that have it.
    covered
        1 for each entry that has its token.
    remaining
        How many entries without a token have each term.
    heads, nexts
        Terms in chains by what remained of them when they were last looked at: heads[n] is the
        first with n, and nexts[t] the one behind term t.
    """

    having: Ragged
    covered: ByteArray
    remaining: Int64Array
    heads: Int32Array
    nexts: Int32Array


def cover_ranks(terms: Ragged, frequencies: Int64Array) -> Int64Array:
    """Return the turn in which the greedy cover takes each term.

    Those it never takes come last, the most frequent first.
    """
    entry_count, term_count = terms.offsets.size - 1, frequencies.size
    remaining = np.bincount(terms.values, minlength=term_count)
    owners = np.repeat(np.arange(entry_count, dtype=np.int32), np.diff(terms.offsets))
    ranks = np.empty(term_count, np.int64)
    ranks[np.argsort(-frequencies, kind="stable")] = term_count + np.arange(term_count)
    cover = Cover(
        Ragged(offsets_of(remaining), owners[np.argsort(terms.values, kind="stable")]),
        np.zeros(entry_count, np.uint8),
        remaining,
        np.full(int(remaining.max(initial=0)) + 1, NOBODY, np.int32),
        np.full(term_count, NOBODY, np.int32),
    )
    take_turns(cover, terms, ranks)
    return ranks


@leaf
def enchain(cover: Cover, term: int) -> None:
    """Put a term into the chain of those of which as much remains."""
    remaining = cover.remaining[term]
    cover.nexts[term] = cover.heads[remaining]
    cover.heads[remaining] = term


@leaf
def give_token(cover: Cover, terms: Ragged, term: int) -> None:
    """Let all entries that have a term, and no token yet, have it as theirs."""
    for at in range(cover.having.offsets[term], cover.having.offsets[term + 1]):
        entry = cover.having.values[at]
        if cover.covered[entry] == 0:
            cover.covered[entry] = 1
            for place in range(terms.offsets[entry], terms.offsets[entry + 1]):
                cover.remaining[terms.values[place]] -= 1


@leaf
def take_turns(cover: Cover, terms: Ragged, ranks: Int64Array) -> None:
    """Write the turn in which each term is taken; of equals the first goes first."""
    for term in range(cover.nexts.size - 1, -1, -1):
        enchain(cover, term)
    turn = 0
    for count in range(cover.heads.size - 1, 0, -1):
        while cover.heads[count] != NOBODY:
            term = cover.heads[count]
            cover.heads[count] = cover.nexts[term]
            if cover.remaining[term] < count:
                enchain(cover, term)
            else:
                ranks[term] = turn
                turn += 1
                give_token(cover, terms, term)
