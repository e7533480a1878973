"""From columns back to a subscription as a user would write it, true to the grid.

Coordinates come back as the middles of their cells (9 mm wide on Earth) and expressions in their
normal form: what they match is the same, the wording may not be.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from itertools import pairwise

from nearcast.columns.layout import Int32Array, Ragged, Subscriptions
from nearcast.hub.nesting import nested
from nearcast.model import EVERYWHERE, Box, Circle, MultiPolygon, Region, Subscription
from nearcast.model.regions import Ring
from nearcast.space import EARTH_RADIUS_M, GRID_MAX, GRID_MIN, Space
from nearcast.text import And, Clause, Everything, Expression, Not, Or, Term, Vocabulary, to_text
from nearcast.text.expression import Node

WHOLE = [GRID_MIN, GRID_MIN, GRID_MAX, GRID_MAX]


def recalled(
    id: Hashable, columns: Subscriptions, space: Space, vocabulary: Vocabulary
) -> Subscription:
    """Return the only subscription in these columns."""
    what = to_text(expression_of(clauses_in(columns.literals, vocabulary)))
    return Subscription(id, what, region_in(columns, space))


def clauses_in(literals: Ragged, vocabulary: Vocabulary) -> list[Clause]:
    """Return rows of term ids as clauses of terms."""
    rows = [literals.values[start:stop].tolist() for start, stop in pairwise(literals.offsets)]
    return [
        Clause(
            frozenset(vocabulary.term(literal) for literal in row if literal >= 0),
            frozenset(vocabulary.term(~literal) for literal in row if literal < 0),
        )
        for row in rows
    ]


def expression_of(clauses: list[Clause]) -> Expression:
    """Return the expression that a normal form stands for."""
    conjunctions = [conjunction for clause in clauses if (conjunction := conjunction_of(clause))]
    if len(conjunctions) < len(clauses):
        return Everything()
    return conjunctions[0] if len(conjunctions) == 1 else Or(tuple(conjunctions))


def conjunction_of(clause: Clause) -> Node | None:
    """Return a clause as an expression, or nothing if it asks for nothing."""
    required: list[Node] = [Term(term) for term in sorted(clause.required)]
    parts = [*required, *(Not(Term(term)) for term in sorted(clause.forbidden))]
    if len(parts) > 1:
        return And(tuple(parts))
    return parts[0] if parts else None


def region_in(columns: Subscriptions, space: Space) -> Region:
    """Return the region of the only subscription in these columns."""
    if columns.shapes[0] > 0:
        return circle_in(columns, space)
    if columns.shapes[0] < 0:
        polygons = nested(list(rings_in(columns, space)))
        return polygons[0] if len(polygons) == 1 else MultiPolygon(tuple(polygons))
    box = columns.boxes[0].tolist()
    if box == WHOLE:
        return EVERYWHERE
    (west, south), (east, north) = position(box[:2], space), position(box[2:], space)
    return Box(west, south, east, north)


def circle_in(columns: Subscriptions, space: Space) -> Circle:
    """Return the circle of the only subscription, from its centre and reach."""
    edge_x, edge_y, _, reach = columns.circles[0].tolist()
    x, y = edge_x + space.x_axis.step / 2, edge_y + space.y_axis.step / 2
    root = math.sqrt(reach)
    if not space.wraps:
        return Circle(x, y, root)
    return Circle(x, y, 2 * EARTH_RADIUS_M * math.asin(min(1.0, root)))


def rings_in(columns: Subscriptions, space: Space) -> Iterator[Ring]:
    """Yield the rings of the only polygon in these columns."""
    offsets = columns.polygons.vertex_offsets.tolist()
    for start, stop in pairwise(offsets):
        yield ring_of(columns.polygons.vertices[start:stop], space)


def ring_of(vertices: Int32Array, space: Space) -> Ring:
    """Return vertices on the grid as positions."""
    return tuple(position(vertex, space) for vertex in vertices.tolist())


def position(cell: list[int], space: Space) -> tuple[float, float]:
    """Return the middle of a cell; the outermost ones stand for the edge of the space."""
    x, y = (
        axis.start if at == GRID_MIN else axis.stop if at == GRID_MAX else axis.coordinate(at + 0.5)
        for axis, at in zip((space.x_axis, space.y_axis), cell, strict=True)
    )
    return x, y
