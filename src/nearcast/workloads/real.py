"""Workloads drawn from real places and the texts that belong to them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from nearcast.columns.layout import FloatArray, Int64Array, Ragged, frozen
from nearcast.columns.ragged import row_sets, take_ragged
from nearcast.errors import UnreadableInput
from nearcast.space import EARTH_RADIUS_M, Earth
from nearcast.text import DEFAULT_ANALYSER, Analyser
from nearcast.workloads.recipe import check_pair
from nearcast.workloads.workload import Workload

COLUMNS = ("lon", "lat", "text")
KM_PER_DEGREE = EARTH_RADIUS_M / 1000 * np.pi / 180
# Near a pole a square of some kilometres would go round the Earth; boxes stop short of that.
WIDEST_HALF = 179.9
ROWS_PER_BLOCK = 100_000


class Texts(NamedTuple):
    """The different words of texts, as ids into `words`; one row a text."""

    terms: Ragged
    words: Sequence[str]


def from_places(
    source: pa.Table | Path | str,
    subscription_count: int,
    message_count: int,
    seed: int = 0,
    *,
    terms: tuple[int, int] = (1, 5),
    side_km: tuple[float, float] = (1.0, 100.0),
) -> Workload:
    """Return a workload drawn from a table with columns `lon`, `lat` and `text`.

    Messages are rows as they are. A subscription sits where another row is and wants different
    words of that row's text, all of them if there are fewer; so frequent words are wanted often.
    Rows are used again only where the table has too few of them.

    Parameters
    ----------
    source
        A table, or the path of a Parquet file.
    terms
        The least and the most terms of a subscription.
    side_km
        The shortest and the longest side of a region, a square; every ratio between them is as
        likely as any other.
    """
    check_pair("terms", terms, 1, 64)
    check_pair("side_km", side_km, 0.001, 10_000.0)
    random = np.random.default_rng(seed)
    table = _checked(source, "the table") if isinstance(source, pa.Table) else _read(Path(source))
    rows = _shuffled_rows(random, table.num_rows, message_count, subscription_count)
    used, drawn = np.unique(rows, return_inverse=True)
    table = table.take(used)
    places = np.stack([table[name].to_numpy() for name in COLUMNS[:2]], axis=1)
    texts = words_of(table["text"].to_pylist())
    messages, subscriptions = drawn[:message_count], drawn[message_count:]
    return Workload(
        space=Earth(),
        boxes=frozen(_squares(random, places[subscriptions], side_km), np.float64),
        clauses=frozen(np.arange(subscription_count + 1), np.int64),
        literals=_some_terms(random, take_ragged(texts.terms, subscriptions), terms),
        places=frozen(np.tile(places[messages], 2), np.float64),
        terms=take_ragged(texts.terms, messages),
        words=texts.words,
        texts=table["text"].take(messages).to_pylist(),
    )


def _read(path: Path) -> pa.Table:
    try:
        return _checked(pq.read_table(path, columns=list(COLUMNS)), str(path))
    except FileNotFoundError:
        raise UnreadableInput(f"{path}: there is no such file") from None
    except pa.ArrowException as error:
        raise UnreadableInput(f"{path}: not a Parquet file: {error}") from error


def _checked(table: pa.Table, name: str) -> pa.Table:
    missing = [name for name in COLUMNS if name not in table.column_names]
    if missing:
        raise UnreadableInput(f"{name}: there is no column {missing[0]!r}")
    empty = [name for name in COLUMNS if table[name].null_count]
    if empty:
        raise UnreadableInput(f"{name}: some rows have no {empty[0]!r}; leave those rows out")
    if not table.num_rows:
        raise UnreadableInput(f"{name}: there are no rows to draw from")
    return table.select(COLUMNS)


def _shuffled_rows(
    random: np.random.Generator, row_count: int, message_count: int, subscription_count: int
) -> Int64Array:
    """Return the rows of the messages, then those of the subscriptions, apart if they can be."""
    order = random.permutation(row_count)
    others = order[message_count:] if message_count < row_count else order
    return np.concatenate((np.resize(order, message_count), np.resize(others, subscription_count)))


def words_of(texts: Iterable[str], rule: Analyser = DEFAULT_ANALYSER) -> Texts:
    """Return the different words of texts."""
    ids: dict[str, int] = {}
    terms, lengths = array("i"), array("q")
    for text in texts:
        words = rule.words(text)
        terms.extend([ids.setdefault(word, len(ids)) for word in words])
        lengths.append(len(words))
    return Texts(row_sets(np.array(lengths), np.array(terms, np.int32)), list(ids))


def _some_terms(random: np.random.Generator, texts: Ragged, bounds: tuple[int, int]) -> Ragged:
    """Return so many terms of each row, any of them as likely."""
    parts = [
        _some_of_block(random, texts.offsets[start : start + ROWS_PER_BLOCK + 1], bounds)
        for start in range(0, len(texts.offsets) - 1, ROWS_PER_BLOCK)
    ]
    counts = np.concatenate([np.empty(0, np.int64), *(part[0] for part in parts)])
    picked = np.concatenate([np.empty(0, np.int64), *(part[1] for part in parts)])
    return row_sets(counts, texts.values[picked])


def _some_of_block(
    random: np.random.Generator, offsets: Int64Array, bounds: tuple[int, int]
) -> tuple[Int64Array, Int64Array]:
    """Return how many terms each row keeps, and where those are."""
    lengths = np.diff(offsets)
    counts = np.minimum(random.integers(bounds[0], bounds[1] + 1, lengths.size), lengths)
    return counts, some_places(random, offsets, counts)


def some_places(random: np.random.Generator, offsets: Int64Array, counts: Int64Array) -> Int64Array:
    """Return the places of counts[i] values of row i, any of them as likely."""
    lengths = np.diff(offsets)
    keys = np.repeat(np.arange(lengths.size), lengths) + random.random(int(lengths.sum()))
    rank = np.arange(keys.size) - np.repeat(offsets[:-1] - offsets[0], lengths)
    places: Int64Array = np.argsort(keys)[rank < np.repeat(counts, lengths)] + offsets[0]
    return places


def _squares(
    random: np.random.Generator, places: FloatArray, side_km: tuple[float, float]
) -> FloatArray:
    """Return boxes around places; one that reaches over the antimeridian has west > east."""
    low, high = np.log(side_km)
    half_y = np.exp(random.uniform(low, high, len(places))) / 2 / KM_PER_DEGREE
    with np.errstate(divide="ignore"):
        half_x = np.minimum(half_y / np.cos(np.radians(places[:, 1])), WIDEST_HALF)
    west, east = places[:, 0] - half_x, places[:, 0] + half_x
    west[west < -180] += 360
    east[east > 180] -= 360
    south, north = places[:, 1] - half_y, places[:, 1] + half_y
    return np.stack([west, np.maximum(south, -90), east, np.minimum(north, 90)], axis=1)
