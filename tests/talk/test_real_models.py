"""The protocol against a real server, `transformers serve`, and the same checkpoint loaded here: a LLaVA of random weights."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import eyechart
from eyechart.models import make
from eyechart.predict import predict
from eyechart.store.folder import Dataset
from eyechart.store.predictions import read_lines
from eyechart.talk.asking import Asking
from eyechart.talk.converse import read_replies

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in ("torch", "transformers", "uvicorn", "accelerate")),
        reason="needs the train and web extras, and accelerate, without which `transformers serve` loads no model",
    ),
]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("llava") / "tiny"
    script = Path(__file__).parents[1] / "tiny_llava.py"
    subprocess.run([sys.executable, str(script), str(folder)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("hf")
    (home / "hub").mkdir()  # `transformers serve` wants it to be there
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = shutil.which("transformers", path=str(Path(sys.executable).parent))
    assert command is not None
    environment = os.environ | {"HF_HOME": str(home), "HF_HUB_OFFLINE": "1"}
    line = [command, "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        for _ in range(240):
            try:
                httpx.get(f"http://127.0.0.1:{port}/health", timeout=2, trust_env=False)
                break
            except httpx.HTTPError:
                time.sleep(0.5)
        yield f"http://127.0.0.1:{port}/v1"
        server.terminate()


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("figures", tmp_path_factory.mktemp("one") / "d", split="val1", count=1, seed=2)


@pytest.mark.parametrize("stream", [False, True])
def test_transformers_serve_answers_every_question(
    one: Dataset, checkpoint: Path, url: str, tmp_path: Path, stream: bool
) -> None:
    how = Asking(base_url=url, in_flight=2, frame="pixels", send=("max_tokens=12",), stream=stream)
    out = predict(make(f"openai:{checkpoint}", how), one, tmp_path / "predictions.jsonl")
    assert [p.question for p in read_lines(out)] == [q.id for q in one.questions()]
    replies = list(read_replies(tmp_path / "replies.jsonl"))
    assert all(r.text for r in replies)
    assert all(r.tokens_in > 100 for r in replies)


def test_a_checkpoint_sits_the_exam_here(one: Dataset, checkpoint: Path, tmp_path: Path) -> None:
    how = Asking(frame="pixels", send=("max_tokens=12",))
    out = predict(make(f"hf:{checkpoint}", how), one, tmp_path / "predictions.jsonl")
    assert [p.question for p in read_lines(out)] == [q.id for q in one.questions()]
    assert all(r.finish == "length" for r in read_replies(tmp_path / "replies.jsonl"))
