"""Steps that are done once: each leaves a receipt that says of what its output was made."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from nearcast import __version__
from nearcast.columns.atomic import replacing

Facts = dict[str, Any]


class Receipt(msgspec.Struct, frozen=True):
    """What a finished step leaves behind: its key, how long it took, and what it came to."""

    key: str
    seconds: float
    facts: Facts


class Done(msgspec.Struct, frozen=True):
    """A step that has come to its end, or was found at it.

    key
        A digest of all that its output depends on; equal keys, equal outputs.
    kept
        Whether its output was there already.
    """

    name: str
    key: str
    kept: bool
    seconds: float
    facts: Facts


def digest(*parts: Any) -> str:
    """Return a short name for some values that JSON can hold."""
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]


class Steps:
    """The steps of one folder, in which receipts are kept."""

    def __init__(self, folder: Path, tell: Callable[[Done], None]) -> None:
        self._receipts = folder / "steps"
        self._tell = tell
        self.done: list[Done] = []

    def take(
        self, name: str, made_of: Iterable[Any], is_there: bool, make: Callable[[], Facts]
    ) -> Done:
        """Do a step unless its output is there, and was made of the very same."""
        key = digest(name, __version__, *made_of)
        receipt = self._receipt(name)
        if is_there and receipt and receipt.key == key:
            return self.tell(Done(name, key, True, receipt.seconds, receipt.facts))
        self._receipt_path(name).unlink(missing_ok=True)
        start = perf_counter()
        facts = make()
        seconds = perf_counter() - start
        self._receipts.mkdir(parents=True, exist_ok=True)
        with replacing(self._receipt_path(name)) as file:
            file.write(msgspec.json.encode(Receipt(key, seconds, facts)))
        return self.tell(Done(name, key, False, seconds, facts))

    def tell(self, done: Done) -> Done:
        """Note that a step is at its end."""
        self.done.append(done)
        self._tell(done)
        return done

    def _receipt_path(self, name: str) -> Path:
        return self._receipts / f"{name.replace(' ', '-')}.json"

    def _receipt(self, name: str) -> Receipt | None:
        """Return what a step left behind, if it can be read."""
        try:
            return msgspec.json.decode(self._receipt_path(name).read_bytes(), type=Receipt)
        except (OSError, msgspec.DecodeError):
            return None
