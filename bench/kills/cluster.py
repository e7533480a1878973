"""A standalone cluster on this machine: a master and workers as processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Self

import pyspark

from bench.kills.processes import end_group, free_port, processes, waited_for
from nearcast.spark.java import set_up_java

HOST = "127.0.0.1"
STARTS_S = 60.0
PROGRAM = "CoarseGrainedExecutorBackend"


class Cluster:
    """A master and workers with one core each, until the block ends.

    Attributes
    ----------
    master
        The address for a session.
    """

    def __init__(self, folder: Path, workers: int = 2, memory: str = "1g") -> None:
        self._folder = folder
        self._count, self._memory = workers, memory
        self._port = free_port()
        self._processes: list[subprocess.Popen[bytes]] = []
        self.master = f"spark://{HOST}:{self._port}"

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True)
        self._start("master.Master", "--port", str(self._port))
        waited_for(lambda: self._said("I have been elected leader") > 0, STARTS_S, self._log)
        for number in range(self._count):
            work = str(self._folder / f"work-{number}")
            resources = ("--cores", "1", "--memory", self._memory, "--work-dir", work)
            self._start("worker.Worker", *resources, self.master)
        waited_for(self._is_complete, STARTS_S, self._log)
        return self

    def __exit__(self, *_: object) -> None:
        for executor in self.executors():
            os.kill(executor, signal.SIGKILL)
        for process in reversed(self._processes):
            end_group(process)

    def executors(self) -> list[int]:
        """Return the processes that do the work."""
        workers = {process.pid for process in self._processes[1:]}
        running = (each for each in processes() if PROGRAM in each.command)
        return [each.pid for each in running if each.parent in workers]

    @property
    def _log(self) -> Path:
        return self._folder / "log"

    def _start(self, program: str, *arguments: str) -> None:
        command = [
            str(Path(pyspark.__file__).parent / "bin" / "spark-class"),
            f"org.apache.spark.deploy.{program}",
            *("--host", HOST, "--webui-port", str(free_port())),
            *arguments,
        ]
        environment = {
            **os.environ,
            "JAVA_HOME": str(set_up_java()),
            "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_LOCAL_DIRS": str(self._folder),
        }
        with self._log.open("ab") as log:
            started = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True
            )
        self._processes.append(started)

    def _said(self, words: str) -> int:
        return self._log.read_text().count(words)

    def _is_complete(self) -> bool:
        return self._said("Successfully registered with master") >= self._count
