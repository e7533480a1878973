"""Every study runs from end to end at a tiny size; nothing here looks at a clock."""

from __future__ import annotations

import pytest
from bench.__main__ import main
from bench.plan import PROTOTYPE, experiment_names, read_experiment
from bench.record import read_result

STUDIES = {
    (experiment, study.name): study
    for experiment in experiment_names()
    for study in read_experiment(experiment).studies
}
SHOWN = [
    *(("speed", name) for name in ("w", "kinds", "threads", "updates")),
    *(("rt-tree", name) for name in ("sizes-by-tokens", "mix")),
]


@pytest.mark.parametrize(("experiment", "name"), SHOWN)
def test_a_study_gives_results_and_a_table(experiment, name, tmp_path, capsys):
    study = STUDIES[experiment, name]
    arguments = [experiment, "--quick", "--only", name, "--results", str(tmp_path)]
    assert main(arguments) == 0
    assert f"### {study.title}" in capsys.readouterr().out
    results = [read_result(tmp_path, run) for run in study.runs if run.index != PROTOTYPE]
    assert all(result["measured"].keys() == set(study.runs[0].measures) for result in results)
    assert main(arguments) == 0
    assert "there is a result already" in capsys.readouterr().err


def test_the_prototype_is_looked_for_where_it_is_said_to_be(tmp_path):
    nowhere = ["--prototype", str(tmp_path / "nowhere.py"), "--results", str(tmp_path)]
    assert main(["speed", "--quick", "--only", "hot", *nowhere]) == 1
