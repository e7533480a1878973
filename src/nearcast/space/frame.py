"""The grid every coordinate is snapped to, and how a grid number turns back into a coordinate."""

from __future__ import annotations

from typing import NamedTuple

GRID_MIN, GRID_MAX = -(2**31), 2**31 - 1


class Frame(NamedTuple):
    """How a grid number turns back into a coordinate: x = west + (grid + 2**31) * x_step.

    `earth` is 1 where coordinates are degrees and distances great-circle metres, 0 in a plane.
    """

    earth: int
    west: float
    south: float
    x_step: float
    y_step: float
