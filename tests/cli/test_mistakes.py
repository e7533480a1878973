"""What users get wrong: a sentence that helps, the right exit code, and never a traceback."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest
from cli.shell import Shell, plain, process

from nearcast.cli.failures import exit_code, words

MATCH = "match --subscriptions s.ndjson --messages m.csv"
EXPLAIN = "explain --subscription ipad --message sale"

MISTAKES = [
    ("mach", 2, 'Did you mean "match"?'),
    ("match", 2, "--subscriptions requires an argument"),
    (f"{MATCH} --treads 2", 2, "Did you mean --threads?"),
    (f"{MATCH} --threads 0", 2, "Must be >= 1"),
    (f"{MATCH} --threads two", 2, "unable to convert"),
    (f"{MATCH} --index guard", 2, "did you mean 'guards'?"),
    (f"{MATCH} --space mars", 2, "'mars' is not a space"),
    (f"{MATCH} --space plane:0,0,0,1", 1, "must be greater than west"),
    (f"{MATCH} --analyser word-1", 2, "did you mean 'words-1'?"),
    (f"{MATCH} --on-error ignore", 2, "Choose from"),
    (f"{MATCH} --out d.xlsx", 2, "d.xlsx: the ending tells no format"),
    (f"{MATCH} --out nowhere/d.csv", 3, "there is no such folder"),
    (f"{MATCH} --out m.csv", 2, "this is an input"),
    ("match --subscriptions s.ndjson --messages x.csv", 3, "x.csv: there is no such file"),
    ("match --subscriptions s.ndjson --messages empty.csv", 1, "the file is empty"),
    ("match --subscriptions m.csv --messages m.csv", 1, "what a subscription asks for"),
    ("match --subscriptions s.ndjson --messages bad.parquet", 1, "a whole Parquet file"),
    ("generate", 2, "which workload?"),
    ("generate tweets", 2, "where to?"),
    ("generate tweats --out-messages a.csv", 2, "did you mean 'tweets'?"),
    ("generate w --towns 3 --out-messages a.csv", 1, "'towns' is no parameter of w"),
    ("generate tweets --towns -3 --out-messages a.csv", 1, "it must be greater than 0"),
    ("generate tweets --messages -3 --out-messages a.csv", 2, "Must be >= 0"),
    ("generate poi --data nowhere --out-messages a.csv", 3, "nowhere: there is no such folder"),
    ("generate w --out-messages a.csv --out-subscriptions a.csv", 2, "need a file each"),
    (EXPLAIN, 2, "give the place of the message with --at"),
    (f"{EXPLAIN} --at 1", 2, "--at has 1 numbers; write LON LAT"),
    (f"{EXPLAIN} --at here there", 2, "--at takes numbers"),
    (f"{EXPLAIN} --at 1 95", 1, "95.0 is not between -90 and 90"),
    (f"{EXPLAIN} --at 1 2 --where 1 2", 2, "--where has 2 numbers"),
    (f"{EXPLAIN} --at 1 2 --where {{", 1, "JSON"),
    (f"{EXPLAIN} --at 1 2 --subscriptions s.ndjson", 3, "s.ndjson: no row has the id ipad"),
    ("explain --subscription ipad( --message sale --at 1 2", 1, "  ipad(\n"),
    ("demo --seconds 0", 2, "Must be > 0"),
]


@pytest.mark.parametrize(("line", "code", "said"), MISTAKES, ids=[each[0] for each in MISTAKES])
def test_a_mistake_is_explained(
    line: str, code: int, said: str, shell: Shell, two_files: Path
) -> None:
    (two_files / "empty.csv").touch()
    (two_files / "bad.parquet").write_text("not Parquet at all")
    ended = shell(*line.split())
    heard = ended.err if "\n" in said else plain(ended.err)
    assert said in heard
    assert ended.code == code
    assert ended.out == ""
    assert "Traceback" not in ended.err


def test_carets_stay_below_the_place(shell: Shell) -> None:
    ended = shell("explain", "--subscription", "ipad AND", "--message", "x", "--at", 1, 2)
    lines = ended.err.splitlines()
    assert lines[1].strip() == "ipad AND"
    assert "^" in lines[2]


def test_debug_shows_the_traceback(shell: Shell) -> None:
    with pytest.raises(Exception, match="is not a space"):
        shell(*EXPLAIN.split(), "--at", 1, 2, "--space", "mars", "--debug")


def test_no_space_left(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("nearcast.columns.atomic.os.fsync", full)
    ended = shell(
        "generate", "w", "--messages", 10, "--subscriptions", 0, "--out-messages", "a.csv"
    )
    assert ended.code == 1
    assert ended.err == "Error: a.csv: no space left on device\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            PermissionError(errno.EACCES, "Permission denied", "a.csv"),
            1,
            "a.csv: permission denied",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), 1, "no space left on device"),
        (MemoryError(), 1, "not enough memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (FileNotFoundError(errno.ENOENT, "No such file", "b"), 3, "b: no such file"),
    ],
)
def test_the_machine_gets_its_words_too(error: BaseException, code: int, said: str) -> None:
    assert exit_code(error) == code
    assert said in words(error)


def test_exit_codes_and_streams_of_a_real_process(tmp_path: Path) -> None:
    line = ("match", "--subscriptions", "s.csv", "--messages", "m")
    ended = process(sys.executable, "-m", "nearcast", *line, folder=tmp_path)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr == "Error: s.csv: there is no such file\n"


def test_a_reader_who_left_is_no_error(tmp_path: Path) -> None:
    line = f"'{sys.executable}' -m nearcast generate --list | true; exit ${{PIPESTATUS[0]}}"
    ended = process("bash", "-c", line, folder=tmp_path)
    assert ended.stderr == ""
    assert ended.returncode in (0, 141)


def test_whoever_is_told_to_end_takes_away_what_is_half_written(tmp_path: Path) -> None:
    program = (
        "import os, signal\n"
        "from nearcast.cli.signals import listen\n"
        "from nearcast.columns.atomic import replacing\n"
        "listen()\n"
        "with replacing('d.csv'):\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
    )
    ended = process(sys.executable, "-c", program, folder=tmp_path)
    assert (ended.returncode, ended.stderr) == (143, "")
    assert list(tmp_path.iterdir()) == []


def test_a_callback_that_swallows_an_interrupt_does_not_keep_it(tmp_path: Path) -> None:
    program = (
        "import os, signal, time, weakref\n"
        "from nearcast.cli.signals import interrupted, listen\n"
        "listen()\n"
        "class Thing: pass\n"
        "thing = Thing()\n"
        "finalizer = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))\n"
        "del thing\n"
        "try:\n"
        "    time.sleep(30)\n"
        "except KeyboardInterrupt:\n"
        "    print(interrupted())\n"
    )
    ended = process(sys.executable, "-c", program, folder=tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "True\n", "")


def test_what_breaks_because_of_an_interrupt_is_one(
    shell: Shell, two_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr("nearcast.cli.matching.compiled", broken)
    with pytest.raises(RuntimeError):
        shell(*MATCH.split())
    monkeypatch.setattr("nearcast.cli.application.signals.interrupted", lambda: True)
    ended = shell(*MATCH.split())
    assert (ended.code, "interrupted" in ended.err) == (130, True)
