"""Whether a polygon and a box share a place, exactly: integers all the way, no rounding.

Inside is by the even-odd rule over all rings of the polygon; every edge, a hole's too, is inside.
"""

from __future__ import annotations

from nearcast.columns.layout import GRID_MAX, GRID_MIN, Polygons
from nearcast.kernels.jit import leaf


@leaf
def polygon_meets(
    polygons: Polygons, polygon: int, west: int, south: int, east: int, north: int
) -> bool:
    """Tell whether any place of a box is inside a polygon; a box that wraps is two boxes."""
    # From here on 64 bits: differences and products overflow 32.
    west, south, east, north = int(west), int(south), int(east), int(north)
    if west <= east:
        return polygon_meets_plain_box(polygons, polygon, west, south, east, north)
    return polygon_meets_plain_box(
        polygons, polygon, west, south, GRID_MAX, north
    ) or polygon_meets_plain_box(polygons, polygon, GRID_MIN, south, east, north)


@leaf
def polygon_meets_plain_box(
    polygons: Polygons, polygon: int, west: int, south: int, east: int, north: int
) -> bool:
    """Tell it for a box that does not wrap.

    If no edge meets the box, all of it is on one side of every edge, and any corner tells which.
    """
    is_point = west == east and south == north
    if not is_point and any_edge_meets(polygons, polygon, west, south, east, north):
        return True
    return holds(polygons, polygon, west, south)


@leaf
def holds(polygons: Polygons, polygon: int, x: int, y: int) -> bool:
    """Tell whether one place is inside a polygon or on its edge.

    A ray to the east crosses an edge that has one end above the place and the other not: so an end
    at the height of the ray counts for one of its two edges only.
    """
    inside = False
    for ring in range(polygons.ring_offsets[polygon], polygons.ring_offsets[polygon + 1]):
        first, last = polygons.vertex_offsets[ring], polygons.vertex_offsets[ring + 1] - 1
        for vertex in range(first, last):
            from_x = int(polygons.vertices[vertex, 0])
            from_y = int(polygons.vertices[vertex, 1])
            to_x = int(polygons.vertices[vertex + 1, 0])
            to_y = int(polygons.vertices[vertex + 1, 1])
            if (from_y > y) != (to_y > y):
                side = cross_sign(to_x - from_x, y - from_y, to_y - from_y, x - from_x)
                if side == 0:
                    return True
                inside ^= (side > 0) == (to_y > from_y)
            elif from_y == y and (from_x == x or (to_y == y and (from_x > x) != (to_x > x))):
                return True  # on a vertex, or on an edge that lies along the ray
    return inside


@leaf
def any_edge_meets(
    polygons: Polygons, polygon: int, west: int, south: int, east: int, north: int
) -> bool:
    """Tell whether any edge of a polygon shares a place with a box."""
    for ring in range(polygons.ring_offsets[polygon], polygons.ring_offsets[polygon + 1]):
        first, last = polygons.vertex_offsets[ring], polygons.vertex_offsets[ring + 1] - 1
        for vertex in range(first, last):
            if edge_meets(polygons, vertex, west, south, east, north):
                return True
    return False


@leaf
def edge_meets(
    polygons: Polygons, vertex: int, west: int, south: int, east: int, north: int
) -> bool:
    """Tell whether the edge that starts at a vertex shares a place with a box.

    It does if their bounding boxes meet and the corners of the box are not all strictly on one side
    of the edge's line. Of the corners only two matter: the ones farthest to either side.
    """
    from_x = int(polygons.vertices[vertex, 0])
    from_y = int(polygons.vertices[vertex, 1])
    to_x = int(polygons.vertices[vertex + 1, 0])
    to_y = int(polygons.vertices[vertex + 1, 1])
    if max(from_x, to_x) < west or min(from_x, to_x) > east:
        return False
    if max(from_y, to_y) < south or min(from_y, to_y) > north:
        return False
    run, rise = to_x - from_x, to_y - from_y
    left_x, right_x = (west, east) if rise >= 0 else (east, west)
    left_y, right_y = (north, south) if run >= 0 else (south, north)
    return (
        cross_sign(run, left_y - from_y, rise, left_x - from_x) >= 0
        and cross_sign(run, right_y - from_y, rise, right_x - from_x) <= 0
    )


@leaf
def cross_sign(a: int, b: int, c: int, d: int) -> int:
    """Return a number with the sign of a·b - c·d, for factors of at most 2**33 in size.

    A product may take 66 bits, so b and d are split: b = high·2**16 + low with 0 ≤ low < 2**16 and
    |high| ≤ 2**17. Then a·b - c·d = upper·2**16 + lower, where |upper| ≤ 2·2**33·2**17 = 2**51
    and |lower| < 2·2**33·2**16 = 2**50; nothing overflows 64 bits, and adding the carry of the
    lower part, less than 2**34, does not either. What then remains of the lower part is in
    [0, 2**16), so it decides only where the upper part is 0.
    """
    upper = a * (b >> 16) - c * (d >> 16)
    lower = a * (b & 0xFFFF) - c * (d & 0xFFFF)
    upper += lower >> 16
    return upper if upper != 0 else lower & 0xFFFF
