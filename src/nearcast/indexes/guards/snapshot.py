"""Guards on disk: the segments' arrays as they are, mapped back without reading them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nearcast.columns.layout import Int64Array, Subscriptions
from nearcast.columns.nested import flatten, unflatten
from nearcast.columns.snapshot import read_arrays, write_arrays
from nearcast.indexes.guards.layout import Postings
from nearcast.indexes.guards.parts import Segment
from nearcast.space.frame import Frame

KIND = "guards"


class Saved(NamedTuple):
    """What a snapshot holds beside its segments."""

    frame: Frame
    next_row: int
    frequencies: Int64Array


def write_segments(path: Path | str, saved: Saved, segments: tuple[Segment, ...]) -> None:
    """Write an index that consists of these segments, whole or not at all."""
    arrays = flatten(saved, "index")
    for number, segment in enumerate(segments):
        arrays |= flatten(segment.postings, f"{number}.postings")
        arrays |= flatten(segment.subscriptions, f"{number}.subscriptions")
        arrays[f"{number}.clause_rows"] = segment.clause_rows
        arrays[f"{number}.rows"] = segment.rows
        arrays[f"{number}.gone"] = np.flatnonzero(segment.gone)
    write_arrays(path, KIND, {"segments": len(segments)}, arrays)


def read_segments(path: Path | str) -> tuple[Saved, tuple[Segment, ...]]:
    """Map a saved index."""
    meta, arrays = read_arrays(path, KIND)
    saved = unflatten(Saved, arrays, "index")
    return saved, tuple(read_segment(arrays, number) for number in range(meta["segments"]))


def read_segment(arrays: Any, number: int) -> Segment:
    """Return one of the segments; nothing but the marks of those that are gone is read."""
    segment = Segment(
        unflatten(Subscriptions, arrays, f"{number}.subscriptions"),
        arrays[f"{number}.clause_rows"],
        arrays[f"{number}.rows"],
        unflatten(Postings, arrays, f"{number}.postings"),
    )
    segment.mark(arrays[f"{number}.gone"])
    return segment
