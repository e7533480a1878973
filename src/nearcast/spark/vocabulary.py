"""A vocabulary made by Spark: all terms of a corpus, how frequent they are, and their ids.

It is a folder: `terms.parquet`, in the order of the ids, and `manifest.json` with its version. The
more messages have a term, the less its id, equals by their text; so the rarest term of a clause is
the one of the largest id.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow.fs import FileSystem
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from nearcast.columns.layout import FloatArray, Int64Array
from nearcast.columns.tables.reading import naming
from nearcast.errors import OutputExists, SpaceMismatch, UnreadableInput
from nearcast.spark.counting import COUNTED, count_terms
from nearcast.spark.failures import telling
from nearcast.spark.progress import progress
from nearcast.spark.schemas import analyser_of, without_nulls
from nearcast.spark.storage import MANIFEST, Storage, draft_of, located
from nearcast.text import Analyser, Vocabulary, analyser

TERMS = "terms.parquet"


@dataclass(frozen=True, slots=True)
class TermTable:
    """A vocabulary and what is known of each of its terms.

    Parameters
    ----------
    vocabulary
        The terms and their ids.
    version
        Changes with anything in it.
    messages
        How many messages were counted.
    term_counts, message_counts
        How often each term occurs, and in how many messages.
    wanted_counts
        How often subscriptions name it, to have it or not.
    """

    vocabulary: Vocabulary
    version: str
    messages: int
    term_counts: Int64Array
    message_counts: Int64Array
    wanted_counts: Int64Array

    @property
    def idf(self) -> FloatArray:
        """The weight of each term: ln((N + 1) / (df + 1)) + 1."""
        return np.log((self.messages + 1) / (self.message_counts + 1)) + 1


def make_vocabulary(
    spark: SparkSession,
    messages: DataFrame,
    subscriptions: DataFrame | None,
    out: str | os.PathLike[str],
) -> str:
    """Make a vocabulary of ingested tables in a folder, and return its version.

    Terms are all words of the messages, all terms that subscriptions name, and of phrases those
    that they name. Subscriptions are looked through once, and then the messages. A vocabulary that
    was in the folder is replaced: the same tables give the same one. Anything else is left alone.
    """
    rule = analyser_of(messages)
    place = located(out)
    check_place(Storage(spark), place)
    with telling(), progress(spark, "make vocabulary"):
        wanted = wanted_terms(subscriptions, rule)
        counted = counted_terms(messages, wanted, rule)
        return save(spark, place, counted, rule, messages.count())


def check_place(storage: Storage, place: str) -> None:
    """Raise `OutputExists` where something is that is no vocabulary."""
    if not storage.exists(place):
        return
    manifest = f"{place}/{MANIFEST}"
    if not storage.exists(manifest) or "version" not in msgspec.json.decode(storage.read(manifest)):
        raise OutputExists(
            f"{place}: something is there that is no vocabulary, and it is not written over; "
            "choose another place"
        )


def wanted_terms(subscriptions: DataFrame | None, rule: Analyser) -> pa.Table:
    """Return the terms that subscriptions name, and how often."""
    if subscriptions is None:
        return pa.table({"term": pa.array([], pa.string()), "count": pa.array([], pa.int64())})
    check_analysers(rule, analyser_of(subscriptions))
    lists = F.flatten(F.concat("required", "forbidden"))
    found = subscriptions.select(F.explode(lists).alias("term")).groupBy("term").count()
    return found.toArrow()


def counted_terms(messages: DataFrame, wanted: pa.Table, rule: Analyser) -> pa.Table:
    """Return all terms with what was counted, in the order of their ids."""
    phrases = [term for term in wanted["term"].to_pylist() if " " in term]
    count = partial(count_terms, rule=rule.name, phrases=phrases)
    said = without_nulls(messages.select("text", "terms"), "terms")
    found = said.mapInArrow(count, COUNTED).groupBy("term")
    sums = found.agg(
        F.sum("term_count").alias("term_count"), F.sum("message_count").alias("message_count")
    )
    joined = sums.toArrow().join(wanted, "term", join_type="full outer")
    columns = {"term": joined["term"].combine_chunks()}
    for name, source in (
        ("term_count", "term_count"),
        ("message_count", "message_count"),
        ("wanted_count", "count"),
    ):
        columns[name] = joined[source].fill_null(0)
    return pa.table(columns).sort_by([("message_count", "descending"), ("term", "ascending")])


def check_analysers(one: Analyser, other: Analyser) -> None:
    """Raise unless both sides of a match were made with the same analyser."""
    if one != other:
        raise SpaceMismatch(
            f"one table was ingested with the analyser {one.name} and the other with {other.name}, "
            "and their words cannot be compared; ingest one of them anew"
        )


def save(spark: SparkSession, place: str, terms: pa.Table, rule: Analyser, messages: int) -> str:
    """Write a vocabulary, and return its version."""
    storage = Storage(spark)
    with tempfile.TemporaryDirectory() as folder, draft_of(storage, place) as draft:
        local = Path(folder) / TERMS
        pq.write_table(terms, local, compression="zstd")
        about = {"analyser": rule.name, "messages": messages, "terms": terms.num_rows}
        digest = hashlib.sha256(msgspec.json.encode(about) + local.read_bytes()).hexdigest()
        version = digest[:16]
        storage.put(local, f"{draft}/{TERMS}")
        storage.write(
            f"{draft}/{MANIFEST}", msgspec.json.encode({"version": version, **about}).decode()
        )
    return version


def read_vocabulary(path: str | os.PathLike[str]) -> TermTable:
    """Return a vocabulary that was made by Spark; no Spark is needed for it."""
    place = located(path)
    with naming(str(path)):
        about = manifest_at(place)
        system, folder = FileSystem.from_uri(place)
        table = pq.read_table(f"{folder}/{TERMS}", filesystem=system)
    vocabulary = Vocabulary(analyser(about["analyser"]))
    vocabulary.add_all(table["term"].to_pylist())
    counts = [table[name].to_numpy() for name in ("term_count", "message_count", "wanted_count")]
    return TermTable(vocabulary, about["version"], about["messages"], *counts)


def manifest_at(place: str) -> dict[str, Any]:
    """Return what is known of the vocabulary in a folder."""
    system, folder = FileSystem.from_uri(place)
    try:
        with system.open_input_stream(f"{folder}/{MANIFEST}") as stream:
            about: dict[str, Any] = msgspec.json.decode(stream.read())
    except FileNotFoundError:
        raise UnreadableInput("there is no vocabulary; make one with make_vocabulary") from None
    if "version" not in about:
        raise UnreadableInput("this is not a vocabulary; make one with make_vocabulary")
    return about
