"""Writing regions and places as GeoJSON that maps can draw and `geojson` reads back."""

from __future__ import annotations

from typing import Any

from nearcast.model import Box, Circle, MultiPolygon, Point, Polygon, Region
from nearcast.space.geojson import ANTIMERIDIAN

JsonObject = dict[str, Any]


def region_to_geojson(region: Region) -> JsonObject:
    """Return a region as GeoJSON: a geometry, or a Feature for a circle and for everywhere.

    A box over the antimeridian is cut there (RFC 7946, 3.1.9).

    >>> region_to_geojson(Circle(13.4, 52.5, 800.0))["properties"]
    {'radius': 800.0}
    """
    if isinstance(region, Box):
        return _box(region)
    if isinstance(region, Circle):
        centre = {"type": "Point", "coordinates": [region.x, region.y]}
        return {"type": "Feature", "geometry": centre, "properties": {"radius": region.radius}}
    if isinstance(region, Polygon):
        return {"type": "Polygon", "coordinates": _rings(region)}
    if isinstance(region, MultiPolygon):
        parts = [_rings(polygon) for polygon in region.polygons]
        return {"type": "MultiPolygon", "coordinates": parts}
    return {"type": "Feature", "geometry": None, "properties": {"everywhere": True}}


def place_to_geojson(place: Point | Box) -> JsonObject:
    """Return the place of a message as a GeoJSON geometry.

    >>> place_to_geojson(Point(13.4, 52.5))
    {'type': 'Point', 'coordinates': [13.4, 52.5]}
    """
    if isinstance(place, Point):
        return {"type": "Point", "coordinates": [place.x, place.y]}
    return _box(place)


def _box(box: Box) -> JsonObject:
    if box.west <= box.east:
        return {"type": "Polygon", "coordinates": [_rectangle(box)]}
    west = Box(box.west, box.south, ANTIMERIDIAN, box.north)
    east = Box(-ANTIMERIDIAN, box.south, box.east, box.north)
    return {"type": "MultiPolygon", "coordinates": [[_rectangle(west)], [_rectangle(east)]]}


def _rectangle(box: Box) -> list[list[float]]:
    """Return the outer ring, counterclockwise as RFC 7946 asks."""
    west, south, east, north = box.west, box.south, box.east, box.north
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]


def _rings(polygon: Polygon) -> list[list[list[float]]]:
    return [[[x, y] for x, y in ring] for ring in (polygon.exterior, *polygon.holes)]
