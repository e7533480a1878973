"""Where a stream gets its messages, as a table of Spark and the reader that workers need for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nearcast.errors import MissingJars
from nearcast.spark.streaming.ends import Folder, Source
from nearcast.spark.streaming.reading import read_files
from nearcast.spark.streaming.records import read_records
from nearcast.spark.streaming.working import Reader

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Of these only the path is asked for, so that no file is opened on the way.
FILE_COLUMNS = "path string, modificationTime timestamp, length long, content binary"
# Spark passes over files that are a week older than the newest, as if it knew them.
NEVER = "100000d"
PROVIDER = "org.apache.spark.sql.kafka010.KafkaSourceProvider"


def reader_of(source: Source) -> Reader:
    """Return what turns the rows of a source into messages."""
    return read_files if isinstance(source, Folder) else read_records


def rows_of(source: Source, spark: SparkSession) -> DataFrame:
    """Return what comes: paths of files, or records."""
    if isinstance(source, Folder):
        files = spark.readStream.format("binaryFile").schema(FILE_COLUMNS)
        files = files.option("maxFileAge", NEVER)
        if source.most is not None:
            files = files.option("maxFilesPerTrigger", source.most)
        return files.load(source.home).select("path")
    check_connector(spark)
    records = spark.readStream.format("kafka").options(**source.settings)
    records = records.option("subscribe", source.name).option("startingOffsets", "earliest")
    if source.most is not None:
        records = records.option("maxOffsetsPerTrigger", source.most)
    return records.load().select("value", "topic", "partition", "offset")


def check_connector(spark: SparkSession) -> None:
    """Raise `MissingJars` unless this session can speak with Kafka."""
    java: Any = spark._jvm
    if not java.org.apache.spark.util.Utils.classIsLoadable(PROVIDER):
        raise MissingJars(
            "this session has no connector to Kafka: start it with "
            "session(**nearcast.spark.kafka_settings())"
        )
