"""Every export opened by the tool that it is for; where that is too heavy to install, held against its documented schema."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import eyechart
from eyechart import registry
from eyechart.core import Picture, Question
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.exports.questions import question_json, target
from eyechart.store.folder import Dataset
from eyechart.talk.mock.server import Server, running

needs = {name: pytest.mark.skipif(importlib.util.find_spec(name) is None, reason=f"{name} is not installed")
         for name in ("datasets", "webdataset", "inspect_ai", "openai", "gymnasium")}  # fmt: skip
pytestmark = pytest.mark.filterwarnings("ignore")  # of other people's tools


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("figures", tmp_path_factory.mktemp("few") / "d", split="val1", count=3, seed=8)


@pytest.fixture(scope="module")
def questions(few: Dataset) -> list[Question]:
    return list(few.questions())


@needs["datasets"]
def test_load_dataset_opens_the_folder(few: Dataset, questions: list[Question], tmp_path: Path) -> None:
    from datasets import load_dataset

    export(few, "huggingface", tmp_path / "hf")
    rows = load_dataset(str(tmp_path / "hf"), split="val1", cache_dir=str(tmp_path / "cache"))
    assert [row["id"] for row in rows] == [q.id for q in questions]
    picture = questions[0].pictures[0]
    assert rows[0]["images"][0].size == (picture.width, picture.height)
    assert eyechart.reward(rows[0]["question_json"], rows[0]["target"]) > 0.9


def test_llava_rows_have_an_image_mark_for_each_picture(
    few: Dataset, questions: list[Question], tmp_path: Path
) -> None:
    export(few, "llava", tmp_path / "llava")
    rows = json.loads((tmp_path / "llava" / "conversations.json").read_text())
    assert len(rows) == len(questions)
    for row, q in zip(rows, questions, strict=True):
        human, gpt = row["conversations"]
        assert (human["from"], gpt["from"]) == ("human", "gpt")
        assert human["value"].count("<image>") == 1
        assert q.text in human["value"]
        assert (tmp_path / "llava" / row["image"]).read_bytes() == q.pictures[0].data
        assert json.loads(gpt["value"])["answer"] == q.answers[0]


@needs["webdataset"]
def test_webdataset_reads_the_shards(few: Dataset, questions: list[Question], tmp_path: Path) -> None:
    import webdataset

    export(few, "webdataset", tmp_path / "wds")
    shards = [str(p) for p in sorted((tmp_path / "wds").glob("*.tar"))]
    samples = list(webdataset.WebDataset(shards, shardshuffle=False).decode("pil"))
    assert [sample["json"]["id"] for sample in samples] == [q.id for q in questions]
    assert samples[0]["0.png"].size == (questions[0].pictures[0].width, questions[0].pictures[0].height)


def sheet(path: Path) -> list[dict[str, str]]:
    csv.field_size_limit(10_000_000)
    with path.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_vlmevalkit_gets_yes_and_no_as_a_and_b(few: Dataset, questions: list[Question], tmp_path: Path) -> None:
    folder = export(few, "vlmevalkit", tmp_path / "tsv")
    assert sorted(path.name for path in folder.glob("[!.]*")) == ["eyechart_figures_MCQ.tsv", "eyechart_vlmevalkit.py"]
    rows = sheet(folder / "eyechart_figures_MCQ.tsv")
    assert [row["index"] for row in rows] == [str(i) for i in range(len(questions))]
    assert {(row["A"], row["B"]) for row in rows} == {("yes", "no")}
    assert [row["answer"] for row in rows] == ["A" if q.answers[0] == "yes" else "B" for q in questions]


def test_vlmevalkit_gets_a_picture_once_and_its_row_after_that(few: Dataset, tmp_path: Path) -> None:
    rows = sheet(export(few, "vlmevalkit", tmp_path / "tsv") / "eyechart_figures_MCQ.tsv")
    pictures = {row["index"]: row["image"] for row in rows if len(row["image"]) > 64}  # as VLMEvalKit tells them apart
    assert len(pictures) == len(few)
    assert {row["image"] for row in rows if len(row["image"]) <= 64} <= set(pictures)


def words_of(*choices: str, **more: object) -> Question:
    known: dict[str, object] = {"id": "a/b/0/0/0", "text": "Which?", "form": "choose-text", "answers": choices[:1]}
    picture = Picture(b"x", 10, 10)
    return Question(**(known | {"choices": choices, "pictures": (picture,)} | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("q", "kind"),
    [
        (words_of("red", "blue"), "MCQ"),
        (words_of("6/18", "4 inches"), "MCQ"),
        (words_of("3", "4"), "VQA"),  # pandas would show 3.0 where a row has no such choice
        (words_of("red", "None"), "VQA"),  # pandas reads nothing
        (words_of("A", "B"), "VQA"),
        (words_of("A", "B", form="choose-picture", choice_pictures=(Picture(b"", 1, 1),) * 2), "VQA"),
        (words_of(form="fill-in", answers=("7",)), "VQA"),
    ],
)
def test_vlmevalkit_marks_by_itself_what_it_can(q: Question, kind: str) -> None:
    from eyechart.exports.vlmevalkit import kind_of

    assert kind_of(q) == kind


@pytest.mark.slow
def test_vlmevalkit_is_told_the_labels_that_the_exam_asks_for(tmp_path: Path) -> None:
    data = eyechart.generate("matrices", tmp_path / "d", split="train", count=1, jobs=1)
    [row] = sheet(export(data, "vlmevalkit", tmp_path / "tsv") / "eyechart_matrices_VQA.tsv")
    parts = json.loads(row["parts"])
    assert parts.count(None) == 16
    assert "relation: one of and, " in parts[-1]
    assert row["question_json"]


def test_the_lmms_eval_task_names_functions_that_exist(few: Dataset, questions: list[Question], tmp_path: Path) -> None:
    folder = export(few, "lmms-eval", tmp_path / "lmms")
    task = (folder / "eyechart_figures.yaml").read_text()
    for key in ("task:", "dataset_path:", 'test_split: "val1"', "output_type: generate_until", "process_results:"):
        assert key in task
    spec = importlib.util.spec_from_file_location("lmms_utils", folder / "utils.py")
    assert spec is not None
    assert spec.loader is not None
    utils = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(utils)
    q = questions[0]
    doc = {"question_json": question_json(q), "prompt": q.text, "images": []}
    assert utils.process_results(doc, [target(q)])["answer"] == 1.0
    assert utils.process_results(doc, ["no idea"]) == {"answer": 0.0, "evidence": 0.0}


def lmms_eval_loads(path: Path) -> dict[str, Any]:
    """As lmms_eval.utils.load_yaml_config does: what !function names is taken from the module beside the task."""

    class Loader(yaml.FullLoader):
        pass

    def named(loader: Loader, node: yaml.ScalarNode) -> Any:
        module, _, name = node.value.rpartition(".")
        spec = importlib.util.spec_from_file_location(module, path.parent / f"{module}.py")
        assert spec is not None
        assert spec.loader is not None
        found = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
        return getattr(found, name)

    Loader.add_constructor("!function", named)
    loaded: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader)
    return loaded


@needs["datasets"]
def test_the_lmms_eval_task_finds_its_data_after_a_move(
    few: Dataset, questions: list[Question], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datasets import load_dataset

    export(few, "lmms-eval", tmp_path / "here").rename(tmp_path / "there")
    monkeypatch.chdir(tmp_path)
    task = lmms_eval_loads(tmp_path / "there" / "eyechart_figures.yaml")
    rows = load_dataset(task["dataset_path"], cache_dir=str(tmp_path / "cache"), **task["dataset_kwargs"])
    assert [row["id"] for row in rows[task["test_split"]]] == [q.id for q in questions]
    assert not [path for path in (tmp_path / "there").glob("[!.]*.*") if str(tmp_path) in path.read_text()]


def test_prompts_name_the_labels_that_the_exam_names(tmp_path: Path) -> None:
    """Of pages that were made for the purpose, too."""
    mixture = eyechart.dataset("matrices", count=1, seed=4)
    folder = export(mixture, "llava", tmp_path / "llava")
    [row] = json.loads((folder / "conversations.json").read_text())
    said = row["conversations"][0]["value"]
    assert all(name in said for name in ("progression", "union", "object count"))


@needs["datasets"]
def test_a_mixture_is_one_dataset_with_a_configuration_for_each_family(tmp_path: Path) -> None:
    from datasets import get_dataset_config_names, load_dataset

    mixture = eyechart.dataset("figures", "signs", weights=(2, 1), count=5, seed=4)
    folder = str(export(mixture, "huggingface", tmp_path / "hf"))
    assert get_dataset_config_names(folder) == ["figures", "signs"]
    for family in ("figures", "signs"):
        rows = load_dataset(folder, family, cache_dir=str(tmp_path / "cache"))["train"]
        wanted = [q.id for page in mixture if page.family == family for q in page.questions]
        assert wanted
        assert rows["id"] == wanted


@needs["datasets"]
def test_datasets_of_one_family_are_splits_of_one_configuration(few: Dataset, tmp_path: Path) -> None:
    from datasets import load_dataset

    other = eyechart.generate("figures", tmp_path / "d", split="train", count=2)
    folder = export([few, other.folder], "huggingface", tmp_path / "hf")
    opened = load_dataset(str(folder), "figures", cache_dir=str(tmp_path / "cache"))
    assert {split: rows.num_rows for split, rows in opened.items()} == {
        "val1": few.manifest.questions,
        "train": other.manifest.questions,
    }


def test_two_datasets_of_one_split_do_not_go_together(few: Dataset, tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="of the same family and split"):
        export([few, few], "huggingface", tmp_path / "hf")


def test_what_has_no_end_is_not_exported(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="say how many pages with count="):
        export(eyechart.dataset("figures"), "llava", tmp_path / "x")


@needs["inspect_ai"]
@needs["openai"]
@pytest.mark.slow
def test_inspect_eval_runs_the_task(few: Dataset, questions: list[Question], tmp_path: Path) -> None:
    export(few, "inspect_ai", tmp_path / "task")
    line = [sys.executable, "-m", "inspect_ai", "eval", "task.py", "--model", "openai-api/local/toy", "--log-dir", "logs",
            "--log-format", "json", "--display", "plain"]  # fmt: skip
    with running(Server()) as server:  # its mock model wants a tokenizer from the network
        environment = os.environ | {"HOME": str(tmp_path), "LOCAL_BASE_URL": server.url(), "LOCAL_API_KEY": "none"}
        done = subprocess.run(line, cwd=tmp_path / "task", capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    [log] = (tmp_path / "task" / "logs").glob("*.json")
    found = json.loads(log.read_text())
    assert found["status"] == "success"
    assert found["results"]["completed_samples"] == len(questions)
    assert {score["name"] for score in found["results"]["scores"]} == {"answer", "evidence", "reward"}


@needs["gymnasium"]
def test_gymnasium_makes_the_exam() -> None:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    environment = gymnasium.make("eyechart.exports.gymnasium:eyechart/Exam-v0", family="figures", seed=3)
    check_env(environment.unwrapped, skip_render_check=True)
    seen, info = environment.reset(seed=5)
    assert seen["picture"].shape == (512, 512, 3)
    _, reward, over, _, _ = environment.step(info["target"])
    assert reward > 0.9
    assert over
    again, _ = environment.reset(seed=5)
    assert again["prompt"] == seen["prompt"]
    _, reward, *_ = environment.step("I cannot say.")
    assert reward == 0.0


@needs["gymnasium"]
@pytest.mark.parametrize("family", registry.names("families"))
def test_perfect_eyes_get_full_marks_from_gymnasium(family: str) -> None:
    """Boxes are on what is seen, however it was scaled or composed; a box around a quadrilateral is a little too large."""
    import gymnasium

    environment = gymnasium.make("eyechart.exports.gymnasium:eyechart/Exam-v0", family=family, seed=3)
    for index in range(4):
        _, info = environment.reset(options={"index": index, "question": 0})
        _, _, _, _, marks = environment.step(info["target"])
        assert marks["answer"] == 1.0
        assert marks["evidence"] is None or marks["evidence"] > (0.6 if family == "signs" else 0.9)


# ---- the reward


def ask(**more: object) -> str:
    plain = {"form": "yes/no", "choices": ["yes", "no"], "answers": ["yes"], "sizes": [[100, 100]]}
    box = {"regions": [{"shape": [0, 0, 10, 10]}]}
    return json.dumps(plain | {"evidence": box} | more)


@pytest.mark.parametrize(
    ("completion", "reward"),
    [
        ('{"answer": "yes", "evidence": [[0, 0, 10, 10]]}', 1.0),
        ('{"answer": "yes", "evidence": [[0, 0, 10, 20]]}', 0.75),
        ('{"answer": "yes", "evidence": []}', 0.5),
        ('{"answer": "no", "evidence": [[0, 0, 10, 10]]}', 0.5),
        ('{"answer": "no", "evidence": [[50, 50, 90, 90]]}', 0.0),
        ("Yes.", 0.5),
        ("", 0.0),
    ],
)
def test_answer_and_evidence_count_half_each(completion: str, reward: float) -> None:
    assert eyechart.reward(ask(), completion) == pytest.approx(reward)


def test_without_evidence_the_answer_is_all() -> None:
    assert eyechart.reward(ask(evidence=None), "yes") == 1.0


def test_a_reward_can_be_given_in_another_frame() -> None:
    assert eyechart.reward(ask(), '{"answer": "yes", "evidence": [[0, 0, 0.1, 0.1]]}', frame="0-1") == 1.0


def test_what_is_no_question_is_refused() -> None:
    with pytest.raises(EyechartError, match="no question of ours"):
        eyechart.reward('{"form": "riddle"}', "yes")


@pytest.mark.parametrize("name", registry.names("families"))
def test_the_target_gets_full_marks_where_truth_is_boxes(name: str, pages_of_family: object) -> None:
    for page in pages_of_family(name, 6):  # type: ignore[operator]
        for q in page.questions:
            assert eyechart.reward(question_json(q), target(q)) > 0.75


@pytest.fixture(scope="module", params=registry.names("families"))
def two_pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Of each family."""
    split = next(iter(registry.get("families", request.param).splits))
    return eyechart.generate(request.param, tmp_path_factory.mktemp("two") / "d", split=split, count=2)


@pytest.mark.parametrize("name", registry.names("exports"))
def test_every_family_can_be_exported_to_every_tool(name: str, two_pages: Dataset, tmp_path: Path) -> None:
    assert any(export(two_pages, name, tmp_path / "out").iterdir())
