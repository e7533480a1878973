"""A sample while a tree is grown over it: what of it reaches a node."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nearcast.columns.layout import (
    EAST,
    GRID_MAX,
    GRID_MIN,
    NORTH,
    SOUTH,
    WEST,
    Int32Array,
    Int64Array,
    Messages,
    Ragged,
    Subscriptions,
    frozen,
)
from nearcast.columns.ragged import row_sets, take_ragged
from nearcast.indexes.entries.making import cut_boxes
from nearcast.kernels.cuts import Ends
from nearcast.kernels.routes import TERM, X
from nearcast.plans.guarding import required_of


class Sampled(NamedTuple):
    """What is sampled; `keys` are row << 32 | term, ascending; `any_term` where none is asked."""

    boxes: Int32Array
    keys: Int64Array
    any_term: NDArray[np.bool_]


class Items(NamedTuple):
    """Rows of a sample that reach a node, each with those of its terms that do."""

    sampled: Sampled
    rows: Int64Array
    starts: Int64Array
    stops: Int64Array

    @property
    def size(self) -> int:
        """Return how many they are."""
        return self.rows.size

    def ends(self, axis: int) -> Ends:
        """Return the first and the last place of each along an axis."""
        if axis == TERM:
            firsts, lasts = self._terms_at(self.starts), self._terms_at(self.stops - 1)
            any_term = self.sampled.any_term[self.rows]
            firsts, lasts = (
                np.where(any_term, GRID_MIN, firsts),
                np.where(any_term, GRID_MAX, lasts),
            )
        else:
            first, last = (WEST, EAST) if axis == X else (SOUTH, NORTH)
            firsts = self.sampled.boxes[self.rows, first]
            lasts = self.sampled.boxes[self.rows, last]
        return Ends(frozen(firsts, np.int64), frozen(lasts, np.int64))

    def _terms_at(self, places: Int64Array) -> Int64Array:
        if not self.sampled.keys.size:
            return np.zeros(places.size, np.int64)
        return self.sampled.keys[np.minimum(places, self.sampled.keys.size - 1)] & 0xFFFFFFFF

    def cut(self, axis: int, place: int) -> tuple[Self, Self]:
        """Return what is before a place, and what is at or after it; items may be in both."""
        if axis != TERM:
            firsts, lasts = self.ends(axis)
            return self._picked(firsts < place), self._picked(lasts >= place)
        middles = np.searchsorted(self.sampled.keys, self.rows << 32 | place)
        middles = np.clip(middles, self.starts, self.stops)
        any_term = self.sampled.any_term[self.rows]
        left = self._replace(stops=middles)._picked(any_term | (middles > self.starts))
        right = self._replace(starts=middles)._picked(any_term | (middles < self.stops))
        return left, right

    def _picked(self, chosen: NDArray[np.bool_]) -> Self:
        return self._replace(
            rows=self.rows[chosen], starts=self.starts[chosen], stops=self.stops[chosen]
        )


def items_of_subscriptions(subscriptions: Subscriptions, by_guard: bool) -> Items:
    """Return the pieces of subscriptions, with the terms that they are found by."""
    required = required_of(subscriptions)
    counts = np.diff(required.offsets)
    owners = np.repeat(np.arange(len(subscriptions.boxes)), np.diff(subscriptions.clauses))
    any_term = np.bincount(owners[counts == 0], minlength=len(subscriptions.boxes)) > 0
    if by_guard:
        picked = required.values[required.offsets[1:][counts > 0] - 1]
        lengths = np.bincount(owners[counts > 0], minlength=len(subscriptions.boxes))
    else:
        picked = required.values
        lengths = np.bincount(np.repeat(owners, counts), minlength=len(subscriptions.boxes))
    return items_of(subscriptions.boxes, row_sets(lengths, picked), any_term)


def items_of_messages(messages: Messages) -> Items:
    """Return the pieces of messages, with their terms."""
    return items_of(messages.boxes, messages.terms, np.diff(messages.terms.offsets) == 0)


def items_of(boxes: Int32Array, terms: Ragged, any_term: NDArray[np.bool_]) -> Items:
    """Return one item a box, two where it crosses the antimeridian."""
    owners = np.repeat(np.arange(len(boxes)), 1 + (boxes[:, WEST] > boxes[:, EAST]))
    terms = take_ragged(terms, owners)
    rows = np.arange(owners.size)
    keys = np.repeat(rows << 32, np.diff(terms.offsets)) | terms.values
    sampled = Sampled(cut_boxes(boxes[owners]), keys, any_term[owners])
    return Items(sampled, rows, terms.offsets[:-1], terms.offsets[1:])
