"""The part of the space that a map shows, and where on the map a position is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nearcast.hub.distances import stretch_at
from nearcast.space import Space

WIDE, HIGH = 640.0, 320.0
MARGIN = 1.25
# A single place is shown with about a kilometre around it, or a thousandth of a plane.
SMALLEST_ON_EARTH, SMALLEST_SHARE = 0.01, 0.001
TURN = 360.0


class Extent(NamedTuple):
    """The edges of something on the map; an east beyond 180 goes on beyond the antimeridian."""

    west: float
    south: float
    east: float
    north: float


class Window(NamedTuple):
    """What a map shows, its size in pixels, and pixels for a step in x and in y."""

    extent: Extent
    wide: float
    high: float
    x_scale: float
    y_scale: float

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Return where a position is on the map."""
        extent = self.extent
        return (x - extent.west) * self.x_scale, (extent.north - y) * self.y_scale


def window_around(extents: Sequence[Extent], space: Space) -> Window:
    """Return a window that shows all of these, or the whole space if there are none."""
    x_axis, y_axis = space.x_axis, space.y_axis
    whole = Extent(x_axis.start, y_axis.start, x_axis.stop, y_axis.stop)
    shown = hull(extents, space) if extents else whole
    smallest = SMALLEST_ON_EARTH if space.wraps else SMALLEST_SHARE * (whole.east - whole.west)
    stretch = stretch_at((shown.south + shown.north) / 2, space)
    across = max((shown.east - shown.west) * MARGIN, smallest / stretch)
    along = max((shown.north - shown.south) * MARGIN, smallest)
    across, along = min(across, whole.east - whole.west), min(along, whole.north - whole.south)
    scale = min(WIDE / (across * stretch), HIGH / along)
    south, north = side(shown.south, shown.north, whole.south, whole.north, HIGH / scale)
    room = WIDE / (scale * stretch)
    if space.wraps and room < TURN:
        middle = (shown.west + shown.east) / 2
        west, east = middle - room / 2, middle + room / 2
    else:
        west, east = side(shown.west, shown.east, whole.west, whole.east, room)
    extent = Extent(west, south, east, north)
    wide, high = (east - west) * scale * stretch, (north - south) * scale
    return Window(extent, wide, high, scale * stretch, scale)


def side(low: float, high: float, start: float, stop: float, room: float) -> tuple[float, float]:
    """Return a side as long as there is room for, around a span but not beyond the space."""
    if room >= stop - start:
        return start, stop
    begin = min(max((low + high - room) / 2, start), stop - room)
    return begin, begin + room


def hull(extents: Sequence[Extent], space: Space) -> Extent:
    """Return the narrowest extent around all of these; on Earth it may cross the antimeridian."""
    south, north = min(each.south for each in extents), max(each.north for each in extents)
    spans = [(each.west, each.east) for each in extents]
    if not space.wraps:
        return Extent(min(spans)[0], south, max(east for _, east in spans), north)
    west, east = around_the_globe(spans)
    return Extent(west, south, east, north)


def around_the_globe(spans: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the narrowest span of longitude around all of these: the widest gap is left out.

    >>> around_the_globe([(170.0, 175.0), (-178.0, -178.0)])
    (170.0, 182.0)
    """
    ordered = sorted(((west + 180) % TURN - 180, east - west) for west, east in spans)
    first, width = ordered[0]
    reached, gap, begin = first + width, 0.0, first
    for west, width in ordered[1:]:
        if west - reached > gap:
            gap, begin = west - reached, west
        reached = max(reached, west + width)
    last_gap = first + TURN - reached
    if last_gap >= gap:
        gap, begin = last_gap, first
    return (begin, begin + TURN - gap) if gap > 0 else (-180.0, 180.0)
