"""A batch match on a real cluster, an executor of which is killed while it works."""

from __future__ import annotations

from pathlib import Path

import pytest

from nearcast.errors import MissingExtra, UnusableJava

pytestmark = pytest.mark.slow


@pytest.fixture
def cluster(tmp_path: Path):
    """Start a master and two workers; skip where there is no Spark or no Java."""
    try:
        from bench.kills.cluster import Cluster  # noqa: PLC0415 - brings Spark

        with Cluster(tmp_path / "cluster") as running:
            yield running
    except (MissingExtra, UnusableJava) as error:
        pytest.skip(str(error))


def test_an_executor_that_dies_loses_nothing(cluster, tmp_path: Path) -> None:
    from bench.kills.matching import killed_match  # noqa: PLC0415

    job = killed_match(cluster, tmp_path / "job", kills=1, messages=6_000)
    assert job.delivered.keys() == job.expected
    assert job.delivered.total() == len(job.expected) > 0
