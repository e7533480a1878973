"""The command line: `python -m bench speed` runs an experiment, `python -m bench report` writes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.machine import machine, versions
from bench.plan import Experiment, experiment_names, read_experiment
from bench.record import QUICK_RESULTS, RESULTS, result_path, write_result
from bench.report import tables, write_tables
from bench.run import RunFailed, run_apart


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for and return the exit code."""
    options = _options(arguments)
    if options.what == "report":
        for name in experiment_names():
            write_tables(read_experiment(name), RESULTS)
        return 0
    experiment = read_experiment(options.what)
    folder = options.results or (QUICK_RESULTS if options.quick else RESULTS)
    failures = run_missing(experiment, folder, options)
    print(tables(experiment, folder))  # noqa: T201 - this is the command's output
    return 1 if failures else 0


def run_missing(experiment: Experiment, folder: Path, options: argparse.Namespace) -> int:
    """Run what has no result yet, or everything again, and return how many runs failed."""
    failures = 0
    for run in experiment.runs:
        wanted = options.only is None or run.study == options.only
        if not wanted or (run.index == "prototype" and options.prototype is None):
            continue
        if result_path(folder, run).exists() and not options.again:
            _say(f"{run.name}: there is a result already")
            continue
        _say(f"{run.name} …")
        busy = machine()
        try:
            measured = run_apart(run.quick() if options.quick else run, options.prototype)
        except RunFailed as failure:
            _say(str(failure))
            failures += 1
            continue
        write_result(folder, run, measured, busy, versions())
    return failures


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=__doc__,
        epilog="example: python -m bench speed --only w && python -m bench report",
    )
    parser.add_argument("what", choices=[*experiment_names(), "report"])
    parser.add_argument("--only", metavar="STUDY", help="one study of the experiment")
    parser.add_argument("--again", action="store_true", help="also run what has a result")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to see that it works")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="keep results elsewhere")
    parser.add_argument("--prototype", type=Path, metavar="FILE", help="run this prototype too")
    return parser.parse_args(arguments)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - progress, beside the tables


if __name__ == "__main__":
    sys.exit(main())
