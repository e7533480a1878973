"""What a GeoParquet file says of its geometries: their column, their form and where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from pyspark.sql import SparkSession

from nearcast.errors import UnreadableInput

# Both are longitude and latitude in degrees, x first as GeoParquet has it.
DEGREES = {("OGC", "CRS84"), ("EPSG", "4326")}
WKB = "WKB"


def geometry_of(spark: SparkSession, file: str) -> str | None:
    """Return the column of geometries of a GeoParquet file, nothing for another Parquet file."""
    metadata = metadata_of(spark, file)
    if metadata is None:
        return None
    column = str(metadata.get("primary_column", "geometry"))
    described = metadata.get("columns", {}).get(column, {})
    check_geometry(file, column, described)
    return column


def metadata_of(spark: SparkSession, file: str) -> dict[str, Any] | None:
    """Return what GeoParquet keeps in the footer of a file, if it is there."""
    context: Any = spark.sparkContext
    hadoop = context._jvm.org.apache.parquet.hadoop
    path = context._jvm.org.apache.hadoop.fs.Path(file)
    source = hadoop.util.HadoopInputFile.fromPath(path, context._jsc.hadoopConfiguration())
    reader = hadoop.ParquetFileReader.open(source)
    try:
        found = reader.getFileMetaData().getKeyValueMetaData().get("geo")
    finally:
        reader.close()
    return msgspec.json.decode(found, type=dict[str, Any]) if found else None


def check_geometry(file: str, column: str, described: Mapping[str, Any]) -> None:
    """Raise `UnreadableInput` unless geometries are WKB, in degrees or without a system."""
    encoding = described.get("encoding", WKB)
    if encoding != WKB:
        raise UnreadableInput(
            f"{file}: the geometries in {column!r} are {encoding}, and should be {WKB}; "
            "write them so, with geopandas: to_parquet(path, geometry_encoding='WKB')"
        )
    system = described.get("crs")
    identity = (system or {}).get("id") or {}
    name = (identity.get("authority"), str(identity.get("code")))
    if system is not None and name not in DEGREES:
        told = ":".join(map(str, name)) if identity else system.get("name", "of no name")
        raise UnreadableInput(
            f"{file}: the geometries in {column!r} are in the coordinate system {told}, and should "
            "be in degrees, OGC:CRS84 or EPSG:4326; with geopandas: to_crs('EPSG:4326')"
        )
