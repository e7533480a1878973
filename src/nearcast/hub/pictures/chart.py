"""A map of regions and messages as one piece of SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain

from nearcast.hub.pictures.graticule import graticule, scale_bar
from nearcast.hub.pictures.outlines import Outline, extent_of, outlines
from nearcast.hub.pictures.window import TURN, Window, window_around
from nearcast.model import Point, Region
from nearcast.space import Space

REGION = 'fill="#1f6f8b" fill-opacity="0.13" stroke="#1f6f8b" stroke-width="1.4"'
AREA = (
    'fill="#d1495b" fill-opacity="0.10" stroke="#d1495b" stroke-width="1.6" stroke-dasharray="5 3"'
)
PLACE = 'fill="#d1495b" stroke="#ffffff" stroke-width="1.5"'
FRAME = "display:block;border-radius:8px;max-width:100%;height:auto;background:#f3f8fb"
FONT = "font-family:system-ui,sans-serif"
# A region too small to be seen still gets a dot of this radius.
SMALLEST_PIXELS = 3.0


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to draw: where it is, and what to say when it is pointed at."""

    where: Region | Point
    title: str


def chart(regions: Sequence[Mark], places: Sequence[Mark], space: Space) -> str:
    """Return a map with regions, and the places of messages over them."""
    drawn = [(mark, outlines(mark.where, space)) for mark in chain(regions, places)]
    window = window_around([extent_of(rings) for _, rings in drawn if rings], space)
    wide, high = f"{window.wide:.0f}", f"{window.high:.0f}"
    shapes = [
        shape
        for number, (mark, rings) in enumerate(drawn)
        for shape in shapes_of(mark, rings, number < len(regions), window, space)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" role="img" aria-label="map" style="{FRAME};{FONT}">'
        + "".join([*graticule(window, space), *shapes, scale_bar(window, space)])
        + "</svg>"
    )


def shapes_of(
    mark: Mark, rings: Sequence[Outline], is_region: bool, window: Window, space: Space
) -> Iterator[str]:
    """Yield a mark wherever it is in the window, which on Earth may be more than once."""
    if not rings:
        return
    extent, shown = extent_of(rings), window.extent
    for turn in (-TURN, 0.0, TURN) if space.wraps else (0.0,):
        if extent.west + turn <= shown.east and extent.east + turn >= shown.west:
            yield shape(mark, rings, is_region, window, turn)


def shape(
    mark: Mark, rings: Sequence[Outline], is_region: bool, window: Window, turn: float
) -> str:
    """Return a mark as a dot or as an area, with its title."""
    title = f"<title>{escape(mark.title)}</title>"
    pixels = [[window.pixel(x + turn, y) for x, y in ring] for ring in rings]
    extent = extent_of(pixels)
    size = max(extent.east - extent.west, extent.north - extent.south)
    if size < SMALLEST_PIXELS:
        x, y = (extent.west + extent.east) / 2, (extent.south + extent.north) / 2
        style, radius = (REGION, SMALLEST_PIXELS) if is_region else (PLACE, 5.0)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" {style}>{title}</circle>'
    path = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring) + "Z" for ring in pixels)
    style = REGION if is_region else AREA
    return f'<path d="{path}" fill-rule="evenodd" {style}>{title}</path>'
