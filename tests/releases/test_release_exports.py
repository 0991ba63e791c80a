"""Every converted release in every layout: written, or refused in one line; what it says is kept, and silence is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.convert import convert, told
from eyechart.core import Question
from eyechart.drawing.png import png
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.families.icons.official import read as read_icons
from eyechart.models import make
from eyechart.predict import predict
from eyechart.score import score
from eyechart.store.folder import Dataset
from miniatures import figureqa, lay_out_cric, lay_out_figureqa, lay_out_genome

PICTURE = png(np.zeros((300, 400, 4), np.uint8))
PROBLEM = {"question": "How many?", "ques_type": "fill_in_blank", "answer": "12", "grade": "grade2", "label": "V1",
           "unit": "yards", "hint": "Count the squares."}  # fmt: skip
QUAD = [1, 2, 30, 2, 30, 12, 1, 12]


def figureqa_train(root: Path) -> tuple[str, str]:
    lay_out_figureqa(root, "train1", *figureqa(), PICTURE)
    return "figureqa", "train1"


def figureqa_test(root: Path) -> tuple[str, str]:
    pairs, _ = figureqa()
    for pair in pairs["qa_pairs"]:
        del pair["answer"]
    lay_out_figureqa(root, "no_annot_test1", pairs, None, PICTURE)
    return "figureqa", "no_annot_test1"


def iconqa(root: Path) -> tuple[str, str]:
    records: list[tuple[str, str, dict[str, Any]]] = [
        ("62", "fill_in_blank", PROBLEM),
        ("88", "choose_txt", PROBLEM | {"ques_type": "choose_txt", "choices": ["one", "two"], "answer": 1}),
        (
            "4",
            "choose_img",
            PROBLEM | {"ques_type": "choose_img", "choices": ["choice_0.png", "choice_1.png"], "answer": 0},
        ),
    ]
    for pid, task, record in records:
        home = root / "iconqa" / "test" / task / pid
        home.mkdir(parents=True)
        (home / "data.json").write_text(json.dumps(record))
        for name in ("image.png", *(record.get("choices", []) if task == "choose_img" else [])):
            (home / name).write_bytes(PICTURE)
    return "iconqa", "test"


def estvqa_train(root: Path) -> tuple[str, str]:
    (root / "images").mkdir(parents=True)
    (root / "images" / "a.png").write_bytes(PICTURE)
    (root / "images" / "b.png").write_bytes(PICTURE)
    note = {"question": "What is the name?", "answer": "Fox", "evidence": [str(n) for n in QUAD]}
    rows = [{"image": "a.png", "annotation": [note]}, {"image": "b.png", "annotation": []}]
    (root / "train.json").write_text(json.dumps(rows))
    return "estvqa", "train"


def estvqa_test(root: Path) -> tuple[str, str]:
    root.mkdir()
    (root / "test.json").write_text(json.dumps([{"question_id": 1, "question": "What?"}]))
    return "estvqa", "test"


def vprom(root: Path) -> tuple[str, str]:
    made = eyechart.generate("matrices", root / "data", split="test", count=2, seed=2)
    export(made, "vprom", root / "release")
    return "vprom", "all"


def cric(root: Path) -> tuple[str, str]:
    root.mkdir()
    lay_out_cric(root)
    (root / "images").mkdir()
    (root / "images" / "7.png").write_bytes(PICTURE)
    return "cric", "val"


def cric_graphs(root: Path) -> tuple[str, str]:
    root.mkdir()
    lay_out_cric(root)
    return "cric", "val"


def genome(root: Path) -> tuple[str, str]:
    lay_out_genome(root)
    return "visual-genome", "all"


MINIATURES = {m.__name__: m for m in (figureqa_train, figureqa_test, iconqa, estvqa_train, estvqa_test, vprom, cric,
                                      cric_graphs, genome)}  # fmt: skip
TOOLS = registry.names("exports")
WITH_ANSWERS = {
    "llava": "LLaVA's conversations end in one",
    "verl": "nothing can be rewarded",
}  # which a test set hides
BARE = ("estvqa_test", "cric_graphs", "genome")  # without pictures
CASES = [(name, format) for name in MINIATURES for format in (*TOOLS, "paper")]


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Dataset]:
    made = {}
    for name, build in MINIATURES.items():
        root = tmp_path_factory.mktemp(name)
        release, split = build(root / "r")
        source = root / "r" / "release" if name == "vprom" else root / "r"
        changes = {"pictures": False} if name == "genome" else None
        made[name] = convert(release, source, split, root / "data", changes=changes)
    return made


def own(dataset: Dataset) -> str:
    [format] = dataset.family.exporters
    return format


@pytest.mark.parametrize(("name", "format"), CASES)
def test_a_converted_release_is_written_in_every_layout_that_it_fits(
    converted: dict[str, Dataset], tmp_path: Path, name: str, format: str
) -> None:
    data = converted[name]
    if format != "paper" and name in BARE:
        with pytest.raises(EyechartError, match=f"^{format} needs pictures, and [0-9]+ of [0-9]+ pages"):
            export(data, format, tmp_path / "out")
    elif name == "figureqa_test" and format in WITH_ANSWERS:
        with pytest.raises(EyechartError, match=f"has no answer: {WITH_ANSWERS[format]}"):
            export(data, format, tmp_path / "out")
    else:
        export(data, own(data) if format == "paper" else format, tmp_path / "out")
        assert any(path.is_file() for path in (tmp_path / "out").rglob("*"))


def said(q: Question) -> list[Any]:
    return [q.text, q.form, q.answers, q.choices, q.template, q.facets, q.evidence, q.pictures, q.choice_pictures]


@pytest.mark.parametrize("name", MINIATURES)
def test_what_is_written_in_its_papers_layout_is_read_back_as_it_was(
    converted: dict[str, Dataset], tmp_path: Path, name: str
) -> None:
    data = converted[name]
    folder = export(data, own(data), tmp_path / "out")
    if name == "genome":  # in CRIC's layout
        assert len(list(registry.get("releases", "cric").load(folder, "all"))) == len(data)
        return
    assert data.manifest.release is not None
    back = list(registry.get("releases", data.manifest.release).load(folder, data.manifest.split))
    assert [said(q) for page in back for q in page.questions] == [said(q) for q in data.questions()]
    assert [page.index for page in back] == [page.index for page in data]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("figureqa_train", "4 images, 4 questions, all proved: 0 disagreements"),
        ("figureqa_test", "4 images, 4 questions, 0 proved, 4 without a program: 0 disagreements"),
        ("iconqa", "3 images, 3 questions, 0 proved, 3 without a program: 0 disagreements"),
        ("cric", "1 images, 4 questions, 3 proved, 1 without a program: 0 disagreements"),
    ],
)
def test_verify_says_how_many_were_proved(converted: dict[str, Dataset], name: str, line: str) -> None:
    assert str(eyechart.verify(converted[name].folder)) == line


def test_a_disagreement_is_not_proved(converted: dict[str, Dataset], tmp_path: Path) -> None:
    pairs, notes = figureqa()
    pairs["qa_pairs"][0]["answer"] = 0
    lay_out_figureqa(tmp_path / "r", "train1", pairs, notes, PICTURE)
    convert("figureqa", tmp_path / "r", "train1", tmp_path / "d")
    verdict = eyechart.verify(tmp_path / "d")
    assert (verdict.proved, verdict.unproved, verdict.disagreements) == (3, 0, 1)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("figureqa_train", "4 images with 4 questions in {}; 1 of the images without any question"),
        (
            "figureqa_test",
            "4 images with 4 questions in {}; 1 of the images without any question",
        ),  # only its file tells
        ("estvqa_train", "2 images with 1 questions in {}; 1 of the images without any question"),
        ("iconqa", "3 images with 3 questions in {}"),
    ],
)
def test_pictures_without_questions_are_counted(converted: dict[str, Dataset], name: str, line: str) -> None:
    assert told(converted[name]) == line.format(converted[name].folder)


def test_hint_unit_and_label_of_a_problem_are_kept(converted: dict[str, Dataset], tmp_path: Path) -> None:
    kept = {key: PROBLEM[key] for key in ("label", "unit", "hint")}
    assert [page.scene.things[0].attributes for page in converted["iconqa"]] == [kept] * 3
    folder = export(converted["iconqa"], "iconqa", tmp_path / "out")
    assert [page.scene.things[0].attributes for page in read_icons(folder, "test")] == [kept] * 3
    assert json.loads((folder / "problems.json").read_text())["62"] == PROBLEM | {"split": "test"}


def test_each_skill_is_scored_on_its_own_and_in_its_combinations(tmp_path: Path) -> None:
    iconqa(tmp_path / "r")
    skills = {"62": ["counting", "geometry"], "88": ["counting"], "4": ["geometry"]}
    (tmp_path / "r" / "pid2skills.json").write_text(json.dumps(skills))
    data = convert("iconqa", tmp_path / "r", "test", tmp_path / "d")
    path = predict(make("oracle"), data, tmp_path / "p.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[-1]["answer"] = "nothing"  # pid 88
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    found = score(data, path).by("skills", "answer")
    assert [(s.value, s.questions, s.images, s.mean) for s in found] == [
        ("counting", 2, 2, 0.5),
        ("geometry", 2, 2, 1.0),
        ("counting + geometry", 1, 1, 1.0),
    ]
