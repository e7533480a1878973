"""`python -m bench.kills`: kill streams and matches again and again, and count what became of it.

Each round draws its own messages. What came of it goes into `results/kills/`, one file a kind.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.kills.broker import Broker, check_jars
from bench.kills.cluster import Cluster
from bench.kills.matching import killed_match
from bench.kills.streams import KilledStream, drawn
from bench.machine import machine, versions

RESULTS = Path(__file__).parents[1] / "results" / "kills"
SUBSCRIPTIONS = 300

Round = dict[str, Any]
Rounds = Callable[[Path, argparse.Namespace], Iterator[Round]]


def main() -> int:
    """Run what is asked for and return 0 if nothing was lost, repeated or made up."""
    options = asked()
    bad = 0
    for name in options.kinds:
        busy = machine()
        with folder() as home:
            rounds = list(told(name, KINDS[name](home, options)))
        sums = Counter[str]()
        for each in rounds:
            sums.update(each)
        bad += sums["lost"] + sums["invented"] + sums["repeated"]
        result = {
            "run": {"kills_a_round": options.kills, "messages_a_round": options.messages},
            "rounds": rounds,
            "sums": dict(sums),
            "machine": busy,
            "versions": versions(),
        }
        RESULTS.mkdir(parents=True, exist_ok=True)
        (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
    return min(bad, 1)


def asked() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.kills", description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(KINDS), help=", ".join(KINDS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kills", type=int, default=4, help="in each round")
    parser.add_argument("--messages", type=int, default=5_000, help="in each round")
    return parser.parse_args()


@contextmanager
def folder() -> Iterator[Path]:
    """Give a folder for all that is made, which is removed in the end."""
    home = Path(tempfile.mkdtemp(prefix="nearcast-kills-"))
    try:
        yield home
    finally:
        shutil.rmtree(home)


def told(name: str, rounds: Iterator[Round]) -> Iterator[Round]:
    """Yield rounds and say what they came to."""
    for each in rounds:
        print(name, each, file=sys.stderr, flush=True)  # noqa: T201 - progress
        yield each


def through_kafka(home: Path, options: argparse.Namespace) -> Iterator[Round]:
    """Yield what streams from Kafka come to."""
    check_jars()
    with Broker(home / "broker") as broker:
        for number in range(options.rounds):
            yield streamed(home / f"kafka-{number}", broker, number, options)


def from_files(home: Path, options: argparse.Namespace) -> Iterator[Round]:
    """Yield what streams from files come to."""
    for number in range(options.rounds):
        yield streamed(home / f"files-{number}", None, number, options)


def streamed(home: Path, broker: Broker | None, seed: int, options: argparse.Namespace) -> Round:
    """Return what one stream came to in all its lives."""
    start = perf_counter()
    scene = drawn(seed, SUBSCRIPTIONS, options.messages)
    most = options.messages // (4 * (options.kills + 1)) if broker else 4
    ended = KilledStream(home, scene, broker, most).run(options.kills)
    return {
        "kills": len(ended.killed_in_batch),
        "produced": ended.produced,
        **ended.counts,
        "deliveries": ended.delivered.total(),
        "lost": ended.lost + ended.produced - ended.counts["messages"],
        "invented": ended.invented,
        "repeated": ended.repeated,
        "left_behind": len(ended.left),
        "seconds": round(perf_counter() - start, 1),
    }


def matches(home: Path, options: argparse.Namespace) -> Iterator[Round]:
    """Yield what batch matches on a cluster come to."""
    with Cluster(home / "cluster") as cluster:
        for number in range(options.rounds):
            start = perf_counter()
            job = killed_match(cluster, home / f"match-{number}", options.kills, options.messages)
            yield {
                "kills": options.kills,
                "produced": options.messages,
                "deliveries": job.delivered.total(),
                "lost": len(job.expected - job.delivered.keys()),
                "invented": len(job.delivered.keys() - job.expected),
                "repeated": job.delivered.total() - len(job.delivered),
                "seconds": round(perf_counter() - start, 1),
            }


KINDS: dict[str, Rounds] = {"kafka": through_kafka, "files": from_files, "match": matches}

if __name__ == "__main__":
    sys.exit(main())
