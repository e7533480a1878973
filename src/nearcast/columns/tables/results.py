"""What reading an input gives: columns for the kernels, and what belongs to the user."""

from __future__ import annotations

from typing import Literal, NamedTuple

import pyarrow as pa

from nearcast.columns.layout import FloatArray, Int64Array, Messages, Subscriptions
from nearcast.errors import Fault

OnError = Literal["stop", "skip"]


class SubscriptionTable(NamedTuple):
    """Subscriptions from an input.

    ids
        The id of each row: an Arrow array of text or integers; the row's number in the input where
        that has no ids.
    columns
        The rows themselves.
    row_numbers
        The number in the input of each row; some are missing where rows were skipped.
    faults
        What is wrong with the rows that were skipped.
    """

    ids: pa.Array
    columns: Subscriptions
    row_numbers: Int64Array
    faults: tuple[Fault, ...] = ()


class MessageTable(NamedTuple):
    """Messages from an input.

    ids, columns, row_numbers, faults
        As for subscriptions.
    at
        When each happened, in seconds since 1970, NaN where unknown; None if no row tells.
    """

    ids: pa.Array
    columns: Messages
    row_numbers: Int64Array
    faults: tuple[Fault, ...] = ()
    at: FloatArray | None = None
