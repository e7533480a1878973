"""The cells of one Arrow column as numbers, texts, ids or lists of terms, whatever its type."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearcast.columns.layout import FloatArray, Int64Array
from nearcast.columns.tables.faults import BoolArray, RowFaults
from nearcast.errors import UnreadableInput

NUMBER = r"^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$"


TERM_LISTS = pa.list_(pa.string())


class Numbers(NamedTuple):
    """A column of numbers, NaN where there is none."""

    values: FloatArray
    missing: BoolArray


def numbers(column: pa.Array, name: str, faults: RowFaults) -> Numbers:
    """Return the numbers of a column of any numeric type, or of text that holds numbers."""
    column = plain(column)
    if is_text(column.type):
        column = numbers_in_text(column, name, faults)
    elif not is_number(column.type):
        raise mistyped(name, column.type, "numbers")
    values = pc.cast(column, pa.float64(), safe=False)
    return Numbers(values.to_numpy(zero_copy_only=False), null_mask(column))


def numbers_in_text(column: pa.Array, name: str, faults: RowFaults) -> pa.Array:
    """Return text as numbers; what is none becomes NaN and a fault."""
    try:
        return pc.cast(column, pa.float64())
    except pa.ArrowInvalid:
        column = pc.utf8_trim_whitespace(column)
    is_bad = pc.fill_null(pc.invert(pc.match_substring_regex(column, NUMBER)), False)
    for row in np.flatnonzero(bools(is_bad)).tolist():
        faults.add([row], name, f"{column[row].as_py()!r} is not a number")
    return pc.cast(pc.if_else(is_bad, "nan", column), pa.float64())


def seconds(column: pa.Array, name: str, faults: RowFaults) -> FloatArray:
    """Return times as seconds since 1970, NaN where there is none."""
    column = plain(column)
    if pa.types.is_timestamp(column.type):
        exact = pc.cast(column, pa.timestamp("us", column.type.tz), safe=False)
        micros = pc.cast(exact, pa.int64())
        return numbers(micros, name, faults).values / 1e6
    return numbers(column, name, faults).values


def texts(column: pa.Array, name: str) -> pa.Array:
    """Return a column of text of any kind as one of `large_string`."""
    column = plain(column)
    if not (is_text(column.type) or pa.types.is_null(column.type)):
        raise mistyped(name, column.type, "text")
    return pc.cast(column, pa.large_string())


class Distinct(NamedTuple):
    """The distinct texts of a column in the order of their first cells, and which each cell is.

    A cell without text has the number after the last.
    """

    texts: pa.Array
    which: Int64Array


def distinct_texts(column: pa.Array, name: str) -> Distinct:
    """Return a column of text by its distinct texts; a dictionary spares comparing them."""
    if pa.types.is_dictionary(column.type):
        encoded = column.indices.dictionary_encode()
        distinct = texts(column.dictionary.take(encoded.dictionary), name)
    else:
        encoded = texts(column, name).dictionary_encode()
        distinct = encoded.dictionary
    which = pc.fill_null(encoded.indices, len(distinct)).to_numpy()
    return Distinct(pc.fill_null(distinct, ""), which)


def ids(column: pa.Array, name: str, faults: RowFaults) -> pa.Array:
    """Return ids as `large_string`, `int64` or `uint64`; none may be missing."""
    column = plain(column)
    faults.add_where(null_mask(column), name, "is missing; every row needs an id")
    if pa.types.is_unsigned_integer(column.type):
        return pc.cast(column, pa.uint64())
    if pa.types.is_integer(column.type):
        return pc.cast(column, pa.int64())
    if is_text(column.type) or pa.types.is_null(column.type):
        return pc.cast(column, pa.large_string())
    raise mistyped(name, column.type, "text or integers")


class Lists(NamedTuple):
    """A column of lists of text: the length of each, and the values one after the other."""

    lengths: Int64Array
    values: pa.Array

    def rows(self) -> Int64Array:
        """Return the row that each value belongs to."""
        return np.repeat(np.arange(self.lengths.size), self.lengths)


def term_lists(column: pa.Array, name: str, faults: RowFaults) -> Lists:
    """Return lists of terms from a column of lists, or of text that holds JSON arrays."""
    column = plain(column)
    if is_text(column.type):
        column = lists_in_text(column, name, faults)
    if pa.types.is_null(column.type):
        column = pc.cast(column, TERM_LISTS)
    if not is_list(column.type):
        raise mistyped(name, column.type, "lists of text")
    lengths = pc.fill_null(pc.list_value_length(column), 0).to_numpy(zero_copy_only=False)
    return Lists(lengths.astype(np.int64), column.flatten())


def lists_in_text(column: pa.Array, name: str, faults: RowFaults) -> pa.Array:
    """Return JSON arrays of text as lists; CSV knows no other way to hold them."""
    decode = msgspec.json.Decoder(list[str] | None).decode
    cells = pc.fill_null(column, "null").to_pylist()
    try:
        return pa.array(list(map(decode, cells)), TERM_LISTS)
    except msgspec.DecodeError:
        return pa.array(lists_one_by_one(cells, name, faults), TERM_LISTS)


def lists_one_by_one(cells: list[str], name: str, faults: RowFaults) -> list[list[str] | None]:
    """Return JSON arrays of text as lists, None for what is none, which is noted."""
    lists: list[list[str] | None] = []
    for row, cell in enumerate(cells):
        try:
            lists.append(msgspec.json.decode(cell, type=list[str] | None))
        except msgspec.DecodeError:
            lists.append(None)
            reason = f'{cell!r} is no list of terms; write a JSON array, such as ["ipad", "sale"]'
            faults.add([row], name, reason)
    return lists


def plain(column: pa.Array) -> pa.Array:
    """Return the column without a dictionary, an extension type or a view around its values."""
    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_string_view(column.type):
        return pc.cast(column, pa.large_string())
    return pc.cast(column, pa.large_binary()) if is_binary(column.type) else column


def null_mask(column: pa.Array) -> BoolArray:
    """Return which cells are null."""
    return bools(column.is_null())


def bools(column: pa.Array) -> BoolArray:
    """Return a column of booleans without nulls as an array."""
    return np.asarray(column.to_numpy(zero_copy_only=False), np.bool_)


def is_number(kind: pa.DataType) -> bool:
    """Tell whether cells of this type are numbers; a column of nothing but nulls may be any."""
    checks = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_null)
    return any(check(kind) for check in checks)


def is_text(kind: pa.DataType) -> bool:
    """Tell whether cells of this type are text."""
    return any(check(kind) for check in (pa.types.is_string, pa.types.is_large_string))


def is_binary(kind: pa.DataType) -> bool:
    """Tell whether cells of this type are bytes."""
    checks = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view)
    return any(check(kind) for check in checks)


def is_list(kind: pa.DataType) -> bool:
    """Tell whether cells of this type are lists."""
    types = pa.types
    lists = (types.is_list, types.is_large_list, types.is_fixed_size_list)
    views = (types.is_list_view, types.is_large_list_view)
    return any(check(kind) for check in (*lists, *views))


def mistyped(name: str, kind: Any, wanted: str) -> UnreadableInput:
    """Return the error about a column that holds something else than it should."""
    return UnreadableInput(f"column {name!r} holds {kind}, and should hold {wanted}")
