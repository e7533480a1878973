"""The command line: `nearcast generate`, `match`, `indexes`, `explain` and `demo`.

Everything heavy is imported inside the commands, so that help appears at once.
"""

from nearcast.cli.application import main

__all__ = ["main"]
