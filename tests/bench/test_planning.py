"""What is measured of a plan: what was predicted beside what came of it."""

from __future__ import annotations

import pytest
from bench.figures import FIGURES
from bench.plan import Run, read_experiment
from bench.planning import plan_and_route

from nearcast.plans import PLANS
from nearcast.workloads import columns, generate

WORKLOAD = columns(generate("tweets", 2_000, 1_000, vocabulary=500))


def run_of(plan, partitions):
    return Run(
        experiment="plans",
        study="tweets",
        case=f"partitions={partitions}",
        index=plan,
        workload="tweets",
        subscriptions=2_000,
        messages=1_000,
        partitions=partitions,
        repeats=2,
    )


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_is_measured_and_makes_figures(name):
    measured = plan_and_route(run_of(name, 4), *WORKLOAD)
    assert measured["actual"]["tuples"] == pytest.approx(measured["predicted"]["tuples"], rel=0.1)
    assert len(measured["planning_ns"]) == len(measured["messages_ns"]) == 2
    headings = []
    result = {"measured": {"plan": measured}, "machine": {"load_average": [0.0]}}
    for figure in FIGURES:
        try:
            assert figure.of(result)
        except KeyError:
            continue
        headings.append(figure.heading)
    assert headings[:3] == ["copies", "tuples a message", "balance"]


def test_a_plan_needs_a_number_of_partitions():
    with pytest.raises(SystemExit, match="for how many partitions"):
        plan_and_route(run_of("hash", None), *WORKLOAD)


def test_every_study_compares_all_plans():
    for study in read_experiment("plans").studies:
        assert {run.index for run in study.runs} == set(PLANS)
        assert {run.partitions for run in study.runs} >= {4, 1_024}
