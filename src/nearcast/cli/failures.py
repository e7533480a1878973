"""How a run that failed ends: what is said, and the exit code."""

from __future__ import annotations

from cyclopts import CycloptsError

from nearcast.cli import terminal
from nearcast.errors import FaultyRows, NearcastError, UnknownName

FAULTY, MISUSED, NOT_FOUND, INTERRUPTED = 1, 2, 3, 130


class Misuse(Exception):
    """A command line that makes no sense; the text says what would."""


class NotFound(Exception):
    """A file or an id that is not there."""


# What a user, the disk or the machine can be the cause of; all else is a fault of ours.
EXPECTED = (
    CycloptsError,
    Misuse,
    NotFound,
    NearcastError,
    OSError,
    MemoryError,
    KeyboardInterrupt,
)


def report(error: BaseException) -> int:
    """Say what went wrong, unless that was done already, and return the exit code."""
    if not isinstance(error, CycloptsError):
        terminal.complain(words(error))
    return exit_code(error)


def exit_code(error: BaseException) -> int:
    """Return the exit code for an error."""
    if isinstance(error, (CycloptsError, Misuse, UnknownName)):
        return MISUSED
    if isinstance(error, (NotFound, FileNotFoundError)):
        return NOT_FOUND
    return INTERRUPTED if isinstance(error, KeyboardInterrupt) else FAULTY


def words(error: BaseException) -> str:
    """Return what went wrong as one would say it."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted; no file was left half written"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; try with fewer rows at a time"
    if isinstance(error, OSError) and error.strerror is not None:
        where = "" if error.filename is None else f"{error.filename}: "
        return f"{where}{error.strerror.lower()}"
    if isinstance(error, FaultyRows):
        return f"{error}\n  --on-error skip goes on without them, and writes every reason to a file"
    return "\n".join([str(error), *getattr(error, "__notes__", ())])
