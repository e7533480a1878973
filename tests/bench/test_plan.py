"""An experiment as data: its runs, what varies, and how small a quick one is."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from bench.plan import experiment_names, read_experiment, run_from

FILE = """
[growth]
title = "Growth"
question = "How does it grow?"
workload = "tweets"
messages = 50
parameters = { vocabulary = 500 }
vary = { subscriptions = [100, 200] }
indexes = ["guards", "scan"]
limits = { scan = 5 }
measures = ["match"]

[words]
title = "Words"
question = "And with more words?"
workload = "tweets"
subscriptions = 10
messages = 50
vary = { vocabulary = [100, 200] }
indexes = ["scan"]
measures = ["match"]
"""


@pytest.fixture
def experiment(tmp_path):
    (tmp_path / "small.toml").write_text(FILE)
    return read_experiment("small", tmp_path)


def test_a_run_for_every_value_and_index(experiment):
    assert [run.name for run in experiment.runs] == [
        "growth-subscriptions=100-guards",
        "growth-subscriptions=100-scan",
        "growth-subscriptions=200-guards",
        "growth-subscriptions=200-scan",
        "words-vocabulary=100-scan",
        "words-vocabulary=200-scan",
    ]


def test_what_varies_is_a_count_or_a_parameter(experiment):
    growth, words = (study.runs[-1] for study in experiment.studies)
    assert (growth.subscriptions, growth.limit, growth.parameters) == (200, 5, {"vocabulary": 500})
    assert (words.subscriptions, words.limit, words.parameters) == (10, None, {"vocabulary": 200})


def test_what_varies_may_be_how_an_index_is_built(tmp_path):
    varied = FILE.replace("subscriptions = [100, 200]", '"params.most" = [4, 8]')
    (tmp_path / "small.toml").write_text(
        varied.replace("messages", "subscriptions = 9\nmessages", 1)
    )
    run = read_experiment("small", tmp_path).studies[0].runs[-1]
    assert (run.case, run.params) == ("most=8", {"most": 8})
    assert run.parameters == {"vocabulary": 500}


def test_a_run_survives_the_way_to_its_process(experiment):
    for run in experiment.runs:
        assert run_from(json.loads(json.dumps(asdict(run)))) == run


def test_a_quick_run_is_small(experiment):
    assert all(run.quick().subscriptions == 1_000 for run in experiment.runs)
    assert max(run.quick().subscriptions for run in read_experiment("speed").runs) == 40_000


@pytest.mark.parametrize("name", experiment_names())
def test_every_experiment_can_be_read(name):
    names = [run.name for run in read_experiment(name).runs]
    assert len(set(names)) == len(names) > 0
