"""One run in a process of its own: warm up, draw, measure, print the numbers as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.plan import Run, run_from

ROOT = Path(__file__).parents[1]


class RunFailed(Exception):
    """A run whose process came to a bad end; it has said why on the terminal."""


def run_apart(run: Run, prototype: Path | None) -> dict[str, Any]:
    """Return what a run measured in a fresh process, so that no run warms up another."""
    order = {"run": asdict(run), "prototype": prototype and str(prototype.resolve())}
    done = subprocess.run(
        [sys.executable, "-m", "bench.run"],
        input=json.dumps(order),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        check=False,
    )
    if done.returncode:
        raise RunFailed(f"{run.name} ended with code {done.returncode}")
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def measure(run: Run, prototype: Path | None) -> dict[str, Any]:
    """Return the numbers of every measure of a run, taken in this process.

    The same measures are taken at a small size before, so that every kernel is compiled and read.
    """
    # Heavy imports belong to the process that measures, not to the one that plans.
    from bench.measures import MEASURES  # noqa: PLC0415
    from bench.subjects import draw  # noqa: PLC0415

    for size in (run.quick(), run):
        subject = draw(size, prototype)
        measured = {name: MEASURES[name](subject) for name in run.measures}
    return measured


def main() -> None:
    """Run what standard input orders."""
    order = json.load(sys.stdin)
    prototype = order["prototype"] and Path(order["prototype"])
    json.dump(measure(run_from(order["run"]), prototype), sys.stdout)


if __name__ == "__main__":
    main()
