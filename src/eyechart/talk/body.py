"""The body of a response, unpacked piece by piece, so that nobody's three megabytes become two thousand."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator

import httpx

from eyechart.limits import RESPONSE
from eyechart.talk.protocol import PassingError

PIECE = 1 << 16  # bytes unpacked at a time
ACCEPTED = "gzip, identity"
# What zlib is told of the wrapping: 47 is gzip or zlib, found out by itself; -15 is neither, as some send deflate.
WINDOWS = {"gzip": (47,), "x-gzip": (47,), "deflate": (47, -15)}


async def pieces(response: httpx.Response) -> AsyncIterator[bytes]:
    """The body as it comes, unpacked. Raises when it is larger than a response may be, or packed in an unknown way."""
    packing = response.headers.get("content-encoding", "identity").strip().lower()
    if packing not in ("", "identity", *WINDOWS):
        raise PassingError(f"the response is packed as {packing[:40]!r}; asked for was {ACCEPTED}")
    unpack = _Unpacking(WINDOWS[packing]) if packing in WINDOWS else None
    size = 0
    async for packed in response.aiter_raw():
        for piece in unpack.of(packed) if unpack else (packed,):
            size += len(piece)
            if size > RESPONSE.most:
                raise PassingError(f"the response is larger than {RESPONSE}, unpacked (docs/limits.md)")
            yield piece


async def whole(response: httpx.Response) -> bytes:
    return b"".join([piece async for piece in pieces(response)])


class _Unpacking:
    def __init__(self, windows: tuple[int, ...]) -> None:
        self.stream, self.others = zlib.decompressobj(windows[0]), windows[1:]

    def of(self, packed: bytes) -> Iterator[bytes]:
        try:
            piece = self.stream.decompress(packed, PIECE)
        except zlib.error as error:
            if not self.others:
                raise PassingError(f"the response cannot be unpacked: {error}") from None
            self.stream, self.others = zlib.decompressobj(self.others[0]), self.others[1:]
            yield from self.of(packed)
            return
        self.others = ()
        yield piece
        while self.stream.unconsumed_tail:
            yield self.stream.decompress(self.stream.unconsumed_tail, PIECE)
