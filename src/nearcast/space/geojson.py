"""Reading regions and places from GeoJSON (RFC 7946), whatever wraps them.

Read from here, a region has the right form; `check` then tells whether it can be used in a space.
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nearcast.errors import InvalidRegion
from nearcast.model import EVERYWHERE, Box, Circle, MultiPolygon, Point, Polygon, Region
from nearcast.model.regions import Position, Ring
from nearcast.space.faults import number_fault
from nearcast.space.rings import check_size
from nearcast.space.shapes import rectangle_box

ANTIMERIDIAN = 180.0
COLLECTIONS = {"FeatureCollection": "features", "GeometryCollection": "geometries"}


class Found(NamedTuple):
    """A geometry (or bbox, or nothing), where in the document it stands, and its properties."""

    geometry: Any
    path: str
    properties: Mapping[str, Any]


def region_from_geojson(source: str | bytes | Mapping[str, Any] | Sequence[float]) -> Region:
    """Return the region of a GeoJSON text or object.

    A Polygon or MultiPolygon, bare or in a Feature or in a collection of one; a `bbox`, bare or of
    a Feature without geometry (west > east crosses the antimeridian); a circle as a Feature of a
    Point with `properties.radius`. Rectangles along the axes become boxes, and so does a pair of
    them that was cut at the antimeridian. Altitudes are left out.

    >>> region_from_geojson('{"type": "Feature", "geometry": null, "bbox": [170, -20, -170, 0]}')
    Box(west=170.0, south=-20.0, east=-170.0, north=0.0)
    """
    return _region(_unwrap(_parsed(source)))


def place_from_geojson(source: str | bytes | Mapping[str, Any] | Sequence[float]) -> Point | Box:
    """Return the place of a message from a GeoJSON text or object: a point or a box.

    >>> place_from_geojson({"type": "Point", "coordinates": [13.4, 52.5, 34.0]})
    Point(x=13.4, y=52.5)
    """
    found = _unwrap(_parsed(source))
    kind = found.geometry.get("type") if isinstance(found.geometry, Mapping) else None
    if kind == "Point" and "radius" not in found.properties:
        return Point(*_position(found.geometry.get("coordinates"), f"{found.path}.coordinates"))
    if kind in ("Polygon", "MultiPolygon") or isinstance(found.geometry, Sequence):
        region = _region(found)
        if isinstance(region, Box):
            return region
    raise InvalidRegion(
        f"{found.path}: the place of a message is a point or a box; "
        "give a Point, a bbox, or a Polygon that is a rectangle along the axes"
    )


def _region(found: Found) -> Region:
    if isinstance(found.geometry, Sequence):
        return _box(found.geometry, found.path)
    if found.geometry is None:
        return EVERYWHERE
    kind = found.geometry.get("type")
    path = f"{found.path}.coordinates"
    coordinates = found.geometry.get("coordinates")
    if kind == "Point":
        return _circle(_position(coordinates, path), found)
    if kind == "Polygon":
        polygon = _polygon(_list(coordinates, path), path)
        return rectangle_box(polygon) or polygon
    if kind == "MultiPolygon":
        return _multipolygon(_list(coordinates, path), path)
    raise _unknown_type(found)


def _parsed(source: Any) -> Any:
    if not isinstance(source, (str, bytes)):
        return source
    try:
        return json.loads(source)
    except (ValueError, RecursionError) as error:
        raise InvalidRegion(f"this is not GeoJSON: {error}") from None


def _unwrap(document: Any) -> Found:
    """Walk through features and collections to the one geometry they hold."""
    found = Found(document, "$", {})
    while isinstance(found.geometry, Mapping):
        kind = found.geometry.get("type")
        if kind == "Feature":
            found = _of_feature(found)
        elif kind in COLLECTIONS:
            found = _only_member(found, COLLECTIONS[kind])
        else:
            return found
    if found.geometry is None and "everywhere" in found.properties:
        return found
    if isinstance(found.geometry, Sequence) and not isinstance(found.geometry, (str, bytes)):
        return found
    raise InvalidRegion(f"{found.path}: {reprlib.repr(found.geometry)} is not a GeoJSON object")


def _of_feature(found: Found) -> Found:
    feature, path = found.geometry, found.path
    properties = feature.get("properties") or {}
    if not isinstance(properties, Mapping):
        raise InvalidRegion(f"{path}.properties: {reprlib.repr(properties)} is not an object")
    if feature.get("geometry") is not None:
        return Found(feature["geometry"], f"{path}.geometry", properties)
    if "bbox" in feature:
        return Found(feature["bbox"], f"{path}.bbox", properties)
    if properties.get("everywhere") is True:
        return Found(None, path, properties)
    raise InvalidRegion(
        f"{path}.geometry: there is none; give a geometry, or a bbox, "
        'or the property "everywhere": true'
    )


def _only_member(found: Found, member_name: str) -> Found:
    path = f"{found.path}.{member_name}"
    members = _list(found.geometry.get(member_name), path)
    if len(members) != 1:
        raise InvalidRegion(
            f"{path}: it holds {len(members):,}; a region is one geometry, "
            "such as one MultiPolygon of all the parts"
        )
    return Found(members[0], f"{path}[0]", found.properties)


def _list(value: Any, path: str) -> Sequence[Any]:
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return value
    missing = "it is missing" if value is None else f"{reprlib.repr(value)} is not an array"
    raise InvalidRegion(f"{path}: {missing}; an array is needed here")


def _numbers(values: Any, counts: Mapping[int, str], path: str) -> list[float]:
    """Return the numbers of an array that has one of these lengths."""
    values = _list(values, path)
    if len(values) not in counts:
        raise InvalidRegion(
            f"{path}: {reprlib.repr(values)} has length {len(values)}; "
            f"it should be {' or '.join(counts.values())}"
        )
    for index, value in enumerate(values):
        reason = number_fault(value)
        if reason:
            raise InvalidRegion(f"{path}[{index}]: {reason}")
    return [float(value) for value in values]


def _position(values: Any, path: str) -> Position:
    x, y, *_altitude = _numbers(values, {2: "[x, y]", 3: "[x, y, altitude]"}, path)
    return x, y


def _box(values: Any, path: str) -> Box:
    forms = {4: "[west, south, east, north]", 6: "the same with altitudes"}
    edges = _numbers(values, forms, path)
    half = len(edges) // 2
    return Box(edges[0], edges[1], edges[half], edges[half + 1])


def _circle(centre: Position, found: Found) -> Circle:
    if "radius" not in found.properties:
        raise InvalidRegion(
            f"{found.path}: a Point is no region; "
            'for a circle, put it in a Feature with the property "radius" (metres on Earth)'
        )
    radius = found.properties["radius"]
    reason = number_fault(radius)
    if reason:
        path = found.path.removesuffix(".geometry")
        raise InvalidRegion(f"{path}.properties.radius: {reason}")
    return Circle(*centre, float(radius))


def _multipolygon(polygons: Sequence[Any], path: str) -> Region:
    check_size(polygons)
    if not polygons:
        raise InvalidRegion(f"{path}: it is empty; a region needs at least one polygon")
    parts = tuple(
        _polygon(_list(rings, f"{path}[{index}]"), f"{path}[{index}]")
        for index, rings in enumerate(polygons)
    )
    boxes = [box for part in parts if (box := rectangle_box(part))]
    if len(parts) == len(boxes) == 1:
        return boxes[0]
    if len(parts) == len(boxes) == 2:
        west, east = sorted(boxes, key=lambda box: box.west, reverse=True)
        if _cut_at_the_antimeridian(west, east):
            return Box(west.west, west.south, east.east, west.north)
    return MultiPolygon(parts)


def _cut_at_the_antimeridian(west: Box, east: Box) -> bool:
    touch = west.east == ANTIMERIDIAN and east.west == -ANTIMERIDIAN
    return touch and (west.south, west.north) == (east.south, east.north) and west.west > east.east


def _polygon(rings: Sequence[Any], path: str) -> Polygon:
    check_size([rings])
    if not rings:
        raise InvalidRegion(f"{path}: it is empty; a polygon needs at least its outer ring")
    exterior, *holes = (
        _ring(_list(ring, f"{path}[{index}]"), f"{path}[{index}]")
        for index, ring in enumerate(rings)
    )
    return Polygon(exterior, tuple(holes))


def _ring(positions: Sequence[Any], path: str) -> Ring:
    return tuple(
        _position(position, f"{path}[{index}]") for index, position in enumerate(positions)
    )


def _unknown_type(found: Found) -> InvalidRegion:
    kind = found.geometry.get("type")
    what = f"{reprlib.repr(kind)} is not a region" if "type" in found.geometry else "it is missing"
    return InvalidRegion(
        f"{found.path}.type: {what}; use a Polygon, a MultiPolygon, a bbox, "
        'or a Feature of a Point with the property "radius"'
    )
