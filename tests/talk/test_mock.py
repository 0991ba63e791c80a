"""Rehearsals: the mock says what its mind says, in every protocol and through every fault; its server runs alone, too."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import eyechart
from eyechart.core import Page
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.models.chance import Chance
from eyechart.predict import predict
from eyechart.score import score_run
from eyechart.store.folder import Dataset
from eyechart.store.predictions import read_lines
from eyechart.store.run import start_run
from eyechart.talk.asking import Asking
from eyechart.talk.converse import read_replies
from eyechart.talk.mock.server import COUNTERPARTS
from eyechart.talk.protocols import PROTOCOLS


@pytest.fixture(scope="module", params=["figures", "icons", "matrices", "signs"])
def data(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Boxes and polygons on one picture, on several, and labels."""
    family = eyechart.registry.get("families", request.param)
    split = next(reversed(list(family.splits)))
    return eyechart.generate(request.param, tmp_path_factory.mktemp("data") / "d", split=split, count=6, seed=5)


@pytest.mark.parametrize("pictures", ["separate", "sheet"])
def test_the_oracle_is_right_through_the_whole_way(data: Dataset, tmp_path: Path, pictures: str) -> None:
    run = start_run(tmp_path / "run", "mock-oracle", data)
    predict(make("mock:oracle", Asking(pictures=pictures)), data, run.predictions)  # type: ignore[arg-type]
    scores = score_run(run)
    for name in ("answer", "evidence", "joint"):
        found = scores.overall(name)
        assert found is not None
        assert found.mean == pytest.approx(1.0, abs=1e-3)  # boxes are kept to hundredths of a pixel


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Some fifty questions."""
    return eyechart.generate("figures", tmp_path_factory.mktemp("few") / "d", split="val1", count=5, seed=5)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("stream", [False, True])
def test_a_stormy_rehearsal_ends_like_a_calm_one(few: Dataset, tmp_path: Path, protocol: str, stream: bool) -> None:
    calm = predict(make("mock:chance", Asking(frame="pixels")), few, tmp_path / "calm" / "p.jsonl")
    storm = f"mock:chance,busy=0.1,errors=0.1,cuts=0.05,garbage=0.05,protocol={protocol}"
    how = Asking(frame="pixels", stream=stream, back_off=0.001, attempts=30)
    stormy = predict(make(storm, how), few, tmp_path / "stormy" / "p.jsonl")
    assert stormy.read_bytes() == calm.read_bytes()
    assert max(reply.attempts for reply in read_replies(tmp_path / "stormy" / "replies.jsonl")) > 1


def test_a_guesser_behind_the_mock_guesses_as_it_does_alone(few: Dataset, tmp_path: Path) -> None:
    path = predict(make("mock:chance", Asking(frame="pixels")), few, tmp_path / "p.jsonl")
    alone = Chance().answer(list(few.questions()))
    assert [(p.question, p.answer) for p in read_lines(path)] == [(p.question, p.answer) for p in alone]


def test_mock_alone_is_the_oracle_and_answers_a_few_questions(pages: list[Page]) -> None:
    some = pages[0].questions
    assert [p.answer for p in make("mock").answer(some)] == [q.answers[0] for q in some]


def test_a_budget_can_be_rehearsed(few: Dataset, tmp_path: Path) -> None:
    how = Asking(frame="pixels", price=(1.0, 0.0), budget=0.010, in_flight=2)  # 1000 tokens in: 0.001 a question
    with pytest.raises(EyechartError, match="Stopped at the budget"):
        predict(make("mock", how), few, tmp_path / "p.jsonl")
    assert len(list(read_replies(tmp_path / "replies.jsonl"))) == 9  # and a knock


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("mock:oracel", "No mind of mock 'oracel'. Did you mean 'oracle'"),
        ("mock:oracle,error=0.1", "No option of mock 'error'. Did you mean 'errors'"),
        ("mock:oracle,errors=often", "mock cannot be set so"),
        ("mock:oracle,errors=0.7,busy=0.7", "together not above 1"),
        ("mock:oracle,errors", "not of the form key=value"),
        ("mock:oracle,protocol=gopher", "No protocol 'gopher'"),
    ],
)
def test_what_cannot_be_rehearsed_is_told(spec: str, problem: str) -> None:
    with pytest.raises(EyechartError, match=problem):
        make(spec)


def test_every_protocol_has_its_counterpart() -> None:
    assert list(COUNTERPARTS) == list(PROTOCOLS)


@pytest.fixture
def alone() -> Iterator[list[str]]:
    """What the server prints when it runs alone."""
    line = [sys.executable, "-m", "eyechart.talk.mock", "--errors", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield [server.stdout.readline().strip() for _ in COUNTERPARTS]
        server.terminate()


def test_the_server_alone_says_what_to_type_and_answers(alone: list[str]) -> None:
    assert [line.partition(":")[0] for line in alone] == list(COUNTERPARTS)
    url = alone[0].split()[-1]
    message = {"role": "user", "content": "Choose one of these:\nA. red\nB. blue"}
    said = httpx.post(f"{url}/chat/completions", json={"model": "mock", "messages": [message]}, trust_env=False).json()
    assert json.loads(said["choices"][0]["message"]["content"])["answer"] in ("A", "B")
