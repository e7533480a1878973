"""The files that count are those in Spark's log, whatever else lies beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nearcast.errors import UnreadableInput

pytest.importorskip("pyspark")

from nearcast.spark import committed_files


def write_log(folder: Path, name: str, *entries: tuple[str, str], version: str = "v1") -> None:
    (folder / "_spark_metadata").mkdir(exist_ok=True)
    lines = [json.dumps({"path": path, "size": 1, "action": action}) for action, path in entries]
    (folder / "_spark_metadata" / name).write_text("\n".join([version, *lines]))


def uri(folder: Path, name: str, outcome: str = "delivered") -> str:
    return f"file://{folder}/outcome={outcome}/{name}".replace(" ", "%20")


def test_batches_after_the_last_compact_log_and_all_that_is_in_that(tmp_path):
    home = tmp_path / "a b"
    home.mkdir()
    write_log(home, "8", ("add", uri(home, "forgotten")))
    write_log(home, "9.compact", ("add", uri(home, "1")), ("add", uri(home, "2")))
    write_log(home, "10", ("add", uri(home, "3")), ("delete", uri(home, "1")))
    write_log(home, "11", ("add", uri(home, "4", "faulty")))
    assert committed_files(home) == [home / "outcome=delivered" / name for name in "23"]
    assert committed_files(home, "faulty") == [home / "outcome=faulty" / "4"]


def test_nothing_is_committed_yet(tmp_path):
    assert committed_files(tmp_path) == []


def test_a_log_from_the_future(tmp_path):
    write_log(tmp_path, "0", version="v2")
    with pytest.raises(UnreadableInput, match="it has format v2"):
        committed_files(tmp_path)
