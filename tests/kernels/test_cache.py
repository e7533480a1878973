"""Compiled kernels are kept where the digest of their sources names the folder, or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nearcast

ASK = "import numba, nearcast.kernels.jit; print(numba.config.CACHE_DIR)"


def cache_within(root: Path) -> Path:
    """Return where a process keeps its kernels that was told to do so below a folder."""
    source = str(Path(nearcast.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": source, "NUMBA_CACHE_DIR": str(root)}
    command = [sys.executable, "-c", ASK]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return Path(answer.stdout.strip())


def test_the_cache_is_a_folder_of_its_own(tmp_path: Path) -> None:
    folder = cache_within(tmp_path)
    assert folder.parent == tmp_path and folder.name.startswith("kernels-")


def test_where_it_cannot_be_written_it_ends_with_the_process(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = cache_within(tmp_path / "file")
    assert tmp_path not in folder.parents
    assert not folder.exists()
