"""The columns of ingested tables, and what is known of them beside: their space, their analyser.

A column carries such knowledge as metadata, which Spark keeps through Parquet; so a table cannot be
taken for one of another space.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import (
    ArrayType,
    DataType,
    DoubleType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
)

from nearcast.columns.tables.needs import EDGES
from nearcast.errors import SpaceMismatch, UnreadableInput
from nearcast.space import Space
from nearcast.space.spaces import space_from_name
from nearcast.text import Analyser, analyser

SPACE, ANALYSER = "nearcast.space", "nearcast.analyser"

TEXT, INTEGER, NUMBER = StringType(), IntegerType(), DoubleType()
TERMS = ArrayType(TEXT)
CLAUSES = ArrayType(TERMS)

MESSAGE_TABLE: dict[str, DataType] = {"text": TEXT, "terms": TERMS, "at": NUMBER}
SUBSCRIPTION_TABLE: dict[str, DataType] = {
    "circle": ArrayType(NUMBER),
    "polygons": ArrayType(ArrayType(INTEGER)),
    "what": TEXT,
    "required": CLAUSES,
    "forbidden": CLAUSES,
}


def table_schema(
    columns: dict[str, DataType], id_type: DataType, space: Space, rule: Analyser
) -> StructType:
    """Return the schema of an ingested table: ids, edges on the grid of the space, and the rest."""
    fields = {"id": id_type, **dict.fromkeys(EDGES, INTEGER), **columns}
    known = {"west": {SPACE: space.name}, "text": {ANALYSER: rule.name}}
    known["required"] = known["text"]
    return StructType(
        [StructField(name, kind, True, known.get(name)) for name, kind in fields.items()]
    )


def space_of(*tables: DataFrame) -> Space:
    """Return the space that tables were snapped to, all the same."""
    names = [known(table, "west", SPACE, "ingest it first") for table in tables]
    if len(set(names)) > 1:
        raise SpaceMismatch(
            f"these tables were snapped to different spaces: {', '.join(names)}; "
            "ingest them with the same space"
        )
    return space_from_name(names[0])


def without_nulls(table: DataFrame, column: str) -> DataFrame:
    """Return a table with empty lists in place of those that are null.

    Spark hands ten times as many rows a second to Python so: with every row it asks how large the
    batch is by now, and counts all lists anew that are null.
    """
    empty = F.array().cast(table.schema[column].dataType)
    return table.withColumn(column, F.coalesce(column, empty))


def analyser_of(table: DataFrame) -> Analyser:
    """Return the analyser that an ingested table was made with."""
    column = "text" if "text" in table.columns else "required"
    return analyser(known(table, column, ANALYSER, "ingest it first"))


def known(table: DataFrame, column: str, what: str, cure: str) -> str:
    """Return what a column of a table says beside its values."""
    need_columns(table.columns, [column], cure)
    found: str | None = table.schema[column].metadata.get(what)
    if found is None:
        raise UnreadableInput(f"column {column!r} does not say its {what}: {cure}")
    return found


def need_columns(columns: Sequence[str], needed: Sequence[str], cure: str) -> None:
    """Raise `UnreadableInput` unless all these columns are there."""
    lacking = [name for name in needed if name not in columns]
    if lacking:
        raise UnreadableInput(
            f"there is no column {', '.join(map(repr, lacking))}; "
            f"the columns are {', '.join(columns)}: {cure}"
        )


def id_type_of(kind: DataType) -> DataType:
    """Return the type that ids of some type have in an ingested table."""
    return TEXT if isinstance(kind, StringType) else LongType()
