"""A pipeline goes from raw files to the library's deliveries, keeps what is done, and says more."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytest.importorskip("pyspark")

from columns.samples import MESSAGES, message_table
from oracle.matching import matching
from spark.versions import found

from nearcast.columns import write_table
from nearcast.errors import UnreadableInput
from nearcast.model import EVERYWHERE, Box, Circle, Subscription
from nearcast.space import Earth
from nearcast.spark.pipeline import Pipeline, described, job_of, read_job

WANTED = [
    Subscription("a", "ipad AND (sale OR pizza) NOT quotes", Box(1.0, 2.0, 3.0, 4.0)),
    Subscription("b", '"new york"', Box(170.0, -5.0, -170.0, 5.0)),
    Subscription("c", "", EVERYWHERE),
    Subscription("d", "ipad", Circle(13.4, 52.5, 2000.0)),
    Subscription("e", "ipad OR pizza", EVERYWHERE),
]
CONFIG = """
folder = "work"
deliveries = "deliveries"
[messages]
source = "messages.ndjson"
[subscriptions]
source = "wanted.parquet"
[plan]
name = "location+prefix"
partitions = 3
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("home")
    write_table(home / "messages.ndjson", message_table())
    boxes = [each.where if isinstance(each.where, Box) else None for each in WANTED]
    circles = [each.where if isinstance(each.where, Circle) else None for each in WANTED]
    edges = {
        name: pa.array([box and getattr(box, name) for box in boxes], pa.float64())
        for name in ("west", "south", "east", "north")
    }
    parts = {"lon": "x", "lat": "y", "radius": "radius"}
    centres = {
        name: pa.array([circle and getattr(circle, part) for circle in circles], pa.float64())
        for name, part in parts.items()
    }
    names = {"id": [each.id for each in WANTED], "what": [each.what for each in WANTED]}
    pq.write_table(pa.table({**names, **edges, **centres}), home / "wanted.parquet")
    (home / "pipeline.toml").write_text(CONFIG)
    return home


def run(spark, home: Path):
    told = []
    return Pipeline(spark, read_job(home / "pipeline.toml"), told.append).run(), told


def test_raw_files_become_deliveries_once(spark, home) -> None:
    summary, told = run(spark, home)
    expected = sorted(
        (message.id, WANTED[row].id)
        for message, rows in zip(MESSAGES, matching(WANTED, MESSAGES, Earth()), strict=True)
        for row in rows
    )
    assert found(pq.read_table(home / "deliveries")) == expected
    assert list(summary.steps) == told
    assert summary.facts("match")["deliveries"] == len(expected)
    assert summary.facts("messages") == {"rows": 4, "faults": 0}
    assert not any(step.kept for step in told)

    again, told = run(spark, home)
    assert all(step.kept for step in told)
    assert [step.facts for step in again.steps] == [step.facts for step in summary.steps]

    (home / "pipeline.toml").write_text(CONFIG.replace("location+prefix", "keyword"))
    changed, told = run(spark, home)
    kept = {step.name: step.kept for step in told}
    assert [name for name, is_kept in kept.items() if not is_kept] == ["plan", "build", "match"]
    assert changed.facts("build")["version"] == "v000002"
    assert found(pq.read_table(home / "deliveries")) == expected


def test_a_step_whose_output_is_gone_is_done_again(spark, home) -> None:
    run(spark, home)
    for path in (home / "deliveries").iterdir():
        path.unlink()
    (home / "deliveries").rmdir()
    _, told = run(spark, home)
    assert [step.name for step in told if not step.kept] == ["match"]
    assert os.listdir(home / "deliveries")


def test_subscriptions_may_be_drawn(spark, home, tmp_path) -> None:
    said = {
        "folder": str(tmp_path / "work"),
        "messages": {"source": "messages.ndjson"},
        "subscriptions": {"generate": {"count": 200, "terms": [1, 2], "area": [0.001, 0.1]}},
        "plan": {"partitions": 2},
    }
    pipeline = Pipeline(spark, job_of(described(said), home))
    figures = pipeline.plan()
    assert {"hash", "location", "prefix"} <= figures.keys()
    assert not (tmp_path / "work" / "published").exists()
    assert pipeline.summary().facts("statistics")["subscriptions"] == 200


@pytest.mark.parametrize(
    ("config", "complaint"),
    [
        ('folder = "w"', "there must be a key `messages`"),
        (CONFIG.replace("folder", "fodler", 1), "fodler: there is no such key; did you mean"),
        (CONFIG.replace("partitions", "partition"), "plan.partition: there is no such key"),
        (CONFIG.replace("= 3", '= "three"'), "plan.partitions: Expected `int"),
        (CONFIG.replace("= 3", "= 0"), "plan.partitions: Expected `int` >= 1"),
        (CONFIG.replace("+prefix", "+perfix"), "plan.name: there is no plan 'location.perfix'"),
        (CONFIG + "[subscriptions.generate]\ncount = 5", "name either a source, or what to"),
        ('index = "gards"' + CONFIG, "index: there is no index 'gards'; did you mean 'guards'"),
        ('space = "moon"' + CONFIG, "space: 'moon' is not a space"),
        ('analyser = "none"' + CONFIG, "analyser: "),
        ("folder = ", "this is no TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path, config: str, complaint: str) -> None:
    (tmp_path / "p.toml").write_text(config)
    with pytest.raises(UnreadableInput, match=complaint) as raised:
        read_job(tmp_path / "p.toml")
    assert str(raised.value).startswith(str(tmp_path / "p.toml"))


def test_a_column_that_lacks_is_named(spark, home) -> None:
    said = {
        "folder": "elsewhere",
        "messages": {"source": "messages.ndjson", "mapping": {"text": "txet"}},
        "subscriptions": {"source": "wanted.parquet"},
    }
    with pytest.raises(UnreadableInput, match="there is no column 'txet'"):
        Pipeline(spark, job_of(described(said), home)).run()
