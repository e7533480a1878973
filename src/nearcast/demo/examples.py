"""A few of the deliveries, as people can read them: most pass too quickly to be seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nearcast.demo.scene import Scene
from nearcast.demo.stream import Batch
from nearcast.space import EARTH_RADIUS_M

SHOWN = 20
KM_PER_DEGREE = EARTH_RADIUS_M / 1000 * np.pi / 180


class Example(NamedTuple):
    """A delivery: what was said and where, and the subscription it went to.

    terms
        The words that the subscription wants, all of which are in the text.
    side_km
        How long the sides of its region are.
    """

    text: str
    lon: float
    lat: float
    subscription: int
    terms: list[str]
    side_km: float


class Examples:
    """The newest examples, the latest first."""

    def __init__(self, scene: Scene, seed: int = 0) -> None:
        self._scene = scene
        self._random = np.random.default_rng(seed)
        self._newest: deque[Example] = deque(maxlen=SHOWN)

    def __iter__(self) -> Iterator[Example]:
        return iter(self._newest)

    def take(self, batch: Batch) -> None:
        """Keep any one delivery of a batch."""
        if not batch.deliveries:
            return
        delivery = int(self._random.integers(batch.deliveries))
        message = int(np.searchsorted(batch.matches.offsets, delivery, side="right")) - 1
        row = int(batch.matches.rows[delivery])
        said = self._scene.messages.slice(batch.first + message, 1).to_pylist()[0]
        _, south, _, north = self._scene.boxes[row].tolist()
        self._newest.appendleft(
            Example(
                said["text"],
                said["lon"],
                said["lat"],
                row,
                self._scene.terms_of(row),
                (north - south) * KM_PER_DEGREE,
            )
        )
