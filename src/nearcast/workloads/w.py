"""Workload W: the one on which Nearcast and its peers were measured, draw for draw.

Subscriptions are squares of side 1 to 100 in a plane of 10,000 by 10,000 and want all of 1 to 5
words; messages are points with 4 to 13 words; places lie in 200 clusters; words follow
1 / (rank + 10) over a vocabulary of 50,000.
"""

from __future__ import annotations

from copy import deepcopy

import numpy as np

from nearcast.columns.layout import FloatArray, Ragged, frozen
from nearcast.columns.ragged import offsets_of
from nearcast.space import Plane
from nearcast.workloads.words import NumberedWords
from nearcast.workloads.workload import Workload

VOCABULARY = 50_000
CLUSTERS = 200
SEED = 7
# Deliveries of the first so many messages at 1 million subscriptions and 100,000 messages.
GOLDEN_DELIVERIES = {200: 90, 2_000: 874, 20_000: 8_258, 100_000: 41_308}


def workload_w(subscription_count: int = 1_000_000, message_count: int = 100_000) -> Workload:
    """Return workload W; it has no seed to choose, since it is one workload."""
    random = np.random.default_rng(SEED)
    law = _cumulative_law()
    centres = random.uniform(500, 9500, CLUSTERS), random.uniform(500, 9500, CLUSTERS)
    x, y = _places(random, centres, subscription_count, (60, 9900))
    half = random.uniform(1, 100, subscription_count) / 2
    boxes = np.stack([x - half, y - half, x + half, y + half], axis=1).round(4)
    literals = _words(random, law, subscription_count, (1, 5))
    places = np.stack(_places(random, centres, message_count, (1, 9990)), axis=1).round(4)
    return Workload(
        space=Plane(0, 0, 10_000, 10_000),
        boxes=frozen(boxes, np.float64),
        clauses=frozen(np.arange(subscription_count + 1), np.int64),
        literals=literals,
        places=frozen(np.tile(places, 2), np.float64),
        terms=_words(random, law, message_count, (4, 13)),
        words=NumberedWords(VOCABULARY),
    )


def _cumulative_law() -> FloatArray:
    weights = 1 / (np.arange(VOCABULARY) + 10.0)
    weights /= weights.sum()
    law = np.cumsum(weights)
    law[-1] = 1
    return law


def _places(
    random: np.random.Generator,
    centres: tuple[FloatArray, FloatArray],
    count: int,
    bounds: tuple[float, float],
) -> tuple[FloatArray, FloatArray]:
    cluster = random.integers(0, CLUSTERS, count)
    x = np.clip(centres[0][cluster] + random.normal(0, 100, count), *bounds)
    y = np.clip(centres[1][cluster] + random.normal(0, 100, count), *bounds)
    return x, y


def _words(
    random: np.random.Generator, law: FloatArray, count: int, lengths: tuple[int, int]
) -> Ragged:
    """Return the first so many different words of the stream, row after row.

    Drawing as many as are lacking until a row is full, as W is defined, takes from the stream just
    the draws up to the one that fills the row. So all rows are read off one long draw, made by a
    look-alike of the generator, which itself moves on by what was used.
    """
    sizes = random.integers(lengths[0], lengths[1] + 1, count)
    surplus = deepcopy(random).random(int(sizes.sum() * 1.2) + 1_000)
    stream = np.searchsorted(law, surplus).tolist()
    used = 0
    words: list[int] = []
    for size in sizes.tolist():
        row = set(stream[used : used + size])
        used += size
        while len(row) < size:
            lacking = size - len(row)
            row.update(stream[used : used + lacking])
            used += lacking
        words += sorted(row)
    random.random(used)
    return Ragged(offsets_of(sizes), frozen(words, np.int32))
