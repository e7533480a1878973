"""Whatever the plan, a published version delivers what the library does, each delivery once."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

pytest.importorskip("pyspark")

from columns.samples import MESSAGES, SUBSCRIPTIONS, circles_and_triangles
from contract.drawing import lists_of_messages, lists_of_subscriptions
from hypothesis import given, settings
from hypothesis import strategies as st
from space.drawing import SPACES
from spark.versions import expected, found, plan_for, publish_here

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.columns.exchange import messages_to_arrow
from nearcast.errors import UnusableSnapshot
from nearcast.plans import PLANS
from nearcast.space import Earth, Space
from nearcast.spark.matcher import Matcher, matcher_of
from nearcast.spark.published import (
    CURRENT,
    MANIFEST,
    current_version,
    drafting,
    part_path,
    read_manifest,
    versions,
)
from nearcast.text import Vocabulary

EARTH = Earth()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a version of all kinds of subscriptions, in three partitions."""
    return published(tmp_path / "published")


def published(folder: Path) -> Path:
    models = [*SUBSCRIPTIONS, *circles_and_triangles(8)]
    subscriptions, messages = encoded(models, EARTH)
    ids = pa.array([str(each.id) for each in models])
    plan = plan_for("location", subscriptions, messages, 3)
    publish_here(folder, subscriptions, ids, plan, EARTH, "guards")
    return folder


def encoded(models, space, said=MESSAGES):
    vocabulary = Vocabulary()
    subscriptions = subscriptions_from_model(models, space, vocabulary)
    return subscriptions, messages_from_model(said, space, vocabulary)


@pytest.mark.parametrize("name", PLANS)
@settings(max_examples=12)
@given(
    data=st.data(),
    space=st.sampled_from(SPACES),
    partitions=st.integers(1, 5),
    index=st.sampled_from(["guards", "scan"]),
)
def test_a_version_delivers_as_the_library_does(
    tmp_path_factory, name: str, data: st.DataObject, space: Space, partitions: int, index: str
) -> None:
    models = data.draw(lists_of_subscriptions(space, 1, 12))
    said = data.draw(lists_of_messages(space, 0, 8))
    subscriptions, messages = encoded(models, space, said)
    ids = pa.array(range(100, 100 + len(models)))
    senders = pa.array([f"m{number}" for number in range(len(said))], pa.string())
    folder = tmp_path_factory.mktemp("published")
    plan = plan_for(name, subscriptions, messages, partitions)
    version = publish_here(folder, subscriptions, ids, plan, space, index)
    answer = Matcher(folder, version).match_batch(messages_to_arrow(senders, messages))
    everybody = expected(subscriptions, ids.to_pylist(), messages, senders.to_pylist())
    assert found(answer) == everybody
    manifest = read_manifest(folder)
    assert manifest.subscriptions == len(models) <= manifest.copies


def test_versions_follow_each_other_and_stay(folder: Path) -> None:
    first = matcher_of(folder)
    published(folder)
    assert versions(folder) == ["v000001", "v000002"]
    assert (first.version, current_version(folder)) == ("v000001", "v000002")
    assert matcher_of(folder).version == "v000002"
    assert matcher_of(folder, "v000001") is first


def test_what_is_half_built_is_not_seen(folder: Path) -> None:
    with pytest.raises(RuntimeError, match="lost power"), drafting(folder) as draft:
        (draft / "parts" / "00000.nearcast").write_bytes(b"half")
        raise RuntimeError("lost power")
    assert sorted(path.name for path in folder.iterdir()) == [CURRENT, "v000001"]


def test_nothing_is_published_yet(tmp_path: Path) -> None:
    with pytest.raises(UnusableSnapshot, match="nothing is published here"):
        matcher_of(tmp_path)
    with pytest.raises(UnusableSnapshot, match="there is no such version"):
        matcher_of(tmp_path, "v000009")


def test_damage_is_told(folder: Path) -> None:
    home = folder / "v000001"
    batch = messages_to_arrow(
        pa.array([message.id for message in MESSAGES]), encoded(SUBSCRIPTIONS, EARTH)[1]
    )
    ids = part_path(home, 0, "ids.arrow")
    whole = ids.read_bytes()
    ids.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UnusableSnapshot, match="the ids cannot be read"):
        Matcher(folder, "v000001").match_batch(batch)
    ids.write_bytes(whole)
    index = part_path(home, 0, "nearcast")
    index.write_bytes(index.read_bytes()[:-64])
    with pytest.raises(UnusableSnapshot, match="cut short"):
        Matcher(folder, "v000001").match_batch(batch)
    manifest = json.loads((home / MANIFEST).read_text())
    (home / MANIFEST).write_text(json.dumps({**manifest, "format": 2}))
    with pytest.raises(UnusableSnapshot, match="it has format 2"):
        read_manifest(folder)
    (home / MANIFEST).write_text("{")
    with pytest.raises(UnusableSnapshot, match="the manifest is damaged"):
        read_manifest(folder)
