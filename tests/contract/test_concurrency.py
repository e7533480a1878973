"""Many threads match while others change the index: every answer lies between before and after."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event, Lock

import numpy as np
import pytest
from contract.answers import answer
from contract.contestants import generations_of
from contract.example import every_index

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.columns.layout import Subscriptions
from nearcast.errors import UnknownName
from nearcast.indexes import SubscriptionIndex
from nearcast.model import Message, Point, Subscription
from nearcast.space import Earth
from nearcast.text import Vocabulary

# Rows come in fours, so that a row's number tells what it wants.
WANTS = ("a", "a OR b", "a NOT c", "")
PUBLISHED = [Message(text, Point(0, 0)) for text in ("a", "b", "a c")]
CONCERNED = ({0, 1, 2, 3}, {1, 3}, {0, 1, 3})

AT_ONCE = 12
ROUNDS = 60
REMOVERS = 2


class Ledger:
    """What may be matched: a row is begun before it is inserted, and leaving before it is gone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._notes: dict[str, set[int]] = {
            note: set() for note in ("begun", "inserted", "leaving", "gone")
        }

    def note(self, note: str, rows: Iterable[int]) -> None:
        with self._lock:
            self._notes[note].update(rows)

    def noted(self, note: str, but_not: str | None = None) -> set[int]:
        with self._lock:
            return self._notes[note] - (self._notes[but_not] if but_not else set())


class Scene:
    """An index, those who change it, and those who watch it."""

    def __init__(self, kind: type[SubscriptionIndex]) -> None:
        vocabulary = Vocabulary()
        wanted = [Subscription(None, WANTS[number % 4]) for number in range(AT_ONCE)]
        self.columns: Subscriptions = subscriptions_from_model(wanted, Earth(), vocabulary)
        self.messages = messages_from_model(PUBLISHED, Earth(), vocabulary)
        self.index = kind.build(self.columns)
        self.ledger = Ledger()
        self.ledger.note("begun", range(AT_ONCE))
        self.ledger.note("inserted", range(AT_ONCE))
        self.unwanted: SimpleQueue[int | None] = SimpleQueue()
        self.over = Event()

    def insert(self) -> None:
        """Add rows, and ask every remover to remove some of them."""
        for turn in range(1, ROUNDS + 1):
            rows = range(turn * AT_ONCE, (turn + 1) * AT_ONCE)
            self.ledger.note("begun", rows)
            assert self.index.insert(self.columns).tolist() == list(rows)
            self.ledger.note("inserted", rows)
            for row in rows[turn % 3 :: 2]:
                for _ in range(REMOVERS):
                    self.unwanted.put(row)
        for _ in range(REMOVERS):
            self.unwanted.put(None)

    def remove(self) -> int:
        """Remove what is asked for unless another was quicker; return how many were removed."""
        removed = 0
        while (row := self.unwanted.get()) is not None:
            self.ledger.note("leaving", [row])
            try:
                self.index.remove(np.array([row]))
            except UnknownName:
                continue
            self.ledger.note("gone", [row])
            removed += 1
        return removed

    def watch(self, threads: int) -> int:
        """Match until all is over; return how often."""
        times = 0
        while not self.over.is_set():
            gone_before = self.ledger.noted("gone")
            there_before = self.ledger.noted("inserted", but_not="leaving")
            answers = answer(self.index, self.messages, threads)
            sure = there_before & self.ledger.noted("inserted", but_not="leaving")
            possible = self.ledger.noted("begun") - gone_before
            for rows, kinds in zip(answers, CONCERNED, strict=True):
                assert concerned(sure, kinds) <= set(rows) <= concerned(possible, kinds)
            times += 1
        return times


def concerned(rows: set[int], kinds: set[int]) -> set[int]:
    return {row for row in rows if row % 4 in kinds}


@pytest.fixture
def _hectic():
    """Let threads take turns so often that they meet at every step."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@every_index
@pytest.mark.usefixtures("_hectic")
def test_every_answer_lies_between_before_and_after(kind):
    with generations_of(64), ThreadPoolExecutor() as pool:
        scene = Scene(kind)
        scene.index.match(scene.messages)
        watchers = [pool.submit(scene.watch, threads) for threads in (1, 2)]
        removers = [pool.submit(scene.remove) for _ in range(REMOVERS)]
        try:
            pool.submit(scene.insert).result()
            removed = sum(remover.result() for remover in removers)
        finally:
            scene.over.set()
        assert all(watcher.result() > 0 for watcher in watchers)
        live = scene.ledger.noted("begun", but_not="leaving")
        assert removed == (ROUNDS + 1) * AT_ONCE - len(live), "each row is removed by one of them"
        assert len(scene.index) == len(live)
        assert answer(scene.index, scene.messages) == [
            sorted(concerned(live, kinds)) for kinds in CONCERNED
        ]
