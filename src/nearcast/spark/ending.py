"""Ending Spark so that nothing of it is left: neither Java nor the workers it started."""

from __future__ import annotations

import subprocess
from contextlib import suppress

from pyspark import SparkContext
from pyspark.sql import SparkSession

PATIENCE_S = 15.0


def end(spark: SparkSession) -> None:
    """Stop Spark and wait until its Java process has ended, if it is ours."""
    gateway = spark.sparkContext._gateway
    spark.stop()
    java: subprocess.Popen[bytes] | None = getattr(gateway, "proc", None)
    if gateway is None or java is None:
        return
    gateway.shutdown()
    SparkContext._gateway = SparkContext._jvm = None
    # Java ends when this does.
    if java.stdin is not None:
        with suppress(BrokenPipeError):
            java.stdin.close()
    try:
        java.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        java.kill()
        java.wait()
