"""What is kept from run to run: whole or absent, whoever writes at once, and never more than its share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from eyechart.store.kept import SHELVES, Kept, cache_folder

KEY = "ab00" + "0" * 36


def test_what_is_put_is_there_for_others(tmp_path: Path) -> None:
    Kept(tmp_path, 1e9).put(KEY, b"said")
    assert Kept(tmp_path, 1e9).get(KEY) == b"said"


def test_what_was_never_put_is_absent(tmp_path: Path) -> None:
    assert Kept(tmp_path, 1e9).get(KEY) is None


@pytest.mark.parametrize("damage", [b"", b"\0" * 20, b"cut"], ids=["empty", "zeros", "cut"])
def test_a_damaged_entry_is_absent_and_can_be_put_again(tmp_path: Path, damage: bytes) -> None:
    kept = Kept(tmp_path, 1e9)
    kept.put(KEY, b"said")
    [file] = [path for path in tmp_path.rglob("*") if path.is_file()]
    file.write_bytes(file.read_bytes()[: len(file.read_bytes()) - 1] if damage == b"cut" else damage)
    assert kept.get(KEY) is None
    kept.put(KEY, b"said")
    assert kept.get(KEY) == b"said"


def test_an_entry_under_another_key_is_absent(tmp_path: Path) -> None:
    kept = Kept(tmp_path, 1e9)
    kept.put(KEY, b"said")
    other = "ab" + "1" * 38
    (tmp_path / "ab" / KEY[2:]).rename(tmp_path / "ab" / other[2:])
    assert kept.get(other) is None


def test_a_cache_that_cannot_be_written_stands_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    kept = Kept(tmp_path / "file", 1e9)
    kept.put(KEY, b"said")
    assert kept.get(KEY) is None


def test_the_oldest_go_when_there_is_no_room(tmp_path: Path) -> None:
    kept = Kept(tmp_path, SHELVES * 40 * 4096)  # forty entries of a block on a shelf
    keys = [f"ab{number:04x}{'0' * 34}" for number in range(1, 200)]
    for age, key in enumerate(keys):
        kept.put(key, b"said")
        os.utime(tmp_path / "ab" / key[2:], (age, age))
    kept.put(KEY, b"said")  # one whose shelf is looked through
    assert kept.get(KEY) == b"said"
    assert kept.get(keys[0]) is None
    assert len(list((tmp_path / "ab").iterdir())) <= 65


WRITE = """
import sys
from pathlib import Path
from eyechart.store.kept import Kept
kept = Kept(Path(sys.argv[1]), 1e9)
for turn in range(40):
    for n in range(8):
        kept.put(f"{n:040x}", bytes([n]) * 5000)
        assert kept.get(f"{n:040x}") == bytes([n]) * 5000
"""


def test_two_processes_write_the_same_entries_at_once(tmp_path: Path) -> None:
    both = [subprocess.Popen([sys.executable, "-c", WRITE, str(tmp_path)]) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert len(list(tmp_path.rglob("*.part"))) == 0


def test_the_cache_is_where_its_variable_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EYECHART_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("EYECHART_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_folder() == tmp_path / "x" / "eyechart"
