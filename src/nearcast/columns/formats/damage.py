"""Turning what Arrow and the system say about a file into words for whoever gave it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pyarrow as pa

from nearcast.errors import UnreadableInput


@contextmanager
def reading(kind: str) -> Iterator[None]:
    """Raise `UnreadableInput` where a file cannot be read on as being of this kind."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise UnreadableInput(f"this is not {kind}, or it is damaged: {reason}") from error
