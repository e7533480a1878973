"""Subscriptions from Arrow, or from any source of batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from nearcast.columns.layout import Int64Array, Subscriptions
from nearcast.columns.slices import concatenate_subscriptions, take_subscriptions
from nearcast.columns.tables.batches import Source, source_from_arrow
from nearcast.columns.tables.faults import BoolArray, RowFaults
from nearcast.columns.tables.groups import Columns
from nearcast.columns.tables.needs import REGION_WAYS, WANT_WAYS, need_one, need_one_or_none
from nearcast.columns.tables.places import region_columns
from nearcast.columns.tables.reading import (
    Kind,
    Progress,
    check_choice,
    good_rows,
    naming,
    read_batches,
    settle,
)
from nearcast.columns.tables.results import OnError, SubscriptionTable
from nearcast.columns.tables.terms import want_columns
from nearcast.errors import Fault
from nearcast.space import Space
from nearcast.text import Vocabulary


def subscriptions_from_arrow(
    data: Any,
    space: Space,
    vocabulary: Vocabulary,
    *,
    on_error: OnError = "stop",
    progress: Progress | None = None,
    name: str = "the table",
) -> SubscriptionTable:
    """Return the subscriptions of a table; their terms are added to the vocabulary.

    Parameters
    ----------
    data
        Anything with Arrow's C stream: a table of pyarrow, polars, pandas 3, a Parquet reader.
        Columns: `id` (text or integers); the region as `west, south, east, north`, as
        `lon, lat, radius` (`x, y, radius`) or as `geometry` (GeoJSON text or WKB), everywhere where
        a row gives none; and `what` (an expression) or `terms` (a list of terms that must all
        occur), every text where a row gives none. Others are not looked at.
    on_error
        Whether faulty rows raise `FaultyRows`, all of them together, or are skipped and returned.
    progress
        Called after each batch with the number of rows done so far.
    name
        What the data are called in errors.
    """
    check_choice(on_error)
    with naming(name):
        source = source_from_arrow(data)
        return subscriptions_of(
            source, space, vocabulary, on_error=on_error, progress=progress, name=name
        )


def subscriptions_of(
    source: Source,
    space: Space,
    vocabulary: Vocabulary,
    *,
    on_error: OnError,
    progress: Progress | None,
    name: str,
) -> SubscriptionTable:
    """Return the subscriptions of a source; see `subscriptions_from_arrow`."""
    check_subscription_columns(source.columns)
    kind = subscription_kind(space, vocabulary)
    reading = read_batches(source, kind, progress)
    twice, repeats = repeated_ids(reading.part.ids, reading.part.rows)
    part = good_rows(reading.part, twice, kind)
    faults = settle(name, [*reading.faults, *repeats], reading.row_count, on_error)
    return SubscriptionTable(part.ids, part.columns, part.rows, faults)


def check_subscription_columns(columns: Sequence[str]) -> None:
    """Raise `UnreadableInput` unless these columns can tell what subscriptions ask for."""
    need_one(WANT_WAYS, columns, "what a subscription asks for")
    need_one_or_none(REGION_WAYS, columns, "the region of a subscription")


def subscription_kind(space: Space, vocabulary: Vocabulary) -> Kind[Subscriptions]:
    """Return what rows become that are subscriptions."""

    def build(columns: Columns, faults: RowFaults) -> Subscriptions:
        regions = region_columns(columns, space, faults)
        wants = want_columns(columns, vocabulary, faults)
        return Subscriptions(space.frame, *regions, *wants)

    return Kind(build, take_subscriptions, concatenate_subscriptions)


def repeated_ids(ids: pa.Array, numbers: Int64Array) -> tuple[BoolArray, list[Fault]]:
    """Return which rows have the id of an earlier one, and their faults."""
    if ascending(ids):
        return np.zeros(len(ids), np.bool_), []
    codes = ids.dictionary_encode().indices.to_numpy()
    # Codes are dealt in the order of arrival: a new id has the highest code so far.
    highest = np.maximum.accumulate(np.concatenate([[-1], codes]))[:-1]
    twice = codes <= highest
    firsts = numbers[~twice]
    return twice, [
        Fault(
            int(numbers[row]), "id", f"{ids[row].as_py()!r} is the id of row {firsts[codes[row]]}"
        )
        for row in np.flatnonzero(twice).tolist()
    ]


def ascending(ids: pa.Array) -> bool:
    """Tell whether ids are numbers that count up, as most do: that is soon seen."""
    if not pa.types.is_integer(ids.type):
        return False
    numbers = ids.to_numpy(zero_copy_only=False)
    return not ids.null_count and bool((numbers[1:] > numbers[:-1]).all())
