"""An expression as clauses: the terms that must occur and those that must not.

The clauses together are the disjunctive normal form: a text fulfils the expression where it fulfils
at least one of them. A clause is worked on as one integer of two bits a term, so that combining two
is ``|``, and one makes another superfluous where ``narrow & wide == wide``.
"""

from __future__ import annotations

from typing import NamedTuple

from nearcast.errors import InvalidExpression
from nearcast.text import complaints
from nearcast.text.expression import And, Everything, Expression, Node, Not, Term, to_text
from nearcast.text.limits import LIMITS, Limits
from nearcast.text.tokens import Span


class Clause(NamedTuple):
    """Holds where all required terms occur and no forbidden one does."""

    required: frozenset[str]
    forbidden: frozenset[str]


EVERY_TEXT = Clause(frozenset(), frozenset())

CLAUSES = "clauses (ways to be met, after multiplying out)"


def clauses(
    expression: Expression, limits: Limits = LIMITS, text: str | None = None
) -> tuple[Clause, ...]:
    """Return the clauses of an expression, those of terms first written coming first.

    No clause contradicts itself and none is implied by another. The limit on their number holds at
    every step, so that no expression grows large on the way.

    Parameters
    ----------
    expression
        The tree.
    limits
        How many clauses there may be, and how many terms in one.
    text
        The text that the tree was read from, for errors to show.

    Raises
    ------
    InvalidExpression
        Where a limit is passed, or where no text can ever fulfil the expression.

    Examples
    --------
    >>> from nearcast.text import parse
    >>> for clause in clauses(parse("ipad AND (sale OR NOT used)")):
    ...     print(sorted(clause.required), sorted(clause.forbidden))
    ['ipad', 'sale'] []
    ['ipad'] ['used']
    """
    if isinstance(expression, Everything):
        return (EVERY_TEXT,)
    if isinstance(expression, Term):
        return (Clause(frozenset((expression.text,)), frozenset()),)
    return _Expansion(limits, to_text(expression) if text is None else text).clauses(expression)


class _Expansion:
    """One expression on its way to clauses.

    `bits` holds each term's bit in a clause that requires it; the next higher one is its bit in a
    clause that forbids it. `conflicts` are the terms, by their bits, that some way to meet the
    expression both required and forbade.
    """

    def __init__(self, limits: Limits, text: str) -> None:
        self.limits = limits
        self.text = text
        self.bits: dict[str, int] = {}
        self.all_bits = 0
        self.conflicts = 0

    def clauses(self, expression: Node) -> tuple[Clause, ...]:
        masks = self.expanded(expression, wanted=True)
        if not masks:
            raise self.impossible()
        return tuple(map(self.clause, sorted(masks)))

    def expanded(self, node: Node, wanted: bool) -> list[int]:
        """Return the clauses of a node, or of its negation if that is what is wanted."""
        if isinstance(node, Term):
            return [self.literal(node.text, wanted)]
        if isinstance(node, Not):
            return self.expanded(node.part, not wanted)
        factors = [self.expanded(part, wanted) for part in node.parts]
        if isinstance(node, And) is wanted:
            return self.product(factors)
        return self.reduced([mask for factor in factors for mask in factor])

    def literal(self, term: str, wanted: bool) -> int:
        bit = self.bits.get(term)
        if bit is None:
            bit = self.bits[term] = 1 << 2 * len(self.bits)
            self.all_bits |= bit
        return bit if wanted else bit << 1

    def product(self, factors: list[list[int]]) -> list[int]:
        # Single clauses first, all at once: what they imply is absorbed before it can multiply.
        sure = 0
        open_factors = []
        for factor in factors:
            if len(factor) == 1:
                sure |= factor[0]
            else:
                open_factors.append(factor)
        product = self.reduced([sure])
        for factor in sorted(open_factors, key=len):
            product = self.reduced([one | other for one in product for other in factor])
        return product

    def reduced(self, masks: list[int]) -> list[int]:
        """Return the masks that can hold and that no other one makes superfluous."""
        kept: list[int] = []
        for mask in sorted(masks, key=int.bit_count):
            if conflict := mask & mask >> 1 & self.all_bits:
                self.conflicts |= conflict
                continue
            for wide in kept:
                if mask & wide == wide:
                    break
            else:
                kept.append(mask)
                # Only a shorter one could absorb a mask, so those kept will stay: stop here.
                if len(kept) > self.limits.clauses:
                    raise self.over_limit(CLAUSES, self.limits.clauses, "more")
        return kept

    def clause(self, mask: int) -> Clause:
        if mask.bit_count() > self.limits.terms_per_clause:
            value = f"{mask.bit_count():,}"
            raise self.over_limit("terms in a clause", self.limits.terms_per_clause, value)
        return Clause(self.terms(mask), self.terms(mask >> 1))

    def terms(self, mask: int) -> frozenset[str]:
        return frozenset([term for term, bit in self.bits.items() if mask & bit])

    def over_limit(self, what: str, limit: int, value: str) -> InvalidExpression:
        return complaints.over_limit(self.text, Span(0, len(self.text)), what, limit, value)

    def impossible(self) -> InvalidExpression:
        terms = " and ".join(f"'{term}'" for term, bit in self.bits.items() if self.conflicts & bit)
        reason = f"this can never hold: {terms} would be both required and forbidden"
        return complaints.complaint(self.text, Span(0, len(self.text)), reason)
