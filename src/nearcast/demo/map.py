"""A map of dots: eight to a character, in the patterns of Braille."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from rich.text import Text

from nearcast.columns.layout import FloatArray

WEST, SOUTH, EAST, NORTH = -125.0, 24.0, -66.5, 49.6
DOTS_ACROSS, DOTS_DOWN = 2, 4
# What each dot of a character adds to its code, row by row.
DOT_CODES = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
BLANK = 0x2800
FAINT, LIT = "bright_black", "bold bright_cyan"


class DotMap:
    """The contiguous United States as its places show them, with some of them lit.

    Parameters
    ----------
    width, height
        Its size in characters.
    places
        (n, 2) longitudes and latitudes that make up the ground.
    """

    def __init__(self, width: int, height: int, places: FloatArray) -> None:
        self._width, self._height = width, height
        self._ground = self._dots(places)

    def draw(self, lit: FloatArray) -> Text:
        """Return the map with these places lit."""
        bright = self._by_character(self._dots(lit)).max(axis=(2, 3))
        codes = (self._by_character(self._ground) * DOT_CODES).sum(axis=(2, 3)) + BLANK
        text = Text(no_wrap=True)
        for row_codes, row_bright in zip(codes.tolist(), bright.tolist(), strict=True):
            for code, is_bright in zip(row_codes, row_bright, strict=True):
                text.append(chr(code), LIT if is_bright else FAINT)
            text.append("\n")
        text.right_crop(1)
        return text

    def _dots(self, places: FloatArray) -> NDArray[np.bool_]:
        """Return which dots have a place; those elsewhere are left out."""
        across, down = self._width * DOTS_ACROSS, self._height * DOTS_DOWN
        x = (places[:, 0] - WEST) / (EAST - WEST) * across
        y = (NORTH - places[:, 1]) / (NORTH - SOUTH) * down
        inside = (x >= 0) & (x < across) & (y >= 0) & (y < down)
        dots = np.zeros((down, across), np.bool_)
        dots[y[inside].astype(int), x[inside].astype(int)] = True
        return dots

    def _by_character(self, dots: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the dots as (row, column, dot row, dot column)."""
        shape = (self._height, DOTS_DOWN, self._width, DOTS_ACROSS)
        return dots.reshape(shape).swapaxes(1, 2)
