"""A broker of Kafka on this machine, started and stopped by who needs it, and its own two tools."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Self

import pyspark

from bench.kills.processes import end_group, free_port, waited_for
from nearcast.spark.jars import Library, jars_of
from nearcast.spark.java import set_up_java
from nearcast.spark.kafka import connector_jars

VERSION = "4.1.1"
# The tools come apart from the broker, and most of what they need with it.
LIBRARIES = (
    Library(f"org.apache.kafka:kafka_2.13:{VERSION}"),
    Library(f"org.apache.kafka:kafka-tools:{VERSION}"),
)
CLUSTER_ID = "bmVhcmNhc3QtdGVzdHMtMQ"
QUIET = ("-Dorg.slf4j.simpleLogger.defaultLogLevel=off", "-XX:TieredStopAtLevel=1")
STARTS_S, READS_MS = 40.0, 4_000
PROPERTIES = """
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{port}
controller.listener.names=CONTROLLER
log.dirs={logs}
num.partitions=2
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
"""


def check_jars() -> None:
    """Fetch what a broker and Spark's connector need; `MissingJars` tells what cannot be had."""
    set_up_java()
    connector_jars()
    for library in LIBRARIES:
        jars_of(library)


class Broker:
    """A broker with data in a folder, until the block ends."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.servers = f"127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True)
        properties = self._folder / "server.properties"
        settings = {"port": self._port, "controller": free_port(), "logs": self._folder / "logs"}
        properties.write_text(PROPERTIES.format(**settings))
        subprocess.run(
            java("kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", str(properties)),
            check=True,
            capture_output=True,
        )
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                java("kafka.Kafka", str(properties)),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        waited_for(self._answers, STARTS_S, self._folder / "log")
        return self

    def _answers(self) -> bool:
        assert self._process.poll() is None, (self._folder / "log").read_text()
        asked = java("org.apache.kafka.tools.TopicCommand", *self._here(), "--list")
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0

    def _here(self) -> tuple[str, str]:
        return "--bootstrap-server", self.servers

    def __exit__(self, *_: object) -> None:
        end_group(self._process)

    def send(self, topic: str, records: Iterable[str]) -> None:
        """Send records."""
        subprocess.run(
            java("org.apache.kafka.tools.ConsoleProducer", *self._here(), "--topic", topic),
            input="".join(f"{record}\n" for record in records),
            text=True,
            check=True,
            capture_output=True,
        )

    def received(self, topic: str) -> list[tuple[str, dict[str, str]]]:
        """Return all records of a topic: key and value."""
        printed = subprocess.run(
            java(
                "org.apache.kafka.tools.consumer.ConsoleConsumer",
                *self._here(),
                *("--topic", topic, "--from-beginning", "--timeout-ms", str(READS_MS)),
                *("--property", "print.key=true"),
            ),
            text=True,
            check=False,
            capture_output=True,
        ).stdout
        pairs = (line.split("\t", 1) for line in printed.splitlines())
        return [(key, json.loads(value)) for key, value in pairs]


def java(program: str, *arguments: str) -> list[str]:
    """Return the command that runs a program of Kafka."""
    jars = [jar for library in LIBRARIES for jar in jars_of(library)]
    jars += (Path(pyspark.__file__).parent / "jars").glob("scala-library-*.jar")
    home = Path(os.environ["JAVA_HOME"])
    classes = os.pathsep.join(map(str, jars))
    return [str(home / "bin" / "java"), "-Xmx256m", *QUIET, "-cp", classes, program, *arguments]
