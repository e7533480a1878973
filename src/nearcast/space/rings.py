"""Checking polygons at the door: size first, then every position, then how the rings lie.

The size comes first because the geometry engine's own check can take quadratic time.
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nearcast.errors import InvalidRegion
from nearcast.model import Polygon
from nearcast.space.faults import number_fault, point_faults
from nearcast.space.spaces import Space

VERTEX_LIMIT, RING_LIMIT = 10_000, 100

# What GEOS calls a fault, and what we say instead.
FAULT_WORDS = {
    "Self-intersection": "edges cross or run along each other at {place}; redraw the ring there",
    "Ring Self-intersection": "a ring touches itself at {place}; split it into two rings there",
    "Hole lies outside shell": "a hole lies outside its polygon at {place}; remove it",
    "Nested holes": "one hole lies inside another at {place}; remove the inner one",
    "Nested shells": "one polygon lies inside another at {place}; remove the inner one",
    "Interior is disconnected": "holes cut the polygon in two at {place}; make it two polygons",
    "Too few points in geometry component": "a ring encloses no area at {place}; "
    "use a Box for a place or a line along an axis",
}


def check_polygons(polygons: Sequence[Polygon], name: str, space: Space) -> None:
    """Raise `InvalidRegion` unless each polygon is right and no two of them overlap."""
    # A heavy import that only polygons need.
    import shapely  # noqa: PLC0415

    check_ring_count(len(polygons))
    check_size([[polygon.exterior, *polygon.holes] for polygon in polygons])
    shapes = []
    for index, polygon in enumerate(polygons):
        part = f"{name}.polygons[{index}]" if name == "MultiPolygon" else name
        exterior, *holes = (
            _positions(ring, path, space) for ring, path in _named_rings(polygon, part)
        )
        shapes.append(shapely.Polygon(exterior, holes))
        _refuse_invalid(shapely.is_valid_reason(shapes[-1]), part)
    if len(shapes) > 1:
        _refuse_invalid(shapely.is_valid_reason(shapely.MultiPolygon(shapes)), name)


def check_size(polygons: Sequence[Any]) -> None:
    """Raise `InvalidRegion` for too many rings or vertices, before anything else is looked at."""
    check_ring_count(max(len(polygons), sum(map(_length, polygons))))
    rings = [ring for polygon in polygons if _length(polygon) for ring in polygon]
    check_vertex_count(sum(map(_length, rings)))


def check_ring_count(ring_count: int) -> None:
    """Raise `InvalidRegion` for more rings than a region may have."""
    if ring_count > RING_LIMIT:
        raise InvalidRegion(
            f"a region of {ring_count:,} rings is over the limit of {RING_LIMIT:,}; "
            "make several subscriptions of it"
        )


def check_vertex_count(vertex_count: int) -> None:
    """Raise `InvalidRegion` for more vertices than a region may have."""
    if vertex_count > VERTEX_LIMIT:
        raise InvalidRegion(
            f"a region of {vertex_count:,} vertices is over the limit of {VERTEX_LIMIT:,}; "
            "simplify it, or make several subscriptions of it"
        )


def _length(value: Any) -> int:
    """Return how long something is, or 0: that it is no sequence is told later, with its place."""
    return len(value) if hasattr(value, "__len__") else 0


def _named_rings(polygon: Polygon, name: str) -> list[tuple[Any, str]]:
    holes = [(hole, f"{name}.holes[{index}]") for index, hole in enumerate(polygon.holes)]
    return [(polygon.exterior, f"{name}.exterior"), *holes]


def _positions(ring: Any, path: str, space: Space) -> NDArray[np.float64]:
    positions = _as_array(ring, path)
    faults = point_faults(positions[:, 0], positions[:, 1], space)
    if faults:
        raise InvalidRegion(f"{path}[{faults[0].row}].{faults[0].column}: {faults[0].reason}")
    first, last = tuple(positions[0].tolist()), tuple(positions[-1].tolist())
    if first != last:
        raise InvalidRegion(
            f"{path}: the ring is not closed: it starts at {first} and ends at {last}; "
            f"repeat {first} at its end"
        )
    if len(positions) < 4:
        raise InvalidRegion(
            f"{path}: {len(positions)} positions enclose nothing; "
            "a ring has at least 4, of which the last repeats the first"
        )
    return positions


def _as_array(ring: Any, path: str) -> NDArray[np.float64]:
    try:
        positions = np.array(ring)
    except (ValueError, TypeError):  # positions of unequal length
        positions = np.empty(0, object)
    if positions.ndim == 2 and positions.shape[1] == 2 and positions.dtype.kind in "iuf":
        return positions.astype(np.float64)
    if not _length(ring):
        raise InvalidRegion(f"{path}: the ring is empty; it needs at least 4 positions")
    raise _misshapen(ring, path)


def _misshapen(ring: Any, path: str) -> InvalidRegion:
    for index, position in enumerate(ring):
        if not isinstance(position, Sequence) or isinstance(position, str) or len(position) != 2:
            return InvalidRegion(f"{path}[{index}]: {reprlib.repr(position)} is not a pair (x, y)")
        for name, value in zip("xy", position, strict=True):
            reason = number_fault(value)
            if reason:
                return InvalidRegion(f"{path}[{index}].{name}: {reason}")
    return InvalidRegion(f"{path}: {reprlib.repr(ring)} is not a sequence of pairs (x, y)")


def _refuse_invalid(verdict: str, name: str) -> None:
    """Raise unless GEOS is content; it says what and where, as in ``Nested holes[2 3]``."""
    if verdict == "Valid Geometry":
        return
    reason, _, rest = verdict.partition("[")
    place = "(" + ", ".join(rest.rstrip("]").split()[:2]) + ")"
    words = FAULT_WORDS.get(reason, f"{reason} at {{place}}").format(place=place)
    raise InvalidRegion(f"{name}: {words}")
