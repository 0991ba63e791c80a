"""docs/cluster.md: its commands as they stand there, with two nodes and an S3 server on this machine."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import eyechart
from eyechart.store.place import Place, place

pytest.importorskip("ray")
pytest.importorskip("moto")
pytestmark = [pytest.mark.ray, pytest.mark.slow]
PAGE = Path(__file__).resolve().parents[2] / "docs" / "cluster.md"
ADDRESS = "127.0.0.1:6379"  # as on the page; here a port that is free


def commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def content(folder: Place) -> dict[str, bytes]:
    files = [path for path in folder.iterdir() if path.is_file()]
    rooms = [path for path in folder.iterdir() if not path.is_file()]
    below = {f"{room.name}/{name}": data for room in rooms for name, data in content(room).items()}
    return {path.name: path.read_bytes() for path in files} | below


@contextmanager
def staying(words: list[str], log: Path) -> Iterator[None]:
    """A command that stays until the end: with --block, Ray ends with it."""
    with log.open("w") as file, subprocess.Popen([*words, "--block"], stdout=file, stderr=file, cwd="/") as run:
        try:
            while "Ray runtime started" not in log.read_text():
                assert run.poll() is None, log.read_text()
                time.sleep(0.2)
            yield
        finally:
            run.send_signal(signal.SIGTERM)


def test_the_ten_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from s3_server import s3

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    typed = [line.replace(ADDRESS, f"127.0.0.1:{port}").replace("--port 6379", f"--port {port}") for line in commands()]
    assert len(typed) == 10
    bin = Path(sys.executable).parent
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "of-this-test-alone-0123456789abcdef")  # no file of anybody's is touched
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path[1:]))
    monkeypatch.setenv("RAY_worker_niceness", "0")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    head, node = ([str(bin / "ray"), *shlex.split(line)[1:]] for line in typed[3:5])
    with s3("exams"), staying(head, tmp_path / "head"), staying(node, tmp_path / "node"):
        for line in typed[5:]:
            words = [sys.executable, "-m", *shlex.split(line)]
            done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (line, done.stderr)
        assert "100.0" in done.stdout  # the oracle's score
        eyechart.generate("figures", tmp_path / "here", count=400, shard=50)
        assert content(place("s3://exams/figures")) == content(tmp_path / "here")
