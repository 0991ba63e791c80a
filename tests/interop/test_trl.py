"""TRL's GRPO itself takes our rows and our reward: `sh scripts/interop trl`. What needs no trainer is in test_trainers.py."""

from __future__ import annotations

import importlib.util
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import eyechart
from eyechart import registry
from eyechart.dataset import Endless
from eyechart.exports import trl as ours
from repliers import by_lot, perfect

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in ("trl", "torch", "datasets")),
        reason="sh scripts/interop trl",
    ),
]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tiny_llava import build

    return build(tmp_path_factory.mktemp("llava") / "tiny")


@pytest.fixture(autouse=True)
def caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "cache")


def trainer(checkpoint: Path, train: Any, folder: Path, reward: Any = ours.reward) -> Any:
    from trl import GRPOConfig, GRPOTrainer

    settings = GRPOConfig(
        output_dir=str(folder / "out"), max_steps=2, per_device_train_batch_size=2, num_generations=2, logging_steps=1,
        max_completion_length=8, use_cpu=True, report_to=[], save_strategy="no", learning_rate=1e-3,
    )  # fmt: skip
    return GRPOTrainer(str(checkpoint), reward_funcs=reward, args=settings, train_dataset=train)


@pytest.mark.parametrize("family", registry.names("families"))
def test_two_steps_on_an_endless_dataset(family: str, checkpoint: Path, tmp_path: Path) -> None:
    heard: list[tuple[int, list[float]]] = []

    def reward(**given: Any) -> list[float]:
        found = ours.reward(**given)
        heard.append((len(given["completions"]), found))
        return found

    split = next(iter(registry.get("families", family).splits))
    at_work = trainer(checkpoint, ours.dataset(eyechart.dataset(family, split=split, seed=3)), tmp_path, reward)
    at_work.train()
    assert at_work.state.global_step == 2
    assert [count for count, _ in heard] == [2, 2]
    assert all(0 <= value <= 1 for _, values in heard for value in values)
    assert "eyechart/answer" in at_work.state.log_history[0]


@pytest.mark.parametrize("family", registry.names("families"))
def test_the_trainer_gets_the_rewards_that_score_gives(family: str, checkpoint: Path, tmp_path: Path) -> None:
    split = next(iter(registry.get("families", family).splits))
    data = eyechart.generate(family, tmp_path / "d", split=split, count=3, seed=8, jobs=1)
    train = ours.dataset(data)
    at_work = trainer(checkpoint, train, tmp_path)
    rows = [train[i] for i in range(len(train))]
    for replies in (perfect(data), by_lot(data), dict.fromkeys(perfect(data), "I cannot tell.")):
        completions = [[{"role": "assistant", "content": replies[row["id"]]}] for row in rows]
        found = at_work._calculate_rewards(rows, [row["prompt"] for row in rows], completions, [[1]] * len(rows))
        wanted = [eyechart.reward(row["question_json"], replies[row["id"]]) for row in rows]
        assert found[:, 0].tolist() == pytest.approx(wanted, abs=1e-6)
    assert set(found[:, 0].tolist()) == {0.0}


def test_two_steps_on_a_folder_with_boxes_in_another_frame(checkpoint: Path, tmp_path: Path) -> None:
    data = eyechart.generate("figures", tmp_path / "d", split="train", count=3, seed=8, jobs=1)
    at_work = trainer(checkpoint, ours.dataset(data.folder), tmp_path, partial(ours.reward, frame="0-1000"))
    at_work.train()
    assert at_work.state.global_step == 2
    assert "rewards/reward/mean" in at_work.state.log_history[0]


def test_pictures_stand_where_the_prompt_wants_them() -> None:
    from trl.data_utils import prepare_multimodal_messages

    source = eyechart.dataset("matrices", split="train", seed=3)
    assert isinstance(source, Endless)
    [q] = source[0].questions
    row = next(iter(ours.dataset(source)))
    [message] = prepare_multimodal_messages(row["prompt"], row["images"])
    shown = [part["image"].tobytes() for part in message["content"] if part["type"] == "image"]
    assert shown == [p.pil().tobytes() for p in (*q.pictures, *q.choice_pictures)]
    assert message["content"][0] == {"type": "text", "text": "Picture 1:"}
