"""One side of a space, cut into 2**32 cells of equal width: the monotone rounding at the door."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nearcast.space.frame import GRID_MIN

CELL_COUNT = 2.0**32
LAST_CELL = CELL_COUNT - 1.0


@dataclass(frozen=True)
class Axis:
    """The coordinates from `start` to `stop`; `noun` is what one of them is called in errors.

    Snapping is a subtraction, a multiplication by a positive number and a floor, each of which
    keeps order: a ≤ b implies cell(a) ≤ cell(b), so no rounding can tear apart what touches.

    >>> latitude = Axis(-90.0, 90.0, "latitude")
    >>> latitude.cell(-90.0), latitude.cell(0.0), latitude.cell(90.0)
    (-2147483648, 0, 2147483647)
    >>> latitude.coordinate(0)
    0.0
    """

    start: float
    stop: float
    noun: str
    step: float = field(init=False, repr=False, compare=False)
    scale: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        extent = self.stop - self.start
        object.__setattr__(self, "step", extent / CELL_COUNT)
        object.__setattr__(self, "scale", CELL_COUNT / extent)

    def cell(self, value: float) -> int:
        """Return the grid number of one coordinate; what lies beyond an end gets the end's."""
        cells = (value - self.start) * self.scale
        if 0.0 <= cells <= LAST_CELL:
            return int(cells) + GRID_MIN
        return (int(LAST_CELL) if cells > 0.0 else 0) + GRID_MIN

    def cells(self, values: ArrayLike) -> NDArray[np.int32]:
        """Return the grid numbers of many coordinates, each the same as `cell` gives."""
        within = np.clip(np.asarray(values, np.float64), self.start, self.stop)
        cells = np.floor(np.minimum((within - self.start) * self.scale, LAST_CELL))
        return np.asarray(cells + GRID_MIN).astype(np.int32)

    def coordinate(self, grid: float) -> float:
        """Return the lower edge of a cell, the coordinate that stands for all of it."""
        return self.start + (float(grid) - GRID_MIN) * self.step
