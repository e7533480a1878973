"""Noticing a quote in a CSV file that is opened and never closed: it swallows all that follows."""

from __future__ import annotations

import pyarrow as pa

REASON = "a quote is opened here and never closed; all that follows ended up in one cell"


class WatchedStream:
    """A stream for pyarrow to read that remembers the last byte before the final line ends."""

    def __init__(self, stream: pa.NativeFile) -> None:
        self._stream = stream
        self._last_byte = b""

    @property
    def closed(self) -> bool:
        """Tell whether the stream is closed."""
        return bool(self._stream.closed)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        data: bytes = self._stream.read(size)
        self._last_byte = data.rstrip(b"\r\n")[-1:] or self._last_byte
        return data

    def left_open(self, last_cell: bytes | None) -> bool:
        """Tell whether the last cell of the file runs to its very end, though it is no line's."""
        return (last_cell or b"").endswith((b"\n", b"\r")) and self._last_byte != b'"'
