"""Tables in words become tables in term ids, in the exchange form that indexes are built from.

A worker opens the vocabulary once and keeps it for all tasks that it is given.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.types import ArrayType, IntegerType, StructField, StructType

from nearcast.columns.exchange import lists_to_arrow, offsets_in, ragged_to_arrow
from nearcast.columns.layout import Int64Array, Ragged
from nearcast.columns.ragged import offsets_of, row_sets
from nearcast.columns.tables.batches import named_columns
from nearcast.columns.tables.cells import distinct_texts
from nearcast.columns.tables.faults import RowFaults
from nearcast.columns.tables.needs import EDGES
from nearcast.columns.tables.reading import naming
from nearcast.columns.tables.terms import term_columns
from nearcast.errors import UnknownName
from nearcast.spark.schemas import analyser_of, without_nulls
from nearcast.spark.storage import located
from nearcast.spark.vocabulary import check_analysers, manifest_at, read_vocabulary
from nearcast.text import Vocabulary, analyser

VERSION = "nearcast.vocabulary"
Encode = Callable[[pa.RecordBatch, Vocabulary], pa.RecordBatch]


def encode_messages(messages: DataFrame, vocabulary: str | os.PathLike[str]) -> DataFrame:
    """Return ingested messages with the ids of their terms, as `id`, edges, `terms` and `at`."""
    terms = ArrayType(IntegerType(), False)
    return encoded(messages, vocabulary, "terms", terms, ("text", "terms", "at"), message_batch)


def encode_subscriptions(subscriptions: DataFrame, vocabulary: str | os.PathLike[str]) -> DataFrame:
    """Return ingested subscriptions as `id`, edges, `circle`, `polygons` and `clauses` of ids.

    The vocabulary has to be made of these subscriptions too: `UnknownName` tells a term it lacks.
    """
    clauses = ArrayType(ArrayType(IntegerType(), False), False)
    columns = ("circle", "polygons", "required", "forbidden")
    return encoded(subscriptions, vocabulary, "clauses", clauses, columns, subscription_batch)


def encoded(
    table: DataFrame,
    vocabulary: str | os.PathLike[str],
    name: str,
    kind: ArrayType,
    columns: tuple[str, ...],
    encode: Encode,
) -> DataFrame:
    """Return a table whose words have become ids in a column of this name and kind."""
    place = located(vocabulary)
    with naming(str(vocabulary)):
        about = manifest_at(place)
    check_analysers(analyser_of(table), analyser(about["analyser"]))
    read = table.select("id", *EDGES, *columns)
    if "terms" in columns:
        read = without_nulls(read, "terms")
    kept = [
        field
        for field in read.schema
        if field.name not in ("text", "terms", "required", "forbidden")
    ]
    ids = StructField(name, kind, False, {VERSION: about["version"]})
    # Behind the columns of its kind, but for the time, which comes last.
    at = next((place for place, field in enumerate(kept) if field.name == "at"), len(kept))
    schema = StructType([*kept[:at], ids, *kept[at:]])
    work = partial(encode_batches, place=place, version=about["version"], encode=encode)
    return read.mapInArrow(work, schema)


def encode_batches(
    batches: Iterable[pa.RecordBatch], place: str, version: str, encode: Encode
) -> Iterator[pa.RecordBatch]:
    """Yield batches with ids for words."""
    for batch in batches:
        yield encode(batch, vocabulary_at(place, version))


@lru_cache(maxsize=2)
def vocabulary_at(place: str, version: str) -> Vocabulary:
    """Return the vocabulary in a folder, which is opened once a process for each version."""
    table = read_vocabulary(place)
    if table.version != version:
        raise UnknownName(
            f"{place}: the vocabulary is of version {table.version} and was of {version} when "
            "encoding began; leave it alone until that has ended"
        )
    return table.vocabulary


def message_batch(batch: pa.RecordBatch, vocabulary: Vocabulary) -> pa.RecordBatch:
    """Return messages with the ids of their terms."""
    columns = named_columns(batch)
    said = {name: columns.pop(name) for name in ("text", "terms")}
    given = said.pop("terms")
    offsets = offsets_in(given)
    if len(given.flatten()):
        said["terms"] = lists_to_arrow(offsets, given.flatten(), np.diff(offsets) == 0)
    terms = term_columns(said, vocabulary, RowFaults(batch.num_rows))
    at = columns.pop("at")
    return pa.record_batch({**columns, "terms": ragged_to_arrow(terms), "at": at})


def subscription_batch(batch: pa.RecordBatch, vocabulary: Vocabulary) -> pa.RecordBatch:
    """Return subscriptions with the ids of the terms in their clauses."""
    columns = named_columns(batch)
    required, forbidden = columns.pop("required"), columns.pop("forbidden")
    literals = ragged_to_arrow(
        literals_of(
            sets_of(required.flatten(), vocabulary), sets_of(forbidden.flatten(), vocabulary)
        )
    )
    return pa.record_batch({**columns, "clauses": lists_to_arrow(offsets_in(required), literals)})


def sets_of(lists: pa.Array, vocabulary: Vocabulary) -> Ragged:
    """Return lists of terms as sets of ids; each distinct term is looked up once."""
    distinct, which = distinct_texts(lists.flatten(), "terms")
    ids = [vocabulary.id(term) for term in distinct.to_pylist()]
    if None in ids:
        term = distinct[ids.index(None)].as_py()
        raise UnknownName(
            f"the vocabulary has no term {term!r}, which a subscription names; "
            "make it of these subscriptions too"
        )
    return row_sets(np.diff(offsets_in(lists)), np.array(ids, np.int32)[which])


def literals_of(required: Ragged, forbidden: Ragged) -> Ragged:
    """Return clauses: the ids that must occur, then ~id of those that must not."""
    counts, others = np.diff(required.offsets), np.diff(forbidden.offsets)
    offsets = offsets_of(counts + others)
    values = np.empty(int(offsets[-1]), np.int32)
    values[places(offsets[:-1], counts)] = required.values
    values[places(offsets[:-1] + counts, others)] = ~forbidden.values
    return Ragged(offsets, values)


def places(starts: Int64Array, counts: Int64Array) -> Any:
    """Return the places of so many values from each start on."""
    before = np.cumsum(counts) - counts
    return np.arange(int(counts.sum())) + np.repeat(starts - before, counts)
