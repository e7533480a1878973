"""What workers do to count the terms of messages: a batch at a time, added up for each task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa

from nearcast.columns.layout import Int64Array
from nearcast.text import Vocabulary, analyser

COUNTED = "term string, term_count long, message_count long"
# A task hands on what it counted when it has seen so many different terms: 200 MB of them.
MOST_TERMS = 1_000_000


def count_terms(
    batches: Iterable[pa.RecordBatch], rule: str, phrases: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Yield how often each term occurs, and in how many messages."""
    in_use = Vocabulary(analyser(rule))
    in_use.add_all(phrases)
    counts: dict[str, tuple[int, int]] = {}
    for batch in batches:
        terms, term_counts, message_counts = counted(batch, in_use)
        for term, often, widely in zip(
            terms, term_counts.tolist(), message_counts.tolist(), strict=True
        ):
            before = counts.get(term, (0, 0))
            counts[term] = (before[0] + often, before[1] + widely)
        if len(counts) > MOST_TERMS:
            yield as_batch(counts)
            counts = {}
    yield as_batch(counts)


def counted(batch: pa.RecordBatch, in_use: Vocabulary) -> tuple[list[str], Int64Array, Int64Array]:
    """Return the distinct terms of a batch, how often each occurs, and in how many messages."""
    words = in_use.analyser.words
    rows = [
        in_use.terms_in(words(text or "")) if given is None else list(dict.fromkeys(given))
        for text, given in zip(
            batch.column("text").to_pylist(), batch.column("terms").to_pylist(), strict=True
        )
    ]
    encoded = pa.array(chain.from_iterable(rows), pa.string()).dictionary_encode()
    codes = encoded.indices.to_numpy().astype(np.int64)
    size = len(encoded.dictionary)
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    once = np.unique(np.repeat(np.arange(lengths.size), lengths) << 32 | codes)
    return (
        encoded.dictionary.to_pylist(),
        np.bincount(codes, minlength=size),
        np.bincount(once & 0xFFFFFFFF, minlength=size),
    )


def as_batch(counts: dict[str, tuple[int, int]]) -> pa.RecordBatch:
    """Return counts as a batch."""
    numbers = np.array(list(counts.values()), np.int64).reshape(-1, 2)
    columns = {
        "term": pa.array(list(counts), pa.string()),
        "term_count": pa.array(np.ascontiguousarray(numbers[:, 0])),
        "message_count": pa.array(np.ascontiguousarray(numbers[:, 1])),
    }
    return pa.record_batch(columns)
