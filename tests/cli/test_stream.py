"""What `nearcast pipeline stream` says before Spark starts, and what it sums up."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from cli.shell import Shell

from nearcast.cli import signals


def test_a_file_that_is_not_there(shell: Shell, tmp_path: Path) -> None:
    ended = shell("pipeline", "stream", tmp_path / "s.toml")
    assert (ended.code, ended.out) == (3, "")
    assert "there is no such file" in ended.err


def test_a_file_that_says_too_little(shell: Shell, tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    (tmp_path / "s.toml").write_text('published = "p"\n')
    ended = shell("pipeline", "stream", tmp_path / "s.toml")
    assert ended.code == 1
    assert "s.toml: " in ended.err and "checkpoint" in ended.err


def test_the_summary_and_the_line_that_changes() -> None:
    pytest.importorskip("pyspark")
    from nearcast.cli.streaming import as_json, words  # noqa: PLC0415 - needs Spark
    from nearcast.spark.streaming.outcomes import COUNTS  # noqa: PLC0415
    from nearcast.spark.streaming.totals import Totals  # noqa: PLC0415

    totals = Totals()
    assert words(totals) == "waiting for messages"
    for number, took in enumerate([300, 100, 200], 1):
        observed = {name: number for name in COUNTS}
        totals.add({"version": "v000002" if number == 2 else None, **observed}, took)
    assert words(totals).startswith("6 messages, 6 deliveries, 6 faulty; 3 batches")
    summary = as_json(totals)
    assert summary["version"] == "v000002"
    assert (summary["trigger_ms_p50"], summary["trigger_ms_p99"]) == (200, 300)


def test_the_first_ctrl_c_is_noted_and_the_second_interrupts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with signals.noted() as wanted:
        assert not wanted.is_set()
        os.kill(os.getpid(), signal.SIGINT)
        assert wanted.wait(5)
        assert signal.getsignal(signal.SIGINT) is before
    with signals.noted():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
