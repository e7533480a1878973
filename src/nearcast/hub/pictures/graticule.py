"""Lines of equal x and y over a map, with their labels, and a bar that tells its scale."""

from __future__ import annotations

import math
from collections.abc import Iterator

from nearcast.hub.pictures.window import TURN, Window
from nearcast.hub.wording import distance_words, number_words
from nearcast.space import EARTH_RADIUS_M, Space

PIXELS_BETWEEN_LINES, LONGEST_BAR = 90.0, 110.0
DEGREES = (10.0, 15.0, 30.0, 45.0, 90.0)

# Where labels of x stand, there is no room for one of y.
CORNER = 18.0

LINE = 'stroke="#d3dfe7" stroke-width="1"'
LABEL = (
    'fill="#71828f" font-size="10" paint-order="stroke" stroke="#f3f8fb" stroke-width="3" '
    'stroke-linejoin="round"'
)


def graticule(window: Window, space: Space) -> Iterator[str]:
    """Yield lines and labels as SVG."""
    extent = window.extent
    x_step = round_step(PIXELS_BETWEEN_LINES / window.x_scale, space)
    y_step = round_step(PIXELS_BETWEEN_LINES / 1.5 / window.y_scale, space)
    xs = list(multiples(extent.west, extent.east, x_step))
    ys = list(multiples(extent.south, extent.north, y_step))
    for x in xs:
        at, _ = window.pixel(x, 0.0)
        yield f'<path d="M{at:.1f} 0V{window.high:.1f}" {LINE}/>'
    for y in ys:
        _, at = window.pixel(0.0, y)
        yield f'<path d="M0 {at:.1f}H{window.wide:.1f}" {LINE}/>'
    for x in xs:
        at, _ = window.pixel(x, 0.0)
        yield label(at + 3, window.high - 5, x_label(x, space))
    for y in ys:
        _, at = window.pixel(0.0, y)
        if at < window.high - CORNER:
            yield label(5, at - 3, y_label(y, space))


def label(x: float, y: float, text: str, anchor: str = "start") -> str:
    """Return a text on the map; the text is ours, so it needs no escaping."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {LABEL}>{text}</text>'


def round_step(least: float, space: Space) -> float:
    """Return the next round number: 1, 2 or 5 with zeros, and above 10 degrees what divides 90.

    >>> from nearcast.space import Earth, Plane
    >>> round_step(0.03, Earth()), round_step(22, Earth()), round_step(22, Plane(0, 0, 99, 99))
    (0.05, 30.0, 50.0)
    """
    if space.wraps and least > 5:
        return next((step for step in DEGREES if step >= least), DEGREES[-1])
    power = 10.0 ** math.floor(math.log10(least))
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least)


def multiples(start: float, stop: float, step: float) -> Iterator[float]:
    """Yield the multiples of a step that are well within a span."""
    for count in range(math.ceil(start / step), math.floor(stop / step) + 1):
        if start < count * step < stop:
            yield count * step


def x_label(x: float, space: Space) -> str:
    """Return what a line of equal x is called."""
    if not space.wraps:
        return number_words(x)
    turned = (x + TURN / 2) % TURN - TURN / 2
    return degrees(turned, "E", "W") if abs(turned) < TURN / 2 else "180°"


def y_label(y: float, space: Space) -> str:
    """Return what a line of equal y is called."""
    return degrees(y, "N", "S") if space.wraps else number_words(y)


def degrees(value: float, positive: str, negative: str) -> str:
    """Return degrees as maps write them.

    >>> degrees(-13.5, "E", "W"), degrees(0.0, "N", "S")
    ('13.5° W', '0°')
    """
    words = number_words(abs(value))
    if words == "0":
        return "0°"
    return f"{words}° {positive if value > 0 else negative}"


def scale_bar(window: Window, space: Space) -> str:
    """Return a bar of a round length with its label, in the lower right corner."""
    unit = math.radians(1.0) * EARTH_RADIUS_M if space.wraps else 1.0
    pixels_per_unit = window.y_scale / unit
    length = round_bar(LONGEST_BAR / pixels_per_unit)
    right, low = window.wide - 12, window.high - 20
    left = right - length * pixels_per_unit
    bar = f'<path d="M{left:.1f} {low - 4:.1f}v4H{right:.1f}v-4" fill="none" stroke="#71828f"/>'
    return bar + label((left + right) / 2, low - 5, distance_words(length, space), "middle")


def round_bar(longest: float) -> float:
    """Return the longest of 1, 2 or 5 with zeros that fits."""
    power: float = 10.0 ** math.floor(math.log10(longest))
    return max(step for step in (power, 2 * power, 5 * power) if step <= longest)
