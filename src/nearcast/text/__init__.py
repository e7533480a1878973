"""What texts say and what is asked of them: analysers, vocabulary, the expression language."""

from nearcast.text.analyser import ANALYSERS, DEFAULT_ANALYSER, Analyser, analyser
from nearcast.text.expression import And, Everything, Expression, Not, Or, Term, to_text
from nearcast.text.limits import LIMITS, Limits
from nearcast.text.normal_form import Clause, clauses
from nearcast.text.parser import parse
from nearcast.text.reading import PLAIN, read, word_of
from nearcast.text.vocabulary import Vocabulary

__all__ = [
    "ANALYSERS",
    "DEFAULT_ANALYSER",
    "LIMITS",
    "PLAIN",
    "Analyser",
    "And",
    "Clause",
    "Everything",
    "Expression",
    "Limits",
    "Not",
    "Or",
    "Term",
    "Vocabulary",
    "analyser",
    "clauses",
    "parse",
    "read",
    "to_text",
    "word_of",
]
