"""What workers do to draw subscriptions and messages: a block of rows at a time, each by itself.

A block is drawn from a stream of chance of its own; so it is the same on whatever worker, and a
longer workload begins with the rows of a shorter one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.exchange import edges_to_arrow, lists_to_arrow
from nearcast.columns.layout import GRID_MAX, GRID_MIN, Int32Array, Int64Array, Ragged
from nearcast.columns.ragged import offsets_of, row_sets, take_ragged
from nearcast.columns.tables.needs import EDGES
from nearcast.errors import InvalidWorkload
from nearcast.spark.reading import want_columns
from nearcast.workloads.patterns import Pattern, boolean_patterns, conjunction, fill
from nearcast.workloads.real import some_places
from nearcast.workloads.recipe import check_pair

BLOCK_ROWS = 1 << 15
SUBSCRIPTIONS, MESSAGES = range(2)
# One more than can be reached: the grid is as wide as this along each axis.
GRID_SPAN = GRID_MAX - GRID_MIN + 1


class Pool(NamedTuple):
    """Messages to draw from: their places on the grid, their different words, as ids of `words`."""

    places: Int64Array
    terms: Ragged
    words: pa.Array


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscriptionRecipe:
    """What drawn subscriptions are like; a pair is the least and the most, all between as likely.

    Parameters
    ----------
    terms
        How many words of a message one wants, all of them if the message has fewer.
    area
        The size of its region, as a share of the space.
    boolean_share, boolean_terms
        How many are expressions with AND and OR (AP-Tree paper, §5.1.1), and of how many words.
    """

    terms: tuple[int, int] = (1, 5)
    area: tuple[float, float] = (0.0001, 0.01)
    boolean_share: float = 0.0
    boolean_terms: tuple[int, int] = (3, 7)

    def __post_init__(self) -> None:
        check_pair("terms", self.terms, 1, 64)
        check_pair("area", self.area, 0.0, 1.0)
        check_pair("boolean_terms", self.boolean_terms, 2, 7)
        if not 0 <= self.boolean_share <= 1:
            raise InvalidWorkload(
                f"boolean_share is {self.boolean_share}; a share is a number from 0 to 1"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRecipe:
    """What drawn messages are like.

    Parameters
    ----------
    terms
        How many words one has: those of a message, and words of others if it has too few. None for
        just those of a message.
    area
        The size of its place, as a share of the space; (0, 0) for points.
    """

    terms: tuple[int, int] | None = None
    area: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        if self.terms:
            check_pair("terms", self.terms, 1, 100_000)
        check_pair("area", self.area, 0.0, 1.0)


Draw = Callable[[np.random.Generator, Pool, Any], dict[str, pa.Array]]


def draw_blocks(
    batches: Iterable[pa.RecordBatch], pool: Any, recipe: Any, seed: int, count: int, draw: Draw
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of the blocks whose numbers come in; `pool` is a broadcast one."""
    for batch in batches:
        for block in batch.column("id").to_pylist():
            side = SUBSCRIPTIONS if draw is subscriptions else MESSAGES
            columns = draw(np.random.default_rng((seed, side, block)), pool.value, recipe)
            ids = np.arange(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS)
            whole = pa.record_batch({"id": ids, **columns})
            yield whole.slice(0, count - block * BLOCK_ROWS)


def subscriptions(
    random: np.random.Generator, pool: Pool, recipe: SubscriptionRecipe
) -> dict[str, pa.Array]:
    """Return a block of subscriptions, each around the place of a message."""
    rows = random.integers(0, len(pool.places), BLOCK_ROWS)
    boxes = boxes_around(random, pool.places[rows], recipe.area)
    given = take_ragged(pool.terms, rows)
    boolean = random.random(BLOCK_ROWS) < recipe.boolean_share
    counts = np.where(
        boolean,
        random.integers(recipe.boolean_terms[0], recipe.boolean_terms[1] + 1, BLOCK_ROWS),
        random.integers(recipe.terms[0], recipe.terms[1] + 1, BLOCK_ROWS),
    )
    counts = np.minimum(counts, np.diff(given.offsets))
    chosen = given.values[some_places(random, given.offsets, counts)]
    patterns, forms = forms_of(random, counts, boolean)
    clauses = fill(random, patterns, forms, padded(row_sets(counts, chosen)))
    literals = Ragged(offsets_of(clauses.sizes), clauses.values)
    return {
        **dict(zip(EDGES, edges_to_arrow(boxes), strict=True)),
        "circle": pa.nulls(BLOCK_ROWS, pa.list_(pa.float64())),
        "polygons": pa.nulls(BLOCK_ROWS, pa.list_(pa.list_(pa.int32()))),
        "what": pa.nulls(BLOCK_ROWS, pa.string()),
        **want_columns(offsets_of(clauses.counts), literals, pool.words),
    }


def forms_of(
    random: np.random.Generator, counts: Int64Array, boolean: Any
) -> tuple[list[Pattern], Int64Array]:
    """Return patterns, and which of them each row of so many words has."""
    most = int(counts.max(initial=1))
    patterns = [conjunction(count) for count in range(most + 1)]
    by_count = [boolean_patterns(count) if 2 <= count <= 7 else () for count in range(most + 1)]
    firsts = np.array([*accumulate(map(len, by_count), initial=len(patterns))])[:-1]
    sizes = np.array([len(several) for several in by_count])[counts]
    choice = random.integers(0, np.maximum(sizes, 1))
    forms = np.where(boolean & (sizes > 0), firsts[counts] + choice, counts)
    return [*patterns, *(one for several in by_count for one in several)], forms


def padded(terms: Ragged) -> Int32Array:
    """Return rows of terms as a table, which is as wide as the longest."""
    counts = np.diff(terms.offsets)
    table = np.zeros((counts.size, int(counts.max(initial=1))), np.int32)
    rows = np.repeat(np.arange(counts.size), counts)
    table[rows, np.arange(rows.size) - terms.offsets[rows]] = terms.values
    return table


def messages(random: np.random.Generator, pool: Pool, recipe: MessageRecipe) -> dict[str, pa.Array]:
    """Return a block of messages, each at the place of one."""
    rows = random.integers(0, len(pool.places), BLOCK_ROWS)
    boxes = boxes_around(random, pool.places[rows], recipe.area)
    texts = take_ragged(pool.terms, rows)
    if recipe.terms:
        counts = random.integers(recipe.terms[0], recipe.terms[1] + 1, BLOCK_ROWS)
        texts = of_length(random, texts, counts, pool.terms.values)
    words = lists_to_arrow(texts.offsets, pool.words.take(pa.array(texts.values)))
    return {
        **dict(zip(EDGES, edges_to_arrow(boxes), strict=True)),
        "text": pc.binary_join(words, " "),
        "terms": pa.nulls(BLOCK_ROWS, pa.list_(pa.string())),
        "at": pa.nulls(BLOCK_ROWS, pa.float64()),
    }


def of_length(
    random: np.random.Generator, texts: Ragged, counts: Int64Array, others: Int32Array
) -> Ragged:
    """Return texts of so many words: some of their own, and where these are too few of others."""
    own = np.minimum(np.diff(texts.offsets), counts)
    offsets = offsets_of(counts)
    rank = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)
    is_own = rank < np.repeat(own, counts)
    values = others[random.integers(0, others.size, offsets[-1])]
    # The places chosen are those of one row after the other, as the words of the result are.
    values[is_own] = texts.values[some_places(random, texts.offsets, own)]
    return Ragged(offsets, values)


def boxes_around(
    random: np.random.Generator, places: Int64Array, area: tuple[float, float]
) -> Int32Array:
    """Return boxes around places, cut off at the edges of the space; without area, the places.

    The sides of a box are to each other as those of the space.
    """
    half = np.sqrt(random.uniform(*area, len(places)))[:, np.newaxis] * (GRID_SPAN / 2)
    reach = half.astype(np.int64)
    boxes = np.concatenate((places - reach, places + reach), axis=1)
    return np.clip(boxes, GRID_MIN, GRID_MAX).astype(np.int32)
