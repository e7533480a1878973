"""What an expression says, as a tree, and the tree as text again."""

from __future__ import annotations

from dataclasses import dataclass
from types import UnionType


@dataclass(frozen=True, slots=True)
class Term:
    """Holds where a text has the term: a word, or a phrase (its words joined by one space)."""

    text: str


@dataclass(frozen=True, slots=True)
class And:
    """Holds where all of its parts hold; there are at least two."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Holds where at least one of its parts holds; there are at least two."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Holds where its part does not."""

    part: Node


@dataclass(frozen=True, slots=True)
class Everything:
    """The empty expression: holds for every text."""


Node = Term | And | Or | Not
Expression = Node | Everything


def to_text(expression: Expression) -> str:
    """Return the expression as a user would write it.

    Parsed again by an analyser that leaves its own terms alone (``words-1`` does, stemmers do not),
    it gives the same tree.

    >>> to_text(And((Term("ipad"), Or((Term("on sale"), Not(Term("used")))))))
    'ipad AND ("on sale" OR NOT used)'
    """
    match expression:
        case Everything():
            return ""
        case Term(text):
            return f'"{text}"' if " " in text else text
        case Not(part):
            return f"NOT {_grouped(part, And | Or)}"
        case And(parts):
            return " AND ".join(_grouped(part, And | Or) for part in parts)
    return " OR ".join(_grouped(part, Or) for part in expression.parts)


def _grouped(node: Node, looser: type[Node] | UnionType) -> str:
    return f"({to_text(node)})" if isinstance(node, looser) else to_text(node)
