"""Which version a batch is matched against: the one its first task found, for ever.

Tasks of a batch start at different moments, and after a crash Spark runs the batch again; meanwhile
somebody may have published. So whoever comes first writes the name of the version in force into a
file named after the batch, and everybody goes by that file.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from nearcast.columns.atomic import sync_folder
from nearcast.spark.published import PathLike, current_version

# Spark itself can go back by the 100 batches it keeps in its checkpoint.
KEPT = 100


def fixed_version(folder: PathLike, batch: int, published: PathLike) -> str:
    """Return the version that a batch is matched against; the first to ask fixes it."""
    path = Path(folder) / str(batch)
    with suppress(FileNotFoundError):
        return path.read_text()
    version = current_version(published)
    draft = path.with_name(f".{batch}.{secrets.token_hex(4)}")
    try:
        with draft.open("x") as file:
            file.write(version)
            file.flush()
            os.fsync(file.fileno())
        # Unlike a rename, a link refuses to take the place of what another task wrote.
        os.link(draft, path)
    except FileExistsError:
        return path.read_text()
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)
    forget(path.parent, batch - KEPT)
    return version


def forget(folder: Path, first: int) -> None:
    """Remove what belongs to batches before `first`, drafts of a task that was killed as well."""
    for path in folder.iterdir():
        batch = path.name.removeprefix(".").split(".")[0]
        if batch.isdecimal() and int(batch) < first:
            path.unlink(missing_ok=True)
