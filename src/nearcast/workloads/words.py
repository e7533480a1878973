"""Made-up words for term ids: w00000, w00001 and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload


class NumberedWords(Sequence[str]):
    """The words w00000 … of a vocabulary, made when asked for."""

    def __init__(self, count: int) -> None:
        self._numbers = range(count)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, term: int) -> str: ...
    @overload
    def __getitem__(self, term: slice) -> list[str]: ...
    def __getitem__(self, term: int | slice) -> str | list[str]:
        if isinstance(term, slice):
            return [f"w{number:05d}" for number in self._numbers[term]]
        return f"w{self._numbers[term]:05d}"
