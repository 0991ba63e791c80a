"""Metrics: values by hand, against shapely, and the two forms against each other."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

import eyechart
from eyechart import registry
from eyechart.core import Evidence, Page, Prediction, Question, Region, Shape, outline
from eyechart.metrics import answer, evidence, joint, regions

TRUTH = Evidence((Region((0, 0, 10, 10)),))


def question(answers: tuple[str, ...] = ("yes",), truth: Evidence | None = TRUTH) -> Question:
    return Question(id="q", text="?", form="fill-in", answers=answers, evidence=truth)


def said(text: str | None = "yes", *shapes: Shape, **labels: str) -> Prediction:
    return Prediction(question="q", answer=text, evidence=Evidence(tuple(Region(s) for s in shapes), labels))


@pytest.mark.parametrize(
    ("text", "score"), [("yes", 1.0), (" Yes ", 1.0), ("YES", 1.0), ("no", 0.0), ("yes.", 0.0), (None, 0.0), ("", 0.0)]
)
def test_answer(text: str | None, score: float) -> None:
    assert answer.score(question(), said(text)) == score


def test_any_accepted_answer_is_right() -> None:
    assert answer.score(question(("4", "four")), said("Four")) == 1.0


def test_a_hidden_answer_cannot_be_marked() -> None:
    assert answer.score(question(()), said("yes")) is None


@pytest.mark.parametrize(
    ("shapes", "score"),
    [
        ([(0, 0, 10, 10)], 1.0),
        ([(0, 0, 10, 5)], 0.5),
        ([(5, 0, 15, 10)], 1 / 3),
        ([(20, 20, 30, 30)], 0.0),
        ([(0, 0, 5, 10), (5, 0, 10, 10)], 1.0),
        ([(0, 0, 10, 10), (0, 0, 10, 10)], 1.0),
        ([(0, 0, 100, 100)], 0.01),
        ([], 0.0),
    ],
)
def test_overlap(shapes: list[Shape], score: float) -> None:
    assert evidence.overlap_score(question(), said("yes", *shapes)) == pytest.approx(score)


def test_nothing_said_about_nothing_is_right() -> None:
    assert evidence.overlap_score(question(truth=Evidence()), said("no")) == 1.0


def test_something_said_about_nothing_is_wrong() -> None:
    assert evidence.overlap_score(question(truth=Evidence()), said("no", (0, 0, 1, 1))) == 0.0


def test_unknown_evidence_cannot_be_marked() -> None:
    assert evidence.overlap_score(question(truth=None), said("yes", (0, 0, 1, 1))) is None


@pytest.mark.parametrize(
    ("labels", "score"),
    [
        ({"relation": "and", "kind": "count"}, 1.0),
        ({"relation": "and", "kind": "colour"}, 1 / 3),
        ({"relation": "and"}, 0.5),
        ({}, 0.0),
    ],
)
def test_labels_overlap_by_what_both_have(labels: dict[str, str], score: float) -> None:
    truth = Evidence((), {"relation": "and", "kind": "count"})
    assert evidence.overlap_score(question(truth=truth), said("B", **labels)) == pytest.approx(score)


def test_regions_on_different_pictures_never_meet() -> None:
    elsewhere = Prediction(question="q", answer="yes", evidence=Evidence((Region((0, 0, 10, 10), (), 1),)))
    assert evidence.overlap_score(question(), elsewhere) == 0.0


WEDGE = (50.0, 50.0, 90.0, 50.0, 78.0, 78.0, 50.0, 90.0)


def test_a_box_is_judged_against_the_box_around_a_wedge() -> None:
    assert evidence.overlap_score(question(truth=Evidence((Region(WEDGE),))), said("yes", (50, 50, 90, 90))) == 1.0


def test_a_polygon_is_judged_against_the_wedge_itself() -> None:
    triangle = (50.0, 50.0, 90.0, 50.0, 50.0, 90.0)
    expected = shapely.Polygon(outline(triangle)).area / shapely.Polygon(outline(WEDGE)).area
    assert evidence.overlap_score(question(truth=Evidence((Region(WEDGE),))), said("yes", triangle)) == pytest.approx(
        expected
    )


@pytest.mark.parametrize(
    ("shapes", "score"),
    [
        ([(4, 4, 6, 6)], 1.0),
        ([(8, 8, 14, 14)], 0.0),
        ([(4, 4, 6, 6), (40, 40, 50, 50)], 0.5),
        ([(4, 4, 6, 6), (3, 3, 6, 6)], 0.5),
        ([], 0.0),
    ],
)
def test_pointing(shapes: list[Shape], score: float) -> None:
    assert evidence.pointing_score(question(), said("yes", *shapes)) == score


@pytest.mark.parametrize(
    ("text", "shape", "score"),
    [
        ("yes", (0, 0, 10, 5), 1.0),
        ("yes", (0, 0, 10, 4), 0.0),
        ("no", (0, 0, 10, 10), 0.0),
    ],
)
def test_joint_needs_the_right_answer_and_half_the_evidence(text: str, shape: Shape, score: float) -> None:
    assert joint.score(question(), said(text, shape)) == score


# ---- geometry

numbers = st.integers(0, 60).map(float)
corners = st.tuples(numbers, numbers)


@st.composite
def boxes(draw: st.DrawFn) -> Shape:
    x, y, w, h = draw(numbers), draw(numbers), draw(st.integers(1, 40)), draw(st.integers(1, 40))
    return (x, y, x + w, y + h)


@st.composite
def polygons(draw: st.DrawFn) -> Shape:
    """Convex hulls of a few points, as flat coordinates."""
    hull = shapely.MultiPoint(draw(st.lists(corners, min_size=3, max_size=8, unique=True))).convex_hull
    if hull.geom_type != "Polygon":
        hull = shapely.box(0, 0, 5, 5)
    return tuple(v for point in list(hull.exterior.coords)[:-1] for v in point)


def by_shapely(truth: list[Shape], guess: list[Shape]) -> float:
    a, b = (shapely.union_all([shapely.Polygon(outline(s)) for s in shapes]) for shapes in (truth, guess))
    return float(a.intersection(b).area / a.union(b).area)


@given(st.lists(boxes(), min_size=1, max_size=4), st.lists(boxes(), min_size=1, max_size=4))
def test_overlap_of_boxes_equals_shapely(truth: list[Shape], guess: list[Shape]) -> None:
    assert regions.overlap(truth, guess) == pytest.approx(by_shapely(truth, guess), abs=1e-9)


@given(st.lists(polygons(), min_size=1, max_size=3), st.lists(polygons(), min_size=1, max_size=3))
def test_overlap_of_polygons_equals_shapely(truth: list[Shape], guess: list[Shape]) -> None:
    # A hull of four numbers would be read as a box; hulls have at least three corners.
    assert regions.overlap(truth, guess) == pytest.approx(by_shapely(truth, guess), abs=1e-6)


@given(
    st.lists(st.tuples(*(st.lists(polygons() | boxes(), min_size=1, max_size=3) for _ in "ab")), min_size=1, max_size=6)
)
def test_many_overlaps_are_those_of_each(pairs: list[tuple[list[Shape], list[Shape]]]) -> None:
    by_shapes = [1.0 if truth == guess else by_shapely(truth, guess) for truth, guess in pairs]
    assert regions.overlaps(pairs) == pytest.approx(by_shapes, abs=1e-6)


@given(st.lists(boxes(), min_size=1, max_size=3), st.lists(boxes(), min_size=1, max_size=3))
def test_overlap_is_symmetric(truth: list[Shape], guess: list[Shape]) -> None:
    assert regions.overlap(truth, guess) == pytest.approx(regions.overlap(guess, truth))


@given(st.lists(boxes(), min_size=1, max_size=3))
def test_overlap_with_itself_is_one(shapes: list[Shape]) -> None:
    assert regions.overlap(shapes, list(shapes)) == 1.0


@given(polygons())
def test_a_convex_polygon_holds_its_middle(shape: Shape) -> None:
    assert regions.inside(shape, *regions.middle(shape))


def test_a_ring_that_is_bent_around_its_centroid_holds_its_middle() -> None:
    horseshoe = (0.0, 0.0, 9.0, 0.0, 9.0, 9.0, 6.0, 9.0, 6.0, 3.0, 2.0, 3.0, 2.0, 9.0, 0.0, 9.0)
    assert regions.middle(horseshoe) == (7.5, pytest.approx((81 * 4.5 - 24 * 6) / 57))  # in the wider of its legs
    assert regions.hits([horseshoe], [horseshoe]) == 1


@pytest.mark.parametrize("name", registry.names("metrics"))
def test_every_metric_keeps_its_contract(name: str, pages: list[Page]) -> None:
    eyechart.check_metric(registry.get("metrics", name), pages[:30])


@pytest.mark.parametrize("name", ["evidence", "pointing", "joint"])
def test_quadrilaterals_over_columns_equal_one_by_one(name: str) -> None:
    signs = eyechart.dataset("signs", split="test", seed=3)
    eyechart.check_metric(registry.get("metrics", name), [signs[i] for i in range(20)])
