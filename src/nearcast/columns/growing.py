"""Columns that grow row by row without copying what is there each time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import Polygons, Ragged, Subscriptions, frozen
from nearcast.columns.regions import renumbered

FIRST_ROOM = 64


class Growing:
    """An array with room to grow; what was handed out before stays as it was."""

    def __init__(self, values: NDArray[Any]) -> None:
        self._array = np.array(values)
        self._used = len(values)
        self._view: NDArray[Any] | None = None

    @classmethod
    def over(cls, values: NDArray[Any]) -> Growing:
        """Return an array that grows from these values, which are copied only when it does."""
        growing = cls(values[:0])
        growing._array, growing._used = values, len(values)
        return growing

    def __len__(self) -> int:
        return self._used

    def extend(self, values: NDArray[Any]) -> None:
        """Append values, moving to twice the room when there is none."""
        if not len(values):
            return
        self._view = None
        used = self._used + len(values)
        if used > len(self._array):
            room = max(FIRST_ROOM, used, 2 * len(self._array))
            array = np.empty((room, *self._array.shape[1:]), self._array.dtype)
            array[: self._used] = self._array[: self._used]
            self._array = array
        self._array[self._used : used] = values
        self._used = used

    def extend_offsets(self, offsets: NDArray[np.int64]) -> None:
        """Append the rows that offsets of their own describe."""
        self.extend(offsets[1:] - offsets[0] + self._array[self._used - 1])

    def put(self, places: NDArray[np.int64], value: int) -> None:
        """Write a value at some places, seen by those who hold a view."""
        if not self._array.flags.writeable:
            self._array = np.array(self._array)
            self._view = None
        self._array[places] = value

    def view(self) -> NDArray[Any]:
        """Return what is there now, read-only."""
        if self._view is None:
            self._view = frozen(self._array[: self._used], self._array.dtype)
        return self._view


class GrowingSubscriptions:
    """Subscriptions that are appended in small parts and read as columns at any time."""

    def __init__(self, first: Subscriptions) -> None:
        self._frame = first.frame
        self._boxes = Growing.over(first.boxes)
        self._shapes = Growing.over(first.shapes)
        self._circles = Growing.over(first.circles)
        self._ring_offsets = Growing.over(first.polygons.ring_offsets)
        self._vertex_offsets = Growing.over(first.polygons.vertex_offsets)
        self._vertices = Growing.over(first.polygons.vertices)
        self._clauses = Growing.over(first.clauses)
        self._literal_offsets = Growing.over(first.literals.offsets)
        self._literals = Growing.over(first.literals.values)

    def append(self, part: Subscriptions) -> None:
        """Append subscriptions of the same space."""
        polygon_count = len(self._ring_offsets) - 1
        self._shapes.extend(renumbered(part.shapes, len(self._circles), polygon_count))
        self._boxes.extend(part.boxes)
        self._circles.extend(part.circles)
        self._ring_offsets.extend_offsets(part.polygons.ring_offsets)
        self._vertex_offsets.extend_offsets(part.polygons.vertex_offsets)
        self._vertices.extend(part.polygons.vertices)
        self._clauses.extend_offsets(part.clauses)
        self._literal_offsets.extend_offsets(part.literals.offsets)
        self._literals.extend(part.literals.values)

    def columns(self) -> Subscriptions:
        """Return everything appended so far; later appends do not change it."""
        return Subscriptions(
            self._frame,
            self._boxes.view(),
            self._shapes.view(),
            self._circles.view(),
            Polygons(self._ring_offsets.view(), self._vertex_offsets.view(), self._vertices.view()),
            self._clauses.view(),
            Ragged(self._literal_offsets.view(), self._literals.view()),
        )
