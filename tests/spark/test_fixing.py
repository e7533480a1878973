"""The version of a batch is fixed once, whoever asks, and forgotten when nobody can ask again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nearcast.errors import UnusableSnapshot

pytest.importorskip("pyspark")

from nearcast.spark.streaming.fixing import KEPT, fixed_version


@pytest.fixture
def fixed(tmp_path: Path) -> Path:
    (tmp_path / "fixed").mkdir()
    return tmp_path / "fixed"


def publish(tmp_path: Path, version: str) -> None:
    (tmp_path / "CURRENT").write_text(f"{version}\n")


def test_the_first_to_ask_decides(tmp_path, fixed):
    publish(tmp_path, "v000001")
    assert fixed_version(fixed, 7, tmp_path) == "v000001"
    publish(tmp_path, "v000002")
    assert fixed_version(fixed, 7, tmp_path) == "v000001"
    assert fixed_version(fixed, 8, tmp_path) == "v000002"


def test_all_tasks_of_a_batch_agree_while_somebody_publishes(tmp_path, fixed):
    publish(tmp_path, "v000000")

    def ask(number: int) -> str:
        draft = tmp_path / f"draft-{number}"
        draft.write_text(f"v{number:06}\n")
        draft.replace(tmp_path / "CURRENT")
        return fixed_version(fixed, number // 50, tmp_path)

    with ThreadPoolExecutor(8) as tasks:
        answers = list(tasks.map(ask, range(200)))
    for batch in range(4):
        assert len(set(answers[50 * batch : 50 * (batch + 1)])) == 1


def test_old_batches_and_drafts_of_the_dead_are_forgotten(tmp_path, fixed):
    publish(tmp_path, "v000001")
    (fixed / ".2.deadbeef").touch()
    for batch in (2, 3, 5):
        fixed_version(fixed, batch, tmp_path)
    fixed_version(fixed, 3 + KEPT, tmp_path)
    assert sorted(path.name for path in fixed.iterdir()) == ["103", "3", "5"]


def test_nothing_is_fixed_where_nothing_is_published(tmp_path, fixed):
    with pytest.raises(UnusableSnapshot):
        fixed_version(fixed, 0, tmp_path)
    assert not list(fixed.iterdir())
