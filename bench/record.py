"""Results on disk: one JSON file a run, written once and read by the report."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.plan import Run

RESULTS = Path(__file__).parent / "results"
QUICK_RESULTS = Path(__file__).parent / "data" / "quick"

Result = dict[str, Any]


def result_path(folder: Path, run: Run) -> Path:
    """Return where the result of a run is kept."""
    return folder / run.experiment / f"{run.name}.json"


def write_result(
    folder: Path, run: Run, measured: Result, machine: Result, versions: Result
) -> Path:
    """Keep what a run measured, beside all that is needed to run it again."""
    path = result_path(folder, run)
    path.parent.mkdir(parents=True, exist_ok=True)
    result = {"run": asdict(run), "measured": measured, "machine": machine, "versions": versions}
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    return path


def read_result(folder: Path, run: Run) -> Result | None:
    """Return the result of a run, if there is one."""
    path = result_path(folder, run)
    if not path.exists():
        return None
    result: Result = json.loads(path.read_text())
    return result
