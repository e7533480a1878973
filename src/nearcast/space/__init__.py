"""Where things are: spaces and their grid, the check at the door, and shapes on the grid."""

from nearcast.space.checking import check
from nearcast.space.faults import box_faults, point_faults
from nearcast.space.frame import GRID_MAX, GRID_MIN, Frame
from nearcast.space.geojson import place_from_geojson, region_from_geojson
from nearcast.space.geojson_writing import place_to_geojson, region_to_geojson
from nearcast.space.shapes import (
    GridShape,
    grid_box,
    grid_boxes,
    grid_place,
    grid_point,
    grid_points,
    grid_shape,
)
from nearcast.space.spaces import EARTH_RADIUS_M, Earth, Plane, Space, space_from_name
from nearcast.space.wkb import region_from_wkb

__all__ = [
    "EARTH_RADIUS_M",
    "GRID_MAX",
    "GRID_MIN",
    "Earth",
    "Frame",
    "GridShape",
    "Plane",
    "Space",
    "box_faults",
    "check",
    "grid_box",
    "grid_boxes",
    "grid_place",
    "grid_point",
    "grid_points",
    "grid_shape",
    "place_from_geojson",
    "place_to_geojson",
    "point_faults",
    "region_from_geojson",
    "region_from_wkb",
    "region_to_geojson",
    "space_from_name",
]
