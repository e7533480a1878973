"""A workload: subscriptions and messages as they were drawn, before any grid or file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nearcast.columns.layout import FloatArray, Int64Array, Ragged
from nearcast.space import Space


class Workload(NamedTuple):
    """Subscriptions and messages in the space's own units, their words as term ids.

    boxes
        (n, 4) float64 west, south, east, north of each subscription's region; NaN for everywhere.
    clauses, literals
        As in `Subscriptions`: the disjunctive normal forms, term ids first and ~id of those that
        must not occur after them.
    places
        (m, 4) float64 as above; a point has west = east and south = north.
    terms
        One row a message: its term ids, ascending, each once.
    words
        The word of every term id.
    texts
        The messages' own words where they are real ones; otherwise those of `terms`.
    """

    space: Space
    boxes: FloatArray
    clauses: Int64Array
    literals: Ragged
    places: FloatArray
    terms: Ragged
    words: Sequence[str]
    texts: Sequence[str] | None = None
