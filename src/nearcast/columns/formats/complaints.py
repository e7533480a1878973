"""What is wrong with a line of JSON, in words for whoever wrote it."""

from __future__ import annotations

import re

MISTYPED = re.compile(r"Expected `(\w+)(?: \| null)?`, got `(\w+)`(?: - at `\$\.(\w+).*`)?")
PLACED = re.compile(r"(.*?)(?: - at `\$\.(\w+).*`)?")
WORDS = {
    "str": "text",
    "int": "an integer",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a JSON object",
    "null": "null",
}
LINE = "the line"


def complaint(error: Exception) -> tuple[str, str]:
    """Return the column at fault, and the reason."""
    if isinstance(error, UnicodeDecodeError):
        return LINE, "is not text in UTF-8"
    mistyped = MISTYPED.fullmatch(str(error))
    if mistyped:
        expected, got, column = mistyped.groups()
        reason = f"is {WORDS.get(got, got)}, and should be {WORDS.get(expected, expected)}"
        return column or LINE, reason
    placed = PLACED.fullmatch(str(error))
    reason, column = placed.groups() if placed else (str(error), None)
    return column or LINE, reason
