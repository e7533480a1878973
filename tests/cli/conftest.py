"""A shell, and files to give to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import Shell


@pytest.fixture
def shell(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Shell:
    """Return a shell in an empty folder, with a terminal wide enough for any sentence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return Shell(capsys)


@pytest.fixture
def two_files(tmp_path: Path) -> Path:
    """Return a folder with two subscriptions in `s.ndjson` and two messages in `m.csv`."""
    (tmp_path / "s.ndjson").write_text(
        '{"id": "anna", "what": "ipad AND (sale OR discount)", '
        '"west": -74.1, "south": 40.6, "east": -73.9, "north": 40.8}\n'
        '{"id": "ben", "what": "NOT used"}\n'
    )
    (tmp_path / "m.csv").write_text(
        "id,lon,lat,text\nm1,-73.99,40.73,iPad sale!\nm2,13.4,52.5,used bicycle\n"
    )
    return tmp_path
