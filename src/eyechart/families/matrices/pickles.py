"""Pickled numpy dictionaries, read without executing anything that a file says.

A pickle is a program: it names functions and calls them. Here no name is ever looked up. The five that numpy itself
writes stand for inert records of ours; any other is refused before anything happens.
"""

from __future__ import annotations

import io
import pickle
import struct
from pathlib import Path
from typing import Any

from eyechart.errors import EyechartError
from eyechart.store.foreign import content, reading

MAGIC = b"\x93NUMPY"
SCALARS = {
    "i1": "b",
    "i2": "h",
    "i4": "i",
    "i8": "q",
    "u1": "B",
    "u2": "H",
    "u4": "I",
    "u8": "Q",
    "f4": "f",
    "f8": "d",
    "b1": "?",
}


class _Type:
    """Stands for numpy.dtype: keeps its code and the byte order of its state."""

    def __init__(self, code: str = "O", *_: Any) -> None:
        self.code, self.order = str(code), "<"

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if len(state) > 1 and state[1] == ">":
            self.order = ">"


class _Array:
    """Stands for numpy.ndarray: its items in a flat list."""

    items: list[Any]

    def __init__(self, *_: Any) -> None:
        self.items = []

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        kind, data = state[2], state[4]
        if isinstance(data, list):
            self.items = data
        else:
            code = kind.code.lstrip("<>|=")
            if code not in SCALARS:
                raise EyechartError(f"Arrays of {kind.code!r} are not expected in label files.")
            self.items = [v for (v,) in struct.iter_unpack(kind.order + SCALARS[code], bytes(data))]


def _scalar(kind: _Type, data: bytes | str) -> Any:
    """Stands for numpy's constructor of scalars."""
    code = kind.code.lstrip("<>|=")
    if code in SCALARS:
        return struct.unpack(kind.order + SCALARS[code], data if isinstance(data, bytes) else data.encode("latin1"))[0]
    if code.startswith("U") and isinstance(data, bytes):
        return data.decode("utf-32-le" if kind.order == "<" else "utf-32-be").rstrip("\x00")
    raise EyechartError(f"Scalars of {kind.code!r} are not expected in label files.")


def _encoded(text: str, encoding: str) -> bytes:
    """Stands for codecs.encode, by which old protocols write bytes."""
    if encoding != "latin1":
        raise EyechartError(f"Bytes written as {encoding!r} are not expected in label files.")
    return text.encode("latin1")


NAMES: dict[tuple[str, str], Any] = {
    ("numpy", "ndarray"): _Array,
    ("numpy", "dtype"): _Type,
    ("_codecs", "encode"): _encoded,
    **{(f"numpy.{core}.multiarray", "_reconstruct"): _Array for core in ("core", "_core")},
    **{(f"numpy.{core}.multiarray", "scalar"): _scalar for core in ("core", "_core")},
}


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in NAMES:
            raise EyechartError(f"It names {module}.{name}, which a label file has no use for. Nothing was executed.")
        return NAMES[module, name]

    def persistent_load(self, pid: Any) -> Any:
        raise EyechartError("It refers to objects outside itself. Nothing was executed.")


def read(path: Path) -> Any:
    """The one object of an .npy file, in plain Python: dictionaries, lists, numbers, strings."""
    data = content(path)
    if not data.startswith(MAGIC) or len(data) < 12:
        raise EyechartError(f"{path} is no .npy file.")
    wide = data[6] >= 2  # since version 2 the header's length takes four bytes
    (length,) = struct.unpack_from("<I" if wide else "<H", data, 8)
    start = 8 + (4 if wide else 2) + length
    try:
        found = _Reader(io.BytesIO(data[start:]), encoding="latin1").load()
    except EyechartError as error:
        raise EyechartError(f"{path} was not read. {error}") from error
    except Exception as error:  # a damaged pickle may raise anything
        raise EyechartError(f"{path} is damaged: {error}.") from error
    with reading(path):
        plain = _plain(found)
    return plain[0] if isinstance(plain, list) and len(plain) == 1 else plain


def _plain(value: Any) -> Any:
    if isinstance(value, _Array):
        return [_plain(v) for v in value.items]
    if isinstance(value, dict):
        return {_plain(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if value is None or isinstance(value, (str, int, float, bytes)):
        return value
    raise EyechartError(f"It holds a {type(value).__name__}, which a label file has no use for.")
