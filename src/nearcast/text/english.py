"""English on top of plain words: common words are left out and endings taken off."""

from __future__ import annotations

from functools import lru_cache

from nearcast.text.words import words

_STOP_WORDS = """
    a an and are as at be been but by for from had has have he her his i if in into is it its me my
    of on or our she so than that the their them then there these they this those to us was we were
    what when where which who will with would you your
"""
STOP_WORDS = frozenset(words(_STOP_WORDS))


@lru_cache(maxsize=1 << 16)
def english_term(word: str) -> str:
    """Return the stem of a folded word, or nothing for a stop word.

    The memo is what makes it fast: a stem costs 35 µs to find and 0.1 µs to remember.

    >>> english_term("discounted"), english_term("the")
    ('discount', '')
    """
    if word in STOP_WORDS:
        return ""
    from snowballstemmer.english_stemmer import EnglishStemmer  # noqa: PLC0415 - slow to import

    # A stemmer keeps the word it is working on, so threads must not share one.
    stem: str = EnglishStemmer().stemWord(word)
    return stem


def english_words(text: str) -> list[str]:
    """Return the stems of a text's words, in order, repeats kept, stop words left out.

    >>> english_words("The running shoes and the runner")
    ['run', 'shoe', 'runner']
    """
    return list(filter(None, map(english_term, words(text))))
