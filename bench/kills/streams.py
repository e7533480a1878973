"""A stream that is killed again and again in the middle of a batch, and what it came to."""

from __future__ import annotations

import json
import random
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from bench.kills.broker import Broker
from bench.kills.processes import kill_group, left_in_group, started, waited_for
from bench.kills.publishing import Subscriptions, expected_deliveries, publish_subscriptions
from nearcast.spark import committed_files

WORDS = ("coffee", "tea", "jazz", "blues", "sale", "ipad", "rain", "storm", "bus", "tram")
# The first batch may have to compile kernels first, on a machine that is busy.
BATCH_S, END_S = 400.0, 120.0
EVERY_FAULTY = 50

DESCRIPTION = """
published = "published"
checkpoint = "checkpoint"
every = 0.1
[messages]
{messages}
most = {most}
[deliveries]
{deliveries}
[spark]
master = "local[2]"
"spark.ui.enabled" = false
"spark.driver.memory" = "1g"
"""


class Scene(NamedTuple):
    """Who is subscribed, what is said, and the lines that cannot be used between that."""

    subscriptions: Subscriptions
    messages: list[dict[str, Any]]
    lines: list[str]


class Ended(NamedTuple):
    """What a stream came to in all its lives."""

    produced: int
    counts: dict[str, int]
    delivered: Counter[tuple[str, str]]
    expected: set[tuple[str, str]]
    faulty: list[dict[str, Any]]
    killed_in_batch: list[int]
    left: list[str]

    @property
    def lost(self) -> int:
        """How many deliveries are missing."""
        return len(self.expected - self.delivered.keys())

    @property
    def invented(self) -> int:
        """How many deliveries nobody was to get."""
        return len(self.delivered.keys() - self.expected)

    @property
    def repeated(self) -> int:
        """How many deliveries are there once too often."""
        return self.delivered.total() - len(self.delivered)


def drawn(seed: int, subscriptions: int, messages: int) -> Scene:
    """Return people and messages in a town, at random, and now and then a line that is none."""
    chance = random.Random(seed)

    def place() -> tuple[float, float]:
        return round(chance.uniform(13.0, 13.8), 5), round(chance.uniform(52.3, 52.7), 5)

    people = [
        (f"s{number}", " ".join(chance.sample(WORDS, 2)), *place(), chance.uniform(2e3, 2e4))
        for number in range(subscriptions)
    ]
    said = []
    for number in range(messages):
        lon, lat = place()
        text = " ".join(chance.sample(WORDS, 4))
        said.append({"id": f"m{number}", "text": text, "lon": lon, "lat": lat})
    lines = [json.dumps(message) for message in said]
    for place_of_fault in range(EVERY_FAULTY, messages, EVERY_FAULTY):
        lines.insert(place_of_fault, '{"id": "nowhere", "text": "lost"}')
    return Scene(people, said, lines)


@dataclass
class KilledStream:
    """A stream in a folder of its own, from a folder of files or, with a broker, from Kafka."""

    home: Path
    scene: Scene
    broker: Broker | None
    most: int

    def __post_init__(self) -> None:
        self.home.mkdir(parents=True)
        publish_subscriptions(self.home / "published", self.scene.subscriptions)
        messages = 'folder = "incoming"'
        (self.home / "incoming").mkdir()
        if self.broker:
            messages = f'servers = "{self.broker.servers}"\ntopic = "{self.topic}"'
        self.describe(messages, 'folder = "deliveries"')

    def describe(self, messages: str, deliveries: str) -> None:
        """Say where messages come from and deliveries go."""
        said = DESCRIPTION.format(messages=messages, most=self.most, deliveries=deliveries)
        (self.home / "stream.toml").write_text(said)

    def run_once(self) -> None:
        """Match what is there."""
        command = ("pipeline", "stream", self.home / "stream.toml", "--once")
        process = started(*command, log=self.log)
        assert process.wait(BATCH_S) == 0, self.log.read_text()[-4_000:]

    @property
    def topic(self) -> str:
        """The topic that messages are sent to."""
        return self.home.name

    @property
    def log(self) -> Path:
        """What the stream says in all its lives."""
        return self.home / "log"

    def produce(self, lines: list[str], pieces: int) -> None:
        """Send lines, or write them as so many files."""
        if self.broker:
            self.broker.send(self.topic, lines)
            return
        there = len(list((self.home / "incoming").iterdir()))
        for piece in range(pieces):
            path = self.home / "incoming" / f"{there + piece:05}.ndjson"
            draft = path.with_name(f".{path.name}")
            draft.write_text("".join(f"{line}\n" for line in lines[piece::pieces]))
            draft.rename(path)

    def run(self, kills: int, pieces: int = 20) -> Ended:
        """Produce and kill by turns, let what is left be done, and return what came of it."""
        lines, share = self.scene.lines, -(-len(self.scene.lines) // (kills + 1))
        killed = []
        for number in range(kills):
            self.produce(lines[number * share : (number + 1) * share], pieces)
            killed.append(self.killed_in_batch())
            # Another version, which must not change what the batch that was killed comes to.
            publish_subscriptions(self.home / "published", self.scene.subscriptions)
        self.produce(lines[kills * share :], pieces)
        left = self.finished()
        return self.ended(killed, left)

    def killed_in_batch(self) -> int:
        """Start, kill in the middle of a batch that is not the first, and return its number."""
        first = self.next_batch() + 1
        process = started("pipeline", "stream", self.home / "stream.toml", log=self.log)
        try:
            waited_for(
                lambda: process.poll() is None and self.open_batch() >= first, BATCH_S, self.log
            )
            return self.open_batch()
        finally:
            kill_group(process)

    def next_batch(self) -> int:
        """Return the number of the batch that is to be committed next."""
        return 1 + max(numbers_in(self.home / "checkpoint" / "commits"), default=-1)

    def open_batch(self) -> int:
        """Return the number of the batch that is being worked on, -1 if none is."""
        begun = max(numbers_in(self.home / "checkpoint" / "nearcast" / "versions"), default=-1)
        return begun if begun >= self.next_batch() else -1

    def finished(self) -> list[str]:
        """Start, wait until all is done, end it, and return what is left of it."""
        process = started("pipeline", "stream", self.home / "stream.toml", log=self.log)
        try:
            waited_for(self.is_done, BATCH_S, self.log)
            process.send_signal(signal.SIGINT)
            assert process.wait(END_S) == 0, self.log.read_text()[-4_000:]
            return left_in_group(process)
        finally:
            kill_group(process)

    def is_done(self) -> bool:
        """Tell whether every line was counted."""
        return self.counts()["messages"] >= len(self.scene.lines)

    def counts(self) -> Counter[str]:
        """Return the sums of what tasks have counted."""
        sums: Counter[str] = Counter()
        for row in rows(self.home / "deliveries", "counted"):
            sums.update(
                {name: row[name] for name in ("messages", "matched", "unmatched", "faulty")}
            )
        return sums

    def ended(self, killed: list[int], left: list[str]) -> Ended:
        """Return what the stream came to."""
        home = self.home / "deliveries"
        return Ended(
            produced=len(self.scene.lines),
            counts=dict(self.counts()),
            delivered=Counter((r["message"], r["subscription"]) for r in rows(home, "delivered")),
            expected=expected_deliveries(self.scene.subscriptions, self.scene.messages),
            faulty=list(rows(home, "faulty")),
            killed_in_batch=killed,
            left=left,
        )

    def versions_by_batch(self) -> dict[int, set[str]]:
        """Return what each batch was matched against."""
        found: dict[int, set[str]] = {}
        for row in rows(self.home / "deliveries", "counted"):
            found.setdefault(row["batch"], set()).add(row["version"])
        return found


def numbers_in(folder: Path) -> Iterator[int]:
    """Yield the batches that files are named after."""
    if folder.exists():
        yield from (int(path.name) for path in folder.iterdir() if path.name.isdecimal())


def rows(folder: Path, outcome: str) -> Iterator[dict[str, Any]]:
    """Yield the outcomes of one kind that were committed."""
    for path in committed_files(folder, outcome):
        yield from pq.ParquetFile(path).read().to_pylist()
