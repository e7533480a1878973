"""Regions and places as a user writes them; a space checks them and snaps them to its grid.

Coordinates are longitude and latitude in degrees on `Earth`, and x and y in the plane's own units
in a `Plane`. Rings are closed: the last position repeats the first, as in GeoJSON.
"""

from __future__ import annotations

from dataclasses import dataclass

Position = tuple[float, float]
Ring = tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A place without extent."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    """All places between two meridians and two parallels, edges included.

    On Earth a box whose west is greater than its east crosses the antimeridian (RFC 7946, §5.2).
    """

    west: float
    south: float
    east: float
    north: float


@dataclass(frozen=True, slots=True)
class Circle:
    """All places within `radius` of a centre: great-circle metres on Earth, units in a plane."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """The area inside a ring and outside its holes; edges are straight in x and y."""

    exterior: Ring
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class MultiPolygon:
    """Several polygons that are one region, such as an archipelago."""

    polygons: tuple[Polygon, ...]


@dataclass(frozen=True, slots=True)
class Everywhere:
    """The whole space."""


EVERYWHERE = Everywhere()

Region = Box | Circle | Polygon | MultiPolygon | Everywhere
