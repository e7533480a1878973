"""Files of every format give what models give; what cannot be read is told, row by row."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from columns.samples import (
    CIRCLE_TEXT,
    MESSAGES,
    SUBSCRIPTIONS,
    TRIANGLE,
    TRIANGLE_TEXT,
    assert_same,
    message_table,
    subscription_table,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from nearcast.columns import (
    SubscriptionTable,
    messages_from_model,
    read_messages,
    read_subscriptions,
    subscriptions_from_model,
    write_faults,
    write_table,
)
from nearcast.columns.formats import csv, ndjson
from nearcast.errors import Fault, FaultyRows, UnreadableInput
from nearcast.model import Box, Circle, Subscription
from nearcast.space import Earth
from nearcast.text import Vocabulary

EARTH = Earth()
ENDINGS = ["parquet", "csv", "csv.gz", "ndjson", "jsonl", "ndjson.gz", "NDJSON"]


def subscriptions_in(path: Path, **options: Any) -> SubscriptionTable:
    return read_subscriptions(path, EARTH, Vocabulary(), **options)


def from_text(folder: Path, name: str, text: str | bytes, **options: Any) -> SubscriptionTable:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return subscriptions_in(path, **options)


def faults_in(folder: Path, name: str, text: str | bytes) -> list[tuple[int, str, str]]:
    with pytest.raises(FaultyRows) as caught:
        from_text(folder, name, text)
    assert str(caught.value).startswith(str(folder / name))
    return [(fault.row, fault.column, fault.reason) for fault in caught.value.faults]


@pytest.mark.parametrize("ending", ENDINGS)
def test_subscriptions_come_back(ending: str, tmp_path: Path) -> None:
    path, vocabulary, other = tmp_path / f"s.{ending}", Vocabulary(), Vocabulary()
    write_table(path, subscription_table())
    seen: list[int] = []
    table = read_subscriptions(path, EARTH, vocabulary, progress=seen.append)
    assert_same(table.columns, subscriptions_from_model(SUBSCRIPTIONS, EARTH, other))
    assert vocabulary.terms == other.terms
    assert table.ids.to_pylist() == [each.id for each in SUBSCRIPTIONS]
    assert seen[-1] == len(SUBSCRIPTIONS)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", ENDINGS)
def test_messages_come_back(ending: str, tmp_path: Path) -> None:
    path, vocabulary = tmp_path / f"m.{ending}", Vocabulary()
    subscriptions_from_model(SUBSCRIPTIONS, EARTH, vocabulary)
    write_table(path, message_table())
    table = read_messages(path, EARTH, vocabulary)
    assert_same(table.columns, messages_from_model(MESSAGES, EARTH, vocabulary))
    assert table.ids.to_pylist() == ["1", "2", "3", "4"]
    assert table.at is not None
    np.testing.assert_array_equal(table.at, [1.5, 2.5, np.nan, -4.0])


@pytest.mark.parametrize("ending", ["parquet", "csv", "ndjson"])
def test_lists_of_terms_and_geometries_come_back(ending: str, tmp_path: Path) -> None:
    path, vocabulary = tmp_path / f"s.{ending}", Vocabulary()
    terms = pa.array([["new york", 'a"b'], None, [], ["ü"]])
    geometry = pa.array([TRIANGLE_TEXT, None, CIRCLE_TEXT, None])
    write_table(path, pa.table({"id": [4, 3, 2, 1], "terms": terms, "geometry": geometry}))
    table = read_subscriptions(path, EARTH, vocabulary)
    assert vocabulary.terms == ["new york", 'a"b', "ü"]
    assert table.columns.literals.offsets.tolist() == [0, 2, 2, 2, 3]
    assert table.columns.shapes.tolist() == [-1, 0, 1, 0]
    assert table.ids.to_pylist() == (list("4321") if ending == "csv" else [4, 3, 2, 1])


@settings(max_examples=40)
@given(
    texts=st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8), min_size=1
    ),
    ending=st.sampled_from(["parquet", "csv", "ndjson"]),
    block=st.sampled_from([300, 4 << 20]),
)
def test_any_text_comes_back(
    texts: list[str], ending: str, block: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("any") / f"m.{ending}"
    ids = [f"{number} {text}" for number, text in enumerate(texts)]
    write_table(
        path, pa.table({"id": ids, "lon": [0.0] * len(ids), "lat": [0.5] * len(ids), "text": texts})
    )
    vocabulary = Vocabulary()
    vocabulary.add_all(sorted({word for text in texts for word in vocabulary.analyser.words(text)}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv, "BLOCK_BYTES", block)
        patch.setattr(ndjson, "BLOCK_BYTES", block)
        table = read_messages(path, EARTH, vocabulary)
    offsets, terms = vocabulary.encode_all(texts)
    assert table.ids.to_pylist() == ids
    np.testing.assert_array_equal(table.columns.terms.offsets, offsets)
    np.testing.assert_array_equal(table.columns.terms.values, terms)


def test_ids_in_csv_keep_their_zeros_and_na_is_a_word(tmp_path: Path) -> None:
    table = from_text(tmp_path, "s.csv", "id,what\n007,NA\n7,null\n1e3,\n")
    assert table.ids.to_pylist() == ["007", "7", "1e3"]
    assert table.columns.literals.offsets.tolist() == [0, 1, 2, 2]


def test_numbers_in_csv_may_have_spaces_around(tmp_path: Path) -> None:
    table = from_text(tmp_path, "s.csv", "west,south,east,north,what\n 1,2 ,3,4,a\n+1,2.,3e0,4,b\n")
    box = Box(1.0, 2.0, 3.0, 4.0)
    models = [Subscription(0, "a", box), Subscription(1, "b", box)]
    assert_same(table.columns, subscriptions_from_model(models, EARTH, Vocabulary()))


BAD_CSV = b"""\xef\xbb\xbfid,west,south,east,north,what
a,0,0,1,1,ipad
b,0,0,1

c,x,0,1,1,"two
lines"
d,0,0,1,1,\xff
e,0,0,1,1,ipad,sale
f,0,95,1,96,(
a,0,0,1,1,ipad
g,0,0,1,1,sale
"""


@pytest.mark.parametrize("block", [100, 4 << 20])
def test_every_fault_in_csv_is_told(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv, "BLOCK_BYTES", block)
    found = faults_in(tmp_path, "s.csv", BAD_CSV)
    assert [(row, column) for row, column, _ in found] == [
        (1, "the line"),
        (2, "west"),
        (3, "what"),
        (4, "the line"),
        (5, "south"),
        (5, "what"),
        (6, "id"),
    ]
    assert found[0][2] == "4 cells where the header has 6: b,0,0,1"
    assert found[1][2] == "'x' is not a number"
    assert found[2][2] == "is not text in UTF-8"
    assert found[3][2] == "7 cells where the header has 6: e,0,0,1,1,ipad,sale"
    assert found[6][2] == "'a' is the id of row 0"
    table = from_text(tmp_path, "s.csv", BAD_CSV, on_error="skip")
    assert table.ids.to_pylist() == ["a", "g"]
    assert table.row_numbers.tolist() == [0, 7]
    model = [Subscription(0, what, Box(0.0, 0.0, 1.0, 1.0)) for what in ("ipad", "sale")]
    assert table.columns.boxes.tolist() == (
        subscriptions_from_model(model, EARTH, Vocabulary()).boxes.tolist()
    )
    assert "7 rows" not in str(table.faults)


def test_broken_rows_at_the_end_of_a_csv_are_counted(tmp_path: Path) -> None:
    seen: list[int] = []
    table = from_text(
        tmp_path, "s.csv", "id,what\na,b\nc\nd\n", on_error="skip", progress=seen.append
    )
    assert [fault.row for fault in table.faults] == [1, 2]
    assert seen[-1] == 3
    table = from_text(tmp_path, "s.csv", "id,what\nc\nd\n", on_error="skip")
    assert [fault.row for fault in table.faults] == [0, 1]
    assert len(table.ids) == 0


def test_a_quote_that_is_never_closed_is_told(tmp_path: Path) -> None:
    bad = 'id,what\na,ipad\nb,"sale\nc,used\n'
    assert faults_in(tmp_path, "s.csv", bad) == [
        (
            1,
            "what",
            "a quote is opened here and never closed; all that follows ended up in one cell",
        )
    ]
    assert from_text(tmp_path, "s.csv", bad, on_error="skip").ids.to_pylist() == ["a"]
    fine = from_text(tmp_path, "s.csv", 'id,what\na,ipad\nb,"sale\n"\n')
    assert fine.ids.to_pylist() == ["a", "b"]
    huge = 'id,what\na,"' + "x\n" * (4 << 20)
    with pytest.raises(UnreadableInput, match="is a quote opened, never closed"):
        from_text(tmp_path, "s.csv", huge)


BAD_LINES = rb"""
{"id": "a", "west": 0, "south": 0, "east": 1, "north": 1, "what": "ipad"}
{"id": "b", "west": "0"}

not JSON
{"id": 3}
{"id": "d", "terms": ["x", 1]}
{"id": "e", "what": "cut
[1, 2]
{"id": "f", "what": "\xff"}
{"id": "g", "geometry": "\xff"}
{"id": "h", "what": "a"} {"id": "i", "what": "b"}
{"id": "j", "west": 0, "south": 95, "east": 1, "north": 96}
{"id": "k", "west": 1e999}
{"what": "no id"}
{"id": "l", "geometry": {"type": "Polygon", "coordinates": [[[0,0],[4,0],[0,3],[0,0]]]}}
""".strip().replace(b"\\xff", b"\xff")


@pytest.mark.parametrize("block", [1, 90, 4 << 20])
def test_every_fault_in_ndjson_is_told(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ndjson, "BLOCK_BYTES", block)
    table = from_text(tmp_path, "s.ndjson", BAD_LINES, on_error="skip")
    assert table.ids.to_pylist() == ["a", "l"]
    assert table.row_numbers.tolist() == [0, 13]
    assert table.columns.shapes.tolist() == [0, -1]
    found = [(fault.row, fault.column, fault.reason) for fault in table.faults]
    assert found == faults_in(tmp_path, "s.ndjson", BAD_LINES)
    assert [row for row, _, _ in found] == list(range(1, 13))
    assert found[0] == (1, "west", "is text, and should be a number")
    assert found[1][1] == "the line"
    assert "malformed" in found[1][2]
    assert found[2] == (3, "id", "is an integer, and should be text")
    assert found[3] == (4, "terms", "is an integer, and should be text")
    assert found[4][1] == "the line"
    assert found[5] == (6, "the line", "is a list, and should be a JSON object")
    assert found[6] == (7, "the line", "is not text in UTF-8")
    assert found[7] == (8, "the line", "is not text in UTF-8")
    assert "trailing characters" in found[8][2]
    assert found[9][:2] == (10, "south")
    assert found[10] == (11, "west", "Number out of range")
    assert found[11] == (12, "id", "is missing; every row needs an id")


def test_ids_in_ndjson_are_integers_if_the_first_is(tmp_path: Path) -> None:
    text = '{"id": 7, "what": "a"}\n{"id": "8"}\n{"id": 9.5}\n{"id": 99999999999999999999}\n'
    table = from_text(tmp_path, "s.ndjson", text, on_error="skip")
    assert table.ids.type == pa.int64()
    assert table.ids.to_pylist() == [7]
    assert [(fault.row, fault.column) for fault in table.faults] == [
        (1, "id"),
        (2, "id"),
        (3, "id"),
    ]


def test_ids_in_ndjson_do_not_begin_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ndjson, "BLOCK_BYTES", 20)
    text = '{"what": "a", "note": "long enough"}\n{"what": "b"}\n{"id": "c", "what": "c"}\n'
    with pytest.raises(UnreadableInput, match="some rows have an id"):
        from_text(tmp_path, "s.ndjson", text)
    table = from_text(tmp_path, "s.ndjson", text.replace('"id"', '"no"'))
    assert table.ids.to_pylist() == [0, 1, 2]


def test_geometry_in_ndjson_is_an_object_a_text_or_null(tmp_path: Path) -> None:
    lines = [
        {"what": "a", "geometry": json.loads(TRIANGLE_TEXT)},
        {"what": "a", "geometry": TRIANGLE_TEXT},
        {"what": "a", "geometry": None},
        {"what": "a"},
        {"what": "a", "geometry": json.loads(CIRCLE_TEXT)},
    ]
    text = "\r\n".join(json.dumps(line) for line in lines)
    models = [
        Subscription(0, "a", TRIANGLE),
        Subscription(1, "a", TRIANGLE),
        Subscription(2, "a"),
        Subscription(3, "a"),
        Subscription(4, "a", Circle(13.4, 52.5, 2000.0)),
    ]
    expected = subscriptions_from_model(models, EARTH, Vocabulary())
    assert_same(from_text(tmp_path, "s.ndjson", text).columns, expected)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.csv", None, "there is no such file"),
        ("s.xlsx", b"", r"the ending tells no format that is known; use \.parquet, \.csv"),
        ("s.parquet.gz", b"x", "the ending tells no format"),
        ("s.csv", b"", "the file is empty"),
        ("s.parquet", b"PAR1 and so on", "this is not a whole Parquet file"),
        ("s.csv", b"id;what\n1;a\n", "no column 'what'.*the columns are id;what"),
        ("s.csv", b"\n\n", "no column 'what'.*the columns are none"),
        ("s.csv", b"what,what\na,b\n", "several columns called what"),
        ("s.ndjson", b"nothing\n", "no column 'what'"),
        ("s.ndjson", b'{"id": 1, "waht": "a"}\n', "did you mean 'what' by 'waht'"),
        ("s.csv.gz", b"id,what\n", "this is not a CSV file, or it is damaged"),
        ("s.ndjson.gz", gzip.compress(b'{"what":"a"}\n' * 999, mtime=0)[:-20], "or it is damaged"),
    ],
)
def test_files_that_cannot_be_read(
    name: str, content: bytes | None, words: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UnreadableInput, match=f"{name}: .*{words}"):
        subscriptions_in(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "s.csv").mkdir()
    with pytest.raises(UnreadableInput, match="this is a folder"):
        subscriptions_in(tmp_path / "s.csv")


def test_a_damaged_parquet_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    write_table(path, subscription_table(SUBSCRIPTIONS * 50).drop_columns(["id"]))
    whole = bytearray(path.read_bytes())
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UnreadableInput, match="not a whole Parquet file"):
        subscriptions_in(path)
    for place in range(4, 60):
        whole[place] ^= 0xFF
    path.write_bytes(whole)
    with pytest.raises(UnreadableInput, match="not a whole Parquet file"):
        subscriptions_in(path)


@pytest.mark.parametrize("dictionary_bytes", [None, 1, 1 << 20])
@pytest.mark.parametrize("group", [2, 100])
def test_terms_in_many_row_groups(group: int, dictionary_bytes: int | None, tmp_path: Path) -> None:
    lists = [["b", "a"], None, [], ["c", "a"], ["a"], None, ["d", "new york", "a"], []]
    path, vocabulary = tmp_path / "s.parquet", Vocabulary()
    table = pa.table({"terms": lists})
    pq.write_table(
        table,
        path,
        row_group_size=group,
        use_dictionary=dictionary_bytes is not None,
        dictionary_pagesize_limit=dictionary_bytes,
        write_batch_size=1,
        data_page_size=1,
    )
    columns = read_subscriptions(path, EARTH, vocabulary).columns
    assert vocabulary.terms == ["b", "a", "c", "d", "new york"]
    assert columns.literals.offsets.tolist() == [0, 2, 2, 2, 4, 5, 5, 8, 8]
    assert columns.literals.values.tolist() == [0, 1, 1, 2, 1, 1, 3, 4]


def test_rows_that_arrow_loses_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    table = pa.table({"terms": [["a"], ["b"], ["c", "d", "e"]]})
    pq.write_table(table, path, row_group_size=2, data_page_size=1)
    with pytest.raises(UnreadableInput, match="of 1 rows in group 1 of this Parquet file 0 can be"):
        subscriptions_in(path)


def test_bytes_go_into_parquet_only(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="only Parquet holds bytes"):
        write_table(tmp_path / "s.csv", pa.table({"geometry": [b"wkb"]}))


def test_faults_are_written_beside_the_input(tmp_path: Path) -> None:
    side = write_faults(tmp_path / "s.csv", [Fault(3, "west", "'x' is not a number")])
    assert side == tmp_path / "s.csv.faults.ndjson"
    expected = '{"row":3,"column":"west","reason":"\'x\' is not a number"}\n'
    assert side.read_text() == expected
