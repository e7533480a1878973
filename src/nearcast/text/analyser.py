"""Named, versioned analysers: the one way from a text to its words, for both sides of a match.

The name is stored with the data. A rule is never changed under its name: a better one gets a new
version, so that what was saved by one release means the same to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from nearcast.errors import UnknownName
from nearcast.text.english import english_words
from nearcast.text.words import words


@dataclass(frozen=True, slots=True)
class Analyser:
    """A rule that turns a text into words; two of the same name are the same rule.

    Parameters
    ----------
    name
        Its name and version, such as ``words-1``.
    words
        The words of a text: in order, repeats kept, stop words left out, stemmed if it stems.
    """

    name: str
    words: Callable[[str], list[str]] = field(compare=False, repr=False)

    def __reduce__(self) -> tuple[Callable[[str], Analyser], tuple[str]]:
        return analyser, (self.name,)


_ALL = (
    Analyser("words-1", words),
    Analyser("english-1", english_words),
)

ANALYSERS: Mapping[str, Analyser] = MappingProxyType({each.name: each for each in _ALL})

DEFAULT_ANALYSER = ANALYSERS["words-1"]


def analyser(name: str) -> Analyser:
    """Return the analyser of that name.

    >>> analyser("english-1").words("Discounted iPads!")
    ['discount', 'ipad']
    """
    found = ANALYSERS.get(name)
    if found is None:
        raise UnknownName(_unknown(name))
    return found


def _unknown(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - wanted only when something is wrong

    nearest = get_close_matches(name, ANALYSERS, n=1, cutoff=0.0)
    return f"no analyser is called {name!r}: did you mean {nearest[0]!r}? ({', '.join(ANALYSERS)})"
