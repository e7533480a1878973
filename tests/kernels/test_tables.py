"""Tables and lists in a pool do what dictionaries do, and what they give back is used again."""

from __future__ import annotations

from collections import defaultdict

from effort import effort
from hypothesis import given
from hypothesis import strategies as st

from nearcast.kernels.pools import NOWHERE
from nearcast.kernels.postings import append_under, clear_lists, drop_under, list_count, list_start
from nearcast.kernels.tables import (
    Tables,
    clear,
    find,
    make_tables,
    put,
    tables_with_more_room,
    take_away,
    with_more_tables,
)

# The empty token's, and some of which many begin their search at the same slot.
KEYS = [-1, *range(6), *range(0, 1 << 20, 1 << 17)]
TABLES = 3
keys = st.tuples(st.integers(0, TABLES - 1), st.sampled_from(KEYS))
# Twice as many come as go, so that tables grow over many changes.
changes = st.lists(st.tuples(st.sampled_from(["come", "come", "go", "clear"]), keys), max_size=120)


def number_of(tables: Tables, which: int, key: int) -> int:
    slot = find(tables, which, key)
    return int(tables.pool.values[slot + 1]) if slot != NOWHERE else -1


@effort(0.5)
@given(changes=changes)
def test_a_table_is_a_dictionary(changes):
    tables, expected = with_more_tables(make_tables(1), TABLES), {}
    for number, (change, (which, key)) in enumerate(changes):
        there = (which, key) in expected
        if change == "clear" and number % 8 == 0:
            clear(tables, which)
            expected = {each: n for each, n in expected.items() if each[0] != which}
        elif change == "come" and not there:
            while not put(tables, which, key, number):
                tables = tables_with_more_room(tables)
            expected[which, key] = number
        elif change == "go" and there:
            take_away(tables, which, find(tables, which, key))
            del expected[which, key]
    for which in range(TABLES):
        assert tables.counts[which] == sum(each[0] == which for each in expected)
        for key in KEYS:
            assert number_of(tables, which, key) == expected.get((which, key), -1)


@effort(0.5)
@given(changes=changes)
def test_a_table_of_lists_is_a_dictionary_of_lists(changes):
    tables = make_tables(TABLES)
    expected: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (change, (which, key)) in enumerate(changes):
        listed = expected[which, key]
        if change == "clear" and number % 8 == 0:
            clear_lists(tables, which)
            for other in KEYS:
                expected[which, other].clear()
        elif change == "come":
            while not append_under(tables, which, key, number):
                tables = tables_with_more_room(tables)
            listed.append(number)
        elif change == "go" and listed:
            assert drop_under(tables, which, key, listed.pop(number % len(listed))) == (not listed)
    for (which, key), listed in expected.items():
        assert list_of(tables, which, key) == sorted(listed)


def list_of(tables: Tables, which: int, key: int) -> list[int]:
    slot = find(tables, which, key)
    if slot == NOWHERE:
        return []
    values = tables.pool.values
    start = list_start(values, slot)
    return sorted(values[start : start + list_count(values, slot)].tolist())


def test_what_comes_and_goes_for_ever_takes_no_more_room():
    tables = tables_with_more_room(tables_with_more_room(make_tables(1)))
    used = []
    for _ in range(9):
        for key in range(20):
            for number in range(10):
                assert append_under(tables, 0, key, number)
        for key in range(20):
            for number in range(10):
                assert drop_under(tables, 0, key, number) == (number == 9)
        clear_lists(tables, 0)
        used.append(int(tables.pool.used[0]))
    assert set(used[1:]) == {used[1]}
