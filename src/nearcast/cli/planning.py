"""What `nearcast plan` does: statistics of a workload, and what every plan would make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from nearcast.cli import matching, terminal
from nearcast.plans import (
    PLANS,
    Figures,
    Statistics,
    dealt,
    open_statistics,
    predicted,
    statistics_of,
)
from nearcast.workloads import columns, generate


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of every plan, by the number of partitions and its name."""

    subscriptions: int
    messages: int
    figures: Mapping[int, Mapping[str, Figures]]

    def best(self, partitions: int) -> str:
        """Return the plan whose busiest partition has the least to do."""
        plans = self.figures[partitions]
        return max(plans, key=lambda name: plans[name].speedup)

    def as_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "subscriptions": self.subscriptions,
            "messages": self.messages,
            "plans": [
                {"partitions": partitions, "plan": name, **figures._asdict()}
                for partitions, plans in self.figures.items()
                for name, figures in plans.items()
            ],
            "best": {str(partitions): self.best(partitions) for partitions in self.figures},
        }


def opened(path: Path) -> Statistics:
    """Return statistics that were saved."""
    return open_statistics(path)


def drawn(
    workload: str,
    subscriptions: int,
    messages: int,
    seed: int,
    parameters: dict[str, Any],
    stages: terminal.Stages,
) -> Statistics:
    """Return the statistics of a workload made up or drawn."""
    with stages.stage(f"drawing {workload}"):
        made = generate(workload, subscriptions, messages, seed, **parameters)
    with stages.stage("counting"):
        return statistics_of(*dealt(*columns(made)), seed=seed)


def read(
    subscriptions: Path,
    messages: Path,
    space: str,
    analyser: str,
    on_error: Literal["stop", "skip"],
    seed: int,
    stages: terminal.Stages,
) -> Statistics:
    """Return the statistics of two files."""
    job = matching.Job(subscriptions, messages, None, "guards", space, 1, analyser, on_error)
    inputs = matching.read(job, stages)
    with stages.stage("counting"):
        known = dealt(inputs.subscriptions.columns, inputs.messages.columns)
        return statistics_of(*known, seed=seed)


def planned(statistics: Statistics, partitions: Sequence[int], stages: terminal.Stages) -> Report:
    """Return what each plan would come to for each number of partitions."""
    figures: dict[int, dict[str, Figures]] = {}
    with stages.stage("planning", len(partitions)) as done:
        for turn, count in enumerate(partitions, 1):
            figures[count] = {name: predicted(name, statistics, count) for name in PLANS}
            done(turn)
    return Report(statistics.counts.subscriptions, statistics.counts.messages, figures)
