"""What measures are taken of: a workload on the grid, and a contestant to be built over it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench.contestants import Build, Contestant, catalogued
from bench.plan import PROTOTYPE, Run
from bench.prototype import prototype
from nearcast.columns.layout import Messages, Subscriptions
from nearcast.columns.slices import message_slice
from nearcast.workloads import Workload, columns, generate


@dataclass(slots=True)
class Subject:
    """A run made ready: its columns, and how its contestant is built."""

    run: Run
    workload: Workload
    subscriptions: Subscriptions
    messages: Messages
    build: Build
    built: Contestant | None = None

    def contestant(self) -> Contestant:
        """Return the contestant, building it if no measure has done so."""
        if self.built is None:
            self.built = self.build(self.subscriptions)
        return self.built

    def first_messages(self, count: int) -> Messages:
        """Return that many messages, or as many as the run allows."""
        most = min(self.run.messages, self.run.limit or self.run.messages)
        return message_slice(self.messages, 0, min(count, most))


def draw(run: Run, prototype_file: Path | None) -> Subject:
    """Return the subject of a run."""
    workload = generate(run.workload, run.subscriptions, run.messages, run.seed, **run.parameters)
    if run.index == PROTOTYPE:
        if prototype_file is None:
            raise SystemExit("to run the prototype, say where it is with --prototype FILE")
        build = prototype(prototype_file, len(workload.words))
    else:
        build = catalogued(run.index, run.threads, run.params)
    return Subject(run, workload, *columns(workload), build)
