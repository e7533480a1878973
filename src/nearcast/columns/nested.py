"""Nested named tuples of arrays and numbers as one flat mapping of arrays, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeVar, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from nearcast.errors import UnusableSnapshot

T = TypeVar("T", bound=tuple[Any, ...])


def flatten(value: tuple[Any, ...], name: str = "") -> dict[str, NDArray[Any]]:
    """Return every array and number of a named tuple under the dotted path of its fields."""
    return dict(leaves(value, name))


def leaves(value: Any, name: str) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield (path, array) for each leaf; a number becomes an array without dimensions."""
    if isinstance(value, tuple):
        for field, part in zip(fields_of(type(value)), value, strict=True):
            yield from leaves(part, f"{name}.{field}" if name else field)
    else:
        yield name, np.asarray(value)


def unflatten(kind: type[T], arrays: Mapping[str, NDArray[Any]], name: str = "") -> T:
    """Return the named tuple that `flatten(value, name)` took apart."""
    parts = (
        leaf(expected, arrays, f"{name}.{field}" if name else field)
        for field, expected in fields_of(kind).items()
    )
    return kind(*parts)


def leaf(expected: Any, arrays: Mapping[str, NDArray[Any]], name: str) -> Any:
    """Return one field: a tuple of its own, a number, or the array as it is."""
    if isinstance(expected, type) and issubclass(expected, tuple):
        return unflatten(expected, arrays, name)
    if name not in arrays:
        raise UnusableSnapshot(f"there is no array {name!r} in it; there are {', '.join(arrays)}")
    if expected in (bool, int, float):
        return expected(arrays[name])
    return arrays[name]


@cache
def fields_of(kind: type[tuple[Any, ...]]) -> dict[str, Any]:
    """Return the fields of a named tuple, in order, with their types."""
    hints = get_type_hints(kind)
    return {field: hints[field] for field in cast(Any, kind)._fields}
