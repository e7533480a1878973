"""Spark's connector to Kafka, which is not in the wheel of PySpark."""

from __future__ import annotations

from pathlib import Path

import pyspark

from nearcast.errors import MissingJars
from nearcast.spark.jars import Library, jars_of, kept

CONNECTOR = "org.apache.spark:spark-sql-kafka-0-10_2.13"
TOKENS = "org.apache.spark:spark-token-provider-kafka-0-10_2.13"
CLIENTS = "org.apache.kafka:kafka-clients"

# The one that belongs to this Spark; and where a repository does not have that yet, the one before
# it, which was tried with Spark 4.3.0. Its part for Hadoop's tokens is older still.
CONNECTORS: tuple[tuple[Library, ...], ...] = (
    (Library(f"{CONNECTOR}:{pyspark.__version__}"),),
    (Library(f"{CONNECTOR}:4.2.0", (TOKENS,)), Library(f"{TOKENS}:4.0.0", (CLIENTS,))),
)
# Of everything that comes with the connector, what Spark does not have itself.
LACKING = ("spark-sql-kafka", "spark-token-provider", "kafka-clients", "commons-pool2")


def kafka_settings() -> dict[str, str]:
    """Return the settings of a session that can read and write Kafka.

    `session(**kafka_settings())`. The first time, the connector is fetched; `MissingJars` tells why
    it cannot be had.
    """
    return {"spark.jars": ",".join(map(str, connector_jars()))}


def connector_jars() -> list[Path]:
    """Return the jars of the connector, fetched ones before those that would have to be."""
    for connector in CONNECTORS:
        found = [kept(library) for library in connector]
        if all(found):
            return lacking(found)
    failures = []
    for connector in CONNECTORS:
        try:
            return lacking([jars_of(library) for library in connector])
        except MissingJars as error:
            failures.append(str(error))
    raise MissingJars(
        "Spark's connector to Kafka cannot be had: " + "; ".join(failures) + "; "
        "jars from elsewhere can be named as spark.jars among Spark's settings"
    )


def lacking(found: list[list[Path]]) -> list[Path]:
    """Return those jars that Spark does not have itself."""
    # A jar is called GROUP_ARTIFACT-VERSION.jar.
    jars = [jar for jars in found for jar in jars]
    return [jar for jar in jars if jar.name.split("_", 1)[1].startswith(LACKING)]
