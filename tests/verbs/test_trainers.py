"""What trainers are given, and what they get back. With the trainers themselves: tests/interop."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import eyechart
from eyechart import registry
from eyechart.dataset import Endless
from eyechart.errors import EyechartError
from eyechart.exports import trl, verl
from eyechart.exports.questions import question_json, target
from eyechart.exports.training import prompted
from eyechart.store.folder import Dataset
from repliers import by_lot, perfect, scored

pytestmark = pytest.mark.slow  # each draws pages of a family

FAMILIES = registry.names("families")
SILENT = "I cannot tell."
BOX = {"regions": [{"shape": [0, 0, 10, 10]}]}
PLAIN = {"form": "yes/no", "choices": ["yes", "no"], "answers": ["yes"], "sizes": [[100, 100]]}
ASKED = json.dumps(PLAIN | {"evidence": BOX})


def of_trl(asked: str, completion: str) -> float:
    [found] = trl.reward(
        [[]], [[{"role": "assistant", "content": completion}]], question_json=[asked], trainer_state=None
    )
    return found


def of_verl(asked: str, completion: str) -> float:
    return verl.compute_score("eyechart/x", completion, asked, {"index": 0})["score"]


TRAINERS: dict[str, Callable[[str, str], float]] = {"reward": eyechart.reward, "trl": of_trl, "verl": of_verl}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Dataset]:
    """Two pages of a family on disk, made once."""
    known: dict[str, Dataset] = {}

    def make(family: str) -> Dataset:
        if family not in known:
            split = next(iter(registry.get("families", family).splits))
            folder = tmp_path_factory.mktemp(family) / "d"
            known[family] = eyechart.generate(family, folder, split=split, count=2, seed=8, jobs=1)
        return known[family]

    return make


@pytest.mark.parametrize("trainer", TRAINERS)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_perfect_completion_gets_1_and_silence_0(family: str, trainer: str, made: Any) -> None:
    rewarded = TRAINERS[trainer]
    for q in made(family).questions():
        assert rewarded(question_json(q), target(q)) == pytest.approx(1.0, abs=0.01)  # boxes to a tenth of a pixel
        assert rewarded(question_json(q), SILENT) == 0.0


@pytest.mark.parametrize("trainer", TRAINERS)
def test_a_wrong_completion_gets_0(trainer: str) -> None:
    assert TRAINERS[trainer](ASKED, '{"answer": "no", "evidence": [[50, 50, 90, 90]]}') == 0.0
    assert TRAINERS[trainer](ASKED, '{"answer": "yes", "evidence": []}') == 0.5


@pytest.mark.parametrize("trainer", TRAINERS)
@pytest.mark.parametrize("family", FAMILIES)
def test_rewards_are_what_score_gives(family: str, trainer: str, made: Any, tmp_path: Path) -> None:
    data = made(family)
    replies = by_lot(data)
    ours = scored(data, replies, tmp_path)
    rewards = [TRAINERS[trainer](question_json(q), replies[q.id]) for q in data.questions()]
    answer, evidence = ours.overall("answer"), ours.overall("evidence")
    assert answer is not None
    assert evidence is not None
    assert sum(rewards) / len(rewards) == pytest.approx((answer.mean + evidence.mean) / 2, abs=1e-9)


def test_boxes_may_come_in_another_frame() -> None:
    said = '{"answer": "yes", "evidence": [[0, 0, 100, 100]]}'
    assert trl.reward([[]], [said], [ASKED], frame="0-1000") == [1.0]
    assert verl.compute_score("eyechart/x", said, ASKED, frame="0-1000")["score"] == 1.0


def test_trl_is_told_answer_and_evidence_by_themselves(made: Any) -> None:
    log: dict[str, float] = {}
    q = next(iter(made("figures").questions()))
    trl.reward([[]], [f'{{"answer": "{q.answers[0]}"}}'], [question_json(q)], log_metric=log.__setitem__)
    assert log == {"eyechart/answer": 1.0, "eyechart/evidence": 0.0}


@pytest.mark.parametrize("completion", ["yes", [{"role": "assistant", "content": "yes"}],
                                        [{"role": "assistant", "content": [{"type": "text", "text": "yes"}]}]])  # fmt: skip
def test_trl_may_give_a_completion_in_any_of_its_forms(completion: Any) -> None:
    assert trl.said(completion) == "yes"


def test_an_endless_dataset_streams_its_questions_with_their_prompts() -> None:
    source = eyechart.dataset("figures", "icons", seed=4)
    assert isinstance(source, Endless)
    found = prompted(source)
    wanted = [q for page in source[:4] for q in page.questions]
    assert [next(found)[0].id for _ in wanted] == [q.id for q in wanted]


@pytest.mark.parametrize("family", FAMILIES)
def test_trl_rows_have_a_mark_for_each_picture(family: str, made: Any) -> None:
    for row, q in zip(trl.rows(made(family)), made(family).questions(), strict=True):
        [message] = row["prompt"]
        marks = [part for part in message["content"] if part["type"] == "image"]
        assert len(marks) == len(row["images"]) == len(q.pictures) + len(q.choice_pictures)
        assert q.text in message["content"][-1]["text"]


@pytest.mark.parametrize("family", FAMILIES)
def test_verl_rows_have_the_columns_that_it_reads(family: str, made: Any, tmp_path: Path) -> None:
    data = made(family)
    [path] = eyechart.export(data, "verl", tmp_path / "verl").glob("[!.]*")
    rows = pq.read_table(path).to_pylist()
    assert [row["extra_info"]["id"] for row in rows] == [q.id for q in data.questions()]
    for row in rows:
        [message] = row["prompt"]
        assert message["content"].count("<image>") == len(row["images"])
        assert verl.compute_score(row["data_source"], perfect(data)[row["extra_info"]["id"]],
                                  row["reward_model"]["ground_truth"], row["extra_info"])["acc"] == 1.0  # fmt: skip


@pytest.mark.skipif(importlib.util.find_spec("datasets") is None, reason="datasets is not installed")
@pytest.mark.filterwarnings("ignore")
def test_trl_takes_a_folder_that_was_made_anew_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`datasets` keeps what it made, and must not give the old rows for a new dataset of the same name."""
    import shutil

    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "cache")
    ids = []
    for seed in (1, 2):
        eyechart.generate("icons", tmp_path / "d", split="train", count=1, seed=seed, jobs=1)
        ids.append(trl.dataset(tmp_path / "d")["id"][0])
        shutil.rmtree(tmp_path / "d")
    assert ids == ["icons/train/1/0/0", "icons/train/2/0/0"]


def test_what_hides_its_answers_is_no_training_data(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from msgspec import structs

    page = made("figures")[0]
    hidden = structs.replace(page, questions=tuple(structs.replace(q, answers=()) for q in page.questions))
    with pytest.raises(EyechartError, match="nothing can be rewarded"):
        next(prompted(Endless(lambda index: hidden, "hidden", 1)))


def test_verl_finds_the_parameters_by_the_names_that_it_publishes() -> None:
    assert list(inspect.signature(verl.compute_score).parameters)[:4] == [
        "data_source", "solution_str", "ground_truth", "extra_info",
    ]  # fmt: skip


def test_verifiers_finds_one_taskset_and_one_harness() -> None:
    """By what the module exports, which is read here without importing verifiers."""
    path = Path(str(trl.__file__)).with_name("verifiers.py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    exported = next(
        node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    assert ast.literal_eval(exported) == ["Exam", "NullHarness"]
