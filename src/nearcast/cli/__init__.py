"""The command line: `nearcast generate`, `match`, `indexes`, `explain` and `demo`.

Everything heavy is imported inside the commands, so that help appears at once.
"""

from __future__ import annotations

import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process."""
    # Ctrl-C while modules are imported ends this as quietly as any other command.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from nearcast.cli import signals  # noqa: PLC0415
    from nearcast.cli.application import run  # noqa: PLC0415

    signals.listen()
    sys.exit(run(sys.argv[1:]))
