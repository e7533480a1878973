"""Help comes at once, and tells all."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path

import pytest
from cli.shell import Shell, plain, process

from nearcast.cli.generate import MadeUp, Real
from nearcast.workloads import WORKLOADS

COMMANDS = ("generate", "match", "plan", "indexes", "explain", "demo")
HEAVY = {"numba", "numpy", "pyarrow", "shapely", "regex", "msgspec"}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_imports_nothing_heavy(command: str, tmp_path: Path) -> None:
    arguments = [*command.split(), "--help"]
    code = (
        "import sys\n"
        "from nearcast.cli.application import run\n"
        f"assert run({arguments}) == 0\n"
        f"print(sorted({HEAVY} & set(sys.modules)), file=sys.stderr)"
    )
    ended = process(sys.executable, "-c", code, folder=tmp_path)
    assert ended.stderr == "[]\n"
    assert "Usage: nearcast" in ended.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example(command: str, shell: Shell) -> None:
    ended = shell(command, "--help")
    assert ended.code == 0
    example = ended.out.partition("For example:")[2]
    assert f"nearcast {command}" in example


def test_root_help_lists_the_commands_and_the_exit_codes(shell: Shell) -> None:
    said = plain(shell("--help").out)
    assert all(f" {command} " in said for command in COMMANDS)
    assert "Exit codes: 0 done" in said


def test_version(shell: Shell) -> None:
    assert shell("--version").out.startswith("0.")


def test_generate_offers_every_parameter_of_every_workload() -> None:
    offered = {field.name for part in (MadeUp, Real) for field in fields(part)}
    assert offered == {name for entry in WORKLOADS.values() for name in entry.parameters}
