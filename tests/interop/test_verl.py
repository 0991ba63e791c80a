"""verl itself reads our Parquet and calls our score: `sh scripts/interop verl`.

Its trainer wants GPUs and an engine for rollouts, so what is run of it here is all that meets us: its dataset, its loader of
custom rewards, both of its managers of rewards.
"""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.exports.questions import pictures
from eyechart.exports.verl import compute_score
from eyechart.store.folder import Dataset
from repliers import by_lot, perfect, scored

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(importlib.util.find_spec("verl") is None, reason="sh scripts/interop verl"),
]
FAMILIES = registry.names("families")
WORDS = {"reward": {"custom_reward_function": {"path": "pkg://eyechart.exports.verl", "name": "compute_score"}}}


@pytest.fixture(scope="module")
def processor(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from transformers import AutoProcessor

    from tiny_llava import build

    return AutoProcessor.from_pretrained(build(tmp_path_factory.mktemp("llava") / "tiny"))


def made(family: str, folder: Path) -> tuple[Dataset, Path]:
    split = next(iter(registry.get("families", family).splits))
    data = eyechart.generate(family, folder / "d", split=split, count=4, seed=8, jobs=1)
    return data, eyechart.export(data, "verl", folder / "out") / f"{split}.parquet"


def read(path: Path, processor: Any, folder: Path) -> Any:
    from omegaconf import OmegaConf
    from verl.utils.dataset.rl_dataset import RLHFDataset

    settings = OmegaConf.create({"cache_dir": str(folder / "cache"), "filter_overlong_prompts": False})
    return RLHFDataset(str(path), processor.tokenizer, settings, processor)


def loaded_score() -> Any:
    from omegaconf import OmegaConf
    from verl.trainer.ppo.reward import get_custom_reward_fn

    return get_custom_reward_fn(OmegaConf.create(WORDS))


@pytest.mark.parametrize("family", FAMILIES)
def test_its_dataset_puts_pictures_where_the_prompt_wants_them(family: str, processor: Any, tmp_path: Path) -> None:
    data, path = made(family, tmp_path)
    rows = read(path, processor, tmp_path)
    questions = list(data.questions())
    assert len(rows) == len(questions)
    for i, q in enumerate(questions):
        [message] = rows[i]["raw_prompt"]
        shown = [part["image"] for part in message["content"] if part["type"] == "image"]
        for image, picture in zip(shown, pictures(q), strict=True):
            assert np.array_equal(np.asarray(image.convert("RGB")), np.asarray(picture.pil().convert("RGB")))
        assert q.text in "".join(part.get("text") or "" for part in message["content"])
        assert processor.apply_chat_template([message], tokenize=False).count("<image>") == len(shown)


@pytest.mark.parametrize("family", FAMILIES)
def test_its_managers_give_the_rewards_that_score_gives(family: str, processor: Any, tmp_path: Path) -> None:
    """Tokens of replies go in, as from a rollout; means of what comes out are those of `score`."""
    import torch
    from omegaconf import OmegaConf
    from tensordict import TensorDict
    from verl import DataProto
    from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager as Looped
    from verl.workers.reward_manager.naive import NaiveRewardManager as Serial

    data, path = made(family, tmp_path)
    rows = read(path, processor, tmp_path)
    tokenizer = processor.tokenizer
    (tmp_path / "scores").mkdir()
    for replies in (perfect(data), by_lot(data)):
        told = [rows[i] for i in range(len(rows))]
        said = tokenizer([replies[row["extra_info"]["id"]] for row in told], padding=True, return_tensors="pt")
        prompts = torch.ones((len(told), 3), dtype=torch.long)
        mask = torch.cat([torch.ones_like(prompts), said["attention_mask"]], 1)
        batch = TensorDict({"prompts": prompts, "responses": said["input_ids"], "attention_mask": mask}, len(told))
        others = {
            key: np.array([row[key] for row in told], dtype=object)
            for key in ("data_source", "reward_model", "extra_info")
        }
        proto = DataProto(batch, others)
        serial = Serial(tokenizer, 0, compute_score=loaded_score())(proto, return_dict=True)
        rewards = serial["reward_tensor"].sum(-1)

        async def looped(proto: Any = proto) -> list[float]:
            manager = Looped(OmegaConf.create(WORDS), tokenizer, loaded_score())
            return [(await manager.run_single(proto[i : i + 1]))["reward_score"] for i in range(len(proto))]

        assert asyncio.run(looped()) == pytest.approx(rewards.tolist(), abs=1e-6)
        ours = scored(data, replies, tmp_path / "scores")
        answer, evidence = ours.overall("answer"), ours.overall("evidence")
        assert answer is not None
        assert evidence is not None
        assert np.mean(serial["reward_extra_info"]["acc"]) == pytest.approx(answer.mean, abs=1e-9)
        assert rewards.mean().item() == pytest.approx((answer.mean + evidence.mean) / 2, abs=1e-6)
        print(
            f"\n{family}: verl's mean reward {rewards.mean():.4f}, acc {np.mean(serial['reward_extra_info']['acc']):.4f}"
        )


def test_our_score_takes_what_its_own_takes() -> None:
    from verl.utils.reward_score import default_compute_score

    theirs = list(inspect.signature(default_compute_score).parameters)[:4]
    assert list(inspect.signature(compute_score).parameters)[:4] == theirs
