"""Writing files and folders so that a reader sees the old one or the new one, never a part."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `path` once the block has ended well.

    Until then everything goes into a file beside it; when the block fails, or the disk is full,
    that file is removed and the old one stays as it was.
    """
    target = Path(path)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with draft.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
        sync_folder(target.parent)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):
            error.filename = str(target)  # the caller knows nothing of the draft
        raise


@contextmanager
def replacing_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give an empty folder that takes the place of `path` once the block has ended well.

    Until then it stands beside it under a name with a dot; when the block fails, it is removed and
    the old folder stays as it was.
    """
    target = Path(os.path.abspath(path))
    token = secrets.token_hex(4)
    draft, old = (target.with_name(f".{target.name}.{token}.{end}") for end in ("part", "old"))
    draft.mkdir(parents=True)
    try:
        yield draft
        # Folders cannot be swapped: for a moment there is none, and never a half.
        if target.exists():
            target.rename(old)
        draft.rename(target)
        sync_folder(target.parent)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def sync_folder(folder: Path) -> None:
    """Make a rename inside the folder outlast a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
