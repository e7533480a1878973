"""Deliveries are written as pairs of ids, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from nearcast.columns import write_deliveries
from nearcast.columns.layout import Matches

MATCHES = Matches(np.array([0, 2, 2, 3]), np.array([0, 2, 1]))


@pytest.mark.parametrize("size", [1, 2, 100])
def test_deliveries_are_pairs_of_ids(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nearcast.columns.deliveries.DELIVERIES_PER_BATCH", size)
    path = tmp_path / "d.ndjson"
    write_deliveries(path, pa.array(["m", "n", "ö"]), [7, 8, 9], MATCHES)
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        {"message": "m", "subscription": 7},
        {"message": "m", "subscription": 9},
        {"message": "ö", "subscription": 8},
    ]


@pytest.mark.parametrize("ending", ["csv", "parquet", "csv.gz"])
def test_no_deliveries_make_a_file_too(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"d.{ending}"
    none = Matches(np.zeros(1, np.int64), np.empty(0, np.int64))
    write_deliveries(path, pa.array([], pa.string()), pa.chunked_array([pa.array([1])]), none)
    assert path.stat().st_size > 0
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(pa.ArrowIndexError):
        write_deliveries(tmp_path / "d.csv", ["m"], ["s"], Matches(np.array([0, 1]), np.array([5])))
    assert list(tmp_path.iterdir()) == []
