"""Why a message does or does not concern a subscription: its region, and clause by clause."""

from __future__ import annotations

from dataclasses import dataclass

from nearcast.hub.wording import distance_words, region_words
from nearcast.model import Circle, Message, Subscription
from nearcast.space import Space

NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class WherePart:
    """What the region says.

    Attributes
    ----------
    kind
        Of which kind the region is, such as ``circle``.
    meets
        Whether the place of the message and the region have anything in common.
    distance
        How far they are apart, in metres on Earth and units in a plane; for a circle, how far its
        centre is. Nothing for a region that is everywhere.
    """

    kind: str
    meets: bool
    distance: float | None


@dataclass(frozen=True, slots=True)
class ClausePart:
    """What one way to fulfil the expression says.

    Attributes
    ----------
    present, missing
        The terms it requires: those that the text has, and those that it lacks.
    absent, unwanted
        The terms it forbids: those that the text lacks, and those that it has.
    """

    present: frozenset[str]
    missing: frozenset[str]
    absent: frozenset[str] = NONE
    unwanted: frozenset[str] = NONE

    @property
    def holds(self) -> bool:
        """Whether this way is fulfilled."""
        return not self.missing and not self.unwanted

    def __str__(self) -> str:
        said = [
            f"{verb} {', '.join(sorted(terms))}"
            for verb, terms in (
                ("lacks", self.missing),
                ("has the unwanted", self.unwanted),
                ("has", self.present),
                ("is free of", self.absent),
            )
            if terms
        ]
        return f"the text {'; '.join(said)}" if said else "every text will do"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a message does or does not concern a subscription.

    Attributes
    ----------
    subscription, message
        The two in question.
    where
        What the region says.
    what
        What each clause of the expression says; one that holds is enough.
    """

    subscription: Subscription
    message: Message
    space: Space
    where: WherePart
    what: tuple[ClausePart, ...]

    @property
    def text_holds(self) -> bool:
        """Whether the text fulfils the expression."""
        return any(clause.holds for clause in self.what)

    @property
    def matches(self) -> bool:
        """Whether the message is delivered to the subscription."""
        return self.where.meets and self.text_holds

    def __str__(self) -> str:
        lines = [self.verdict(), line("where", self.where.meets, self.where_words())]
        for number, clause in enumerate(self.what):
            lines.append(line("or" if number else "what", clause.holds, str(clause)))
        return "\n".join(lines)

    def verdict(self) -> str:
        """Return the answer in a line."""
        answer = "concerns" if self.matches else "does not concern"
        return f"{self._name()} {answer} {self.subscription.id!r}"

    def _name(self) -> str:
        return "the message" if self.message.id is None else repr(self.message.id)

    def where_words(self) -> str:
        """Return what the region says in words."""
        words = region_words(self.subscription.where, self.space)
        distance = self.where.distance
        if distance is None:
            return words
        away = distance_words(distance, self.space)
        if isinstance(self.subscription.where, Circle):
            return f"{words}: the message is {away} from its centre"
        return f"{words}: {'the message is in it' if self.where.meets else f'{away} away'}"

    def _repr_html_(self) -> str:
        # Pictures are for notebooks, which not every user of an explanation has.
        from nearcast.hub.pictures.reports import explanation_report  # noqa: PLC0415

        return explanation_report(self)


def line(name: str, answer: bool, words: str) -> str:
    """Return one line of an explanation."""
    return f"  {name:5}  {'yes' if answer else 'no':3}  {words}"
