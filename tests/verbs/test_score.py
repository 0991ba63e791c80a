"""Scores: intervals, facets, and predictions files that are not as they should be."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from eyechart import registry
from eyechart.core import Marks, Prediction
from eyechart.errors import EyechartError
from eyechart.generate import generate
from eyechart.metrics.facets import _facet
from eyechart.metrics.intervals import interval
from eyechart.models.chance import Chance
from eyechart.models.oracle import Oracle
from eyechart.predict import predict
from eyechart.score import _means, marks_of, metrics_for, score, sheet_for
from eyechart.store.folder import Dataset
from eyechart.store.predictions import read, read_lines, table_of


@pytest.fixture(scope="module")
def guesses(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return predict(Chance(), dataset, tmp_path_factory.mktemp("run") / "predictions.jsonl")


def test_the_oracle_scores_one_everywhere(dataset: Dataset, tmp_path: Path) -> None:
    scores = score(dataset, predict(Oracle(), dataset, tmp_path / "p.jsonl"))
    assert {s.mean for s in scores.scores} == {1.0}


def test_means_are_the_means_of_the_scalar_metric(dataset: Dataset, guesses: Path) -> None:
    from eyechart.metrics import joint

    said = {p.question: p for p in read_lines(guesses)}
    values = [joint.score(q, said[q.id]) for q in dataset.questions()]
    overall = score(dataset, guesses).overall("joint")
    assert overall is not None
    assert overall.mean == pytest.approx(np.mean([v for v in values if v is not None]))


@pytest.mark.parametrize("family", registry.names("families"))
def test_marks_are_the_same_however_many_shards_are_marked_at_a_time(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = generate(family, tmp_path / "d", count=7, shard=2)
    said = predict(Chance(), dataset, tmp_path / "p.jsonl")
    module = import_module("eyechart.score")
    at_once = marks_of(dataset, [sheet_for(dataset, said)], metrics_for(family), "p")
    found = []
    for piece in (1, 9, 1000):
        monkeypatch.setattr(module, "PIECE", piece)
        found.append(replace(score(dataset, said), notes=()))
    assert found == [at_once] * 3


def test_a_facet_splits_the_questions(dataset: Dataset, guesses: Path) -> None:
    scores = score(dataset, guesses)
    parts = scores.by("figure", "answer")
    assert [s.value for s in parts] == ["dot_line", "hbar", "line", "pie", "vbar"]
    assert sum(s.questions for s in parts) == scores.questions
    whole = scores.overall("answer")
    assert whole is not None
    assert sum(s.mean * s.questions for s in parts) / scores.questions == pytest.approx(whole.mean)


def test_a_mean_is_over_the_questions_that_have_the_value_and_that_the_metric_applies_to() -> None:
    """Two values, a question of none, one that the metric leaves out, and images not in order."""
    codes, image_of = np.array([1, 0, 1, -1, 0, 1]), np.array([2, 0, 1, 1, 0, 2], np.int32)
    marks = Marks(np.array([1.0, 0.0, 0.5, 1.0, 1.0, 0.0]), np.array([True, True, True, True, True, False]))
    a, b = _means("m", marks, [_facet("f", ["a", "b"], codes, image_of)])
    assert (a.value, a.mean, a.questions, a.images) == ("a", 0.5, 2, 1)
    assert (b.value, b.mean, b.questions, b.images) == ("b", 0.75, 2, 2)
    assert (b.mean, b.low, b.high) == interval(np.array([0.5, 1.0]), np.array([1, 1]))


def test_numbers_are_listed_in_their_order(dataset: Dataset, guesses: Path) -> None:
    values = [s.value for s in score(dataset, guesses).by("elements", "answer")]
    assert values == sorted(values, key=int)


def test_parquet_predictions_score_the_same(dataset: Dataset, guesses: Path, tmp_path: Path) -> None:
    pq.write_table(table_of(list(read_lines(guesses))), tmp_path / "p.parquet")
    assert score(dataset, tmp_path / "p.parquet").scores == score(dataset, guesses).scores


def test_parquet_needs_only_question_and_answer(dataset: Dataset, guesses: Path, tmp_path: Path) -> None:
    pq.write_table(read(guesses).select(["question", "answer"]), tmp_path / "p.parquet")
    evidence = score(dataset, tmp_path / "p.parquet").overall("evidence")
    assert evidence is not None
    assert evidence.mean == 0


def test_order_does_not_matter(dataset: Dataset, guesses: Path, tmp_path: Path) -> None:
    lines = guesses.read_text().splitlines(keepends=True)
    (tmp_path / "p.jsonl").write_text("".join(reversed(lines)))
    assert score(dataset, tmp_path / "p.jsonl").scores == score(dataset, guesses).scores


def test_unparsed_answers_are_counted_and_wrong(dataset: Dataset, guesses: Path, tmp_path: Path) -> None:
    blank = [json.dumps(json.loads(line) | {"answer": None}) for line in guesses.read_text().splitlines()]
    (tmp_path / "p.jsonl").write_text("\n".join(blank) + "\n")
    scores = score(dataset, tmp_path / "p.jsonl")
    answer = scores.overall("answer")
    assert answer is not None
    assert (scores.unparsed, answer.mean) == (scores.questions, 0.0)


def spoilt(guesses: Path, tmp_path: Path, change: object) -> Path:
    lines = guesses.read_text().splitlines(keepends=True)
    path = tmp_path / "p.jsonl"
    path.write_text("".join(change(lines)))  # type: ignore[operator]
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:-3], "3 of .* questions have no prediction, such as 'figures/test2/3/249/"),
        (lambda lines: lines + lines[:2], "2 questions are answered more than once, such as 'figures/test2/3/0/0'"),
        (
            lambda lines: [*lines, lines[0].replace("test2/3/0/0", "test2/3/9999/0")],
            "not in the dataset, such as .*9999",
        ),
        (lambda lines: [*lines, "not json\n"], r"line \d+: Expecting value at column 1"),
        (lambda lines: [*lines, '{"answer": "yes"}\n'], r"line \d+: does not say which question it answers"),
        (
            lambda lines: [lines[0].replace('"shape":[', '"shape":["a",')],
            r"line 1: evidence: Expected `float`, got `str`",
        ),
    ],
)
def test_a_spoilt_predictions_file_is_refused(
    dataset: Dataset, guesses: Path, tmp_path: Path, change: object, message: str
) -> None:
    with pytest.raises(EyechartError, match=message):
        score(dataset, spoilt(guesses, tmp_path, change))


def test_no_predictions_file(dataset: Dataset, tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No predictions at"):
        score(dataset, tmp_path / "none.jsonl")


def test_parquet_of_something_else(dataset: Dataset, tmp_path: Path) -> None:
    (tmp_path / "p.parquet").write_text("no")
    with pytest.raises(EyechartError, match="cannot be read as Parquet"):
        score(dataset, tmp_path / "p.parquet")


# ---- predict goes on where it stopped


def test_a_cut_off_run_goes_on(dataset: Dataset, guesses: Path, tmp_path: Path) -> None:
    content = guesses.read_bytes()
    path = tmp_path / "p.jsonl"
    path.write_bytes(content[: len(content) // 2])  # in the middle of a line
    predict(Chance(), dataset, path)
    assert path.read_bytes() == content


def test_what_is_answered_is_not_asked_again(dataset: Dataset, guesses: Path) -> None:
    class Nobody:
        name = "nobody"

        def answer(self, questions: object) -> list[Prediction]:
            assert not questions
            return []

    predict(Nobody(), dataset, guesses)


def test_a_model_that_loses_a_question_is_refused(dataset: Dataset, tmp_path: Path) -> None:
    class Lazy(Chance):
        def answer(self, questions: object) -> list[Prediction]:
            return super().answer(questions)[1:]  # type: ignore[arg-type]

    with pytest.raises(EyechartError, match="one prediction for each question"):
        predict(Lazy(), dataset, tmp_path / "p.jsonl")


# ---- intervals


def test_independent_questions_have_wilsons_interval() -> None:
    # 40 right of 100, one question an image: Wilson gives 0.309 to 0.498; n - 1 in the variance widens it a little.
    sums = np.array([1.0] * 40 + [0.0] * 60)
    mean, low, high = interval(sums, np.ones(100, int))
    assert (mean, low, high) == (pytest.approx(0.4), pytest.approx(0.309, abs=0.002), pytest.approx(0.498, abs=0.002))


def test_questions_that_stand_or_fall_together_count_as_one() -> None:
    sums = np.array([1.0] * 40 + [0.0] * 60)
    alone = interval(sums, np.ones(100, int))
    together = interval(10 * sums, np.full(100, 10))
    assert together == pytest.approx(alone)


def test_marks_that_differ_by_rounding_are_equal() -> None:
    ones = np.ones(20)
    rounded = ones - np.arange(20) % 3 * 1e-16
    assert interval(rounded, np.ones(20, int)) == pytest.approx(interval(ones, np.ones(20, int)))


def test_a_perfect_score_is_not_certain() -> None:
    mean, low, high = interval(np.full(50, 4.0), np.full(50, 4))
    assert (mean, high) == (1.0, pytest.approx(1.0))
    assert 0.9 < low < 0.95


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=1, max_size=40))
def test_an_interval_holds_its_mean(rows: list[tuple[int, int]]) -> None:
    sums = np.array([min(s, n) for s, n in rows], float)
    mean, low, high = interval(sums, np.array([n for _, n in rows]))
    assert 0 <= low <= mean + 1e-12
    assert mean - 1e-12 <= high <= 1


def test_ninety_five_intervals_of_a_hundred_hold_the_truth() -> None:
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(400):
        ability = rng.beta(4, 3, size=120)  # images differ in how hard they are
        counts = rng.integers(2, 12, size=120)
        _, low, high = interval(rng.binomial(counts, ability).astype(float), counts)
        held += low <= 4 / 7 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_a_run_is_marked_as_its_predictions_are(dataset: Dataset, tmp_path: Path) -> None:
    run = predict("chance", dataset.folder, tmp_path / "run")
    of_run, of_file = score(run), score(dataset.folder, run / "predictions.jsonl", "chance")
    assert of_run == of_file


def test_a_dataset_alone_is_nothing_to_mark(dataset: Dataset) -> None:
    with pytest.raises(EyechartError, match="Say which predictions answer"):
        score(dataset)
