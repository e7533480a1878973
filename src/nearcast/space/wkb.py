"""Reading regions from well-known binary, the form in which GeoParquet and PostGIS keep them."""

from __future__ import annotations

from nearcast.errors import InvalidRegion
from nearcast.model import Region
from nearcast.space.geojson import region_from_geojson
from nearcast.space.rings import check_vertex_count


def region_from_wkb(binary: bytes) -> Region:
    """Return the Polygon, MultiPolygon or rectangle of WKB or EWKB; altitudes are left out.

    >>> import shapely
    >>> region_from_wkb(shapely.to_wkb(shapely.box(0, 0, 2, 1)))
    Box(west=0.0, south=0.0, east=2.0, north=1.0)
    """
    # A heavy import that only this form needs.
    import shapely  # noqa: PLC0415

    try:
        geometry = shapely.from_wkb(binary)
    except (shapely.errors.ShapelyError, TypeError) as error:
        raise InvalidRegion(f"this is not WKB: {error}") from None
    if geometry is None:
        raise InvalidRegion("there is no geometry; an unlimited region is EVERYWHERE")
    check_vertex_count(int(shapely.get_num_coordinates(geometry)))
    return region_from_geojson(shapely.force_2d(geometry).__geo_interface__)
