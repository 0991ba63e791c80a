"""Both of a pair right: marks by hand, and on the pages of those that ask in pairs."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

import eyechart
from eyechart.convert import convert
from eyechart.core import Model, Page, Prediction, Question, Sheet
from eyechart.export import export
from eyechart.metrics.pair import metric
from eyechart.models.chance import Chance
from eyechart.models.oracle import Oracle
from eyechart.predict import predict
from eyechart.score import Score, score
from eyechart.store.folder import Dataset
from eyechart.store.predictions import table_of

TRUTH = [("less", "yes"), ("less", "no"), ("more", "yes"), ("more", "yes"), ("more", "no"), ("odd", "yes")]


def asked(template: str, answer: str, number: int = 0, form: str = "yes/no") -> Question:
    return Question(id=f"q{number}", text="?", form=form, answers=(answer,), template=template)  # type: ignore[arg-type]


def marks(truth: list[tuple[str, str]], *said: str | None) -> list[float | None]:
    """Of one page, by both forms."""
    questions = [asked(template, answer, i) for i, (template, answer) in enumerate(truth)]
    predictions = [Prediction(question=q.id, answer=a) for q, a in zip(questions, said, strict=True)]
    scalar = metric.scores(questions, predictions)
    assert scalar == column([questions], predictions)
    return scalar


def column(pages: list[list[Question]], predictions: list[Prediction]) -> list[float | None]:
    rows = [(page, q) for page, questions in enumerate(pages) for q in questions]
    table = pa.table({
        "image": pa.array([page for page, _ in rows]),
        "form": [q.form for _, q in rows],
        "template": [q.template for _, q in rows],
        "answers": pa.array([list(q.answers) for _, q in rows], pa.list_(pa.string())),
    })  # fmt: skip
    found = metric.mark(Sheet(table, table_of(predictions)))
    return [
        value if applies else None for value, applies in zip(found.values.tolist(), found.applies.tolist(), strict=True)
    ]


def test_a_pair_is_right_if_both_are() -> None:
    assert marks(TRUTH[:2], "yes", "no") == [1.0, 1.0]


@pytest.mark.parametrize("said", [("yes", "yes"), ("no", "no"), ("no", "yes"), ("yes", None), (None, None)])
def test_a_pair_is_wrong_if_one_is(said: tuple[str | None, str | None]) -> None:
    assert marks(TRUTH[:2], *said) == [0.0, 0.0]


def test_a_question_without_a_partner_has_no_mark() -> None:
    assert marks([TRUTH[0], TRUTH[5]], "yes", "yes") == [None, None]


def test_two_of_the_same_answer_are_no_pair() -> None:
    assert marks(TRUTH[2:4], "yes", "yes") == [None, None]


def test_of_three_a_question_needs_those_of_the_opposite_answer() -> None:
    """The second yes is wrong: so is the no, whose partners are both; the first yes has the no alone."""
    assert marks(TRUTH[2:5], "yes", "no", "no") == [1.0, 0.0, 0.0]


def test_templates_of_a_page_stand_for_themselves() -> None:
    assert marks(TRUTH, "yes", "no", "yes", "yes", "yes", "no") == [1.0, 1.0, 0.0, 0.0, 0.0, None]


def test_pages_stand_for_themselves() -> None:
    said = [Prediction(question="q0", answer="yes"), Prediction(question="q1", answer="no")]
    assert column([[asked("less", "yes", 0)], [asked("less", "no", 1)]], said) == [None, None]


def test_yes_and_no_of_two_languages_are_a_pair() -> None:
    assert marks([("less", "是"), ("less", "no")], "是", "no") == [1.0, 1.0]
    assert marks([("less", "是"), ("less", "yes")], "是", "yes") == [None, None]


def test_what_is_hidden_or_of_another_form_or_of_no_template_has_no_partner() -> None:
    page = [asked("less", "yes", 0), asked("less", "no", 1, "fill-in"), asked("", "yes", 2), asked("", "no", 3)]
    page.append(Question(id="q4", text="?", form="yes/no", answers=(), template="less"))
    said = [Prediction(question=q.id, answer="yes") for q in page]
    assert metric.scores(page, said) == column([page], said) == [None] * 5


def test_a_question_by_itself_has_no_mark() -> None:
    assert metric.score(asked("less", "yes"), Prediction(question="q0", answer="yes")) is None


def made(family: str, count: int, **changes: object) -> list[Page]:
    endless = eyechart.dataset(family, seed=4, **changes)  # type: ignore[arg-type]
    return [endless[i] for i in range(count)]


def test_figures_in_the_papers_pairs_keep_the_contract() -> None:
    pages = made("figures", 20, preset="paper")
    eyechart.check_metric(metric, pages)
    right = [Prediction(question=q.id, answer=q.answers[0]) for q in pages[0].questions]
    assert set(metric.scores(pages[0].questions, right)) == {1.0}


def test_what_is_verified_of_a_room_keeps_the_contract() -> None:
    eyechart.check_metric(metric, made("commonsense", 12))


def test_the_default_figures_have_no_pairs() -> None:
    pages = made("figures", 20)
    right = [[Prediction(question=q.id, answer=q.answers[0]) for q in page.questions] for page in pages]
    assert {mark for page, said in zip(pages, right, strict=True) for mark in metric.scores(page.questions, said)} == {
        None
    }


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("figures", tmp_path_factory.mktemp("paper") / "d", count=60, preset="paper")


def pairs_of(model: Model, dataset: Dataset, folder: Path) -> Score:
    scores = score(dataset, predict(model, dataset, folder / "p.jsonl"), metrics=["pair"])
    found = scores.overall("pair")
    assert found is not None
    assert found.questions == scores.questions
    return found


def test_who_guesses_has_a_quarter_of_the_pairs(paired: Dataset, tmp_path: Path) -> None:
    found = pairs_of(Chance(), paired, tmp_path)
    assert found.low < 0.25 < found.high


def test_a_converted_release_has_its_pairs_marked(paired: Dataset, tmp_path: Path) -> None:
    official = convert("figureqa", export(paired, "figureqa", tmp_path / "FigureQA"), "train1", tmp_path / "d")
    assert pairs_of(Oracle(), official, tmp_path).mean == 1.0
