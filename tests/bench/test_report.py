"""Tables come from results alone, say where these come from, and go between the markers."""

from __future__ import annotations

import pytest
from bench.figures import number
from bench.machine import machine, versions
from bench.plan import Experiment, Run, Study
from bench.record import read_result, write_result
from bench.report import tables, write_tables

MACHINE = {
    "processor": "Abacus",
    "cores": 2,
    "memory_gib": 1.5,
    "caches": {"L1 Data": "4K"},
    "load_average": [0.25, 0, 0],
}
WORK = {"nodes_visited": 30, "postings_read": 60, "candidates_verified": 0}


def run_of(index):
    return Run(
        experiment="small",
        study="growth",
        case="subscriptions=2000",
        index=index,
        workload="w",
        subscriptions=2_000,
        messages=10,
    )


GUARDS, SCAN = run_of("guards"), run_of("scan")
EXPERIMENT = Experiment("small", (Study("growth", "Growth", "Does it grow?", (GUARDS, SCAN)),))


def measured(nanoseconds, **extra):
    match = {
        "times_ns": nanoseconds,
        "messages": 10,
        "deliveries": 5,
        "head_deliveries": 5,
        "work": WORK,
    }
    return {"match": match, **extra}


def cells(line):
    return [cell.strip() for cell in line.split("|")[1:-1]]


@pytest.fixture
def results(tmp_path):
    build = {"times_ns": [1_000_000], "index_bytes": 40_000}
    fast, slow = measured([900, 1_000, 1_250], build=build), measured([80_000])
    for run, numbers in ((GUARDS, fast), (SCAN, slow)):
        write_result(tmp_path, run, numbers, MACHINE, {"python": "3.11"})
    return tmp_path


def test_a_result_is_read_as_it_was_written(results):
    result = read_result(results, GUARDS)
    assert result["measured"]["match"]["times_ns"] == [900, 1_000, 1_250]
    assert result["run"]["subscriptions"] == 2_000
    assert read_result(results, run_of("nothing")) is None


def test_a_table_has_a_row_for_each_result_and_no_empty_column(results):
    heading, _, guards, scan = map(cells, tables(EXPERIMENT, results).splitlines()[-4:])
    assert dict(zip(heading, guards, strict=True)) == {
        "": "2,000 subscriptions",
        "index": "guards",
        "times scan": "80.0",
        "messages/s": "10,000,000",
        "spread": "-20% +11%",
        "µs a message": "0.100",
        "matches a message": "0.500",
        "matches/s": "5,000,000",
        "nodes a message": "3.00",
        "postings a message": "6.00",
        "verified a message": "0",
        "built/s": "2,000,000",
        "bytes a subscription": "20.0",
        "load at start": "0.2",
    }
    assert scan[:5] == ["2,000 subscriptions", "scan", "", "125,000", "-0% +0%"]


def test_indexes_that_disagree_are_not_compared(results):
    wrong = measured([80_000])
    wrong["match"]["head_deliveries"] = 4
    write_result(results, SCAN, wrong, MACHINE, {})
    with pytest.raises(SystemExit, match="growth, subscriptions=2000: deliveries differ"):
        tables(EXPERIMENT, results)


def test_a_table_says_where_its_figures_come_from(results):
    assert tables(EXPERIMENT, results).splitlines()[0] == (
        "Measured on: Abacus, 2 cores, 1.5 GiB, caches L1 Data 4K. With: python 3.11."
    )


def test_no_results_make_no_tables(tmp_path):
    assert tables(EXPERIMENT, tmp_path) == "No results yet."


def test_tables_go_between_the_markers_and_nowhere_else(results):
    page = results / "page.md"
    page.write_text("above\n<!-- begin small -->\nold\n<!-- end small -->\nbelow\n")
    for _ in range(2):
        write_tables(EXPERIMENT, results, page)
    lines = page.read_text().splitlines()
    assert (lines[0], lines[1], lines[-2], lines[-1]) == (
        "above",
        "<!-- begin small -->",
        "<!-- end small -->",
        "below",
    )
    assert "old" not in lines
    assert lines.count("### Growth") == 1


def test_a_page_without_markers_is_refused(results):
    page = results / "page.md"
    page.write_text("nothing")
    with pytest.raises(SystemExit, match="<!-- begin small -->"):
        write_tables(EXPERIMENT, results, page)


@pytest.mark.parametrize(
    ("value", "text"),
    [(862_345.6, "862,000"), (41.26, "41.3"), (0.0413, "0.0413"), (0, "0"), (999.6, "1,000")],
)
def test_numbers_keep_three_digits(value, text):
    assert number(value) == text


def test_machine_and_versions_are_known():
    assert machine()["cores"] >= 1
    assert machine()["memory_gib"] > 0
    assert {"python", "numpy", "numba", "commit"} <= versions().keys()
