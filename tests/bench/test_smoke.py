"""Every study runs from end to end at a tiny size; nothing here looks at a clock."""

from __future__ import annotations

import pytest
from bench.__main__ import main
from bench.plan import PROTOTYPE, read_experiment
from bench.record import read_result

STUDIES = {study.name: study for study in read_experiment("speed").studies}


@pytest.mark.parametrize("name", ["w", "kinds", "threads", "updates"])
def test_a_study_gives_results_and_a_table(name, tmp_path, capsys):
    arguments = ["speed", "--quick", "--only", name, "--results", str(tmp_path)]
    assert main(arguments) == 0
    assert f"### {STUDIES[name].title}" in capsys.readouterr().out
    results = [read_result(tmp_path, run) for run in STUDIES[name].runs if run.index != PROTOTYPE]
    assert all(
        result["measured"].keys() == set(STUDIES[name].runs[0].measures) for result in results
    )
    assert main(arguments) == 0
    assert "there is a result already" in capsys.readouterr().err


def test_the_prototype_is_looked_for_where_it_is_said_to_be(tmp_path):
    nowhere = ["--prototype", str(tmp_path / "nowhere.py"), "--results", str(tmp_path)]
    assert main(["speed", "--quick", "--only", "hot", *nowhere]) == 1
