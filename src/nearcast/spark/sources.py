"""Raw data as Spark reads them: files of four formats, or any DataFrame."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType

from nearcast.columns.files import COMPRESSED
from nearcast.columns.formats.ndjson import BYTE_ORDER_MARK, example_of
from nearcast.errors import UnreadableInput
from nearcast.spark.geoparquet import geometry_of
from nearcast.spark.lines import header_of
from nearcast.spark.mapping import Mapped, mapped_columns
from nearcast.spark.reading import BLOCK, FILE, LINE
from nearcast.spark.storage import File, Storage, located

Source = str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | DataFrame

FORMS: Mapping[str, str] = MappingProxyType(
    {".parquet": "table", ".csv": "csv", ".ndjson": "ndjson", ".jsonl": "ndjson", ".json": "ndjson"}
)
LOOKED_AT_LINES = 1000


class Input(NamedTuple):
    """An input that was looked at, but not read.

    frame
        Its rows: our columns and the file of each, or the lines of files.
    form
        `table`, `csv` or `ndjson`.
    columns
        The input's name for each of our columns that it has.
    others
        Our columns that no line looked at gives, but a later one may.
    header
        The names in the first line of a CSV file.
    ids_are_numbers
        Whether ids are integers.
    files
        The files it consists of, if it is files.
    """

    frame: DataFrame
    form: str
    columns: Mapped
    others: tuple[str, ...]
    header: tuple[str, ...]
    ids_are_numbers: bool
    files: tuple[File, ...]


def open_input(
    spark: SparkSession, source: Source, wanted: Sequence[str], mapping: Mapping[str, str]
) -> Input:
    """Return an input that was looked at."""
    if isinstance(source, DataFrame):
        return table(source, F.lit(None).cast("string"), (), wanted, mapping)
    files = files_of(spark, source)
    form = form_of(files)
    paths = [file.path for file in files]
    if form != "table":
        return lines(spark, files, form, wanted, mapping)
    frame = spark.read.parquet(*paths)
    geometry = geometry_of(spark, paths[0])
    if geometry and not {"geometry", "lon", "x", "west"} & mapping.keys():
        mapping = {**mapping, "geometry": geometry}
    return table(frame, F.col("_metadata.file_path"), files, wanted, mapping)


def files_of(spark: SparkSession, source: Any) -> tuple[File, ...]:
    """Return the files that paths mean: files, folders and patterns of either."""
    storage = Storage(spark)
    paths = [source] if isinstance(source, str | os.PathLike) else list(source)
    files: list[File] = []
    for path in paths:
        found = storage.files(located(path))
        if not found:
            raise UnreadableInput(f"{path}: there is no such file, and no folder with files in it")
        files += found
    if not any(file.size for file in files):
        raise UnreadableInput(f"{files[0].path}: the file is empty")
    return tuple(files)


def form_of(files: Sequence[File]) -> str:
    """Return the format that all files have by their endings."""
    forms = {}
    for file in files:
        name = file.path.lower()
        ending = os.path.splitext(name.removesuffix(COMPRESSED))[1]
        if ending not in FORMS or (FORMS[ending] == "table" and name.endswith(COMPRESSED)):
            raise UnreadableInput(
                f"{file.path}: the ending tells no format that is known; "
                f"use {', '.join(FORMS)}, the texts also with {COMPRESSED}"
            )
        forms[FORMS[ending]] = file.path
    if len(forms) > 1:
        raise UnreadableInput(
            f"these files have different formats: {', '.join(forms.values())}; "
            "ingest them one format after the other"
        )
    return next(iter(forms))


def table(
    frame: DataFrame,
    file: Any,
    files: tuple[File, ...],
    wanted: Sequence[str],
    mapping: Mapping[str, str],
) -> Input:
    """Return a DataFrame with its columns under our names."""
    columns = mapped_columns(frame.columns, wanted, mapping)
    named = [F.col(quoted(column)).alias(name) for name, column in columns.items()]
    ids_are_numbers = not isinstance(frame.schema[columns["id"]].dataType, StringType)
    return Input(
        frame.select(*named, file.alias(FILE)), "table", columns, (), (), ids_are_numbers, files
    )


def quoted(column: str) -> str:
    """Return the name of a column so that Spark sees nothing else in it."""
    return "`" + column.replace("`", "``") + "`"


def lines(
    spark: SparkSession,
    files: tuple[File, ...],
    form: str,
    wanted: Sequence[str],
    mapping: Mapping[str, str],
) -> Input:
    """Return files as their lines, those that are blank left out."""
    frame = (
        spark.read.text([file.path for file in files])
        .where(F.col("value").rlike(r"\S"))
        .select(
            F.col("value").cast("binary").alias(LINE),
            F.col("_metadata.file_path").alias(FILE),
            F.col("_metadata.file_block_start").alias(BLOCK),
        )
    )
    first = frame.select(LINE).limit(LOOKED_AT_LINES if form == "ndjson" else 1).collect()
    if not first:
        raise UnreadableInput(f"{files[0].path}: the file is empty")
    texts = [bytes(row[0]).removeprefix(BYTE_ORDER_MARK) for row in first]
    if form == "csv":
        header = header_of(texts[0])
        return Input(frame, form, mapped_columns(header, wanted, mapping), (), header, False, files)
    names = names_in(texts)
    columns = mapped_columns(names, wanted, mapping)
    example = example_of(b"\n".join(texts))
    spoken_for = {*columns, *columns.values()}
    others = tuple(name for name in wanted if name not in spoken_for)
    ids_are_numbers = isinstance(example.get(columns["id"]), int)
    return Input(frame, form, columns, others, (), ids_are_numbers, files)


def names_in(lines: Sequence[bytes]) -> list[str]:
    """Return the names in the objects of some lines."""
    names: dict[str, None] = {}
    for line in lines:
        try:
            names |= dict.fromkeys(msgspec.json.decode(line, type=dict[str, msgspec.Raw]))
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue  # told when the line is read
    return list(names)
