"""Regions and places as GeoJSON, told apart by what they are."""

from __future__ import annotations

import reprlib
from typing import Any

from nearcast.errors import InvalidRegion
from nearcast.hub.doors import ACCEPTED_KINDS, REGIONS
from nearcast.model import Point, Region
from nearcast.space import place_to_geojson, region_to_geojson


def to_geojson(where: Region | Point) -> dict[str, Any]:
    """Return a region or a place as GeoJSON: a geometry, or a Feature where that cannot say it.

    >>> from nearcast.model import Circle
    >>> to_geojson(Point(13.4, 52.5))
    {'type': 'Point', 'coordinates': [13.4, 52.5]}
    >>> to_geojson(Circle(13.4, 52.5, 800.0))["properties"]
    {'radius': 800.0}
    """
    if isinstance(where, Point):
        return place_to_geojson(where)
    if isinstance(where, REGIONS):
        return region_to_geojson(where)
    raise InvalidRegion(
        f"{reprlib.repr(where)} is neither a region nor a place; give a Point, {ACCEPTED_KINDS}"
    )
