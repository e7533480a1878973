"""The application: its commands, what all of them share, and how a run ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated

from cyclopts import App, CycloptsError, Group, Parameter

from nearcast import __version__
from nearcast.cli import failures, signals, terminal
from nearcast.cli.demo import demo
from nearcast.cli.explain import explain
from nearcast.cli.generate import generate
from nearcast.cli.indexes import indexes
from nearcast.cli.match import match
from nearcast.cli.options import Flag
from nearcast.cli.pipeline import pipeline
from nearcast.cli.plan import plan

HELP = """Location-aware publish/subscribe: each message to just those it concerns.

For example:

    nearcast generate tweets --out-subscriptions s.csv --out-messages m.csv
    nearcast match --subscriptions s.csv --messages m.csv --out d.csv

Exit codes: 0 done, 1 the data cannot be used, 2 the command is wrong,
3 not found, 130 interrupted.
"""

COMMANDS: tuple[Callable[..., None], ...] = (generate, match, plan, indexes, explain, demo)
NEGATIVE_LIST = re.compile(r"-[\d.][^\s,]*,.*")


app = App(
    name="nearcast",
    help=HELP,
    help_format="plaintext",
    version=__version__,
    default_parameter=Parameter(negative=()),
    suppress_keyboard_interrupt=False,
    result_action="return_value",
)
for number, command in enumerate(COMMANDS):
    app.command(command, sort_key=number)
app.command(pipeline)
app.register_install_completion_command()
app.meta.group_parameters = Group("For every command", sort_key=3)
app.meta.result_action = "return_value"


@app.meta.default
def launch(
    *tokens: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    debug: Flag = False,
) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    debug
        Show the traceback of an error.
    """
    try:
        app(tokens, exit_on_error=False)
    except failures.EXPECTED as error:
        if debug:
            raise
        return failures.report(error)
    except Exception:
        # Compiling that lost a Ctrl-C trips over what is missing then.
        if debug or not signals.interrupted():
            raise
        return failures.report(KeyboardInterrupt())
    return 0


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    try:
        code = app.meta(
            attach_negative_lists(arguments),
            console=terminal.output(),
            error_console=terminal.notes(),
            exit_on_error=False,
        )
    except (CycloptsError, KeyboardInterrupt) as error:
        return failures.report(error)
    return int(code or 0)


def attach_negative_lists(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with `--where -74.1,40.6` as `--where=-74.1,40.6`.

    A single negative number is known for one; a list of them would pass for an option.
    """
    joined: list[str] = []
    for argument in arguments:
        option = joined[-1] if joined else ""
        if NEGATIVE_LIST.fullmatch(argument) and option.startswith("--") and "=" not in option:
            joined[-1] = f"{option}={argument}"
        else:
            joined.append(argument)
    return joined
