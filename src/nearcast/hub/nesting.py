"""Which rings are polygons and which are their holes, when only the rings are known."""

from __future__ import annotations

from collections.abc import Sequence

from nearcast.model import Polygon
from nearcast.model.regions import Ring


def nested(rings: Sequence[Ring]) -> list[Polygon]:
    """Return rings that do not cross as polygons: in an even number of others begins a new one.

    >>> outer = ((0, 0), (9, 0), (9, 9), (0, 9), (0, 0))
    >>> hole = ((1, 1), (2, 1), (2, 2), (1, 2), (1, 1))
    >>> nested([hole, outer]) == [Polygon(outer, (hole,))]
    True
    """
    # A heavy import that only polygons need.
    import shapely  # noqa: PLC0415

    areas = [shapely.Polygon(ring) for ring in rings]
    insides = [shapely.point_on_surface(area) for area in areas]
    around = [
        [
            other
            for other, area in enumerate(areas)
            if area.area > areas[ring].area and area.contains(insides[ring])
        ]
        for ring in range(len(rings))
    ]
    return [
        Polygon(
            rings[ring],
            tuple(
                rings[hole]
                for hole, outside in enumerate(around)
                if len(outside) == len(around[ring]) + 1 and ring in outside
            ),
        )
        for ring in range(len(rings))
        if len(around[ring]) % 2 == 0
    ]
