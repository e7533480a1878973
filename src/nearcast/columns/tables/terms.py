"""What a batch of rows says or asks for: texts and lists of terms as term ids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.layout import Int32Array, Int64Array, Ragged, frozen
from nearcast.columns.ragged import concatenate_ragged, row_sets, take_ragged
from nearcast.columns.tables.cells import Lists, bools, distinct_texts, null_mask, term_lists, texts
from nearcast.columns.tables.expressions import wants_in_expressions
from nearcast.columns.tables.faults import RowFaults
from nearcast.columns.tables.groups import Columns, refuse_two_ways
from nearcast.columns.wants import Wants, concatenate_wants, take_wants, wants_of_sets
from nearcast.text import Vocabulary

IdsOf = Callable[[list[str]], Int32Array]

NO_ID = -1
MALFORMED = r"^$|^ |  | $"


def want_columns(columns: Columns, vocabulary: Vocabulary, faults: RowFaults) -> Wants:
    """Return what each row asks for, by its expression or its terms; if nothing, every text."""
    what = columns.get("what", pa.nulls(faults.row_count))
    if "terms" not in columns:
        return wants_in_expressions(what, vocabulary, faults)
    lists = term_lists(columns["terms"], "terms", faults)
    required = wants_of_sets(term_sets(lists, vocabulary.add_all, faults))
    if "what" not in columns:
        return required
    rows = second_where_terms(columns, "what", faults)
    asked = wants_in_expressions(what, vocabulary, faults)
    both = concatenate_wants((asked.clauses, required.clauses), (asked.literals, required.literals))
    return take_wants(both, rows)


def term_columns(columns: Columns, vocabulary: Vocabulary, faults: RowFaults) -> Ragged:
    """Return the terms of each row, by its text or its terms; those without an id are left out."""
    text = columns.get("text", pa.nulls(faults.row_count))
    if "terms" not in columns:
        return terms_in_texts(text, vocabulary)
    lists = term_lists(columns["terms"], "terms", faults)
    listed = term_sets(lists, partial(ids_found, vocabulary=vocabulary), faults)
    if "text" not in columns:
        return listed
    rows = second_where_terms(columns, "text", faults)
    return take_ragged(concatenate_ragged([terms_in_texts(text, vocabulary), listed]), rows)


def second_where_terms(columns: Columns, other: str, faults: RowFaults) -> Int64Array:
    """Return each row's place in two columns joined: in the second where it gives terms."""
    given = ~null_mask(columns["terms"])
    refuse_two_ways([(other, ~null_mask(columns[other])), ("terms", given)], faults)
    return np.arange(faults.row_count) + given * faults.row_count


def terms_in_texts(text: pa.Array, vocabulary: Vocabulary) -> Ragged:
    """Return the terms of each text; none where there is no text."""
    whole = pc.fill_null(texts(text, "text"), "").to_pylist()
    offsets, ids = vocabulary.encode_all(whole)
    return Ragged(frozen(offsets, np.int64), frozen(ids, np.int32))


def term_sets(lists: Lists, ids_of: IdsOf, faults: RowFaults) -> Ragged:
    """Return lists of terms as sets of ids; each distinct term is looked up once."""
    terms, which = distinct_texts(lists.values, "terms")
    malformed = bools(pc.match_substring_regex(terms, MALFORMED))
    ids = np.full(len(terms) + 1, NO_ID, np.int32)
    ids[:-1][~malformed] = ids_of(terms.filter(pa.array(~malformed)).to_pylist())
    report_terms(lists, np.flatnonzero(np.append(malformed, True)[which]), faults)
    found = ids[which]
    known = found != NO_ID
    if known.all():
        return row_sets(lists.lengths, found)
    lengths = np.bincount(lists.rows()[known], minlength=lists.lengths.size)
    return row_sets(lengths, found[known])


def report_terms(lists: Lists, places: Int64Array, faults: RowFaults) -> None:
    """Note the rows that hold a value that cannot be a term."""
    if not places.size:
        return
    rows = lists.rows()[places].tolist()
    for row, term in zip(rows, lists.values.take(pa.array(places)).to_pylist(), strict=True):
        reason = f"{term!r} is no term: it is a word, or words joined by one space"
        faults.add([row], "terms", reason)


def ids_found(terms: Sequence[str], vocabulary: Vocabulary) -> Int32Array:
    """Return the ids of terms, `NO_ID` for those that have none."""
    found = map(vocabulary.id, terms)
    return np.fromiter((NO_ID if id is None else id for id in found), np.int32, len(terms))
