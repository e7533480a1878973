"""What a column of expressions asks for; those that are words side by side go all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.layout import Int64Array, Ragged
from nearcast.columns.ragged import row_sets
from nearcast.columns.tables.cells import bools, distinct_texts
from nearcast.columns.tables.faults import BoolArray, RowFaults
from nearcast.columns.wants import (
    Wants,
    concatenate_wants,
    take_wants,
    wants_of_clauses,
    wants_of_sets,
)
from nearcast.errors import InvalidExpression
from nearcast.text import LIMITS, PLAIN, Analyser, Clause, Vocabulary, read, word_of

EVERY_TEXT = ""


def wants_in_expressions(what: pa.Array, vocabulary: Vocabulary, faults: RowFaults) -> Wants:
    """Return what a column of expressions asks for; each distinct one is read once."""
    return asked_in(what, vocabulary.analyser, faults).wants(vocabulary)


class Asked(NamedTuple):
    """What a column of expressions asks for, in words: no term has been given an id yet.

    Row i has the distinct expression which[i]. Those that are plain are in `plain`; the numbers of
    the others are in `others`, and what each asks for in `clauses`. The last of them is the one of
    rows without an expression.
    """

    which: Int64Array
    plain: Plain
    others: Int64Array
    clauses: list[Sequence[Clause]]

    def wants(self, vocabulary: Vocabulary) -> Wants:
        """Return all rows as columns; terms that are new get an id."""
        read_one_by_one = wants_of_clauses(self._in_order(vocabulary), vocabulary)
        plain = wants_of_sets(self.plain.sets(vocabulary))
        places = np.empty(self.plain.these.size + 1, np.int64)
        places[np.append(np.flatnonzero(self.plain.these), self.others)] = np.arange(places.size)
        return take_wants(joined(plain, read_one_by_one), places[self.which])

    def _in_order(self, vocabulary: Vocabulary) -> Iterator[Sequence[Clause]]:
        """Yield the clauses of those not plain, the words of plain ones between them admitted.

        So new terms are dealt ids in the order of the rows, however these are cut into batches.
        """
        for number, clauses in zip(self.others.tolist(), self.clauses, strict=True):
            self.plain.admit_before(number, vocabulary)
            yield clauses


def asked_in(what: pa.Array, analyser: Analyser, faults: RowFaults) -> Asked:
    """Return what a column of expressions asks for; those that cannot be read ask for nothing."""
    expressions, which = distinct_texts(what, "what")
    plain = plain_expressions(expressions, analyser)
    others = np.append(np.flatnonzero(~plain.these), len(expressions))
    texts = [*expressions.filter(pa.array(~plain.these)).to_pylist(), EVERY_TEXT]
    clauses: list[Sequence[Clause]] = []
    for number, expression in zip(others.tolist(), texts, strict=True):
        try:
            clauses.append(read(expression, analyser))
        except InvalidExpression as error:
            clauses.append(())
            place = f"at character {error.position + 1} of {expression!r}"
            faults.add_where(which == number, "what", f"{error.reason} ({place})")
    return Asked(which, plain, others, clauses)


def joined(*parts: Wants) -> Wants:
    """Return the rows of all parts, one after the other."""
    return concatenate_wants([part.clauses for part in parts], [part.literals for part in parts])


@dataclass(slots=True)
class Plain:
    """The expressions that ask for nothing but words: which these are, and their words.

    Word number which[i] stands in place i, and lengths[e] of them belong to plain expression e.
    Words count up in the order of the expressions, the first with a word being firsts[word].
    """

    these: BoolArray
    lengths: Int64Array
    words: list[str]
    which: Int64Array
    firsts: Int64Array
    admitted: int = 0

    def admit_before(self, expression: int, vocabulary: Vocabulary) -> None:
        """Give ids to the words of all plain expressions before that one."""
        stop = int(np.searchsorted(self.firsts, expression))
        vocabulary.add_all(self.words[self.admitted : stop])
        self.admitted = stop

    def sets(self, vocabulary: Vocabulary) -> Ragged:
        """Return the ids of the words of each plain expression."""
        return row_sets(self.lengths, vocabulary.add_all(self.words)[self.which])


def plain_expressions(expressions: pa.Array, analyser: Analyser) -> Plain:
    """Pick the expressions that are words side by side.

    They are split, and their distinct words looked up, without a line of Python for each: one by
    one they took 20 µs each, and take 3.
    """
    short = pc.less_equal(pc.utf8_length(expressions), LIMITS.characters)
    these = bools(pc.and_(short, pc.match_substring_regex(expressions, f"^{PLAIN}$")))
    lengths, runs, which = runs_of(expressions.filter(pa.array(these)))
    words = [word_of(run, analyser) for run in runs.to_pylist()]
    lacking = np.fromiter((not word for word in words), np.bool_, len(words))[which]
    kept = (lengths <= LIMITS.words) & (sums_of(lacking, lengths) == 0)
    these[these] = kept
    encoded = pa.array(which[np.repeat(kept, lengths)]).dictionary_encode()
    which = encoded.indices.to_numpy()
    # Codes are dealt in the order of arrival: a word that is new has the highest code so far.
    fresh = np.diff(np.maximum.accumulate(which), prepend=-1) > 0
    firsts = np.repeat(np.flatnonzero(these), lengths[kept])[fresh]
    used = [words[word] for word in encoded.dictionary.to_pylist()]
    return Plain(these, lengths[kept], used, which, firsts)


def runs_of(expressions: pa.Array) -> tuple[Int64Array, pa.Array, Int64Array]:
    """Return how many runs each expression has, the distinct ones, and which each one is."""
    split = pc.split_pattern(expressions, " ")
    lengths = pc.list_value_length(split).to_numpy().astype(np.int64)
    return lengths, *distinct_texts(split.flatten(), "what")


def sums_of(values: BoolArray, lengths: Int64Array) -> Int64Array:
    """Return how many of each row's values are true."""
    counts = np.concatenate([[0], np.cumsum(values)])
    ends = np.cumsum(lengths)
    return np.asarray(counts[ends] - counts[ends - lengths], np.int64)
