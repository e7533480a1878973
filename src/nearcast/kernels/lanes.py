"""Comparing eight stored boxes with one message in one step.

LLVM's own vectoriser takes 3 to 5 ns an entry for this comparison, because Numba's index checks
and a loop of unknown length stand in its way; written as one vector operation it takes 0.5 to 0.8
ns. The plain-Python twin below says what it computes and is what runs with the compiler switched
off.

A *run* of n entries is stored as columns, one after the other: n wests, n souths, n easts, n
norths, n signatures, n clauses. Eight lanes may read past the end of a column: what they find
there is masked out, and every array of runs ends with `LANES` spare numbers so that it is never
past memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from nearcast.columns.layout import Int32Array, Int64Array

LANES = 8
RUN_COLUMNS = 6
RUN_WEST, RUN_SOUTH, RUN_EAST, RUN_NORTH, RUN_SIGNATURE, RUN_CLAUSE = range(RUN_COLUMNS)

_INT32 = ir.IntType(32)
_VECTOR = ir.VectorType(_INT32, LANES)


def lanes_meeting(
    runs: Int32Array, at: int, count: int, box: tuple[int, int, int, int], lacking: int
) -> int:
    """Return a bit for each of eight entries whose box meets `box` and whose signature is present.

    `at` is where the first of the eight stands in the run's first column, `count` the length of the
    run; `lacking` holds the signature bits that no term of the message has.
    """
    west, south, east, north = box
    bits = 0
    for lane in range(LANES):
        column = [int(runs[at + k * count + lane]) for k in range(RUN_CLAUSE)]
        if (
            column[RUN_WEST] <= east
            and column[RUN_SOUTH] <= north
            and column[RUN_EAST] >= west
            and column[RUN_NORTH] >= south
            and column[RUN_SIGNATURE] & int(lacking) == 0
        ):
            bits |= 1 << lane
    return bits


def keep_lanes(kept: Int32Array, end: int, values: Int32Array, at: int, bits: int) -> int:
    """Append those of the eight values from `at` on whose bit is set; return the new end.

    One instruction where the processor has it: taking them bit by bit costs a mispredicted branch
    each, which made messages with hundreds of matches three times slower.
    """
    for lane in range(LANES):
        if int(bits) >> lane & 1:
            kept[end] = values[at + lane]
            end += 1
    return end


def lowest_bit(bits: int) -> int:
    """Return the position of the lowest bit that is set."""
    return (int(bits) & -int(bits)).bit_length() - 1


def _splat(builder: Any, value: Any) -> Any:
    """Return the value in every lane."""
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, value, ir.Constant(_INT32, 0))
    every = ir.Constant(ir.VectorType(_INT32, LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, every)


@intrinsic  # type: ignore[untyped-decorator]
def _lanes_meeting(
    typing_context: Any,
    runs: Any,
    at: Any,
    count: Any,
    west: Any,
    south: Any,
    east: Any,
    north: Any,
    lacking: Any,
) -> Any:
    """Emit the comparison of `lanes_meeting` as vector instructions."""
    number = types.int32
    signature = types.uint32(runs, types.int64, types.int64, number, number, number, number, number)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        at, count, west, south, east, north, lacking = arguments[1:]

        def column(number: int) -> Any:
            skipped = builder.mul(count, ir.Constant(ir.IntType(64), number))
            place = builder.gep(data, [builder.add(at, skipped)])
            return builder.load(builder.bitcast(place, _VECTOR.as_pointer()), align=4)

        wests_meet = builder.icmp_signed("<=", column(RUN_WEST), _splat(builder, east))
        souths_meet = builder.icmp_signed("<=", column(RUN_SOUTH), _splat(builder, north))
        easts_meet = builder.icmp_signed(">=", column(RUN_EAST), _splat(builder, west))
        norths_meet = builder.icmp_signed(">=", column(RUN_NORTH), _splat(builder, south))
        missing = builder.and_(column(RUN_SIGNATURE), _splat(builder, lacking))
        present = builder.icmp_signed("==", missing, ir.Constant(_VECTOR, [0] * LANES))
        meet = builder.and_(
            builder.and_(wests_meet, easts_meet), builder.and_(souths_meet, norths_meet)
        )
        return builder.zext(builder.bitcast(builder.and_(meet, present), ir.IntType(LANES)), _INT32)

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def _keep_lanes(typing_context: Any, kept: Any, end: Any, values: Any, at: Any, bits: Any) -> Any:
    """Emit `keep_lanes` as a compressing store."""
    signature = types.int64(kept, types.int64, values, types.int64, types.int64)
    mask_kind = ir.VectorType(ir.IntType(1), LANES)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kept, end, values, at, bits = arguments
        source = context.make_array(signature.args[2])(context, builder, values).data
        target = context.make_array(signature.args[0])(context, builder, kept).data
        lanes = builder.bitcast(builder.gep(source, [at]), _VECTOR.as_pointer())
        place = builder.gep(target, [end])
        mask = builder.bitcast(builder.trunc(bits, ir.IntType(LANES)), mask_kind)
        kind = ir.FunctionType(ir.VoidType(), [_VECTOR, place.type, mask_kind])
        name = f"llvm.masked.compressstore.v{LANES}i32"
        store = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        builder.call(store, [builder.load(lanes, align=4), place, mask])
        return builder.add(end, builder.ctpop(bits))

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def _lowest_bit(typing_context: Any, bits: Any) -> Any:
    """Emit `lowest_bit` as the one instruction processors have for it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.zext(count, ir.IntType(64))

    return types.int64(types.uint32), generate


@intrinsic  # type: ignore[untyped-decorator]
def _prefetch(typing_context: Any, values: Any, at: Any) -> Any:
    """Ask the processor to fetch the cache line of values[at] while other work goes on."""
    signature = types.void(values, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        byte = ir.IntType(8).as_pointer()
        place = builder.bitcast(builder.gep(data, [arguments[1]]), byte)
        kind = ir.FunctionType(ir.VoidType(), [byte, _INT32, _INT32, _INT32])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        for_reading, keep_near, data_cache = (ir.Constant(_INT32, flag) for flag in (0, 3, 1))
        builder.call(function, [place, for_reading, keep_near, data_cache])
        return context.get_dummy_value()

    return signature, generate


def prefetch(values: Int32Array | Int64Array, at: int) -> None:
    """Hint that values[at] is wanted soon; the answer never depends on it."""


@overload(lanes_meeting, inline="always")  # type: ignore[untyped-decorator]
def _lanes_meeting_compiled(runs: Any, at: Any, count: Any, box: Any, lacking: Any) -> Any:
    def compiled(runs: Any, at: Any, count: Any, box: Any, lacking: Any) -> Any:
        return _lanes_meeting(runs, at, count, box[0], box[1], box[2], box[3], lacking)

    return compiled


@overload(keep_lanes, inline="always")  # type: ignore[untyped-decorator]
def _keep_lanes_compiled(kept: Any, end: Any, values: Any, at: Any, bits: Any) -> Any:
    def compiled(kept: Any, end: Any, values: Any, at: Any, bits: Any) -> Any:
        return _keep_lanes(kept, end, values, at, bits)

    return compiled


@overload(lowest_bit, inline="always")  # type: ignore[untyped-decorator]
def _lowest_bit_compiled(bits: Any) -> Any:
    def compiled(bits: Any) -> Any:
        return _lowest_bit(np.uint32(bits))

    return compiled


@overload(prefetch, inline="always")  # type: ignore[untyped-decorator]
def _prefetch_compiled(values: Any, at: Any) -> Any:
    def compiled(values: Any, at: Any) -> Any:
        return _prefetch(values, at)

    return compiled
