"""How large an expression may be, so that no text of a stranger can cost much."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one expression may ask for.

    Parameters
    ----------
    characters
        The length of its text.
    leaves
        Words and phrases in it.
    words_per_phrase
        Words in one of its phrases; a longer one would slow down every text that begins it.
    depth
        Parentheses and NOTs inside one another.
    clauses
        Clauses of its disjunctive normal form, also while it is being worked out.
    terms_per_clause
        Terms that one clause requires or forbids.
    """

    characters: int = 4096
    leaves: int = 256
    words_per_phrase: int = 64
    depth: int = 32
    clauses: int = 64
    terms_per_clause: int = 64

    @property
    def words(self) -> int:
        """The words of an expression that is nothing but words side by side."""
        return min(self.leaves, self.terms_per_clause)


LIMITS = Limits()
