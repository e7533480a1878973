"""What the inverted lists are made of."""

from __future__ import annotations

from typing import NamedTuple

from nearcast.columns.layout import Int32Array
from nearcast.kernels.lists import Lists


class Inverted(NamedTuple):
    """Entries by their terms.

    lists
        List t + 1 has the entries that require term t; list 0 those that require none.
    needs
        How many terms each entry requires.
    """

    lists: Lists
    needs: Int32Array
