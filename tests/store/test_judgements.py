"""People's answers as runs: several to a question, none to others; and FigureQA's judges' file, on a miniature of its release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eyechart.compare import compare
from eyechart.convert import convert
from eyechart.core import Prediction
from eyechart.errors import EyechartError
from eyechart.models.oracle import Oracle
from eyechart.predict import predict
from eyechart.reporting.layouts import figureqa as tables
from eyechart.reporting.marked import all_marked
from eyechart.reporting.references import references
from eyechart.score import score_run
from eyechart.store.folder import Dataset
from eyechart.store.results.judgements import HUMAN, judgements, write_runs
from eyechart.store.run import Run, start_run
from miniatures import figureqa, lay_out_figureqa

HEADER = "question_index,image_index,question_id,question_string,answer"


@pytest.fixture(scope="module")
def sat(few: Dataset, tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """Of the first forty questions each is answered right, the first ten also wrong, the first five also by nobody knows what."""
    said = []
    for n, q in enumerate(few.questions()):
        wrong = next(one for one in q.choices if one not in q.answers)
        said += [Prediction(question=q.id, answer=q.answers[0])] if n < 40 else []
        said += [Prediction(question=q.id, answer=wrong)] if n < 10 else []
        said += [Prediction(question=q.id, answer=None, raw="unknown")] if n < 5 else []
    return write_runs(few, {HUMAN: said}, tmp_path_factory.mktemp("people"))


def test_what_nobody_answered_counts_for_nothing(sat: list[Run]) -> None:
    marks = [score_run(run).overall("answer") for run in sat]
    assert [(one.mean, one.questions) for one in marks if one] == [(1.0, 40), (0.0, 10), (0.0, 5)]
    assert [score_run(run).unparsed for run in sat] == [0, 0, 5]


def test_a_question_counts_by_the_mean_of_its_answers(sat: list[Run]) -> None:
    [people] = all_marked(sat)
    overall = people.scores.overall("answer")
    assert overall is not None
    assert (people.scores.questions, overall.questions) == (40, 40)
    assert overall.mean == pytest.approx((30 * 1 + 5 / 2 + 5 / 3) / 40)


def test_people_are_compared_with_a_model_on_what_they_answered(sat: list[Run], few: Dataset, tmp_path: Path) -> None:
    oracle = start_run(tmp_path / "oracle", "oracle", few)
    predict(Oracle(), few, oracle.predictions)
    [one] = compare([*sat, oracle])
    assert (one.first, one.second, one.difference.questions) == (HUMAN, "oracle", 40)
    assert one.difference.mean == pytest.approx(-(5 / 2 + 10 / 3) / 40)


def test_published_people_stand_where_nobody_sat(sat: list[Run], few: Dataset, tmp_path: Path) -> None:
    oracle = start_run(tmp_path / "oracle", "oracle", few)
    predict(Oracle(), few, oracle.predictions)
    people, model = all_marked([*sat, oracle])
    assert "people, as published" in [one.name for one in references([model])]
    assert "people, as published" not in [one.name for one in references([model, people])]


def test_what_is_no_run_is_not_removed(few: Dataset, tmp_path: Path) -> None:
    (tmp_path / "human" / "portraits").mkdir(parents=True)
    with pytest.raises(EyechartError, match="portraits is no run"):
        write_runs(few, {HUMAN: []}, tmp_path)


# ---- FigureQA's judges


@pytest.fixture
def released(tmp_path: Path, few: Dataset) -> Dataset:
    pairs, notes = figureqa()
    root = lay_out_figureqa(tmp_path / "release", "validation2", pairs, notes, few[0].pictures[0].data)
    return convert("figureqa", root, "validation2", tmp_path / "data")


JUDGED: tuple[tuple[Any, ...], ...] = (
    (0, 0, 1, "Is Teal the maximum?", 1),  # right
    (1, 0, 2, "Is Teal less than Tan?", 1),  # wrong
    (2, 1, 14, "Does Red intersect Blue?", "unknown"),
    (3, 2, 0, "Is Gold the minimum?", 1),  # right
)


def judged(path: Path, *rows: tuple[Any, ...]) -> Path:
    path.write_text("\n".join([HEADER, *(",".join(map(str, row)) for row in rows)]))
    return path


def cells(table: Any, name: str) -> dict[str, Any]:
    """Of the column of this name, what stands in each row that has a number of ours."""
    place = [column.name for column in table.columns].index(name)
    return {row[0].text: row[place].value["mean"] for row in table.rows if isinstance(row[place].value, dict)}


def test_figureqas_judgements_give_the_human_columns(released: Dataset, tmp_path: Path) -> None:
    runs = judgements(judged(tmp_path / "judges.csv", *JUDGED), released, tmp_path / "runs")
    overall = cells(tables.table4.table(runs), "Test Accuracy (%)")
    assert overall == {"human": 50.0}
    assert cells(tables.table5.table(runs), "human") == {"Vertical Bar": 50.0, "Line": 0.0, "Pie": 100.0}
    assert cells(tables.table6.table(runs), "human") == {
        "1 Is X the minimum?": 100.0,
        "2 Is X the maximum?": 100.0,
        "5 Is X less than Y?": 0.0,
        "15 Does X intersect Y?": 0.0,
    }


def test_two_judges_of_a_question_are_averaged_and_one_of_a_part_is_enough(released: Dataset, tmp_path: Path) -> None:
    twice = judged(tmp_path / "judges.csv", *JUDGED[:2], (*JUDGED[1][:4], 0))
    runs = judgements(twice, released, tmp_path / "runs")
    assert [run.sample for run in runs] == [1, 2]
    assert cells(tables.table4.table(runs), "Test Accuracy (%)") == {"human": 75.0}


def test_judgements_of_other_questions_are_refused(released: Dataset, tmp_path: Path) -> None:
    other = judged(tmp_path / "judges.csv", (0, 9, 1, "Is Teal the maximum?", 1))
    with pytest.raises(EyechartError):
        judgements(other, released, tmp_path / "runs")
