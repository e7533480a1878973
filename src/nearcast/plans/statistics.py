"""What is known of a workload: counts, histograms and a sample, of any part and added up.

Terms are ids dealt by descending frequency, so that the guard of a clause, its rarest term, is the
largest id that it requires (see `plans.dealing` for columns that are not so).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
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
    Messages,
    Ragged,
    Subscriptions,
    frozen,
)
from nearcast.columns.nested import flatten, unflatten
from nearcast.columns.ragged import offsets_of
from nearcast.columns.slices import no_subscriptions, take_messages, take_subscriptions
from nearcast.columns.snapshot import read_arrays, write_arrays
from nearcast.errors import SpaceMismatch
from nearcast.kernels.pairs import pair_counts
from nearcast.plans.guarding import guards_of, required_of
from nearcast.plans.sampling import (
    SampledMessages,
    SampledSubscriptions,
    joined_messages,
    joined_subscriptions,
    sampled_messages,
    sampled_subscriptions,
)

KIND = "statistics"
SAMPLE_ROWS = 1 << 17
# The histogram of places has so many cells along each axis.
CELL_BITS = 8
CELLS = 1 << CELL_BITS
# Pairs are counted among so many of the most frequent terms.
PAIRED_TERMS = 256

Seed = int | Sequence[int]


class Counts(NamedTuple):
    """How many there are; `guardless` clauses require no term."""

    subscriptions: int
    clauses: int
    guardless: int
    messages: int


class Statistics(NamedTuple):
    """What plans and their figures are made of.

    document_counts
        How many messages have each term.
    required_counts, guard_counts
        How many clauses require each term, and of how many it is the guard.
    message_cells, subscription_cells
        (CELLS, CELLS) how many have their place, or the middle of their box, in each cell of the
        map; row 0 is the south, column 0 the west.
    pair_counts
        (PAIRED_TERMS, PAIRED_TERMS) how many messages have both of two terms, the first of them
        less than the second.
    subscriptions, messages
        Uniform samples.
    sample_rows
        How many rows a sample holds at most.
    """

    counts: Counts
    document_counts: Int64Array
    required_counts: Int64Array
    guard_counts: Int64Array
    message_cells: Int64Array
    subscription_cells: Int64Array
    pair_counts: Int64Array
    subscriptions: SampledSubscriptions
    messages: SampledMessages
    sample_rows: int

    def plus(self, other: Statistics) -> Statistics:
        """Return the statistics of both parts together; parts need seeds of their own."""
        if self.messages.columns.frame != other.messages.columns.frame:
            raise SpaceMismatch("these statistics are of different spaces and cannot be added up")
        rows = min(self.sample_rows, other.sample_rows)
        return Statistics(
            Counts(
                *(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True))
            ),
            added(self.document_counts, other.document_counts),
            added(self.required_counts, other.required_counts),
            added(self.guard_counts, other.guard_counts),
            self.message_cells + other.message_cells,
            self.subscription_cells + other.subscription_cells,
            self.pair_counts + other.pair_counts,
            joined_subscriptions(self.subscriptions, other.subscriptions, rows),
            joined_messages(self.messages, other.messages, rows),
            rows,
        )

    def half(self, which: int) -> Statistics:
        """Return the same with every second row of the samples, from row 0 or row 1 on."""
        subscriptions, messages = self.subscriptions, self.messages
        rows, others = (
            np.arange(which, sample.lots.size, 2) for sample in (subscriptions, messages)
        )
        return self._replace(
            subscriptions=SampledSubscriptions(
                subscriptions.lots[rows], take_subscriptions(subscriptions.columns, rows)
            ),
            messages=SampledMessages(
                messages.lots[others], take_messages(messages.columns, others)
            ),
        )

    def save(self, path: Path | str) -> None:
        """Write the statistics to one file, whole or not at all."""
        write_arrays(path, KIND, {}, flatten(self))


def open_statistics(path: Path | str) -> Statistics:
    """Return statistics that were saved, mapped into memory."""
    return unflatten(Statistics, read_arrays(path, KIND)[1])


def statistics_of(
    subscriptions: Subscriptions | None,
    messages: Messages | None,
    *,
    seed: Seed = 0,
    sample_rows: int = SAMPLE_ROWS,
) -> Statistics:
    """Return the statistics of some subscriptions, of some messages, or of both.

    Parameters
    ----------
    seed
        Where the chance begins by which rows are sampled; parts that will be added up need
        different ones, such as ``(seed, number of the part)``.
    sample_rows
        How many subscriptions, and how many messages, are kept as a sample.
    """
    subscriptions, messages = both_of(subscriptions, messages)
    random = np.random.default_rng(seed)
    required = required_of(subscriptions)
    guards, guardless = guards_of(required)
    return Statistics(
        counts=Counts(
            len(subscriptions.boxes),
            len(subscriptions.literals.offsets) - 1,
            int(guardless.sum()),
            len(messages.boxes),
        ),
        document_counts=counted(values_in(messages.terms)),
        required_counts=counted(required.values),
        guard_counts=counted(guards),
        message_cells=cells_of(messages.boxes),
        subscription_cells=cells_of(subscriptions.boxes),
        pair_counts=pair_counts(messages.terms, PAIRED_TERMS),
        subscriptions=sampled_subscriptions(subscriptions, random, sample_rows),
        messages=sampled_messages(messages, random, sample_rows),
        sample_rows=sample_rows,
    )


def both_of(
    subscriptions: Subscriptions | None, messages: Messages | None
) -> tuple[Subscriptions, Messages]:
    """Return both sides, an empty one in place of one that is missing."""
    if messages is not None:
        return subscriptions or no_subscriptions(messages.frame), messages
    if subscriptions is None:
        raise ValueError("statistics are of subscriptions, of messages or of both; give one")
    return subscriptions, Messages(
        subscriptions.frame,
        frozen(np.empty((0, 4)), np.int32),
        Ragged(offsets_of([]), frozen([], np.int32)),
    )


def values_in(ragged: Ragged) -> Int32Array:
    """Return the values of all rows; those of a slice are a part of what it holds."""
    return ragged.values[ragged.offsets[0] : ragged.offsets[-1]]


def counted(terms: Int32Array) -> Int64Array:
    """Return how often each term id occurs, up to the largest one."""
    return frozen(np.bincount(terms), np.int64)


def added(mine: Int64Array, theirs: Int64Array) -> Int64Array:
    """Return two counts of terms as one."""
    longer, shorter = (mine, theirs) if mine.size >= theirs.size else (theirs, mine)
    total = longer.copy()
    total[: shorter.size] += shorter
    return frozen(total, np.int64)


def cells_of(boxes: Int32Array) -> Int64Array:
    """Return how many boxes have their middle in each cell of the map."""
    wide = boxes.astype(np.int64)
    wide[:, EAST] += np.where(wide[:, EAST] < wide[:, WEST], GRID_MAX - GRID_MIN + 1, 0)
    middles = np.stack([wide[:, WEST] + wide[:, EAST], wide[:, SOUTH] + wide[:, NORTH]]) // 2
    columns, rows = ((middles - GRID_MIN) >> (32 - CELL_BITS)) % CELLS
    counts = np.bincount(rows * CELLS + columns, minlength=CELLS * CELLS)
    return frozen(counts.reshape(CELLS, CELLS), np.int64)
