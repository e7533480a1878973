"""What a task of a stream does: read, match against the version of its batch, and count.

Workers live for many batches. What they have mapped and read stays in caches of modules that can be
imported, by version, so that a batch opens nothing unless somebody has published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark import TaskContext

from nearcast.space import space_from_name
from nearcast.spark.matcher import KEPT, Matcher, matcher_of
from nearcast.spark.published import VOCABULARY
from nearcast.spark.streaming.fixing import fixed_version
from nearcast.spark.streaming.outcomes import (
    Counts,
    counted_row,
    delivered_rows,
    faulty_rows,
)
from nearcast.spark.streaming.reading import Language, Read
from nearcast.spark.vocabulary import read_vocabulary

BATCH_ID = "streaming.sql.batchId"

Reader = Callable[[pa.RecordBatch, Language], Iterator[Read]]


@dataclass(frozen=True, slots=True)
class Worker:
    """Turns what a source gives into outcomes.

    read
        How the batches of the source become messages.
    published
        The folder with the versions to match against.
    fixed
        The folder that says which of them each batch is matched against.
    names
        Our names for columns, each with what it is called in the input.
    """

    read: Reader
    published: str
    fixed: str
    names: tuple[tuple[str, str], ...]

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the outcomes of a task."""
        counts, version, number = Counts(), "", batch_id()
        for batch in batches:
            version = version or fixed_version(self.fixed, number, self.published)
            matcher = matcher_of(self.published, version)
            language = language_of(self.published, version, self.names)
            for read in self.read(batch, language):
                yield from outcomes(read, matcher, counts)
        if version:
            yield counted_row(number, version, counts)


def batch_id() -> int:
    """Return the number of the batch that this task belongs to."""
    task: Any = TaskContext.get()
    return int(task.getLocalProperty(BATCH_ID))


@lru_cache(maxsize=KEPT)
def language_of(published: str, version: str, names: tuple[tuple[str, str], ...]) -> Language:
    """Return what the messages for a version are read with."""
    space = space_from_name(matcher_of(published, version).manifest.space)
    vocabulary = read_vocabulary(Path(published) / version / VOCABULARY).vocabulary
    return Language(space, vocabulary, dict(names))


def outcomes(read: Read, matcher: Matcher, counts: Counts) -> Iterator[pa.RecordBatch]:
    """Yield what becomes of some messages, and add it up."""
    matched = np.zeros(len(read.ids), np.bool_)
    for rows, subscriptions in matcher.pairs(read.messages):
        matched[rows] = True
        counts.deliveries += len(rows)
        yield delivered_rows(read.ids.take(pa.array(rows)), pa.array(subscriptions, pa.string()))
    if read.faulty:
        yield faulty_rows(read.faulty)
    counts.messages += matched.size + len(read.faulty)
    counts.matched += int(matched.sum())
    counts.unmatched += int((~matched).sum())
    counts.faulty += len(read.faulty)
