"""The limits: stated where they hold, told with their place."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from eyechart import registry
from eyechart.errors import EyechartError
from eyechart.limits import COORDINATE, CORNERS, LIMITS, PIXELS, REGIONS, Limit, table
from eyechart.page import page
from eyechart.score import score
from eyechart.settings import settings_for
from eyechart.store.folder import Dataset
from eyechart.store.foreign import picture_at

DOCS = Path(__file__).parents[2] / "docs" / "limits.md"


def test_the_page_tells_the_limits_of_the_code() -> None:
    assert table() in DOCS.read_text(encoding="utf-8")


def test_every_limit_is_in_the_table() -> None:
    import eyechart.limits as module

    assert {limit for limit in vars(module).values() if isinstance(limit, Limit)} == {*LIMITS}


BOX = [0.0, 0.0, 10.0, 10.0]
FAR = 10 * COORDINATE.most
TOO_MUCH: dict[str, tuple[dict[str, Any], str]] = {
    "regions": ({"evidence": {"regions": [{"shape": BOX}] * (int(REGIONS.most) + 1)}}, "201 regions, at most 200"),
    "corners": (
        {"evidence": {"regions": [{"shape": [1.0, 2.0] * (int(CORNERS.most) + 1)}]}},
        "201 corners, at most 200",
    ),
    "coordinate": ({"evidence": {"regions": [{"shape": [0, 0, 1e308, 1e308]}]}}, "1e\\+308 is no coordinate"),
    "below": ({"evidence": {"regions": [{"shape": [-FAR, 0, 1, 1]}]}}, "is no coordinate"),
    "three": ({"evidence": {"regions": [{"shape": [1, 2, 3]}]}}, "region 1: 3 numbers"),
    "none": ({"evidence": {"regions": [{"shape": []}]}}, "region 1: 0 numbers"),
    "picture": ({"evidence": {"regions": [{"shape": BOX, "picture": -1}]}}, "below 0"),
    "confidence": ({"confidence": 1.5}, "confidence is 1.5, not a number from 0 to 1"),
    "negative": ({"confidence": -0.1}, "confidence is -0.1"),
    "answer": ({"answer": "a" * 1_000_001}, "1,000,001 characters"),
}


def test_whoever_points_at_all_that_decides_is_read() -> None:
    """An estimate of a hundred marbles is decided by each of them: up to 103."""
    family = registry.get("families", "icons")
    settings = settings_for(family, None, {"templates": ["estimate"]})
    pages = (page(family, settings, "train", 1, index) for index in range(80))
    assert 100 < max(len(q.evidence.regions) for one in pages for q in one.questions) <= REGIONS.most


@pytest.mark.parametrize("what", TOO_MUCH)
@pytest.mark.parametrize("form", ["lines", "array", "columns"])
def test_what_is_beyond_a_limit_is_told_with_its_row(few: Dataset, tmp_path: Path, what: str, form: str) -> None:
    more, message = TOO_MUCH[what]
    rows = [{"question": q.id, "answer": "yes"} for q in few.questions()]
    rows[2] |= more
    path = tmp_path / "p.json"
    if form == "lines":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif form == "array":
        path.write_text(json.dumps(rows))
    else:
        path = tmp_path / "p.parquet"
        pq.write_table(columns(rows), path)
    with pytest.raises(EyechartError, match=f"p.(?:json|parquet), row 3 .*{message}"):
        score(few, path)


def columns(rows: list[dict[str, Any]]) -> pa.Table:
    from eyechart.store.predictions import SCHEMA

    flat = [row | {"evidence": row.get("evidence", {}).get("regions", [])} for row in rows]
    return pa.Table.from_pylist([{name: row.get(name) for name in SCHEMA.names} for row in flat], SCHEMA)


def test_as_much_as_a_limit_allows_is_read_and_gives_a_mean(few: Dataset, tmp_path: Path) -> None:
    most = COORDINATE.most
    rows = [
        {
            "question": q.id,
            "answer": "yes",
            "evidence": {"regions": [{"shape": [-most, -most, most, most]}]},
            "confidence": 1,
        }
        for q in few.questions()
    ]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = score(few, tmp_path / "p.jsonl").overall("evidence")
    assert found is not None
    assert 0 <= found.mean <= 1


def test_a_picture_that_says_it_is_huge_is_not_opened(tmp_path: Path) -> None:
    side = int(PIXELS.most**0.5) + 1
    head = b"IHDR" + struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    (tmp_path / "a.png").write_bytes(
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    )
    with pytest.raises(EyechartError, match="pixels, at most 100,000,000 pixels"):
        picture_at(tmp_path / "a.png")


def test_bytes_that_are_no_text_are_told_with_their_column(dataset: Dataset, tmp_path: Path) -> None:
    """Arrow takes any bytes for a string until somebody reads it."""
    offsets, letters = pa.py_buffer(np.array([0, 2], np.int32).tobytes()), pa.py_buffer(b"\xff\xfe")
    spoilt = pa.Array.from_buffers(pa.string(), 1, [None, offsets, letters])
    pq.write_table(pa.table({"question": spoilt, "answer": ["yes"]}), tmp_path / "p.parquet")
    with pytest.raises(EyechartError, match="p.parquet, column 'question': .*UTF8"):
        score(dataset, tmp_path / "p.parquet")
