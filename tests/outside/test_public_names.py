"""All that is public is reachable from the top, and the door opens quickly."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import nearcast

HEAVY = ("numba", "pyarrow", "shapely", "numpy")
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.mark.parametrize("name", nearcast.__all__)
def test_every_public_name_is_there(name):
    assert getattr(nearcast, name) is not None


def test_lists_just_its_public_names():
    assert dir(nearcast) == sorted(nearcast.__all__)
    assert len(set(nearcast.__all__)) == len(nearcast.__all__)


def test_says_what_is_not_there():
    with pytest.raises(AttributeError, match="has no attribute 'Hubb'"):
        nearcast.Hubb  # noqa: B018


def test_importing_it_imports_nothing_heavy():
    ask = f"import nearcast, sys; print([name for name in {HEAVY} if name in sys.modules])"
    found_here = {**os.environ, "PYTHONPATH": str(Path(nearcast.__file__).parents[1])}
    command = [sys.executable, "-c", ask]
    answer = subprocess.run(command, env=found_here, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_version_is_that_of_the_project():
    project = tomllib.loads(PROJECT.read_text())["project"]
    assert nearcast.__version__ == project["version"]
