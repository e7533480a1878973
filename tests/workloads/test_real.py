"""Workloads drawn from real places are theirs: words of one row, regions around another."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from workloads.brute import matches
from workloads.test_tables import read_back

from nearcast.errors import InvalidWorkload, UnreadableInput
from nearcast.workloads import WORKLOADS, columns, from_places, generate

TOWN = pa.table(
    {
        "lon": np.linspace(9.0, 9.1, 40),
        "lat": np.linspace(50.0, 50.1, 40),
        "text": [f"Fresh café number {row}, don't miss it" for row in range(40)],
        "owner": ["somebody"] * 40,
    }
)


def test_messages_are_rows_and_subscriptions_want_words_of_other_rows():
    workload = from_places(TOWN, 30, 10, seed=1)
    texts = TOWN["text"].to_pylist()
    rows = [texts.index(text) for text in workload.texts]
    assert np.array_equal(workload.places[:, 0], TOWN["lon"].to_numpy()[rows])
    assert len(set(rows)) == 10
    numbers = {str(row) for row in range(40)} - {str(row) for row in rows}
    wanted = {workload.words[term] for term in workload.literals.values}
    assert wanted <= {"fresh", "café", "number", "don't", "miss", "it"} | numbers
    assert set(np.diff(workload.literals.offsets).tolist()) == {1, 2, 3, 4, 5}


def test_regions_are_squares_of_the_size_asked_for():
    workload = from_places(TOWN, 1_000, 1, side_km=(2.0, 8.0))
    height_km = (workload.boxes[:, 3] - workload.boxes[:, 1]) * 111.195
    width_km = (workload.boxes[:, 2] - workload.boxes[:, 0]) * 111.195 * np.cos(np.radians(50.05))
    assert height_km.min() >= 1.999 and height_km.max() <= 8.001
    assert np.median(height_km) == pytest.approx(4.0, rel=0.1)
    assert width_km == pytest.approx(height_km, rel=0.01)


def test_a_region_may_cross_the_antimeridian_and_reach_a_pole():
    ends = pa.table({"lon": [179.99, -179.99], "lat": [10.0, 89.99], "text": ["reef", "ice"]})
    west, south, east, north = from_places(ends, 10, 0, side_km=(50.0, 60.0)).boxes.T
    assert (west > east).any()
    assert (np.abs(west) <= 180).all() and (np.abs(east) <= 180).all()
    assert north.max() == 90 and south.min() > 0


def test_the_same_seed_gives_the_same_workload():
    one, other = (from_places(TOWN, 30, 10, seed=1) for _ in range(2))
    assert np.array_equal(one.boxes, other.boxes)
    assert one.texts == other.texts
    assert one.texts != from_places(TOWN, 30, 10, seed=2).texts


def test_a_small_table_is_used_again():
    workload = from_places(TOWN, 100, 90)
    assert len(workload.boxes) == 100
    assert len(set(workload.texts)) == 40


def test_a_file_matches_as_its_columns_do(tmp_path):
    pq.write_table(TOWN, tmp_path / "town.parquet")
    workload = from_places(tmp_path / "town.parquet", 200, 20)
    expected = matches(*columns(workload))
    assert any(expected)
    assert matches(*read_back(workload)) == expected


def test_a_source_that_cannot_be_used_is_named(tmp_path):
    with pytest.raises(UnreadableInput, match="no such file"):
        from_places(tmp_path / "town.parquet", 1, 1)
    (tmp_path / "town.parquet").write_text("no table")
    with pytest.raises(UnreadableInput, match=r"town\.parquet: not a Parquet file"):
        from_places(tmp_path / "town.parquet", 1, 1)
    with pytest.raises(UnreadableInput, match="'text'"):
        from_places(TOWN.drop_columns("text"), 1, 1)
    with pytest.raises(UnreadableInput, match="some rows have no 'text'"):
        from_places(TOWN.set_column(2, "text", pa.array([None] * 40, pa.string())), 1, 1)
    with pytest.raises(UnreadableInput, match="no rows"):
        from_places(TOWN.slice(0, 0), 1, 1)
    with pytest.raises(InvalidWorkload, match="side_km is 5 to 2"):
        from_places(TOWN, 1, 1, side_km=(5, 2))


@pytest.mark.data
@pytest.mark.parametrize("name", [n for n, e in WORKLOADS.items() if "data" in e.parameters])
def test_real_sets_match_as_their_columns_do(name):
    try:
        workload = generate(name, 2_000, 50, side_km=(100.0, 5_000.0))
    except UnreadableInput as error:
        pytest.skip(str(error))
    inside = workload.boxes[:, 0] <= workload.boxes[:, 2]
    assert inside.mean() > 0.9
    expected = matches(*columns(workload))
    assert any(expected)
    assert matches(*read_back(workload)) == expected
