"""Columns: how subscriptions and messages become flat arrays, from models, Arrow and files.

What needs pyarrow is imported on first use, because the kernels want the layout alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nearcast.columns.messages import messages_from_model
from nearcast.columns.nested import flatten, unflatten
from nearcast.columns.slices import (
    concatenate_messages,
    concatenate_subscriptions,
    take_messages,
    take_subscriptions,
)
from nearcast.columns.snapshot import read_arrays, verify_arrays, write_arrays
from nearcast.columns.subscriptions import subscriptions_from_model

if TYPE_CHECKING:
    from nearcast.columns.deliveries import (
        write_deliveries,
    )
    from nearcast.columns.files import (
        read_messages,
        read_subscriptions,
        write_faults,
        write_table,
    )
    from nearcast.columns.tables import (
        MessageTable,
        OnError,
        SubscriptionTable,
        messages_from_arrow,
        subscriptions_from_arrow,
    )

__all__ = [
    "MessageTable",
    "OnError",
    "SubscriptionTable",
    "concatenate_messages",
    "concatenate_subscriptions",
    "flatten",
    "messages_from_arrow",
    "messages_from_model",
    "read_arrays",
    "read_messages",
    "read_subscriptions",
    "subscriptions_from_arrow",
    "subscriptions_from_model",
    "take_messages",
    "take_subscriptions",
    "unflatten",
    "verify_arrays",
    "write_arrays",
    "write_deliveries",
    "write_faults",
    "write_table",
]

_HOMES = {
    "write_deliveries": "nearcast.columns.deliveries",
    "read_messages": "nearcast.columns.files",
    "read_subscriptions": "nearcast.columns.files",
    "write_faults": "nearcast.columns.files",
    "write_table": "nearcast.columns.files",
    "MessageTable": "nearcast.columns.tables",
    "OnError": "nearcast.columns.tables",
    "SubscriptionTable": "nearcast.columns.tables",
    "messages_from_arrow": "nearcast.columns.tables",
    "subscriptions_from_arrow": "nearcast.columns.tables",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
