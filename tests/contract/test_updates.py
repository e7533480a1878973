"""Whatever is inserted, removed, saved or merged, in any order, the answer stays the definition's.

The machine below does to an index what users do, and keeps a plain list of what should be there.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from contract.answers import answer
from contract.contestants import CONTESTANTS, Contestant, as_it_wants
from contract.drawing import lists_of_messages, lists_of_subscriptions
from effort import effort
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from oracle.matching import matching
from space.drawing import SPACES

from nearcast.columns import messages_from_model, subscriptions_from_model
from nearcast.columns.layout import Subscriptions
from nearcast.errors import UnknownName
from nearcast.model import Message, Subscription
from nearcast.space import Space
from nearcast.text import Vocabulary


class Updates(RuleBasedStateMachine):
    """An index, and beside it every subscription it was ever given, by row; None for those gone."""

    def __init__(self, contestant: Contestant, space: Space) -> None:
        super().__init__()
        self.contestant, self.space = contestant, space
        self.vocabulary = Vocabulary()
        self.given: list[Subscription | None] = []
        self.surroundings = ExitStack()
        self.surroundings.enter_context(as_it_wants(contestant))
        self.folder = Path(self.surroundings.enter_context(tempfile.TemporaryDirectory()))
        self.saved = 0

    @initialize(data=st.data())
    def build(self, data: st.DataObject) -> None:
        self.published = data.draw(lists_of_messages(self.space, 1, 4))
        self.concerned: list[list[int]] = []
        self.index = self.contestant.build(self.drawn(data, 12))

    def drawn(self, data: st.DataObject, most: int, least: int = 0) -> Subscriptions:
        """Draw some more subscriptions, note them down and return them as columns."""
        drawn = data.draw(lists_of_subscriptions(self.space, least, most))
        for subscription in drawn:
            answers = matching([subscription], self.published, self.space)
            self.concerned.append([number for number, rows in enumerate(answers) if rows])
        self.given += drawn
        return subscriptions_from_model(drawn, self.space, self.vocabulary)

    @property
    def live(self) -> list[int]:
        return [row for row, subscription in enumerate(self.given) if subscription is not None]

    def forget(self, rows: list[int]) -> None:
        for row in rows:
            self.given[row] = None

    @rule(data=st.data())
    def insert_one(self, data: st.DataObject) -> None:
        row = len(self.given)
        assert self.index.insert(self.drawn(data, 1, least=1)).tolist() == [row]

    @rule(data=st.data())
    def insert_many(self, data: st.DataObject) -> None:
        first = len(self.given)
        rows = self.index.insert(self.drawn(data, 24))
        assert rows.dtype == np.int64
        assert rows.tolist() == list(range(first, len(self.given)))

    @rule(data=st.data())
    def insert_and_remove_before_anybody_asks(self, data: st.DataObject) -> None:
        first = len(self.given)
        for most in (3, 2):
            self.index.insert(self.drawn(data, most, least=1))
        rows = data.draw(st.lists(st.sampled_from(range(first, len(self.given))), min_size=1))
        self.index.remove(np.array(rows))
        self.forget(rows)

    @precondition(lambda self: self.live)
    @rule(data=st.data(), share=st.sampled_from((0.1, 0.6, 1.0)))
    def remove(self, data: st.DataObject, share: float) -> None:
        live = data.draw(st.permutations(self.live))
        rows = live[: max(1, int(share * len(live)))]
        self.index.remove(np.array(rows))
        self.forget(rows)

    @rule(data=st.data())
    def remove_what_is_not_there(self, data: st.DataObject) -> None:
        gone = [row for row, subscription in enumerate(self.given) if subscription is None]
        missing = data.draw(st.sampled_from([-1, len(self.given), 2**40, *gone]))
        rows = data.draw(st.permutations([missing, *self.live[:3]]))
        with pytest.raises(UnknownName, match=str(missing)):
            self.index.remove(np.array(rows))

    @rule()
    def save_and_open(self) -> None:
        self.saved += 1
        path = self.folder / f"{self.saved}.nearcast"
        self.index.save(path)
        self.index = self.contestant.open(path)

    @precondition(lambda self: hasattr(self.index, "compact"))
    @rule()
    def compact(self) -> None:
        self.index.compact()

    @rule(data=st.data(), threads=st.sampled_from((1, 2, 3)))
    def match(self, data: st.DataObject, threads: int) -> None:
        published = data.draw(lists_of_messages(self.space, 0, 3))
        rows = self.live
        found = matching([self.given[row] for row in rows], published, self.space)
        expected = [[rows[number] for number in numbers] for numbers in found]
        assert self.matched(published, threads) == expected

    def matched(self, published: list[Message], threads: int = 1) -> list[list[int]]:
        return answer(
            self.index, messages_from_model(published, self.space, self.vocabulary), threads
        )

    @invariant()
    def answers_what_the_definition_does(self) -> None:
        expected: list[list[int]] = [[] for _ in self.published]
        for row in self.live:
            for number in self.concerned[row]:
                expected[number].append(row)
        assert self.matched(self.published) == expected

    @invariant()
    def knows_how_many_there_are(self) -> None:
        assert len(self.index) == len(self.live)
        assert self.index.nbytes > 0

    def teardown(self) -> None:
        self.surroundings.close()


@pytest.mark.parametrize("space", SPACES[:2], ids=lambda space: space.name)
@pytest.mark.parametrize("contestant", CONTESTANTS.values(), ids=CONTESTANTS)
def test_updates(contestant: Contestant, space: Space) -> None:
    run_state_machine_as_test(lambda: Updates(contestant, space), settings=effort(0.15))
