"""A workload written as a file and read back gives the matches of its columns."""

from __future__ import annotations

import pytest
from workloads.brute import matches

from nearcast.columns import messages_from_arrow, subscriptions_from_arrow
from nearcast.text import Vocabulary
from nearcast.workloads import columns, generate, message_table, subscription_table

ALL_KINDS = {
    "boolean_share": 0.3,
    "forbidding_share": 0.3,
    "wordless_share": 0.05,
    "everywhere_share": 0.1,
}
CASES = {
    "points in a plane": ("w", {}),
    "points on Earth": ("tweets", {"vocabulary": 3_000}),
    "areas": ("range", {"vocabulary": 3_000}),
    "every kind of expression": ("tweets", {"vocabulary": 300, **ALL_KINDS}),
}


def read_back(workload):
    vocabulary = Vocabulary()
    subscriptions = subscription_table(workload)
    messages = message_table(workload)
    return (
        subscriptions_from_arrow(subscriptions, workload.space, vocabulary).columns,
        messages_from_arrow(messages, workload.space, vocabulary).columns,
    )


@pytest.mark.parametrize(("name", "parameters"), CASES.values(), ids=CASES)
def test_tables_match_as_their_columns_do(name, parameters):
    workload = generate(name, 5_000, 200, **parameters)
    expected = matches(*columns(workload))
    assert matches(*read_back(workload)) == expected
    assert any(expected) or name == "w"


def test_points_and_areas_have_columns_of_their_own():
    names = [
        message_table(generate(name, 1, 2, **parameters)).column_names
        for name, parameters in CASES.values()
    ]
    assert names[0] == ["id", "x", "y", "text"]
    assert names[1] == ["id", "lon", "lat", "text"]
    assert names[2] == ["id", "west", "south", "east", "north", "text"]


def test_large_tables_are_made_in_pieces(monkeypatch):
    workload = generate("boolean", 50, 20, vocabulary=300)
    whole = subscription_table(workload), message_table(workload)
    monkeypatch.setattr("nearcast.workloads.tables.ROWS_PER_PIECE", 7)
    assert (subscription_table(workload), message_table(workload)) == whole
