"""What callers may hand in, brought to the form of the model; what cannot be is explained."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nearcast.errors import InvalidMessage, InvalidRegion
from nearcast.model import (
    Box,
    Circle,
    Everywhere,
    Match,
    Message,
    MultiPolygon,
    Point,
    Polygon,
    Region,
    Subscription,
)
from nearcast.space import region_from_geojson

REGIONS = (Box, Circle, Polygon, MultiPolygon, Everywhere)
ACCEPTED_KINDS = "Box, Circle, Polygon, MultiPolygon or EVERYWHERE"
ACCEPTED = f"give a {ACCEPTED_KINDS}, or a GeoJSON object as a dict"
EDGES = ("west", "south", "east", "north")


def region(where: Any) -> Region:
    """Return a region given as such, as GeoJSON, or as an object that speaks GeoJSON."""
    if isinstance(where, REGIONS):
        return where
    if isinstance(where, Mapping):
        return region_from_geojson(where)
    spoken = getattr(where, "__geo_interface__", None)
    if isinstance(spoken, Mapping):
        return region_from_geojson(spoken)
    raise InvalidRegion(f"{reprlib.repr(where)} is not a region; {_cure(where)}")


def _cure(where: object) -> str:
    if isinstance(where, Point):
        return f"for the places around it write Circle({where.x}, {where.y}, radius)"
    if isinstance(where, (tuple, list)) and len(where) == len(EDGES):
        edges = ", ".join(f"{edge}={value!r}" for edge, value in zip(EDGES, where, strict=True))
        return f"four numbers have more than one order; say which it is: Box({edges})"
    if isinstance(where, (str, bytes)):
        return f"for GeoJSON in a text write from_geojson(text); else {ACCEPTED}"
    return ACCEPTED


def subscription(given: Any) -> Subscription:
    """Return a subscription whose region is one of the model's."""
    if not isinstance(given, Subscription):
        raise TypeError(
            f"{reprlib.repr(given)} is not a Subscription; "
            "write Subscription(id, what, where), or hub.subscribe(what, where)"
        )
    if not isinstance(given.mode, Match):
        raise TypeError(f"{reprlib.repr(given.mode)} is not a mode; write mode=Match()")
    if isinstance(given.where, REGIONS):
        return given
    try:
        return replace(given, where=region(given.where))
    except InvalidRegion as error:
        error.add_note(f"in subscription {given.id!r}")
        raise


def message(given: Any) -> Message:
    """Return what was given, if it is a message."""
    if isinstance(given, Message):
        return given
    raise InvalidMessage(
        f"{reprlib.repr(given)} is not a Message; write Message(text, Point(x, y))"
    )
