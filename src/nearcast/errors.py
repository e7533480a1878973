"""Every mistake a caller can put right: each a class of its own, all `NearcastError`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class NearcastError(Exception):
    """The parent of every error Nearcast raises on purpose."""


class InvalidRegion(NearcastError, ValueError):
    """A region that cannot be used; the text says what is wrong, where, and what would be right."""


class InvalidMessage(NearcastError, ValueError):
    """A message that cannot be used; the text says what is wrong and what would be right."""


class InvalidExpression(NearcastError, ValueError):
    """An expression that cannot be read or is over a limit; the text points at the place.

    Attributes
    ----------
    expression, position, length
        The expression as given, and the span in it (in characters) that is at fault.
    reason
        What is wrong and what would be right, without the picture.
    """

    SHOWN = 90

    def __init__(self, reason: str, expression: str, position: int, length: int = 1) -> None:
        self.reason = reason
        self.expression = expression
        self.position = position
        self.length = max(1, length)
        super().__init__(f"{reason}\n{self.picture()}")

    def picture(self) -> str:
        """Return the line at fault, or the part of it that helps, with carets under the span."""
        start = self.expression.rfind("\n", 0, self.position) + 1
        line = self.expression[start:].split("\n", 1)[0]
        cut = max(0, min(self.position - start - self.SHOWN // 2, len(line) - self.SHOWN))
        shown = line[cut : cut + self.SHOWN]
        column = self.position - start - cut
        carets = "^" * max(1, min(self.length, len(shown) - column))
        left = "…" if cut else ""
        right = "…" if cut + self.SHOWN < len(line) else ""
        return f"  {left}{shown}{right}\n  {' ' * (len(left) + column)}{carets}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One bad row of an input: its number (from 0), the column at fault and the reason."""

    row: int
    column: str
    reason: str

    def __str__(self) -> str:
        return f"row {self.row}, {self.column}: {self.reason}"


class FaultyRows(NearcastError, ValueError):
    """An input holds rows that cannot be used; `faults` lists every one of them."""

    SHOWN = 20

    def __init__(self, source: str, faults: Sequence[Fault], row_count: int) -> None:
        self.source = source
        self.faults = tuple(faults)
        self.row_count = row_count
        bad_count = len({fault.row for fault in self.faults})
        lines = [f"{source}: {bad_count:,} of {row_count:,} rows cannot be used"]
        lines += [f"  {fault}" for fault in self.faults[: self.SHOWN]]
        if len(self.faults) > self.SHOWN:
            lines.append(f"  … and {len(self.faults) - self.SHOWN:,} more")
        super().__init__("\n".join(lines))


class UnreadableInput(NearcastError, ValueError):
    """A file that cannot be read as a whole: missing, of an unknown kind, or lacking a column."""


class UnknownName(NearcastError, LookupError):
    """A name that is not in the list it was looked up in; the text offers the nearest one."""


class InvalidWorkload(NearcastError, ValueError):
    """A workload that cannot be drawn; the text names the parameter and what would be right."""


class InvalidPlan(NearcastError, ValueError):
    """A plan that cannot be made; the text says what was asked for and what would be right."""


class DuplicateSubscription(NearcastError, ValueError):
    """A subscription id that is already in use."""


class SpaceMismatch(NearcastError, ValueError):
    """Messages and subscriptions that were snapped to different spaces."""


class UnusableSnapshot(NearcastError, ValueError):
    """A saved index that is not one, is damaged, or comes from an incompatible version."""


class OutputExists(NearcastError, ValueError):
    """An output that is there already and holds something else than was to be written."""


class MissingExtra(NearcastError, ImportError):
    """A part of Nearcast whose libraries are not installed; the text says how to get them."""


class UnusableJava(NearcastError, RuntimeError):
    """There is no Java that Spark can run on; the text says what was found and what is needed."""


class WorkerDied(NearcastError, RuntimeError):
    """A worker of Spark that came to a bad end each time its work was tried again."""


class MissingJars(NearcastError, RuntimeError):
    """Libraries for Java that Spark needs and that cannot be had; the text says why."""


class CheckpointInUse(NearcastError, RuntimeError):
    """A stream on a checkpoint with which another one works."""


class StreamFailed(NearcastError, RuntimeError):
    """A stream that ended by a fault; it can go on from its checkpoint once that is put right."""
