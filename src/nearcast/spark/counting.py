"""What workers do to count the terms of messages; Spark adds up what each batch has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa

from nearcast.text import Vocabulary, analyser

COUNTED = "term string, term_count long, message_count long"


def count_terms(
    batches: Iterable[pa.RecordBatch], rule: str, phrases: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Yield how often each term occurs, and in how many messages."""
    in_use = Vocabulary(analyser(rule))
    in_use.add_all(phrases)
    for batch in batches:
        yield counted(batch, in_use)


def counted(batch: pa.RecordBatch, in_use: Vocabulary) -> pa.RecordBatch:
    """Return the distinct terms of a batch, how often each occurs, and in how many messages."""
    words = in_use.analyser.words
    rows = [
        list(dict.fromkeys(given)) if given else in_use.terms_in(words(text or ""))
        for text, given in zip(
            batch.column("text").to_pylist(), batch.column("terms").to_pylist(), strict=True
        )
    ]
    encoded = pa.array(chain.from_iterable(rows), pa.string()).dictionary_encode()
    codes = encoded.indices.to_numpy().astype(np.int64)
    size = len(encoded.dictionary)
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    once = np.unique(np.repeat(np.arange(lengths.size), lengths) << 32 | codes)
    columns = {
        "term": encoded.dictionary,
        "term_count": np.bincount(codes, minlength=size),
        "message_count": np.bincount(once & 0xFFFFFFFF, minlength=size),
    }
    return pa.record_batch(columns)
