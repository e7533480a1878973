"""Where the real data sets are; they are too large, and some not free, to ship."""

from __future__ import annotations

import os
from pathlib import Path

from nearcast.errors import UnreadableInput

VARIABLE = "NEARCAST_DATA"
BESIDE_THE_CHECKOUT = Path(__file__).resolve().parents[4] / "shared" / "data"


def data_file(name: str, folder: Path | str | None = None) -> Path:
    """Return the path of a data set in the folder given, in `$NEARCAST_DATA`, or the usual one."""
    where = Path(folder or os.environ.get(VARIABLE) or BESIDE_THE_CHECKOUT)
    path = where / name
    if not path.is_file():
        raise UnreadableInput(
            f"{path}: there is no such file; say where the data sets are with --data FOLDER "
            f"or the environment variable {VARIABLE}"
        )
    return path
