"""The definition of a match in plain Python: the truth that every index is held to."""
