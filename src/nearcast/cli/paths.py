"""Files named on the command line, looked at before any work is done."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from nearcast.cli.failures import Misuse, NotFound


def check_input(path: Path) -> None:
    """Raise `NotFound` unless the file is there."""
    if not path.exists():
        raise NotFound(f"{path}: there is no such file")


def check_output(path: Path, inputs: Iterable[Path] = ()) -> None:
    """Raise unless a file can be written there without doing harm to an input."""
    from nearcast.columns.files import format_of  # noqa: PLC0415 - brings Arrow
    from nearcast.errors import UnreadableInput  # noqa: PLC0415

    try:
        format_of(path)
    except UnreadableInput as error:
        raise Misuse(f"{path}: {error}") from error
    if not path.parent.is_dir():
        raise NotFound(f"{path.parent}: there is no such folder to write {path.name} to")
    if path.is_dir():
        raise Misuse(f"{path}: this is a folder; name a file in it")
    for source in inputs:
        if path.exists() and path.samefile(source):
            raise Misuse(f"{path}: this is an input; write the answer to another file")
