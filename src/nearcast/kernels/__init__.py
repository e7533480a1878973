"""Everything that is compiled: predicates and geometry over columns; the only home of Numba."""
