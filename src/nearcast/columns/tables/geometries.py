"""A column of geometries, GeoJSON text or WKB, as regions or places; null gives none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa

from nearcast.columns.layout import Int64Array
from nearcast.columns.tables.cells import is_binary, is_text, mistyped, null_mask, plain
from nearcast.columns.tables.faults import RowFaults
from nearcast.columns.tables.groups import Columns, Group
from nearcast.errors import InvalidRegion
from nearcast.model import Box, Point, Region
from nearcast.space import Space, check, place_from_geojson, region_from_geojson, region_from_wkb

P = TypeVar("P", bound=Region | Point)

GEOMETRY = "geometry"
WKB_POINT = 0


def geometry_column(columns: Columns, row_count: int) -> pa.Array:
    """Return the column of geometries, made of nulls where there is none."""
    column = plain(columns.get(GEOMETRY, pa.nulls(row_count)))
    if is_binary(column.type) or is_text(column.type) or pa.types.is_null(column.type):
        return column
    raise mistyped(GEOMETRY, column.type, "GeoJSON as text, or WKB as bytes")


def regions_in_column(
    column: pa.Array, space: Space, faults: RowFaults
) -> Iterator[tuple[int, Region]]:
    """Yield the row and the region of every geometry that can be used."""
    read: Callable[[Any], Region] = (
        region_from_wkb if is_binary(column.type) else region_from_geojson
    )
    return checked(column, np.flatnonzero(~null_mask(column)), read, space, faults)


def places_in_column(
    column: pa.Array, rows: Int64Array, space: Space, faults: RowFaults
) -> Iterator[tuple[int, Point | Box]]:
    """Yield the row and the place of every geometry of these rows that can be used."""
    read: Callable[[Any], Point | Box] = (
        place_from_wkb if is_binary(column.type) else place_from_geojson
    )
    return checked(column, rows, read, space, faults)


def checked(
    column: pa.Array,
    rows: Int64Array,
    read: Callable[[Any], P],
    space: Space,
    faults: RowFaults,
) -> Iterator[tuple[int, P]]:
    """Yield the row and what was read for every row that can be used in the space."""
    for row, source in zip(rows.tolist(), column.take(pa.array(rows)).to_pylist(), strict=True):
        try:
            found = read(source)
            check(found, space)
        except InvalidRegion as error:
            faults.add([row], GEOMETRY, str(error))
        else:
            yield row, found


def place_from_wkb(binary: bytes) -> Point | Box:
    """Return the place of a geometry in WKB that is no point: the rectangle it is."""
    region = region_from_wkb(binary)
    if isinstance(region, Box):
        return region
    raise InvalidRegion("the place of a message is a point, or a rectangle along the axes")


def wkb_points(column: pa.Array) -> Group:
    """Return which rows of a column of WKB are points, and where; all read at once."""
    import shapely  # noqa: PLC0415 - heavy, and only this form needs it

    shapes = shapely.from_wkb(column.to_numpy(zero_copy_only=False), on_invalid="ignore")
    is_point = (shapely.get_type_id(shapes) == WKB_POINT) & ~shapely.is_empty(shapes)
    shapes[~is_point] = None
    return Group((GEOMETRY, GEOMETRY), [shapely.get_x(shapes), shapely.get_y(shapes)], is_point)
