"""Ingested tables hold what the library reads from the same files, and tell the same faults."""

from __future__ import annotations

import gzip

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest
import shapely

from nearcast import Plane, Vocabulary, read_messages, read_subscriptions
from nearcast.columns import write_table
from nearcast.columns.exchange import messages_to_arrow, subscriptions_to_arrow
from nearcast.errors import UnreadableInput
from nearcast.space import Earth
from nearcast.spark import ingest_messages, ingest_subscriptions
from nearcast.spark.schemas import EDGES, analyser_of, space_of

MESSAGES = """id,lon,lat,text,at
a,13.4,52.5,Coffee!,10
b,13.4,152.5,Tea,11
c,,52.5,Tea,12
d,13.4,52.5,"Live ""jazz"", twice",noon
,13.4,52.5,nameless,13
e,13.4,52.5
f,-180,90,,
g,180.0,-90,x,1e3
"""
SUBSCRIPTIONS = '''id,what,lon,lat,radius,geometry
1,ipad AND (sale OR NOT used),13.4,52.5,1000,
2,AND,13.4,52.5,10,
3,"""live jazz""",,,,"{""type"":""Polygon"",""coordinates"":[[[0,0],[2,0],[1,2],[0,0]]]}"
4,,,,,
5,tea,13.4,52.5,-1,
'''
NDJSON = """{"id": 1, "where": 13.4, "lat": 52.5, "text": "Coffee"}

{"id": 2, "where": 13.4
{"id": "3", "where": 13.4, "lat": 52.5, "text": "Tea"}
{"id": 4, "geometry": {"type": "Point", "coordinates": [1, 2]}, "text": "Tea"}
{"id": 5, "where": 1, "lat": 2, "terms": ["live jazz", "tea"]}
{"id": 6, "text": "nowhere"}
"""


def good(spark, made):
    return spark.read.parquet(made.table).orderBy("id").toArrow()


def reasons(spark, made):
    return sorted(row.reason for row in spark.read.parquet(made.faults_table).collect())


def told(table):
    """Return what the library says of each faulty row."""
    rows = sorted({fault.row for fault in table.faults})
    return sorted(
        "; ".join(f"{fault.column}: {fault.reason}" for fault in table.faults if fault.row == row)
        for row in rows
    )


def written(path, content):
    path.write_text(content)
    return path


def same_messages(spark, made, expected):
    batch = messages_to_arrow(expected.ids, expected.columns, expected.at)
    found = good(spark, made)
    assert found["id"].to_pylist() == batch["id"].to_pylist()
    for name in (*EDGES, "at"):
        assert found[name].to_pylist() == batch[name].to_pylist()


def test_messages_of_csv_are_those_the_library_reads(spark, tmp_path):
    path = written(tmp_path / "m.csv", MESSAGES)
    made = ingest_messages(spark, path, tmp_path / "out")
    expected = read_messages(path, Earth(), Vocabulary(), on_error="skip")
    same_messages(spark, made, expected)
    assert reasons(spark, made) == told(expected)
    assert (made.rows, made.faults, made.read) == (3, 5, 8)
    table = spark.read.parquet(made.table)
    assert space_of(table) == Earth()
    assert analyser_of(table).name == "words-1"
    assert good(spark, made)["text"].to_pylist() == ["Coffee!", None, "x"]


def test_faults_tell_file_row_and_reason(spark, tmp_path):
    made = ingest_messages(spark, written(tmp_path / "m.csv", MESSAGES), tmp_path / "out")
    fault = spark.read.parquet(made.faults_table).where("raw like 'b,%'").first()
    assert fault.file.endswith("/m.csv")
    assert fault.raw == "b,13.4,152.5,Tea,11"
    assert fault.reason.startswith("lat: 152.5 is not between -90 and 90")


def test_lines_of_json_are_read_under_the_names_they_have(spark, tmp_path):
    path = written(tmp_path / "m.ndjson", NDJSON)
    made = ingest_messages(spark, path, tmp_path / "out", mapping={"lon": "where"})
    plain = written(tmp_path / "plain.ndjson", NDJSON.replace("where", "lon"))
    expected = read_messages(plain, Earth(), Vocabulary(), on_error="skip")
    found = good(spark, made)
    assert found["id"].to_pylist() == expected.ids.to_pylist() == [1, 4, 5]
    assert found["west"].to_pylist() == expected.columns.boxes[:, 0].tolist()
    assert found["terms"].to_pylist() == [None, None, ["live jazz", "tea"]]
    assert reasons(spark, made) == told(expected)


@pytest.mark.parametrize("name", ["s.csv", "s.parquet"])
def test_subscriptions_keep_their_shapes_and_their_clauses(spark, tmp_path, name):
    path = written(tmp_path / "s.csv", SUBSCRIPTIONS)
    vocabulary = Vocabulary()
    if name.endswith("parquet"):
        nulls = pa.csv.ConvertOptions(strings_can_be_null=True)
        table = pa.csv.read_csv(path, convert_options=nulls)
        path = tmp_path / name
        write_table(path, table)
    expected = read_subscriptions(path, Earth(), vocabulary, on_error="skip")
    made = ingest_subscriptions(spark, path, tmp_path / "out")
    batch = subscriptions_to_arrow(expected.ids, expected.columns)
    found = good(spark, made)
    for column in ("id", *EDGES, "circle", "polygons"):
        assert found[column].to_pylist() == batch[column].to_pylist()
    assert found["required"].to_pylist() == [[["ipad", "sale"], ["ipad"]], [["live jazz"]], [[]]]
    assert found["forbidden"].to_pylist() == [[[], ["used"]], [[]], [[]]]
    assert reasons(spark, made) == told(expected)


def test_a_dataframe_goes_in_like_a_file(spark, tmp_path):
    rows = [(1, 5.0, 6.0, "Tea", "noise"), (2, 500.0, 6.0, "Coffee", "noise")]
    frame = spark.createDataFrame(rows, "number int, x double, y double, body string, text string")
    mapping = {"id": "number", "text": "body"}
    space = Plane(0, 0, 100, 50)
    made = ingest_messages(spark, frame, tmp_path / "out", mapping=mapping, space=space)
    assert good(spark, made)["text"].to_pylist() == ["Tea"]
    assert space_of(spark.read.parquet(made.table)) == space
    fault = spark.read.parquet(made.faults_table).first()
    assert '"number":2' in fault.raw and '"x":500.0' in fault.raw and fault.file is None


def geo_table(crs="absent", encoding="WKB"):
    line = shapely.LineString([(0, 0), (1, 1)])
    shapes = [shapely.Point(13.4, 52.5), shapely.box(1, 2, 3, 4), line]
    described = {"encoding": encoding, **({} if crs == "absent" else {"crs": crs})}
    columns = {"id": ["a", "b", "c"], "text": ["x", "y", "z"], "where": shapely.to_wkb(shapes)}
    about = {"version": "1.1.0", "primary_column": "where", "columns": {"where": described}}
    return pa.table(columns).replace_schema_metadata({"geo": msgspec.json.encode(about)})


def test_geoparquet_tells_its_column_of_geometries(spark, tmp_path):
    write_table(tmp_path / "places.parquet", geo_table())
    made = ingest_messages(spark, tmp_path / "places.parquet", tmp_path / "out")
    assert good(spark, made)["id"].to_pylist() == ["a", "b"]
    assert good(spark, made)["west"].to_pylist() == Earth().snap_x(np.array([13.4, 1.0])).tolist()
    assert made.faults == 1
    degrees = {"id": {"authority": "EPSG", "code": 4326}}
    write_table(tmp_path / "degrees.parquet", geo_table(degrees))
    assert ingest_messages(spark, tmp_path / "degrees.parquet", tmp_path / "again").rows == 2


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (geo_table({"id": {"authority": "EPSG", "code": 3857}}), "EPSG:3857, and should be in deg"),
        (geo_table({"name": "local"}), "coordinate system local"),
        (geo_table(encoding="point"), "are point, and should be WKB"),
    ],
)
def test_geometries_that_cannot_be_read_are_refused(spark, tmp_path, table, reason):
    write_table(tmp_path / "places.parquet", table)
    with pytest.raises(UnreadableInput, match=reason):
        ingest_messages(spark, tmp_path / "places.parquet", tmp_path / "out")


def test_lines_are_rows_whatever_their_quotes(spark, tmp_path):
    lines = 'id,lon,lat,text\n1,1,2,"a\n2,1,2,b\n3,1,2,5" disk\n4,1,2,"x"\n5,1,2,"end\n'
    made = ingest_messages(spark, written(tmp_path / "m.csv", lines), tmp_path / "out")
    assert good(spark, made)["id"].to_pylist() == ["2", "3", "4"]
    assert all("a quote is opened" in reason for reason in reasons(spark, made))
    assert made.faults == 2


def test_a_folder_of_compressed_files_is_one_input(spark, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        row = f"\ufeffid,lon,lat,text\n{number},1,2,tea\n".encode()
        (folder / f"{number}.csv.gz").write_bytes(gzip.compress(row))
    (folder / "_SUCCESS").touch()
    made = ingest_messages(spark, folder, tmp_path / "out")
    assert good(spark, made)["id"].to_pylist() == ["0", "1", "2"]


def test_an_id_occurs_once(spark, tmp_path):
    lines = "id,what\n1,tea\n2,coffee\n1,tea\n1,juice\n"
    made = ingest_subscriptions(spark, written(tmp_path / "s.csv", lines), tmp_path / "out")
    assert good(spark, made)["what"].to_pylist() == ["juice", "coffee"]
    assert (made.rows, made.faults) == (2, 2)
    assert reasons(spark, made) == ["id: 1 is the id of another row"] * 2
