"""The two halves of a benchmark, and where files of it lie: what the process that marks needs to know, and no more."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

PUBLIC, PRIVATE = "public", "private"
DATASET, HALVES = "dataset", "halves.json"  # of a benchmark, in its hidden folder
UPLOAD, RESULT, MARKS = "upload", "result.json", "marks.npz"  # of a submission, in its folder


class Halves(Struct, frozen=True):
    public: list[int]  # pages


def halves_in(hidden: Path) -> Halves:
    return msgspec.json.decode((hidden / HALVES).read_bytes(), type=Halves)
