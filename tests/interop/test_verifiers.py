"""verifiers itself runs our taskset against a server, and records our rewards: `sh scripts/interop verifiers`."""

from __future__ import annotations

import asyncio
import importlib.util
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import eyechart
from eyechart import registry
from eyechart.exports.questions import pictures
from eyechart.store.folder import Dataset
from eyechart.talk.mock.counterpart import event
from eyechart.talk.mock.openai import OPENAI
from eyechart.talk.mock.server import Server, running
from repliers import by_lot, perfect, scored

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(importlib.util.find_spec("verifiers") is None, reason="sh scripts/interop verifiers"),
]
MODULE = 'from eyechart.exports.verifiers import Exam, NullHarness\n\n__all__ = ["Exam", "NullHarness"]\n'


@pytest.fixture
def exam_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "eyechart_exam.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path / "modules"))
    monkeypatch.setenv("LOCAL_KEY", "none")


def chunks(pieces: Sequence[str]) -> Iterator[str]:
    """Events of a stream with all the fields that OpenAI's have: verifiers passes on no others."""
    about = {"id": "toy", "object": "chat.completion.chunk", "created": 1, "model": "toy"}
    last = {"index": 0, "delta": {}, "finish_reason": "stop"}
    said = {"index": 0, "delta": {"role": "assistant", "content": "".join(pieces)}, "finish_reason": None}
    yield event(about | {"choices": [said]})
    yield event(about | {"choices": [last]})
    yield event(about | {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}})
    yield "data: [DONE]\n\n"


def answering(data: Dataset, replies: dict[str, str]) -> Callable[[str, tuple[bytes, ...]], str]:
    """It knows a question by its words and pictures, as they came over the wire."""
    known = {(tuple(p.data for p in pictures(q)), q.text): replies[q.id] for q in data.questions()}

    def reply(words: str, shown: tuple[bytes, ...]) -> str:
        return next(said for (of, text), said in known.items() if of == shown and text in words)

    return reply


def evaluated(folder: Path, reply: Callable[[str, tuple[bytes, ...]], str], out: Path) -> list[Any]:
    """The episodes of `vf-eval` over a folder."""
    from verifiers.v1.cli.eval.runner import run_eval
    from verifiers.v1.configs.cli.eval import EvalConfig

    here = {"runtime": {"type": "subprocess"}}
    with running(Server(reply, protocols={"openai": replace(OPENAI, events=chunks)})) as server:
        settings = EvalConfig(
            env={"taskset": {"id": "eyechart_exam", "folder": str(folder)}, "agent": here}, model="toy", push=False, rich=None,
            client={"type": "eval", "base_url": server.url(), "api_key_var": "LOCAL_KEY"}, output_dir=out, max_concurrent=2,
        )  # fmt: skip
        return asyncio.run(run_eval(settings))


@pytest.mark.skipif(shutil.which("uv") is None, reason="verifiers starts its programs with uv")
@pytest.mark.parametrize("family", registry.names("families"))
def test_an_evaluation_records_the_rewards_that_score_gives(family: str, exam_module: None, tmp_path: Path) -> None:
    split = next(iter(registry.get("families", family).splits))
    data = eyechart.generate(family, tmp_path / "d", split=split, count=2, seed=8, jobs=1)
    (tmp_path / "scores").mkdir()
    for name, replies in {"perfect": perfect(data), "by lot": by_lot(data)}.items():
        traces = [t for e in evaluated(data.folder, answering(data, replies), tmp_path / name) for t in e.traces]
        assert not [error for trace in traces for error in trace.errors]
        assert {trace.task.key for trace in traces} == set(replies)
        ours = scored(data, replies, tmp_path / "scores")
        means = {mark: ours.overall(mark) for mark in ("answer", "evidence")}
        for mark, mean in means.items():
            assert mean is not None
            assert sum(t.metrics[mark] for t in traces) / len(traces) == pytest.approx(mean.mean, abs=1e-9)
        rewards = sum(t.reward for t in traces) / len(traces)
        assert rewards == pytest.approx(sum(m.mean for m in means.values() if m) / 2, abs=1e-9)
        print(f"\n{family}, {name}: verifiers' mean reward {rewards:.4f}")


def test_the_taskset_is_endless_and_a_task_is_a_question() -> None:
    from eyechart.exports.verifiers import Exam, ExamConfig

    exam = Exam(ExamConfig(id="exam", families=["figures", "icons"], seed=4))
    assert not exam.bounded
    pages = eyechart.dataset("figures", "icons", seed=4)
    ids = [q.id for page in pages[:5] for q in page.questions]
    assert [task.key for task in islice(exam, len(ids))] == ids


def test_a_taskset_with_a_count_ends() -> None:
    from eyechart.exports.verifiers import Exam, ExamConfig

    exam = Exam(ExamConfig(id="exam", families=["icons"], count=3))
    assert exam.bounded
    assert len(list(exam)) == sum(len(page.questions) for page in eyechart.dataset("icons")[:3])
