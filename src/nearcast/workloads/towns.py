"""Made-up places: people live in towns, large and small, and look around them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nearcast.columns.layout import FloatArray
from nearcast.space import Space
from nearcast.workloads.zipf import ZipfLaw

# Towns keep off the edge of the space, so that few of their people are pushed onto it.
MARGIN = 0.05
SHORE = 0.001


@dataclass(frozen=True, slots=True)
class Towns:
    """Towns of Zipf's sizes, each a normal cloud of places around its centre."""

    space: Space
    centres: FloatArray
    spread: float

    @classmethod
    def found(cls, random: np.random.Generator, space: Space, count: int, spread: float) -> Towns:
        """Return towns anywhere in the space; `spread` is their deviation as a share of it."""
        centres = random.uniform(MARGIN, 1 - MARGIN, (count, 2))
        return cls(space, centres, spread)

    def places(self, random: np.random.Generator, count: int) -> FloatArray:
        """Return places (x, y) as shares of the space."""
        law = ZipfLaw(len(self.centres), shift=1.0)
        places = random.normal(0.0, self.spread, (count, 2))
        places += self.centres[law.draw(random, count)]
        return np.clip(places, SHORE, 1 - SHORE, out=places)

    def boxes(
        self, random: np.random.Generator, count: int, area: tuple[float, float]
    ) -> FloatArray:
        """Return boxes around places, in the space's units, cut off at its edge.

        Each covers a share of the space drawn uniformly from `area`; its sides are to each other as
        those of the space.
        """
        places = self.places(random, count)
        half = np.sqrt(random.uniform(*area, count))[:, np.newaxis] / 2
        boxes = np.concatenate((places - half, places + half), axis=1)
        np.clip(boxes, SHORE, 1 - SHORE, out=boxes)
        return _in_units(self.space, boxes)


def _in_units(space: Space, shares: FloatArray) -> FloatArray:
    """Return the boxes in the space's units, in the same array."""
    x, y = space.x_axis, space.y_axis
    start = np.array([x.start, y.start, x.start, y.start])
    stop = np.array([x.stop, y.stop, x.stop, y.stop])
    shares *= stop - start
    shares += start
    return shares
