"""Streams from files, in one process."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from bench.kills.publishing import expected_deliveries, publish_subscriptions

SUBSCRIPTIONS = [
    ("anna", "ipad AND (sale OR discount)", 13.405, 52.52, 2_000.0),
    ("ben", "coffee", 13.405, 52.52, 5_000.0),
    ("chen", "coffee NOT decaf", 2.35, 48.86, 5_000.0),
]
MESSAGES = [
    {"id": "m1", "text": "iPad sale and coffee", "lon": 13.41, "lat": 52.521},
    {"id": "m2", "text": "Coffee!", "lon": 2.35, "lat": 48.86},
    {"id": "m3", "text": "decaf coffee", "lon": 2.35, "lat": 48.86},
    {"id": "m4", "text": "nothing", "lon": 0.0, "lat": 0.0},
]


def write_lines(path: Path, *lines: object) -> None:
    """Write lines of NDJSON as one file, which appears whole."""
    draft = path.with_name(f".{path.name}")
    draft.write_text(
        "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    )
    draft.rename(path)


def outcomes(folder: Path, outcome: str) -> list[dict[str, object]]:
    """Return the committed outcomes of one kind."""
    from nearcast.spark.streaming.committed import committed_files  # noqa: PLC0415

    paths = committed_files(folder, outcome)
    return [row for path in paths for row in pq.read_table(path, partitioning=None).to_pylist()]


def delivered(folder: Path) -> list[tuple[object, object]]:
    return sorted((row["message"], row["subscription"]) for row in outcomes(folder, "delivered"))


def test_everything_that_comes_is_delivered_unmatched_or_faulty(spark, tmp_path):
    from nearcast.spark.streaming.ends import Folder
    from nearcast.spark.streaming.query import stream

    publish_subscriptions(tmp_path / "published", SUBSCRIPTIONS)
    (tmp_path / "in").mkdir()
    write_lines(tmp_path / "in" / "a.ndjson", *MESSAGES[:3], "{bad", {"id": "m9", "text": "x"})
    pq.write_table(pa.Table.from_pylist(MESSAGES[3:]), tmp_path / "in" / "b.parquet")
    with stream(
        spark,
        Folder(tmp_path / "in"),
        tmp_path / "published",
        Folder(tmp_path / "out"),
        tmp_path / "checkpoint",
        every=None,
    ) as running:
        running.wait()
    assert delivered(tmp_path / "out") == sorted(expected_deliveries(SUBSCRIPTIONS, MESSAGES))
    print(
        outcomes(tmp_path / "out", "faulty"), outcomes(tmp_path / "out", "counted"), running.totals
    )
    assert 0
