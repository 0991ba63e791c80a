"""One writer at a time where no system has locks: a claim that its holder renews, and that ends when it has been silent.

An object store replaces an object whole, and that is all it promises. So a holder writes a claim, waits a moment, and reads it
again: of two who come at once, the later one's claim is there for both. A holder renews its claim; one that has been silent
for a while, by the clock of the store, is dead. Should two be at work all the same, they either make the same bytes, or what they
made is not what the record says, and no manifest is written.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex

import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.store.foreign import TRIPS
from eyechart.store.place import Remote

RENEWED, SILENT = 20.0, 90.0  # seconds between two renewals, and after the last one until the holder counts as dead
SETTLED = 1.0  # seconds: longer than between looking and claiming


class Claim(Struct, frozen=True):
    """What the object says: who holds it, in words, and a token that nobody else has."""

    holder: str
    token: str


def claimed(lock: Remote) -> Claim | None:
    """Who holds a place; None if nobody does, or nobody who is alive."""
    there = _read(lock)
    return there if there is not None and _now(lock) - lock.changed() < SILENT else None


def _now(lock: Remote) -> float:
    """By the clock of the store: ours may be anywhere."""
    probe = lock.parent / f"clock-{token_hex(8)}"
    probe.write_bytes(b"?")
    try:
        return probe.changed()
    finally:
        probe.unlink(missing_ok=True)


@contextmanager
def leased(lock: Remote, holder: str, refused: type[EyechartError]) -> Iterator[None]:
    """Hold the claim and renew it until the end."""
    mine = Claim(holder, token_hex(16))
    if (there := claimed(lock)) is not None:
        raise refused(_in_use(lock, there))
    lock.write_bytes(msgspec.json.encode(mine))
    time.sleep(SETTLED)
    if (there := _read(lock)) != mine:
        raise refused(_in_use(lock, there))
    over = threading.Event()
    renewer = threading.Thread(target=_renew, args=(lock, mine, over), daemon=True)
    renewer.start()
    try:
        yield
    finally:
        over.set()
        renewer.join()
        if _read(lock) == mine:
            lock.unlink(missing_ok=True)


def _in_use(lock: Remote, there: Claim | None) -> str:
    who = there.holder if there is not None else "another process"
    return (
        f"{lock.parent.parent} is being written by {who}. Wait until it has ended, or choose another --out; if it was killed, "
        f"its claim ends {SILENT:.0f} s after."
    )


def _renew(lock: Remote, mine: Claim, over: threading.Event) -> None:
    while not over.wait(RENEWED):
        try:
            if _read(lock) != mine:  # somebody took us for dead
                return
            lock.write_bytes(msgspec.json.encode(mine))
        except EyechartError:  # out of reach just now; the work itself will tell if that lasts
            continue


def _read(lock: Remote) -> Claim | None:
    try:
        return msgspec.json.decode(lock.read_bytes(), type=Claim)
    except TRIPS:
        return None
