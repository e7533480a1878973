"""What a user writes and reads: subscriptions, messages, deliveries and their regions."""

from nearcast.model.deliveries import Delivery
from nearcast.model.messages import Message
from nearcast.model.regions import (
    EVERYWHERE,
    Box,
    Circle,
    Everywhere,
    MultiPolygon,
    Point,
    Polygon,
    Region,
)
from nearcast.model.subscriptions import Match, Mode, Subscription

__all__ = [
    "EVERYWHERE",
    "Box",
    "Circle",
    "Delivery",
    "Everywhere",
    "Match",
    "Message",
    "Mode",
    "MultiPolygon",
    "Point",
    "Polygon",
    "Region",
    "Subscription",
]
