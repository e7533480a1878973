"""Reading small tables, and the faults in them."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from nearcast.columns import (
    MessageTable,
    SubscriptionTable,
    messages_from_arrow,
    subscriptions_from_arrow,
)
from nearcast.errors import FaultyRows
from nearcast.space import Earth
from nearcast.text import Vocabulary

EARTH = Earth()


def subscriptions_of(columns: Any, **options: Any) -> SubscriptionTable:
    table = pa.table(columns) if isinstance(columns, dict) else columns
    return subscriptions_from_arrow(table, EARTH, Vocabulary(), **options)


def messages_of(columns: Any, terms: tuple[str, ...] = (), **options: Any) -> MessageTable:
    vocabulary = Vocabulary()
    vocabulary.add_all(terms)
    table = pa.table(columns) if isinstance(columns, dict) else columns
    return messages_from_arrow(table, EARTH, vocabulary, **options)


def faults_of(columns: Any, read: Any = subscriptions_of) -> list[tuple[int, str, str]]:
    with pytest.raises(FaultyRows) as caught:
        read(columns)
    skipped = read(columns, on_error="skip")
    assert skipped.faults == caught.value.faults
    return [(fault.row, fault.column, fault.reason) for fault in skipped.faults]
