"""Workloads as Arrow tables with the columns of the files that `nearcast match` reads."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.layout import FloatArray, Int32Array, Int64Array
from nearcast.workloads.workload import Workload

# Arrow joins words into pieces of at most 2 GiB: 1,000 words of 8 letters a row fit twice.
ROWS_PER_PIECE = 100_000


def subscription_table(workload: Workload) -> pa.Table:
    """Return the subscriptions as `id`, `west`, `south`, `east`, `north`, `what`.

    Ids are rows; a subscription to everywhere has no box.
    """
    ids = np.arange(len(workload.boxes))
    return pa.table({"id": ids, **_edges(workload.boxes), "what": _expressions(workload)})


def message_table(workload: Workload) -> pa.Table:
    """Return the messages as `id`, their place and `text`; ids are rows.

    Places are `lon` and `lat` (`x` and `y` in a plane) where all are points, and boxes otherwise.
    """
    places = workload.places
    if np.array_equal(places[:, :2], places[:, 2:]):
        names = ("lon", "lat") if workload.space.wraps else ("x", "y")
        where = {name: pa.array(places[:, side]) for side, name in enumerate(names)}
    else:
        where = _edges(places)
    return pa.table({"id": np.arange(len(places)), **where, "text": _texts(workload)})


def _edges(boxes: FloatArray) -> dict[str, pa.Array]:
    columns = zip(("west", "south", "east", "north"), boxes.T, strict=True)
    return {name: pa.array(edge, from_pandas=True) for name, edge in columns}


def _texts(workload: Workload) -> pa.ChunkedArray:
    if workload.texts is not None:
        return pa.chunked_array([pa.array(workload.texts, pa.string())])
    words = pa.array(list(workload.words), pa.string())
    offsets, terms = workload.terms
    pieces = [
        _joined(piece, words.take(terms[piece[0] : piece[-1]]), " ") for piece in _pieces(offsets)
    ]
    return pa.chunked_array(pieces, pa.string())


def _expressions(workload: Workload) -> pa.ChunkedArray:
    """Return each normal form as a user would write it: ``w1 w2 OR w1 NOT w3``."""
    words = list(workload.words)
    written = pa.array(words + [f"NOT {word}" for word in words], pa.string())
    offsets, literals = workload.literals
    pieces = []
    for clauses in _pieces(workload.clauses):
        terms = offsets[clauses[0] : clauses[-1] + 1]
        leaves = written.take(_places_in_words(literals[terms[0] : terms[-1]], len(words)))
        pieces.append(_joined(clauses, _joined(terms, leaves, " "), " OR "))
    return pa.chunked_array(pieces, pa.string())


def _places_in_words(literals: Int32Array, count: int) -> Int32Array:
    """Return where each literal stands among all words followed by all words forbidden."""
    return np.where(literals < 0, count + ~literals, literals)


def _pieces(offsets: Int64Array) -> Iterator[Int64Array]:
    return (
        offsets[start : start + ROWS_PER_PIECE + 1]
        for start in range(0, len(offsets) - 1, ROWS_PER_PIECE)
    )


def _joined(offsets: Int64Array, parts: pa.Array, separator: str) -> pa.Array:
    """Return the parts of each row as one text."""
    from_first = pa.array(offsets - offsets[0], pa.int32())
    return pc.binary_join(pa.ListArray.from_arrays(from_first, parts), separator)
