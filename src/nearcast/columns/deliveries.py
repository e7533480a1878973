"""Writing who gets what: one row a delivery, in the user's own ids, a bounded piece at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from nearcast.columns.files import PathLike, write_batches
from nearcast.columns.layout import Matches

DELIVERIES_PER_BATCH = 1 << 18


def write_deliveries(
    path: PathLike,
    message_ids: pa.Array | Sequence[Any],
    subscription_ids: pa.Array | Sequence[Any],
    matches: Matches,
) -> None:
    """Write the columns `message` and `subscription`; the file appears whole or not at all.

    Parameters
    ----------
    message_ids, subscription_ids
        The id of each row, as in a `MessageTable` and a `SubscriptionTable`.
    matches
        The subscriptions that each message concerns, as rows.
    """
    messages, subscriptions = as_array(message_ids), as_array(subscription_ids)
    schema = pa.schema([("message", messages.type), ("subscription", subscriptions.type)])
    pieces = (
        pa.record_batch([messages.take(senders), subscriptions.take(receivers)], schema)
        for senders, receivers in row_pairs(matches)
    )
    write_batches(path, schema, pieces)


def as_array(ids: Any) -> pa.Array:
    """Return ids as one Arrow array."""
    if isinstance(ids, pa.ChunkedArray):
        return ids.combine_chunks()
    return ids if isinstance(ids, pa.Array) else pa.array(ids)


def row_pairs(matches: Matches) -> Iterator[tuple[pa.Array, pa.Array]]:
    """Yield the rows of messages and of subscriptions, some deliveries at a time."""
    for start in range(0, matches.rows.size, DELIVERIES_PER_BATCH):
        stop = min(start + DELIVERIES_PER_BATCH, matches.rows.size)
        deliveries = np.arange(start, stop)
        senders = np.searchsorted(matches.offsets, deliveries, side="right") - 1
        yield pa.array(senders), pa.array(matches.rows[start:stop])
