"""Tables and files on their way into a hub; everything here needs pyarrow."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa

from nearcast.columns import (
    MessageTable,
    OnError,
    SubscriptionTable,
    messages_from_arrow,
    read_messages,
    read_subscriptions,
    subscriptions_from_arrow,
    take_subscriptions,
)
from nearcast.errors import Fault, FaultyRows
from nearcast.hub.ledger import Ledger
from nearcast.hub.state import State

Progress = Callable[[int], None]


def new_subscriptions(
    source: Any, state: State, *, on_error: OnError, progress: Progress | None
) -> SubscriptionTable:
    """Return the subscriptions of a file or table whose ids nobody uses yet."""
    read = read_subscriptions if is_path(source) else subscriptions_from_arrow
    table = read(source, state.space, state.vocabulary, on_error=on_error, progress=progress)
    faults = ids_in_use(table, state.ledger)
    if faults and on_error == "stop":
        name = str(source) if is_path(source) else "the table"
        raise FaultyRows(name, faults, len(table.ids))
    return without(table, faults) if faults else table


def messages_in(
    source: Any, state: State, *, on_error: OnError, progress: Progress | None
) -> MessageTable:
    """Return the messages of a file or table."""
    read = read_messages if is_path(source) else messages_from_arrow
    return read(source, state.space, state.vocabulary, on_error=on_error, progress=progress)


def is_path(source: object) -> bool:
    """Tell whether a source is the path of a file."""
    return isinstance(source, (str, os.PathLike))


def ids_in_use(table: SubscriptionTable, ledger: Ledger) -> list[Fault]:
    """Return the faults of rows whose id is registered."""
    if not len(ledger):
        return []
    ids = zip(table.row_numbers.tolist(), table.ids.to_pylist(), strict=True)
    return [Fault(row, "id", f"{id!r} is in use in the hub") for row, id in ids if id in ledger]


def without(table: SubscriptionTable, faults: list[Fault]) -> SubscriptionTable:
    """Return a table without its faulty rows, which are noted in it."""
    faulty = np.array([fault.row for fault in faults])
    rows = np.flatnonzero(~np.isin(table.row_numbers, faulty))
    noted = sorted([*table.faults, *faults], key=lambda fault: fault.row)
    return SubscriptionTable(
        table.ids.take(pa.array(rows)),
        take_subscriptions(table.columns, rows),
        table.row_numbers[rows],
        tuple(noted),
    )
