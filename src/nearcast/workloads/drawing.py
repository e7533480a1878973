"""Workloads made up from a seed: words after Zipf, places in towns, expressions as in the papers.

Everything is drawn in blocks of rows, each from a stream of its own, so that 20 million
subscriptions need little more memory than their columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

import numpy as np

from nearcast.columns.layout import FloatArray, Int64Array, Ragged, frozen
from nearcast.columns.ragged import offsets_of
from nearcast.workloads.patterns import (
    Clauses,
    Pattern,
    boolean_patterns,
    conjunction,
    fill,
    forbidding,
)
from nearcast.workloads.recipe import Recipe
from nearcast.workloads.towns import Towns
from nearcast.workloads.words import NumberedWords
from nearcast.workloads.workload import Workload
from nearcast.workloads.zipf import UNUSED, ZipfLaw, distinct_terms

TERMS_PER_BLOCK = 4_000_000
TOWNS, SUBSCRIPTIONS, MESSAGES = range(3)


def synthetic(
    recipe: Recipe, subscription_count: int, message_count: int, seed: int = 0
) -> Workload:
    """Return a workload after the recipe; the same seed gives the same one.

    >>> workload = synthetic(Recipe(vocabulary=1_000), 100, 10, seed=3)
    >>> len(workload.boxes), len(workload.places)
    (100, 10)
    """
    towns = Towns.found(
        np.random.default_rng((seed, TOWNS)), recipe.space, recipe.towns, recipe.spread
    )
    law = ZipfLaw(recipe.vocabulary, recipe.exponent, recipe.shift)
    boxes, clauses = _subscriptions(recipe, law, towns, subscription_count, seed)
    places, terms = _messages(recipe, law, towns, message_count, seed)
    return Workload(
        space=recipe.space,
        boxes=frozen(boxes, np.float64),
        clauses=offsets_of(clauses.counts),
        literals=Ragged(offsets_of(clauses.sizes), frozen(clauses.values, np.int32)),
        places=frozen(places, np.float64),
        terms=terms,
        words=NumberedWords(recipe.vocabulary),
    )


def _subscriptions(
    recipe: Recipe, law: ZipfLaw, towns: Towns, count: int, seed: int
) -> tuple[FloatArray, Clauses]:
    boxes = np.empty((count, 4))
    parts = []
    widest = max(recipe.subscription_terms[1], recipe.boolean_terms[1]) + 1
    for number, rows in enumerate(_blocks(count, widest)):
        random = np.random.default_rng((seed, SUBSCRIPTIONS, number))
        kind = random.random(len(rows))
        boxes[rows.start : rows.stop] = towns.boxes(random, len(rows), recipe.region_area)
        boxes[rows.start : rows.stop][kind >= 1 - recipe.everywhere_share] = np.nan
        patterns, forms = _forms(random, recipe, kind < recipe.wordless_share)
        slot_counts = np.array([pattern.slot_count for pattern in patterns])[forms]
        parts.append(fill(random, patterns, forms, distinct_terms(random, law, slot_counts)))
    joined = zip(*parts, strict=True) if parts else ([], [], [])
    counts, sizes, values = (np.concatenate([*part, np.empty(0, np.int32)]) for part in joined)
    return boxes, Clauses(counts, sizes, values)


def _forms(
    random: np.random.Generator, recipe: Recipe, wordless: np.ndarray
) -> tuple[list[Pattern], Int64Array]:
    """Return patterns, and which of them each subscription has."""
    patterns = [conjunction(0)]
    forms = np.zeros(wordless.size, np.int64)
    boolean = random.random(wordless.size) < recipe.boolean_share
    forbids = random.random(wordless.size) < recipe.forbidding_share
    for with_or, with_not in product((False, True), repeat=2):
        rows = np.flatnonzero((boolean == with_or) & (forbids == with_not) & ~wordless)
        lengths = _patterns_by_length(recipe, with_or, with_not)
        sizes = np.array([len(length) for length in lengths])
        length = random.integers(0, len(lengths), rows.size)
        choice = random.integers(0, sizes[length])
        forms[rows] = len(patterns) + (np.cumsum(sizes) - sizes)[length] + choice
        patterns += chain.from_iterable(lengths)
    return patterns, forms


def _patterns_by_length(recipe: Recipe, with_or: bool, with_not: bool) -> list[list[Pattern]]:
    """Return, for every number of terms, the patterns that are equally likely."""
    low, high = recipe.boolean_terms if with_or else recipe.subscription_terms
    lengths = [
        list(boolean_patterns(length)) if with_or else [conjunction(length)]
        for length in range(low, high + 1)
    ]
    return [[forbidding(one) for one in length] for length in lengths] if with_not else lengths


def _messages(
    recipe: Recipe, law: ZipfLaw, towns: Towns, count: int, seed: int
) -> tuple[FloatArray, Ragged]:
    places = np.empty((count, 4))
    sizes, values = [np.empty(0, np.int64)], [np.empty(0, np.int32)]
    low, high = recipe.message_terms
    for number, rows in enumerate(_blocks(count, high)):
        random = np.random.default_rng((seed, MESSAGES, number))
        places[rows.start : rows.stop] = towns.boxes(random, len(rows), recipe.message_area)
        lengths = random.integers(low, high + 1, len(rows))
        terms = distinct_terms(random, law, lengths)
        sizes.append(lengths)
        values.append(terms[terms != UNUSED])
    return places, Ragged(
        offsets_of(np.concatenate(sizes)), frozen(np.concatenate(values), np.int32)
    )


def _blocks(count: int, width: int) -> Iterator[range]:
    """Yield runs of rows with about `TERMS_PER_BLOCK` terms each."""
    step = max(1, TERMS_PER_BLOCK // max(1, width))
    return (range(start, min(start + step, count)) for start in range(0, count, step))
