"""Space first, then text: the second baseline of the Rt-tree paper."""

from nearcast.indexes.spatial_first.index import SpatialFirst

__all__ = ["SpatialFirst"]
