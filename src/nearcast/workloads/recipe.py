"""What a made-up workload is like, as data that is checked before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeVar

from nearcast.errors import InvalidWorkload
from nearcast.space import Earth, Space

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Parameters of a synthetic workload.

    A share is a number from 0 to 1; a pair is the least and the most, everything between them
    equally likely; an area is a share of the space.

    Parameters
    ----------
    vocabulary, exponent, shift
        Word r of the vocabulary is drawn in proportion to 1 / (r + shift) ** exponent.
    subscription_terms
        How many terms a subscription wants.
    boolean_share, boolean_terms
        How many subscriptions are expressions with AND and OR, and of how many terms.
    forbidding_share
        How many of those that want terms also name one that must not occur.
    wordless_share, everywhere_share
        How many want every text in their region, and how many have no region; never both.
    region_area
        The size of a region.
    message_terms, message_area
        How many terms a message has, and the size of its place; (0, 0) for points.
    towns, spread
        How many towns places lie in, and their standard deviation as a share of the space's side.
    """

    vocabulary: int = 100_000
    exponent: float = 1.0
    shift: float = 30.0
    subscription_terms: tuple[int, int] = (1, 5)
    boolean_share: float = 0.0
    boolean_terms: tuple[int, int] = (3, 7)
    forbidding_share: float = 0.0
    wordless_share: float = 0.0
    everywhere_share: float = 0.0
    region_area: tuple[float, float] = (0.0001, 0.01)
    message_terms: tuple[int, int] = (9, 9)
    message_area: tuple[float, float] = (0.0, 0.0)
    towns: int = 500
    spread: float = 0.05
    space: Space = Earth()  # noqa: RUF009 - spaces are immutable

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name.endswith("_share"):
                _check_share(field.name, value)
            elif field.name.endswith("_area"):
                check_pair(field.name, value, 0.0, 1.0)
        _check_share(
            "wordless_share + everywhere_share", self.wordless_share + self.everywhere_share
        )
        check_pair("subscription_terms", self.subscription_terms, 1, 64)
        check_pair("boolean_terms", self.boolean_terms, 2, 7)
        check_pair("message_terms", self.message_terms, 0, 100_000)
        self._check_law()

    def _check_law(self) -> None:
        for name in ("vocabulary", "exponent", "shift", "towns", "spread"):
            if not getattr(self, name) > 0:
                raise InvalidWorkload(f"{name} is {getattr(self, name)}; it must be greater than 0")
        most = max(self.subscription_terms[1], self.boolean_terms[1], self.message_terms[1])
        if self.vocabulary < 2 * (most + 1):
            raise InvalidWorkload(
                f"vocabulary is {self.vocabulary}, too small to draw {most} different terms from; "
                f"it must be at least {2 * (most + 1)}"
            )


def _check_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise InvalidWorkload(f"{name} is {value}; a share is a number from 0 to 1")


def check_pair(name: str, pair: tuple[Number, Number], least: Number, most: Number) -> None:
    """Raise `InvalidWorkload` unless the pair ascends and keeps within the limits."""
    low, high = pair
    if not least <= low <= high <= most:
        raise InvalidWorkload(
            f"{name} is {low} to {high}; it must go from a smaller to a larger number, "
            f"both from {least} to {most}"
        )
