"""VLMEvalKit itself (ms-vlmeval on PyPI) reads our sheets, asks, keeps replies in its own file and marks them.

It needs some 30 packages and torch: `sh scripts/interop vlmevalkit` makes a venv for it and runs this file. The form of the sheets
is held by tests/verbs/test_exports.py without it.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.core import Question
from eyechart.exports.questions import letter, pictures
from eyechart.exports.vlmevalkit import kind_of
from eyechart.store.folder import Dataset
from eyechart.talk.frames import PIXELS
from eyechart.talk.prompts import LETTERS
from eyechart.talk.replies import prediction
from repliers import by_lot, perfect, scored

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(importlib.util.find_spec("vlmeval") is None, reason="sh scripts/interop vlmevalkit"),
]
COUNTS = {"icons": 40, "matrices": 12}  # pages; 8 of the others, which ask more of one
FAMILIES = registry.names("families")
WITH_WORDS = ["figures", "icons", "commonsense"]  # that have questions which VLMEvalKit marks by itself


def without_operators() -> None:
    """torchvision beside a torch without CUDA lacks its compiled operators and refuses to be imported; nobody here calls them."""
    import torch

    spec = importlib.util.find_spec("torchvision")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    source = Path(spec.submodule_search_locations[0], "_meta_registrations.py").read_text()
    for name in sorted(
        set(re.findall(r'register_meta\("(\w+)"', source)) | set(re.findall(r"torchvision::(\w+)", source))
    ):
        torch.library.define(f"torchvision::{name}", "(Tensor x) -> Tensor")


class Exported:
    """A dataset, its sheets, and VLMEvalKit with our class in it."""

    def __init__(self, data: Dataset, folder: Path) -> None:
        self.data, self.folder = data, folder
        self.questions = {q.id: q for q in data.questions()}
        self.name = f"eyechart_{data.manifest.family}"


@pytest.fixture(scope="module")
def vlmeval() -> ModuleType:
    if "torchvision" not in sys.modules:
        without_operators()
    import vlmeval.dataset
    import vlmeval.inference

    return vlmeval


@pytest.fixture(scope="module")
def exported(vlmeval: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Exported]:
    made: dict[str, Exported] = {}

    def make(family: str) -> Exported:
        if family not in made:
            folder = tmp_path_factory.mktemp(family)
            split = next(iter(registry.get("families", family).splits))
            data = eyechart.generate(family, folder / "d", split=split, count=COUNTS.get(family, 8), seed=8, jobs=1)
            made[family] = Exported(data, eyechart.export(data, "vlmevalkit", folder / "sheets"))
            spec = importlib.util.spec_from_file_location(
                f"of_{family}", made[family].folder / "eyechart_vlmevalkit.py"
            )
            assert spec is not None
            assert spec.loader is not None
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
        return made[family]

    return make


class Replier:
    """A model of VLMEvalKit's kind: it is handed messages with pictures as files, and says what it is told to."""

    def __init__(self, dataset: Any, questions: Mapping[str, Question], say: Callable[[Question], str]) -> None:
        self.todo = iter([questions[i] for i in dataset.data["id"]])
        self.say = say

    def set_dump_image(self, dump: Callable[[Any], Any]) -> None:
        pass

    def generate(self, message: list[dict[str, str]], dataset: str) -> str:
        from PIL import Image

        q = next(self.todo)
        shown = [part["value"] for part in message if part["type"] == "image"]
        assert q.text in "\n".join(part["value"] for part in message if part["type"] == "text")
        for path, picture in zip(shown, pictures(q), strict=True):
            assert np.array_equal(np.asarray(Image.open(path).convert("RGB")), picture.pil().convert("RGB"))
        return self.say(q)


def marked(vlmeval: ModuleType, exam: Exported, name: str, say: Callable[[Question], str], folder: Path) -> Any:
    """VLMEvalKit from end to end: build the dataset, ask, write replies to its own file, evaluate that."""
    dataset = vlmeval.dataset.build_dataset(name)
    model = Replier(dataset, exam.questions, say)
    vlmeval.inference.infer_data_job(model, work_dir=str(folder), model_name="replier", dataset=dataset)
    dataset = vlmeval.dataset.build_dataset(name)
    found = dataset.evaluate(str(folder / f"replier_{name}.xlsx"), model="exact_matching")
    print(f"\n{name}, {len(dataset)} questions, as VLMEvalKit says:\n{found.T.to_string()}")
    return found


@pytest.fixture(autouse=True)
def data_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LMUData", str(tmp_path))


def in_letters(exam: Exported, replies: Mapping[str, str]) -> Callable[[Question], str]:
    """As VLMEvalKit's own prompt wants it: the letter of what is said."""
    return lambda q: LETTERS[q.choices.index(str(prediction(q, replies[q.id], PIXELS).answer))]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_perfect_model_gets_all(family: str, vlmeval: ModuleType, exported: Any, tmp_path: Path) -> None:
    exam = exported(family)
    found = marked(vlmeval, exam, exam.name, lambda q: perfect(exam.data)[q.id], tmp_path).set_index("split")
    assert found.loc["answer", "Overall"] == 1.0
    assert found.loc["evidence", "Overall"] == pytest.approx(1.0, abs=0.005)  # boxes are said to a tenth of a pixel
    assert (found.loc["answer"] == 1.0).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_a_guesser_gets_what_score_gives_it(family: str, vlmeval: ModuleType, exported: Any, tmp_path: Path) -> None:
    exam = exported(family)
    replies = by_lot(exam.data)
    found = marked(vlmeval, exam, exam.name, lambda q: replies[q.id], tmp_path).set_index("split")
    ours = scored(exam.data, replies, tmp_path)
    for mark in ("answer", "evidence", "joint"):
        mean = ours.overall(mark)
        assert mean is not None
        assert found.loc[mark, "Overall"] == pytest.approx(mean.mean, abs=1e-12)
    assert found.loc["answer", "Overall"] < 0.9


@pytest.mark.parametrize("family", WITH_WORDS)
def test_what_it_marks_by_itself_is_marked_as_score_does(
    family: str, vlmeval: ModuleType, exported: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exam = exported(family)
    monkeypatch.setenv("LMUData", str(exam.folder))
    name = f"{exam.name}_MCQ"
    assert type(vlmeval.dataset.build_dataset(name)).__name__ == "CustomMCQDataset"
    replies = {i: reply for i, reply in by_lot(exam.data).items() if kind_of(exam.questions[i]) == "MCQ"}
    (tmp_path / "guessed").mkdir()
    found = marked(vlmeval, exam, name, in_letters(exam, replies), tmp_path / "guessed")
    ours = scored(exam.data, replies, tmp_path / "guessed").overall("answer")
    assert ours is not None
    assert found["Overall"][0] == pytest.approx(ours.mean, abs=1e-12)
    (tmp_path / "perfect").mkdir()
    found = marked(vlmeval, exam, name, lambda q: str(letter(q)), tmp_path / "perfect")
    assert found["Overall"][0] == 1.0


@pytest.mark.parametrize("family", ["signs", "matrices"])
def test_silence_is_wrong(family: str, vlmeval: ModuleType, exported: Any, tmp_path: Path) -> None:
    exam = exported(family)
    found = marked(vlmeval, exam, f"{exam.name}_VQA", lambda q: "", tmp_path).set_index("split")
    assert found.loc["answer", "Overall"] == 0.0
