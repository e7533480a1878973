"""Everything that is compiled and shared: predicates, geometry, growing results."""
