"""Scattering term ids, dense and in order of frequency, over hash tables and signatures."""

from __future__ import annotations

from nearcast.kernels.jit import leaf

# The golden ratio's fraction in 32 bits: successive ids land far from each other (Knuth, 6.4).
GOLDEN = 0x9E3779B1


@leaf
def scattered(term: int) -> int:
    """Return 32 well mixed bits of a term id; the product of 31 and 32 bits stays below 2**63."""
    return (int(term) * GOLDEN) & 0xFFFFFFFF
