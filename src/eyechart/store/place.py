"""Where a dataset lies: a folder of this machine, or a place elsewhere that Arrow or fsspec reaches, such as s3://bucket/name.

What is elsewhere is put there whole or not at all, and never renamed. Keys come from the environment, never from an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from eyechart.errors import EyechartError, shown

_ADDRESS = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]+):/{1,3}(?P<rest>[^/].*)")  # as a Path, it has lost a slash
BLOCK = 8 << 20  # bytes sent at a time


class Remote:
    """A name elsewhere, with as much of what a `Path` does as our folders need."""

    def __init__(self, scheme: str, parts: tuple[str, ...], query: str = "") -> None:
        self.scheme, self.parts, self.query = scheme, parts, query

    def __truediv__(self, name: str) -> Remote:
        return Remote(self.scheme, (*self.parts, *(part for part in name.split("/") if part)), self.query)

    def __str__(self) -> str:
        return f"{self.scheme}://{'/'.join(self.parts)}{self.query}"

    def __repr__(self) -> str:
        return f"Remote({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Remote) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def name(self) -> str:
        return self.parts[-1]

    @property
    def suffix(self) -> str:
        return Path(self.name).suffix

    @property
    def parent(self) -> Remote:
        return Remote(self.scheme, self.parts[:-1], self.query)

    def resolve(self) -> Remote:
        return self

    # ---- what is there

    @property
    def _path(self) -> str:
        return "/".join((_system(self.scheme, self.parts[0], self.query)[1].rstrip("/"), *self.parts[1:]))

    @contextmanager
    def _reached(self) -> Iterator[Any]:
        """The file system; what it cannot do is told in one line. That nothing is there is none of that."""
        try:
            yield _system(self.scheme, self.parts[0], self.query)[0]
        except (FileNotFoundError, NotADirectoryError):
            raise
        except OSError as error:
            why = shown(str(error)).replace("\n", " ").strip().rstrip(".")[:300]
            raise EyechartError(
                f"{self} cannot be reached: {why}. Keys and endpoint come from the environment of each machine that works "
                "(AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL). What is finished stays."
            ) from error

    def _about(self) -> Any:
        with self._reached() as system:
            return system.get_file_info(self._path)

    def exists(self) -> bool:
        return self.is_file() or self.is_dir()

    def is_file(self) -> bool:
        return bool(self._about().is_file)

    def is_dir(self) -> bool:
        """Does anything lie below this name? Folders as such there are none."""
        return any(True for _ in self.iterdir())

    def size(self) -> int:
        return int(self._about().size or 0)

    def changed(self) -> float:
        """When it was put there, by the clock of the store."""
        found = self._about().mtime
        return float(found.timestamp()) if found is not None else 0.0

    def iterdir(self) -> Iterator[Remote]:
        from pyarrow.fs import FileSelector

        try:
            with self._reached() as system:
                found = system.get_file_info(FileSelector(self._path, allow_not_found=True))
        except NotADirectoryError:
            return
        yield from (self / info.base_name for info in found)

    def open(self, mode: str = "rb") -> Any:
        """To read from, at any place of it."""
        assert mode == "rb"
        with self._reached() as system:
            return system.open_input_file(self._path)

    def read_bytes(self) -> bytes:
        with self.open() as file, self._reached():
            return bytes(file.read())

    # ---- what is put there

    def write_bytes(self, content: bytes) -> None:
        with self._put() as stream:
            stream.write(content)

    def upload(self, file: Path) -> None:
        """A file of this machine under this name."""
        with file.open("rb") as source, self._put() as stream:
            while block := source.read(BLOCK):
                stream.write(block)

    @contextmanager
    def _put(self) -> Iterator[Any]:
        with self._reached() as system:
            stream = system.open_output_stream(self._path, compression=None)
            try:
                yield stream
            except BaseException:
                # Closing it makes an object of what came so far: that must not stay.
                stream.close()
                self.unlink(missing_ok=True)
                raise
            stream.close()

    def unlink(self, missing_ok: bool = False) -> None:
        try:
            with self._reached() as system:
                system.delete_file(self._path)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def mkdir(self, parents: bool = False, exist_ok: bool = False) -> None:
        """Nothing to do: what is put there has its folders."""

    def rmdir(self) -> None:
        """Nothing to do: a folder without content is none."""

    def clear(self) -> None:
        """Remove all that lies below this name."""
        try:
            with self._reached() as system:
                system.delete_dir(self._path)
        except FileNotFoundError:
            return


Place = Path | Remote


def place(where: str | Path | Remote) -> Place:
    """A folder or file of this machine, or elsewhere if it is written SCHEME://…"""
    if isinstance(where, Remote):
        return where
    found = _ADDRESS.fullmatch(str(where))
    if found is None or (isinstance(where, Path) and where.exists()):
        return Path(where)
    rest, mark, query = found["rest"].partition("?")
    if re.search(r":[^/]*@", rest.partition("/")[0]):
        raise EyechartError(
            f"{found['scheme']}://…@…: keys do not belong into an address. Set AWS_ACCESS_KEY_ID and its like."
        )
    parts = tuple(part for part in rest.split("/") if part)
    if found["scheme"] == "file":
        return Path("/", *parts)
    if any(part in (".", "..") for part in parts):
        raise EyechartError(f"{where}: a name elsewhere has neither . nor .. in it.")
    return Remote(found["scheme"], parts, mark + query)


def here(where: str | Path | Remote, verb: str) -> Path:
    """The same for what is written on this machine only."""
    found = place(where)
    if isinstance(found, Remote):
        raise EyechartError(
            f"`eyechart {verb}` writes to a folder of this machine, not to {found}. Choose a local --out and copy it afterwards; "
            "generate and convert write elsewhere, and every verb reads datasets from there."
        )
    return found


@lru_cache(maxsize=64)
def _system(scheme: str, first: str, query: str) -> tuple[Any, str]:
    """Arrow's own file system of a kind, or fsspec's if Arrow has none; and its name for what stands first in an address."""
    from pyarrow import ArrowException, fs

    address = f"{scheme}://{first}{query}"
    try:
        system, path = fs.FileSystem.from_uri(address)
        return system, str(path)
    except (ArrowException, ValueError, TypeError) as error:
        unknown = error
    try:
        from fsspec.core import url_to_fs

        found, path = url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise EyechartError(
            f"{address}: neither Arrow ({shown(str(unknown)).splitlines()[0].rstrip('.')}) nor fsspec ({error}) knows it. "
            "Write s3://BUCKET/NAME, or a folder."
        ) from error
    return fs.PyFileSystem(fs.FSSpecHandler(found)), str(path)
