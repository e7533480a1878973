"""Arrow in, columns out; everything here needs pyarrow."""

from nearcast.columns.tables.messages import messages_from_arrow
from nearcast.columns.tables.results import MessageTable, OnError, SubscriptionTable
from nearcast.columns.tables.subscriptions import subscriptions_from_arrow

__all__ = [
    "MessageTable",
    "OnError",
    "SubscriptionTable",
    "messages_from_arrow",
    "subscriptions_from_arrow",
]
