"""The official layout: both variants read, ours written and read back; Table 3 from runs; the reference models."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import structs

import eyechart
from eyechart import registry
from eyechart.check import check_model
from eyechart.core import Evidence, Page, Question, Region
from eyechart.drawing.png import png
from eyechart.errors import EyechartError
from eyechart.families.signs.official import read
from eyechart.models import make
from eyechart.models.ocr import Token, joined
from eyechart.predict import predict
from eyechart.reporting.layouts.estvqa import CELLS, Row, rows
from eyechart.score import score
from eyechart.store.folder import Dataset

QUAD = [1, 2, 30, 2, 30, 12, 1, 12]


@pytest.fixture(scope="module")
def signs(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("signs", tmp_path_factory.mktemp("signs") / "test", split="test", count=24, seed=6)


def picture(root: Path, name: str) -> None:
    import numpy as np

    (root / "images").mkdir(exist_ok=True)
    (root / "images" / name).write_bytes(png(np.zeros((40, 60, 4), np.uint8)))


def test_the_training_variant(tmp_path: Path) -> None:
    picture(tmp_path, "a.png")
    notes = [
        {"question": "What is the name?", "answer": "Copper Fox", "evidence": [str(n) for n in QUAD]},
        {"question": "店名是什么？", "answer": "电话", "evidence": QUAD},
    ]
    (tmp_path / "train.json").write_text(json.dumps([{"image": "a.png", "annotation": notes}]))
    [page] = read(tmp_path, "train")
    assert (page.pictures[0].width, page.pictures[0].height) == (60, 40)
    assert [q.language for q in page.questions] == ["en", "zh"]
    assert [q.facets["length"] for q in page.questions] == ["long", "short"]
    assert [q.evidence for q in page.questions] == [Evidence((Region(tuple(map(float, QUAD))),))] * 2
    eyechart.check_release(registry.get("releases", "estvqa"), tmp_path, "train")


def test_the_evaluation_variant_without_pictures(tmp_path: Path) -> None:
    asked = [{"question_id": n, "question": "What?", "answer": "x", "evidence": QUAD} for n in (7, 9)]
    (tmp_path / "test.json").write_text(json.dumps(asked))
    pages = list(read(tmp_path, "test"))
    assert [page.questions[0].id for page in pages] == ["estvqa/test/official/0/7", "estvqa/test/official/1/9"]
    assert pages[0].pictures == ()


def test_hidden_answers_stay_hidden(tmp_path: Path) -> None:
    (tmp_path / "test.json").write_text(json.dumps([{"question_id": 1, "question": "What?"}]))
    [page] = read(tmp_path, "test")
    assert page.questions[0].answers == ()
    assert page.questions[0].evidence is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[{"image": "no.png", "annotation": []}]', "Picture no.png is neither in"),
        ('[{"question_id": 1, "question": "?", "evidence": [1, 2]}]', "row 0: evidence has 2 numbers"),
        ('[{"question_id": 1, "question": "?", "evidence": ["x"]}]', "not made of numbers"),
        ('[{"question_id": 1}]', "missing required field"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "test.json").write_text(content)
    with pytest.raises(EyechartError, match=message):
        list(read(tmp_path, "test"))


def test_a_missing_split_says_which_there_are(tmp_path: Path) -> None:
    (tmp_path / "train.json").write_text("[]")
    with pytest.raises(EyechartError, match="No EST-VQA split 'val' in .* Found: train"):
        list(read(tmp_path, "val"))


def test_what_we_write_we_read_back(signs: Dataset, tmp_path: Path) -> None:
    from eyechart.export import export

    folder = export(signs, "estvqa", tmp_path / "out")
    for name in ("test", "test_questions"):
        again = [q for page in read(folder, name) for q in page.questions]
        ours = list(signs.questions())
        assert [(q.text, q.answers[:1]) for q in again] == [(q.text, q.answers[:1]) for q in ours]  # it keeps one
        assert [q.evidence.regions[0].shape for q in again if q.evidence] == [
            q.evidence.regions[0].shape for q in ours if q.evidence
        ]
        assert again[0].pictures[0].format == "jpeg"
        assert (again[0].pictures[0].width, again[0].pictures[0].height) == (640, 480)


# ---- reference models


def page_of(*answers: str, language: str = "en") -> Page:
    questions = tuple(
        Question(id=f"q{i}", text="?", form="fill-in", answers=(a,), language=language) for i, a in enumerate(answers)
    )
    return Page(
        family="signs",
        split="train",
        seed=0,
        index=0,
        pictures=(),
        scene=eyechart.core.Graph(()),
        where={},
        questions=questions,
    )


def test_the_small_vocabulary_knows_what_occurred_twice() -> None:
    training = [page_of("Fox", "Fox", "Owl"), page_of("猫", language="zh")]
    asked = page_of("fox", "Owl", "猫").questions
    heard = {}
    for size in ("small", "large", "small-mono", "large-mono"):
        model = make(f"vocabulary:{size}")
        model.fit(training)  # type: ignore[attr-defined]
        heard[size] = [p.answer for p in model.answer(asked)]
    assert heard == {
        "small": ["fox", "", ""],
        "large": ["fox", "Owl", "猫"],
        "small-mono": ["fox", "", ""],
        "large-mono": ["fox", "Owl", ""],  # 猫 was asked in English here, and answered in Chinese training only
    }


def test_a_vocabulary_of_another_size_is_refused() -> None:
    with pytest.raises(EyechartError, match="No vocabulary 'huge'"):
        make("vocabulary:huge")


def test_tokens_are_joined_in_reading_order() -> None:
    tokens = [Token("Fox", (50, 0, 80, 0, 80, 10, 50, 10)), Token("Copper", (0, 0, 45, 0, 45, 10, 0, 10))]
    assert Token("Copper Fox", (0, 0, 80, 0, 80, 10, 0, 10)) in list(joined(tokens, ["copper fox"]))


def test_perfect_ocr_bounds_every_token_model(signs: Dataset) -> None:
    questions = list(signs.questions())
    for spec in ("ocr-bound:perfect", "ocr-random:perfect"):
        check_model(make(spec), questions[:12])
    best, any_token = (make(spec).answer(questions) for spec in ("ocr-bound:perfect", "ocr-random:perfect"))
    metric = registry.get("metrics", "eve")
    means = [
        sum(metric.score(q, p) for q, p in zip(questions, said, strict=True)) / len(questions)
        for said in (best, any_token)
    ]
    assert means[0] == pytest.approx(1.0)
    assert means[1] < 0.3


# ---- Table 3


def test_table_3_from_runs(signs: Dataset, tmp_path: Path) -> None:
    runs = []
    for spec in ("oracle", "ocr-random:perfect"):
        model = make(spec)
        file = predict(model, signs, tmp_path / f"{model.name}.jsonl")
        runs.append((model.name, "", score(signs, file, model.name)))
    oracle, random = rows(runs)
    assert (oracle.model, oracle.reasonable) == ("oracle", 1.0)
    assert means(oracle) == [1.0] * len(CELLS)
    assert random.model == "ocr-random-perfect"
    assert all(mean is not None and mean < 0.6 for mean in means(random))


def means(row: Row) -> list[float | None]:
    return [mark.mean if mark is not None else None for mark in row.marks]


def test_mono_and_bi_runs_of_a_model_share_a_row(signs: Dataset, tmp_path: Path) -> None:
    model = make("oracle")
    scores = score(signs, predict(model, signs, tmp_path / "o.jsonl"), "m")
    [row] = rows([("m-mono", "mono", scores), ("m", "bi", scores)])
    assert (row.model, row.reasonable) == ("m", 1.0)
    assert means(row) == [1.0] * len(CELLS)
    [only] = rows([("m-mono", "mono", scores)])
    assert only.reasonable is None
    assert [cell.training for cell, mark in zip(CELLS, only.marks, strict=True) if mark is None] == ["bi"] * 11


def test_runs_on_one_language_fill_its_columns_and_share_a_row(signs: Dataset, tmp_path: Path) -> None:
    scores = score(signs, predict(make("oracle"), signs, tmp_path / "o.jsonl"), "m")
    english, chinese = (
        structs.replace(scores, scores=[s for s in scores.scores if (s.facet, s.value) == ("language", language)])
        for language in ("en", "zh")
    )
    [row] = rows([("m", "mono", english), ("m", "bi", scores), ("m", "mono", chinese)])
    assert means(row) == [1.0] * len(CELLS)
    [only] = rows([("m", "mono", chinese)])
    assert [cell.column.heading for cell, m in zip(CELLS, only.marks, strict=True) if m] == [
        "CLC\nMo\nCh",
        "TC\nMo\nCh",
    ]
