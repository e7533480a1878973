"""Where things are: spaces and their grid, the check at the door, and shapes on the grid."""

from nearcast.space.frame import GRID_MAX, GRID_MIN, Frame

__all__ = ["GRID_MAX", "GRID_MIN", "Frame"]
