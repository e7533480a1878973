"""From an experiment's file to the list of its runs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

EXPERIMENTS = Path(__file__).parent / "experiments"
PROTOTYPE = "prototype"
PARAMS = "params."
QUICK_DIVISOR, QUICK_SUBSCRIPTIONS, QUICK_MESSAGES = 500, 1_000, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One index on one workload; all that the process that runs it has to know.

    Parameters
    ----------
    experiment, study, case
        Where it belongs: the file, the study in it, and the value that varies, such as
        ``subscriptions=1000000``.
    index
        The name of an index, or ``prototype``; or that of a plan, where plans are measured.
    workload, parameters, subscriptions, messages, seed
        What `nearcast.workloads.generate` takes.
    threads
        Match on so many threads.
    partitions
        Plan for so many partitions.
    params
        What the index is built with, by the names of its `Params`.
    limit
        Match only so many of the messages; for what would take minutes.
    repeats, seconds, measures
        How often a measure is taken, how long one that goes on for a while does, and their names.
    """

    experiment: str
    study: str
    case: str
    index: str
    workload: str
    subscriptions: int
    messages: int
    seed: int = 0
    parameters: dict[str, Any] = field(default_factory=dict)
    threads: int = 1
    partitions: int | None = None
    params: dict[str, Any] = field(default_factory=dict)
    limit: int | None = None
    repeats: int = 5
    seconds: float = 3.0
    measures: tuple[str, ...] = ("build", "match")

    @property
    def name(self) -> str:
        """The name of its result, unique within the experiment."""
        return f"{self.study}-{self.case}-{self.index}"

    def quick(self) -> Run:
        """Return the same run at a size that takes no time and measures nothing."""
        return replace(
            self,
            subscriptions=max(QUICK_SUBSCRIPTIONS, self.subscriptions // QUICK_DIVISOR),
            messages=max(QUICK_MESSAGES, self.messages // QUICK_DIVISOR),
            repeats=2,
            seconds=0.05,
        )


@dataclass(frozen=True, slots=True)
class Study:
    """One question of an experiment: what it asks, and the runs that answer it."""

    name: str
    title: str
    question: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A file of `bench/experiments`, read."""

    name: str
    studies: tuple[Study, ...]

    @property
    def runs(self) -> Iterator[Run]:
        """All runs, study by study."""
        return (run for study in self.studies for run in study.runs)


def run_from(fields: dict[str, Any]) -> Run:
    """Return the run that `asdict` and JSON took apart."""
    return Run(**{**fields, "measures": tuple(fields["measures"])})


def experiment_names() -> list[str]:
    """Return the names of all experiments."""
    return sorted(path.stem for path in EXPERIMENTS.glob("*.toml"))


def read_experiment(name: str, folder: Path = EXPERIMENTS) -> Experiment:
    """Return the experiment of that name; each table of its file is a study."""
    content = tomllib.loads((folder / f"{name}.toml").read_text())
    return Experiment(name, tuple(_study(name, study, entry) for study, entry in content.items()))


def _study(experiment: str, name: str, entry: dict[str, Any]) -> Study:
    title, question = entry.pop("title"), entry.pop("question")
    indexes, limits = entry.pop("indexes"), entry.pop("limits", {})
    axis, values = next(iter(entry.pop("vary").items()))
    runs = [
        replace(_varied(experiment, name, entry, axis, value), index=index, limit=limits.get(index))
        for value in values
        for index in indexes
    ]
    return Study(name, title, question, tuple(runs))


def _varied(experiment: str, study: str, entry: dict[str, Any], axis: str, value: Any) -> Run:
    """Return a run of the study with its axis at this value.

    The axis is a field of `Run`, ``params.`` and one of the index, or a parameter of the workload.
    """
    fields = {**entry, "measures": tuple(entry["measures"])}
    if axis.startswith(PARAMS):
        axis = axis.removeprefix(PARAMS)
        fields["params"] = {**entry.get("params", {}), axis: value}
    elif axis in Run.__dataclass_fields__:
        fields[axis] = value
    else:
        fields["parameters"] = {**entry.get("parameters", {}), axis: value}
    return Run(experiment=experiment, study=study, case=f"{axis}={value}", index="", **fields)
