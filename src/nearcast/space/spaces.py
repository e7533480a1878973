"""The two spaces, Earth and a plane: how coordinates are snapped, named and measured.

Everything that compares places does so on the grid, where comparing is exact; see `Axis`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nearcast.errors import InvalidRegion, UnknownName
from nearcast.space.axes import Axis
from nearcast.space.frame import Frame

EARTH_RADIUS_M = 6_371_008.8

# Squares of distances must neither overflow nor vanish, or circles would lose their shape.
LARGEST_BOUND, SHORTEST_SIDE = 1e100, 1e-100


class Space(ABC):
    """Where regions and messages live.

    Attributes
    ----------
    x_axis, y_axis
        The two sides; longitude and latitude on Earth.
    wraps
        Whether a box may be wider than its ends tell: west > east crosses the antimeridian.
    """

    x_axis: Axis
    y_axis: Axis
    wraps: ClassVar[bool]

    @property
    @abstractmethod
    def name(self) -> str:
        """The space as text; `space_from_name` reads it back."""

    @abstractmethod
    def distance(self, x: float, y: float, other_x: float, other_y: float) -> float:
        """Return how far apart two places are, in metres on Earth and in units in a plane."""

    @property
    def frame(self) -> Frame:
        """What compiled code needs to turn grid numbers back into coordinates."""
        x, y = self.x_axis, self.y_axis
        return Frame(int(self.wraps), x.start, y.start, x.step, y.step)

    @overload
    def snap_x(self, values: float) -> int: ...
    @overload
    def snap_x(self, values: ArrayLike) -> NDArray[np.int32]: ...
    def snap_x(self, values: ArrayLike) -> int | NDArray[np.int32]:
        """Return the grid number of one x, or of every x of an array."""
        return _snap(self.x_axis, values)

    @overload
    def snap_y(self, values: float) -> int: ...
    @overload
    def snap_y(self, values: ArrayLike) -> NDArray[np.int32]: ...
    def snap_y(self, values: ArrayLike) -> int | NDArray[np.int32]:
        """Return the grid number of one y, or of every y of an array."""
        return _snap(self.y_axis, values)


def _snap(axis: Axis, values: ArrayLike) -> int | NDArray[np.int32]:
    return axis.cell(values) if isinstance(values, (float, int)) else axis.cells(values)


@dataclass(frozen=True)
class Earth(Space):
    """Longitude and latitude in degrees (WGS 84), great-circle distances on the mean sphere.

    >>> earth = Earth()
    >>> earth.snap_x(0.0), earth.snap_y(90.0)
    (0, 2147483647)
    >>> round(earth.distance(13.405, 52.52, 2.352, 48.857) / 1000)  # Berlin to Paris, km
    877
    """

    wraps: ClassVar[bool] = True
    x_axis: Axis = field(default=Axis(-180.0, 180.0, "longitude"), init=False, repr=False)
    y_axis: Axis = field(default=Axis(-90.0, 90.0, "latitude"), init=False, repr=False)

    @property
    def name(self) -> str:
        """The word ``earth``."""
        return "earth"

    def distance(self, x: float, y: float, other_x: float, other_y: float) -> float:
        """Return the great-circle distance in metres."""
        latitude, other_latitude = math.radians(y), math.radians(other_y)
        across = math.sin(math.radians(other_x - x) / 2)
        along = math.sin((other_latitude - latitude) / 2)
        haversine = along * along + math.cos(latitude) * math.cos(other_latitude) * across * across
        return 2 * EARTH_RADIUS_M * math.asin(math.sqrt(min(1.0, haversine)))


@dataclass(frozen=True)
class Plane(Space):
    """A bounded rectangle with straight-line distances, in units of its own.

    >>> Plane(0, 0, 100, 50).name
    'plane:0,0,100,50'
    >>> Plane(0, 0, 100, 50).distance(0, 0, 3, 4)
    5.0
    """

    wraps: ClassVar[bool] = False
    west: float
    south: float
    east: float
    north: float
    x_axis: Axis = field(init=False, repr=False, compare=False)
    y_axis: Axis = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        x_axis = _plane_axis(("west", self.west), ("east", self.east), "x")
        y_axis = _plane_axis(("south", self.south), ("north", self.north), "y")
        for name, value in (
            ("west", x_axis.start),
            ("south", y_axis.start),
            ("east", x_axis.stop),
            ("north", y_axis.stop),
            ("x_axis", x_axis),
            ("y_axis", y_axis),
        ):
            object.__setattr__(self, name, value)

    @property
    def name(self) -> str:
        """The word ``plane`` and its four bounds."""
        bounds = (self.west, self.south, self.east, self.north)
        return "plane:" + ",".join(repr(bound).removesuffix(".0") for bound in bounds)

    def distance(self, x: float, y: float, other_x: float, other_y: float) -> float:
        """Return the straight-line distance."""
        return math.hypot(other_x - x, other_y - y)


def _plane_axis(low: tuple[str, float], high: tuple[str, float], noun: str) -> Axis:
    for side, bound in (low, high):
        if not isinstance(bound, (int, float)) or not abs(bound) <= LARGEST_BOUND:
            raise InvalidRegion(
                f"Plane.{side}: {bound!r} cannot bound a plane; "
                f"a bound is a number between -{LARGEST_BOUND:g} and {LARGEST_BOUND:g}"
            )
    if not high[1] - low[1] >= SHORTEST_SIDE:
        raise InvalidRegion(
            f"Plane.{high[0]}: {high[1]!r} must be greater than {low[0]}, which is {low[1]!r}"
        )
    return Axis(float(low[1]), float(high[1]), noun)


def space_from_name(text: str) -> Space:
    """Return the space that a name stands for.

    >>> space_from_name("earth")
    Earth()
    >>> space_from_name("plane:0,0,100,50")
    Plane(west=0.0, south=0.0, east=100.0, north=50.0)
    """
    kind, _, bounds = text.strip().partition(":")
    if kind == "earth" and not bounds:
        return Earth()
    if kind != "plane":
        raise UnknownName(
            f"{text!r} is not a space; write 'earth', or 'plane:WEST,SOUTH,EAST,NORTH' "
            "such as 'plane:0,0,100,50'"
        )
    try:
        west, south, east, north = (float(bound) for bound in bounds.split(","))
    except ValueError:
        raise UnknownName(
            f"{text!r}: a plane is named by its four bounds, "
            "'plane:WEST,SOUTH,EAST,NORTH' such as 'plane:0,0,100,50'"
        ) from None
    return Plane(west, south, east, north)
