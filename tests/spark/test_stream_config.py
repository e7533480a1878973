"""The file that describes a stream: what it may say, and how it is told what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from nearcast.errors import UnreadableInput

pytest.importorskip("pyspark")

from nearcast.spark import Console, Folder, Topic
from nearcast.spark.streaming.config import StreamJob, read_job

TOP = 'published = "p"\ncheckpoint = "c"\n'
FOLDERS = '[messages]\nfolder = "in"\n[deliveries]\nfolder = "out"\n'


def read(home: Path, text: str, **more: bool) -> StreamJob:
    (home / "s.toml").write_text(text)
    return read_job(home / "s.toml", **more)


def test_folders_count_from_where_the_file_is(tmp_path, monkeypatch):
    monkeypatch.chdir("/")
    job = read(tmp_path, TOP + FOLDERS)
    assert job.messages == Folder(tmp_path / "in")
    assert job.deliveries == Folder(tmp_path / "out")
    assert (job.published, job.checkpoint) == (tmp_path / "p", tmp_path / "c")
    assert (job.every, job.mapping, job.needs_kafka) == (1.0, {}, False)


def test_topics_settings_and_other_names(tmp_path):
    job = read(
        tmp_path,
        TOP
        + "every = 0.5\n"
        + '[messages]\nservers = "a:1"\ntopic = "t"\nmost = 7\nmapping = { id = "uid" }\n'
        + 'options = { "security.protocol" = "SSL" }\n'
        + "[deliveries]\nconsole = true\n"
        + '[spark]\nmaster = "local[1]"\n"spark.ui.enabled" = false\n',
    )
    assert job.messages == Topic("a:1", "t", 7, {"security.protocol": "SSL"})
    assert job.messages.settings["kafka.security.protocol"] == "SSL"
    assert job.deliveries == Console()
    assert job.needs_kafka
    assert job.mapping == {"id": "uid"}
    assert job.spark == {"master": "local[1]", "spark.ui.enabled": False}
    assert job.every == 0.5


def test_once(tmp_path):
    assert read(tmp_path, TOP + FOLDERS, once=True).every is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TOP + "[messages\n", "Expected"),
        (FOLDERS, "published"),
        (TOP + "evry = 2\n" + FOLDERS, "did you mean 'every'"),
        (TOP + 'every = "often"\n' + FOLDERS, r"`\$.every`"),
        (TOP + FOLDERS.replace('"in"', '"in"\ntopic = "t"'), "either a folder, or servers and a"),
        (TOP + '[messages]\ntopic = "t"\n[deliveries]\nconsole = true\n', "either a folder"),
    ],
)
def test_what_is_wrong_is_told_with_the_name_of_the_file(tmp_path, text, reason):
    with pytest.raises(UnreadableInput, match=rf"s\.toml: .*{reason}"):
        read(tmp_path, text)
