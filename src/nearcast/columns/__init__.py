"""Columns: how subscriptions and messages become flat arrays, from models, Arrow and files.

What needs pyarrow is imported on first use, because the kernels want the layout alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nearcast.columns.messages import messages_from_model
from nearcast.columns.nested import flatten, unflatten
from nearcast.columns.snapshot import read_arrays, verify_arrays, write_arrays
from nearcast.columns.subscriptions import subscriptions_from_model

if TYPE_CHECKING:
    from nearcast.columns.tables import (
        MessageTable,
        SubscriptionTable,
        messages_from_arrow,
        subscriptions_from_arrow,
    )

__all__ = [
    "MessageTable",
    "SubscriptionTable",
    "flatten",
    "messages_from_arrow",
    "messages_from_model",
    "read_arrays",
    "subscriptions_from_arrow",
    "subscriptions_from_model",
    "unflatten",
    "verify_arrays",
    "write_arrays",
]

_HOMES = {
    "MessageTable": "nearcast.columns.tables",
    "SubscriptionTable": "nearcast.columns.tables",
    "messages_from_arrow": "nearcast.columns.tables",
    "subscriptions_from_arrow": "nearcast.columns.tables",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
