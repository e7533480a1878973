"""What a figure was measured on: without it a number means nothing."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PACKAGES = ("nearcast", "numpy", "numba", "pyarrow")
CACHES = Path("/sys/devices/system/cpu/cpu0/cache")


def machine() -> dict[str, Any]:
    """Return the processor, its caches, the memory, and how busy the machine is right now."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "caches": _caches(),
        "memory_gib": round(_memory_bytes() / 2**30, 1),
        "system": platform.platform(),
        "load_average": [round(load, 2) for load in os.getloadavg()],
    }


def versions() -> dict[str, str]:
    """Return the versions of Python and of what the figures depend on, and the commit."""
    found = {"python": platform.python_version(), "commit": _commit()}
    return found | {package: _version(package) for package in PACKAGES}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _caches() -> dict[str, str]:
    """Return the size of each cache by its level and kind, such as ``L1 Data``."""
    return {
        f"L{_line(cache / 'level')} {_line(cache / 'type')}": _line(cache / "size")
        for cache in sorted(CACHES.glob("index*"))
    }


def _line(path: Path) -> str:
    return path.read_text().strip()


def _memory_bytes() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    """Return the commit, with a + where the checkout has changes that are not in it."""
    try:
        commit = _git("rev-parse", "--short=12", "HEAD")
        return commit + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=HERE, capture_output=True, text=True, check=True
    ).stdout.strip()
