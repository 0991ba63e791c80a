"""Where Chinese words end depends on the pinned dictionary alone."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

SENTENCE = "我来到北京清华大学"
CODE = f"from eyechart.text.segment import words_in; print(*words_in('{SENTENCE}'))"


def test_a_planted_cache_changes_nothing(tmp_path: Path) -> None:
    planted = tmp_path / "jieba.cache"
    planted.write_bytes(marshal.dumps(({SENTENCE[:i]: 10**6 for i in range(1, 10)}, 10**7)))
    os.utime(planted, (2e9, 2e9))  # newer than the dictionary
    before = planted.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["我", "来到", "北京", "清华大学"]
    assert planted.read_bytes() == before


def test_no_cache_is_written(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-c", CODE], env={**os.environ, "TMPDIR": str(tmp_path)}, check=True, capture_output=True
    )
    assert list(tmp_path.iterdir()) == []
