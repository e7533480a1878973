"""What library users hold: a hub that knows who wants what, and tells whom a message concerns."""

from nearcast.hub.deliveries import Deliveries
from nearcast.hub.events import Event, Published, Subscribed, Unsubscribed
from nearcast.hub.explanation import ClausePart, Explanation, WherePart
from nearcast.hub.hub import Hub

__all__ = [
    "ClausePart",
    "Deliveries",
    "Event",
    "Explanation",
    "Hub",
    "Published",
    "Subscribed",
    "Unsubscribed",
    "WherePart",
]
