"""EST-VQA's metrics: values worked out by hand, and laws that hold of any text and any quadrilateral."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import MultiPoint, Polygon

from eyechart import registry
from eyechart.core import Evidence, Prediction, Question, Region, Sheet
from eyechart.metrics import estvqa
from eyechart.metrics.quads import overlap
from eyechart.store.predictions import table_of
from eyechart.store.shards import region_column

SQUARE = (0.0, 0.0, 10.0, 0.0, 10.0, 10.0, 0.0, 10.0)
HALF = (0.0, 0.0, 5.0, 0.0, 5.0, 10.0, 0.0, 10.0)  # its left half
CORNER = (5.0, 5.0, 15.0, 5.0, 15.0, 15.0, 5.0, 15.0)  # shares 25 with it; union 175, hull 200
DIAMOND = (5.0, 0.0, 10.0, 5.0, 5.0, 10.0, 0.0, 5.0)  # inside it, half its area
DENTED = (0.0, 0.0, 10.0, 0.0, 3.0, 3.0, 0.0, 10.0)
FAR = (50.0, 50.0, 60.0, 50.0, 60.0, 60.0, 50.0, 60.0)


def asked(*answers: str, shape: tuple[float, ...] = SQUARE) -> Question:
    return Question(
        id="q", text="?", form="fill-in", answers=answers, evidence=Evidence((Region(shape),)) if shape else None
    )


def said(answer: str | None, *shapes: tuple[float, ...]) -> Prediction:
    return Prediction(question="q", answer=answer, evidence=Evidence(tuple(Region(shape) for shape in shapes)))


def marked(metric: str, question: Question, prediction: Prediction) -> float | None:
    """The scalar form, held equal to the column form."""
    found = registry.get("metrics", metric)
    value = found.score(question, prediction)
    regions = region_column([question.evidence.regions if question.evidence else None])
    questions = pa.table(
        {
            "form": ["fill-in"],
            "answers": pa.array([question.answers], pa.list_(pa.string())),
            "evidence": regions,
            "labels": pa.array([None], pa.string()),
        }
    )
    marks = found.mark(Sheet(questions, table_of([prediction])))
    assert bool(marks.applies[0]) == (value is not None)
    if value is not None:
        assert marks.values[0] == pytest.approx(value, abs=1e-12)
    return value


# ---- answers


@pytest.mark.parametrize(
    ("answer", "truth", "mark"),
    [
        ("harbour", "harbour", 1.0),
        ("Harbour ", "harbour", 1.0),  # case and space around do not count
        ("harbor", "harbour", 1 - 1 / 7),  # one edit in seven letters
        ("cat", "dog", 0.0),  # three edits in three
        ("abcd", "a", 0.0),  # NL is exactly 0.75, and equation 2 asks for less
        ("abc", "a", 1 - 2 / 3),
        ("福满楼", "福满阁", 1 - 1 / 3),
        ("", "a", 0.0),
    ],
)
def test_levenshtein_similarity(answer: str, truth: str, mark: float) -> None:
    assert marked("levenshtein", asked(truth), said(answer)) == pytest.approx(mark)


def test_an_answer_that_could_not_be_read_scores_nothing() -> None:
    assert marked("levenshtein", asked("a"), said(None)) == 0.0


def test_the_nearest_accepted_answer_counts() -> None:
    assert marked("levenshtein", asked("dog", "cats"), said("cat")) == pytest.approx(0.75)


def test_hidden_answers_are_not_marked() -> None:
    assert marked("levenshtein", asked(), said("a")) is None


@pytest.mark.parametrize(("agreeing", "mark"), [(0, 0.0), (1, 1 / 3), (2, 2 / 3), (3, 1.0), (10, 1.0)])
def test_vqa_accuracy_is_a_third_for_each_human(agreeing: int, mark: float) -> None:
    humans = ["stop"] * agreeing + ["go"] * (10 - agreeing)
    assert marked("vqa", asked(*humans), said("stop")) == pytest.approx(mark)


def test_vqa_accuracy_needs_ten_humans() -> None:
    assert marked("vqa", asked(*["stop"] * 9), said("stop")) is None


# ---- the official script's texts


@pytest.mark.parametrize(
    ("answer", "truth", "mark"),
    [
        ("福滿樓", "福满楼", 1.0),  # traditional is simplified first, on either side
        ("福满楼", "福滿樓", 1.0),
        ("福滿樓", "福满阁", 1 - 1 / 3),
        ("福滿樓", "Book", 0.0),
        ("一目瞭然", "一目了然", 1.0),  # replaced in this phrase alone
    ],
)
def test_the_official_script_compares_simplified_chinese(answer: str, truth: str, mark: float) -> None:
    assert marked("estvqa-tc", asked(truth), said(answer)) == pytest.approx(mark)
    assert marked("estvqa-tc", asked("没有", truth), said(answer)) == pytest.approx(mark)


def test_whatever_the_converter_changes_has_a_letter_that_is_looked_for() -> None:
    converter = estvqa._converter()
    texts = [key for _, _, table in converter.dict_cache.values() for key in table]
    changed = [text for text in texts if converter.convert(text) != text]
    assert len(changed) > 4000
    assert [text for text in changed if not re.search(estvqa._traditional(), text)] == []


# ---- evidence


@pytest.mark.parametrize(
    ("shape", "union", "hull"),
    [
        (SQUARE, 1.0, 1.0),
        ((0.0, 10.0, 10.0, 10.0, 10.0, 0.0, 0.0, 0.0), 1.0, 1.0),  # the other way round
        (HALF, 0.5, 0.5),
        (CORNER, 25 / 175, 25 / 200),
        (DIAMOND, 0.5, 0.5),
        (FAR, 0.0, 0.0),
        ((10.0, 0.0, 20.0, 0.0, 20.0, 10.0, 10.0, 10.0), 0.0, 0.0),  # shares an edge, and no area
        ((0.0, 0.0, 10.0, 10.0), 1.0, 1.0),  # a box is the quadrilateral of its corners
        ((0.0, 0.0, 10.0, 10.0, 10.0, 0.0, 0.0, 10.0), 0.5, 1.0),  # a bow-tie covers two quarters, its hull all
        (DENTED, 0.3, 0.5),  # covers 30; its hull is a triangle of 50
        ((0.0, 0.0, 10.0, 0.0, 0.0, 10.0, 2.0, 2.0), 0.4, 0.5),  # the same triangle, less a thinner dent
        ((0.0, 0.0, 5.0, 5.0, 10.0, 10.0, 0.0, 0.0), 0.0, 0.0),  # flat
    ],
)
def test_overlap_of_quadrilaterals(shape: tuple[float, ...], union: float, hull: float) -> None:
    assert marked("iou", asked("a"), said("a", shape)) == pytest.approx(union)
    assert marked("estvqa-lc", asked("a"), said("a", shape)) == pytest.approx(hull)


def test_naming_everything_is_judged_by_its_area() -> None:
    whole = (0.0, 0.0, 100.0, 100.0)
    assert marked("iou", asked("a"), said("a", SQUARE, whole)) == pytest.approx(0.01)


def test_no_evidence_overlaps_nothing() -> None:
    assert marked("iou", asked("a"), said("a")) == 0.0


@pytest.mark.parametrize(
    ("iou", "name"),
    [(0.0, "incorrect"), (0.01, "insufficient"), (0.4999, "insufficient"), (0.5, "sufficient"), (1.0, "sufficient")],
)
def test_sufficiency_of_evidence(iou: float, name: str) -> None:
    assert estvqa.sufficiency(iou) == name


@pytest.mark.parametrize(
    ("answer", "shape", "mark"),
    [("harbor", SQUARE, 6 / 7), ("harbor", HALF, 6 / 7), ("harbor", CORNER, 0.0), ("zzz", SQUARE, 0.0)],
)
def test_eve_needs_sufficient_evidence(answer: str, shape: tuple[float, ...], mark: float) -> None:
    assert marked("eve", asked("harbour"), said(answer, shape)) == pytest.approx(mark)


# ---- the official script


def test_the_official_script_reads_traditional_chinese() -> None:
    assert marked("estvqa-tc", asked("书店"), said("書店")) == 1.0
    assert marked("levenshtein", asked("书店"), said("書店")) == pytest.approx(0.5)


def test_the_official_script_is_stricter_with_text() -> None:
    assert marked("estvqa-tc", asked("ab"), said("ax")) == 0.0  # NL 0.5 is not below 0.5
    assert marked("levenshtein", asked("ab"), said("ax")) == 0.5


@pytest.mark.parametrize(
    ("answer", "truth", "mark"),
    [
        ("Harbour ", "harbour", 7 / 8),  # one edit in eight letters
        ("harbour", " harbour", 7 / 8),
        (" harbour", " harbour", 1.0),
        ("書店 ", "书店", 2 / 3),
        ("ab ", "a", 0.0),  # two edits in three letters
        ("", " ", 0.0),
    ],
)
def test_the_official_script_does_not_strip_spaces(answer: str, truth: str, mark: float) -> None:
    assert marked("estvqa-tc", asked(truth), said(answer)) == pytest.approx(mark)


def test_the_official_clc_takes_each_quadrilateral_by_its_own_hull() -> None:
    assert marked("estvqa-clc", asked("a"), said("a", DENTED)) == 1.0  # LC 0.5
    assert marked("eve", asked("a"), said("a", DENTED)) == 0.0  # IoU 0.3


def test_the_official_clc_goes_by_the_hull() -> None:
    shifted = (2.0, 1.5, 12.0, 1.5, 12.0, 11.5, 2.0, 11.5)  # shares 8 × 8.5 = 68; union 132, hull 135
    assert marked("estvqa-lc", asked("a"), said("a", shifted)) == pytest.approx(68 / 135)
    assert marked("estvqa-clc", asked("a"), said("a", shifted)) == 1.0
    farther = (
        2.0,
        1.6,
        12.0,
        1.6,
        12.0,
        11.6,
        2.0,
        11.6,
    )  # shares 67.2; union 132.8, hull 136: over a half by the union only
    assert marked("eve", asked("a"), said("a", farther)) == 1.0
    assert marked("estvqa-clc", asked("a"), said("a", farther)) == 0.0


# ---- sweeps and laws


def test_the_sweep_over_tau_is_figure_9() -> None:
    questions = [asked("harbour"), asked("harbour")]
    predictions = [said("harbor", SQUARE), said("harbxxxx", SQUARE)]  # NL 1/7 and 1/2
    table = pa.table(
        {
            "form": ["fill-in"] * 2,
            "answers": pa.array([q.answers for q in questions], pa.list_(pa.string())),
            "evidence": region_column([q.evidence.regions for q in questions if q.evidence]),
            "labels": pa.array([None, None], pa.string()),
        }
    )
    found = estvqa.sweep(Sheet(table, table_of(predictions)), [0.0, 0.1, 0.2, 0.6])
    assert found == pytest.approx([0.0, 0.0, 3 / 7, (6 / 7 + 1 / 2) / 2])


texts = st.text(alphabet="abc 汉字语", max_size=8)
# To a millionth of a pixel: among subnormal numbers GEOS has two triangles that share an edge overlap by half.
numbers = st.floats(0, 100, allow_nan=False).map(lambda number: round(number, 6))
quads = st.tuples(*[numbers] * 8)


@given(texts, texts, st.floats(0, 1), st.floats(0, 1))
def test_similarity_keeps_its_laws(a: str, b: str, tau: float, other: float) -> None:
    assert 0 <= estvqa.s_l(a, b, tau) <= 1
    assert estvqa.s_l(a, b, tau) == estvqa.s_l(b, a, tau)
    assert estvqa.s_l(a, a, max(tau, 1e-9)) == 1
    assert estvqa.s_l(a, b, min(tau, other)) <= estvqa.s_l(a, b, max(tau, other))


@given(quads, quads)
@settings(max_examples=150)
def test_overlap_is_symmetric_and_between_0_and_1(a: tuple[float, ...], b: tuple[float, ...]) -> None:
    one, other = (np.array(q).reshape(1, 4, 2) for q in (a, b))
    found = overlap(one, other)[0]
    assert 0 <= found <= 1 + 1e-9
    assert found == pytest.approx(overlap(other, one)[0], abs=1e-6)


@given(
    st.lists(st.tuples(st.floats(5, 60), st.floats(0, 6.28), numbers, numbers), min_size=2, max_size=2),
    st.integers(0, 10**6),
)
@settings(max_examples=150)
def test_overlap_agrees_with_shapely(parts: list[tuple[float, float, float, float]], seed: int) -> None:
    draw = np.random.default_rng(seed)
    made = []
    for size, turn, x, y in parts:
        angles = turn + np.array([0.2, 1.7, 3.3, 4.8]) + draw.uniform(-0.15, 0.15, 4)
        made.append(np.stack([x + size * np.cos(angles), y + size * np.sin(angles)], axis=1))
    one, other = (Polygon(q) for q in made)
    both = one.intersection(other).area
    pair = [q[None] for q in made]
    assert overlap(*pair)[0] == pytest.approx(both / one.union(other).area, abs=1e-9)
    assert overlap(*pair, with_hull=True)[0] == pytest.approx(
        both / MultiPoint(np.concatenate(made)).convex_hull.area, abs=1e-9
    )


@given(quads, quads)
@settings(max_examples=150)
def test_the_official_overlap_of_any_quadrilaterals_is_shapelys(a: tuple[float, ...], b: tuple[float, ...]) -> None:
    one, other = (np.array(q).reshape(4, 2) for q in (a, b))
    hulls = [MultiPoint(q).convex_hull for q in (one, other)]
    around = MultiPoint(np.concatenate([one, other])).convex_hull.area
    if min(hull.area for hull in hulls) > 1e-3:
        expected = hulls[0].intersection(hulls[1]).area / around
        assert overlap(one[None], other[None], with_hull=True)[0] == pytest.approx(expected, abs=1e-6)


@given(quads)
def test_a_quadrilateral_overlaps_itself_wholly(a: tuple[float, ...]) -> None:
    quad = np.array(a).reshape(1, 4, 2)
    if Polygon(quad[0]).is_valid and Polygon(quad[0]).area > 1e-3:
        assert overlap(quad, quad)[0] == pytest.approx(1.0)


# ---- columns that metrics share


def test_what_two_metrics_build_on_is_computed_once() -> None:
    calls = []

    def column(sheet: Sheet) -> int:
        calls.append(sheet)
        return len(calls)

    sheet = Sheet(None, None)
    assert [sheet.once(column), sheet.once(column), Sheet(None, None).once(column)] == [1, 1, 2]


def test_one_side_by_boxes_and_dented_shapes_go_with_the_rest() -> None:
    """Rows of each kind together score as they do alone."""
    shapes = [(SQUARE,), ((2.0, 0.0, 12.0, 10.0),), (DENTED,), (HALF, CORNER), (), (FAR,), (CORNER,)]
    questions = [
        asked("a", shape=shape) for shape in (SQUARE, CORNER, DIAMOND, SQUARE, SQUARE, SQUARE, (0.0, 0.0, 9.0, 9.0))
    ]
    table = pa.table(
        {
            "form": ["fill-in"] * len(shapes),
            "answers": [["a"]] * len(shapes),
            "evidence": region_column([q.evidence.regions for q in questions if q.evidence]),
            "labels": pa.nulls(len(shapes), pa.string()),
        }
    )
    predictions = [said("a", *some) for some in shapes]
    sheet = Sheet(table, table_of(predictions))
    for name in ("iou", "estvqa-lc", "evidence", "pointing"):
        metric = registry.get("metrics", name)
        alone = [metric.score(q, p) for q, p in zip(questions, predictions, strict=True)]
        assert metric.mark(sheet).values.tolist() == pytest.approx(alone, abs=1e-12)
