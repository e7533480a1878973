"""Pieces of HTML: every text that comes from outside is escaped here, and only here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

LONGEST_TEXT = 80

FONT = "font-family:system-ui,sans-serif;font-size:13px;line-height:1.45"
CELL = "text-align:left;vertical-align:top;padding:4px 14px 4px 0;border:0"
RULE = "border-top:1px solid rgba(128,140,150,0.28)"
QUIET = "opacity:0.65"


class Markup(str):
    """HTML that is ready; every other text still has to be escaped."""

    __slots__ = ()


def html(value: object) -> str:
    """Return a value as HTML, cut where it is too long for a cell."""
    if isinstance(value, Markup):
        return value
    text = str(value)
    return escape(text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…")


def page(*parts: str) -> str:
    """Return parts of HTML one below the other."""
    return f'<div style="{FONT};max-width:640px">{"".join(parts)}</div>'


def heading(name: str, facts: Iterable[str]) -> str:
    """Return a headline: a name and some facts."""
    said = "".join(f'<span style="{QUIET}"> · {html(fact)}</span>' for fact in facts)
    return f'<div style="margin:0 0 6px"><strong>{html(name)}</strong>{said}</div>'


def note(text: str) -> str:
    """Return a remark below a table or map."""
    return f'<div style="{QUIET};margin-top:4px">{html(text)}</div>'


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; nothing at all if there are no rows."""
    body = "".join(
        f'<tr style="background:transparent;{RULE}">{cell(row[0], "white-space:nowrap")}'
        f"{''.join(map(cell, row[1:]))}</tr>"
        for row in rows
    )
    if not body:
        return ""
    names = "".join(
        f'<th style="{CELL};font-weight:600;{QUIET}">{html(column)}</th>' for column in columns
    )
    head = f'<thead><tr style="background:transparent">{names}</tr></thead>' if columns else ""
    return (
        f'<table style="border-collapse:collapse;margin-top:8px;width:100%;{FONT}">'
        f"{head}<tbody>{body}</tbody></table>"
    )


def cell(value: object, style: str = "") -> str:
    """Return one cell of a table."""
    return f'<td style="{CELL};{style}">{html(value)}</td>'


def chip(text: str, colour: str, *, struck: bool = False) -> Markup:
    """Return a word on a coloured ground."""
    line = ";text-decoration:line-through" if struck else ""
    style = f"color:{colour};border:1px solid {colour};border-radius:9px;padding:0 7px{line}"
    return Markup(f'<span style="{style}">{html(text)}</span>')
