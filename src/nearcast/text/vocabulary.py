"""Term text to term id and back, and the terms of a text as ids.

A term is a word as the analyser gives it, or a phrase: at least two such words joined by one space.
A phrase in the vocabulary is in use: `encode` emits it, beside its words, for every text that holds
its words in a row. So matching stays a question of sets of ids.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nearcast.errors import UnusableSnapshot
from nearcast.text.analyser import DEFAULT_ANALYSER, Analyser, analyser

_UNKNOWN = -1


class Vocabulary:
    """The terms in use and their ids, dealt in the order of arrival; none is ever taken back.

    Parameters
    ----------
    analyser
        The rule for words that terms and texts share.

    Examples
    --------
    >>> vocabulary = Vocabulary()
    >>> vocabulary.add("new york"), vocabulary.add("york"), vocabulary.add("pizza")
    (0, 1, 2)
    >>> vocabulary.encode("Pizza! From New York, at last.")
    [0, 1, 2]
    >>> vocabulary.encode("new pizza")
    [2]
    """

    def __init__(self, analyser: Analyser = DEFAULT_ANALYSER) -> None:
        self.analyser = analyser
        self._terms: list[str] = []
        self._ids: dict[str, int] = {}
        # First word of the phrases in use: how many words they have.
        self._phrase_lengths: dict[str, tuple[int, ...]] = {}

    @classmethod
    def by_frequency(
        cls, terms: Mapping[str, int] | Iterable[str], analyser: Analyser = DEFAULT_ANALYSER
    ) -> Vocabulary:
        """Return a vocabulary whose ids ascend as terms get rarer; equals go by their text.

        >>> Vocabulary.by_frequency({"rare": 1, "common": 9}).terms
        ['common', 'rare']
        """
        counts = Counter(terms)
        vocabulary = cls(analyser)
        vocabulary.add_all(sorted(counts, key=lambda term: (-counts[term], term)))
        return vocabulary

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Vocabulary:
        """Return the vocabulary that `to_state` described."""
        try:
            vocabulary = cls(analyser(state["analyser"]))
            vocabulary.add_all(state["terms"])
            complete = len(vocabulary) == len(state["terms"])
        except (KeyError, TypeError, AttributeError) as error:
            raise UnusableSnapshot(f"this is no saved vocabulary: {error!r}") from error
        if not complete:
            raise UnusableSnapshot("a saved vocabulary lists a term twice: its ids cannot be told")
        return vocabulary

    def to_state(self) -> dict[str, Any]:
        """Return all there is to save, as plain JSON."""
        return {"analyser": self.analyser.name, "terms": list(self._terms)}

    def __len__(self) -> int:
        return len(self._terms)

    def __contains__(self, term: object) -> bool:
        return term in self._ids

    @property
    def terms(self) -> Sequence[str]:
        """All terms; the place of one is its id."""
        return self._terms

    def term(self, id: int) -> str:
        """Return the text of a term."""
        return self._terms[id]

    def id(self, term: str) -> int | None:
        """Return the id of a term, or nothing if it is not in use."""
        return self._ids.get(term)

    def add(self, term: str) -> int:
        """Return the id of a term, which gets one if it has none yet."""
        found = self._ids.get(term)
        if found is not None:
            return found
        if " " in term or not term:
            self._register_phrase(term)
        added = self._ids[term] = len(self._terms)
        self._terms.append(term)
        return added

    def add_all(self, terms: Iterable[str]) -> NDArray[np.int32]:
        """Return the ids of many terms, in their order; new ones get one."""
        terms = list(terms)
        if any(" " in term or not term for term in terms):
            return np.fromiter(map(self.add, terms), np.int32)
        # Words alone are dealt ids ten times as fast.
        found = [self._ids.setdefault(term, len(self._ids)) for term in terms]
        fresh = len(self._ids) - len(self._terms)
        self._terms += list(islice(reversed(self._ids), fresh))[::-1]
        return np.array(found, np.int32)

    def encode(self, text: str) -> list[int]:
        """Return the ids of the terms that a text has, ascending, each once.

        Words that are not in the vocabulary are left out: nothing can be asking for them.
        """
        return self._ids_of(self.analyser.words(text))

    def encode_all(self, texts: Iterable[str]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return offsets and ids: text i has the terms ids[offsets[i]:offsets[i + 1]].

        >>> vocabulary = Vocabulary()
        >>> vocabulary.add_all(["sale", "ipad"]).tolist()
        [0, 1]
        >>> offsets, ids = vocabulary.encode_all(["iPad sale!", "", "An iPad."])
        >>> offsets.tolist(), ids.tolist()
        ([0, 2, 2, 3], [0, 1, 1])
        """
        offsets, ids = array("q", [0]), array("i")
        for words in map(self.analyser.words, texts):
            ids.extend(self._ids_of(words))
            offsets.append(len(ids))
        return np.array(offsets, np.int64), np.array(ids, np.int32)

    def terms_in(self, words: list[str]) -> list[str]:
        """Return words and, behind them, the phrases in use that they hold, repeats kept.

        >>> vocabulary = Vocabulary()
        >>> vocabulary.add("new york")
        0
        >>> vocabulary.terms_in(["new", "york", "new", "york"])
        ['new', 'york', 'new', 'york', 'new york', 'new york']
        """
        if not self._phrase_lengths or self._phrase_lengths.keys().isdisjoint(words):
            return words
        return words + [self._terms[id] for id in self._phrases_in(words) if id != _UNKNOWN]

    def _ids_of(self, words: list[str]) -> list[int]:
        ids = set(map(self._ids.get, words, repeat(_UNKNOWN)))
        if self._phrase_lengths and not self._phrase_lengths.keys().isdisjoint(words):
            ids.update(self._phrases_in(words))
        ids.discard(_UNKNOWN)
        return sorted(ids)

    def _phrases_in(self, words: list[str]) -> Iterable[int]:
        for start, word in enumerate(words):
            for length in self._phrase_lengths.get(word, ()):
                yield self._ids.get(" ".join(words[start : start + length]), _UNKNOWN)

    def _register_phrase(self, phrase: str) -> None:
        first, *rest = phrase.split(" ")
        if not first or not all(rest):
            raise ValueError(f"{phrase!r} is no term: words are joined by exactly one space")
        lengths = {*self._phrase_lengths.get(first, ()), 1 + len(rest)}
        self._phrase_lengths[first] = tuple(sorted(lengths))
