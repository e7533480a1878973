"""What is told of libraries that cannot be had, and which jars of the connector are taken."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyspark")

from nearcast.spark.jars import Library, command, reason
from nearcast.spark.kafka import CONNECTORS, connector_jars

SAID = """\
:: loading settings :: url = jar:file
\t\tmodule not found: org.example#thing;1.0
\t\t::::::::::::
\t\t:: org.example#thing;1.0: not found
Exception in thread "main" java.lang.RuntimeException: [unresolved dependency: org.example#thing]
\tat org.apache.spark.util.MavenUtils
"""


def test_the_reason_is_the_line_that_tells():
    assert "unresolved dependency: org.example#thing" in reason(SAID)
    assert reason("one\ntwo\n\n") == "two"
    assert reason("") == "nothing was said why"


def test_what_is_left_out_is_told_and_kept_apart():
    whole, less = Library("g:a:1"), Library("g:a:1", ("g:b", "g:c"))
    assert whole.folder != less.folder
    assert "--exclude-packages" not in command(whole, Path("there"))
    assert "g:b,g:c" in command(less, Path("there"))


def test_of_the_connector_only_what_spark_lacks(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for library in CONNECTORS[1]:
        library.folder.mkdir(parents=True)
        for name in ("org.apache.kafka_kafka-clients-3.9.2.jar", "org.slf4j_slf4j-api-2.0.17.jar"):
            (library.folder / name).touch()
    assert {jar.name for jar in connector_jars()} == {"org.apache.kafka_kafka-clients-3.9.2.jar"}
