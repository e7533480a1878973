"""Messages from Arrow, or from any source of batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nearcast.columns.layout import FloatArray, Int64Array, Messages, frozen
from nearcast.columns.slices import concatenate_messages, take_messages
from nearcast.columns.tables.batches import Source, source_from_arrow
from nearcast.columns.tables.cells import seconds
from nearcast.columns.tables.faults import RowFaults
from nearcast.columns.tables.groups import Columns
from nearcast.columns.tables.needs import PLACE_WAYS, TEXT_WAYS, need_one
from nearcast.columns.tables.places import place_columns
from nearcast.columns.tables.reading import (
    Kind,
    Progress,
    check_choice,
    naming,
    read_batches,
    settle,
)
from nearcast.columns.tables.results import MessageTable, OnError
from nearcast.columns.tables.terms import term_columns
from nearcast.space import Space
from nearcast.text import Vocabulary


def messages_from_arrow(
    data: Any,
    space: Space,
    vocabulary: Vocabulary,
    *,
    on_error: OnError = "stop",
    progress: Progress | None = None,
    name: str = "the table",
) -> MessageTable:
    """Return the messages of a table; terms that are not in the vocabulary are left out.

    Parameters
    ----------
    data
        Anything with Arrow's C stream: a table of pyarrow, polars, pandas 3, a Parquet reader.
        Columns: `id` (text or integers); the place as `lon, lat` (`x, y`), as
        `west, south, east, north` or as `geometry` (GeoJSON text or WKB, a point or a box); `text`,
        or `terms` (a list), none where a row gives none; and `at` (seconds since 1970, or a
        timestamp), which may be missing. Others are not looked at.
    on_error, progress, name
        As for `subscriptions_from_arrow`.
    """
    check_choice(on_error)
    with naming(name):
        source = source_from_arrow(data)
        return messages_of(
            source, space, vocabulary, on_error=on_error, progress=progress, name=name
        )


class Timed(NamedTuple):
    """Messages and when each happened."""

    messages: Messages
    at: FloatArray


def messages_of(
    source: Source,
    space: Space,
    vocabulary: Vocabulary,
    *,
    on_error: OnError,
    progress: Progress | None,
    name: str,
) -> MessageTable:
    """Return the messages of a source; see `messages_from_arrow`."""
    check_message_columns(source.columns)
    reading = read_batches(source, message_kind(space, vocabulary), progress)
    faults = settle(name, reading.faults, reading.row_count, on_error)
    (messages, at), rows = reading.part.columns, reading.part.rows
    known = not np.isnan(at).all()
    return MessageTable(reading.part.ids, messages, rows, faults, at if known else None)


def check_message_columns(columns: Sequence[str]) -> None:
    """Raise `UnreadableInput` unless these columns tell where messages are and what they say."""
    need_one(PLACE_WAYS, columns, "the place of a message")
    need_one(TEXT_WAYS, columns, "what a message says")


def message_kind(space: Space, vocabulary: Vocabulary) -> Kind[Timed]:
    """Return what rows become that are messages."""

    def build(columns: Columns, faults: RowFaults) -> Timed:
        boxes = place_columns(columns, space, faults)
        terms = term_columns(columns, vocabulary, faults)
        return Timed(Messages(space.frame, boxes, terms), time_column(columns, faults))

    return Kind(build, take_timed, concatenate_timed)


def time_column(columns: Columns, faults: RowFaults) -> FloatArray:
    """Return when each row happened; NaN where it does not say."""
    if "at" not in columns:
        return np.full(faults.row_count, np.nan)
    return seconds(columns["at"], "at", faults)


def take_timed(timed: Timed, rows: Int64Array) -> Timed:
    """Return the rows picked."""
    return Timed(take_messages(timed.messages, rows), timed.at[rows])


def concatenate_timed(parts: list[Timed]) -> Timed:
    """Return the rows of all parts."""
    at = frozen(np.concatenate([part.at for part in parts]), np.float64)
    return Timed(concatenate_messages([part.messages for part in parts]), at)
