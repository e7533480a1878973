"""Who listens and what is said: subscriptions around real places, and messages from others."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

from nearcast.columns import messages_from_arrow
from nearcast.columns.layout import FloatArray, Int32Array, Messages, Subscriptions
from nearcast.demo.places import places
from nearcast.space import Space
from nearcast.text import Vocabulary
from nearcast.workloads import columns, from_places, message_table

TERMS, SIDE_KM = (2, 4), (2.0, 40.0)
MESSAGES = 20_000


class Scene(NamedTuple):
    """All that the demo matches.

    boxes
        The region of each subscription in degrees.
    messages
        What is said, as a table of `id`, `lon`, `lat` and `text`; it is said again and again.
    """

    space: Space
    vocabulary: Vocabulary
    subscriptions: Subscriptions
    boxes: FloatArray
    messages: pa.Table

    def read(self, start: int, count: int) -> Messages:
        """Return messages as columns; their texts are analysed now."""
        table = self.messages.slice(start, count)
        return messages_from_arrow(table, self.space, self.vocabulary).columns

    def terms_of(self, subscription: int) -> list[str]:
        """Return the words that a subscription wants, all of them."""
        clause = self.subscriptions.clauses[subscription]
        offsets, values = self.subscriptions.literals
        wanted: Int32Array = values[offsets[clause] : offsets[clause + 1]]
        return [self.vocabulary.term(term) for term in wanted.tolist()]


def draw(subscription_count: int, seed: int) -> Scene:
    """Return a scene: each subscription wants 2 to 4 words of some place, around that place."""
    workload = from_places(
        places(), subscription_count, MESSAGES, seed, terms=TERMS, side_km=SIDE_KM
    )
    vocabulary = Vocabulary()
    vocabulary.add_all(workload.words)
    subscriptions, _ = columns(workload)
    messages = message_table(workload).combine_chunks()
    return Scene(workload.space, vocabulary, subscriptions, workload.boxes, messages)
