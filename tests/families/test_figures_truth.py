"""The fifteen templates of Table 2 on figures small enough to work out by hand."""

from __future__ import annotations

import pytest

from eyechart.core import Graph, Thing
from eyechart.errors import EyechartError
from eyechart.families.figures.templates import BY_NAME, ROWS, program_for, row_of
from eyechart.families.figures.world import FUNCTIONS, World, area, roughness
from eyechart.program import answer_of, run


def bars(**values: float) -> World:
    elements = [Thing(f"bar:{i}", name, {}, {"value": value}) for i, (name, value) in enumerate(values.items())]
    return World(Graph((Thing("figure", "vbar", {"kind": "vbar"}), *elements)))


def curves(**rows: list[float]) -> World:
    x = [0.0, 10.0, 20.0, 40.0]
    elements = [Thing(f"series:{i}", name, {}, {"x": x, "y": y}) for i, (name, y) in enumerate(rows.items())]
    return World(Graph((Thing("figure", "line", {"kind": "line"}), *elements)))


def ask(world: World, template: str, *names: str) -> str:
    return answer_of(run(program_for(BY_NAME[template], *names), world, FUNCTIONS))


FIVE = bars(Teal=30, Gold=10, Tan=50, Olive=20, Plum=40)  # in order: Gold Olive Teal Plum Tan
FOUR = bars(Teal=30, Gold=10, Tan=50, Olive=20)  # in order: Gold Olive Teal Tan
# Red is straight; Blue has one corner of 1 - 0 = 1 at x = 20; Lime zigzags: slopes 2, -2, 1, so |−4| + |3| = 7.
CURVES = curves(Red=[5, 5, 5, 5], Blue=[10, 10, 10, 30], Lime=[0, 20, 0, 20])


@pytest.mark.parametrize(
    ("template", "name", "answer"),
    [
        ("minimum", "Gold", "yes"),
        ("minimum", "Olive", "no"),
        ("maximum", "Tan", "yes"),
        ("maximum", "Gold", "no"),
        ("low median", "Teal", "yes"),
        ("high median", "Teal", "yes"),
        ("low median", "Olive", "no"),
    ],
)
def test_one_bar_against_all(template: str, name: str, answer: str) -> None:
    assert ask(FIVE, template, name) == answer


@pytest.mark.parametrize(
    ("template", "name", "answer"),
    [
        ("low median", "Olive", "yes"),
        ("low median", "Teal", "no"),
        ("high median", "Teal", "yes"),
        ("high median", "Olive", "no"),
    ],
)
def test_of_four_bars_the_second_is_the_low_and_the_third_the_high_median(
    template: str, name: str, answer: str
) -> None:
    assert ask(FOUR, template, name) == answer


@pytest.mark.parametrize(
    ("template", "x", "y", "answer"),
    [
        ("less", "Gold", "Teal", "yes"),
        ("less", "Teal", "Gold", "no"),
        ("greater", "Tan", "Plum", "yes"),
        ("greater", "Plum", "Tan", "no"),
    ],
)
def test_one_bar_against_another(template: str, x: str, y: str, answer: str) -> None:
    assert ask(FIVE, template, x, y) == answer


def test_equal_bars_are_neither_less_nor_greater() -> None:
    world = bars(Teal=5, Gold=5)
    assert (ask(world, "less", "Teal", "Gold"), ask(world, "greater", "Teal", "Gold")) == ("no", "no")


def test_two_equal_largest_bars_make_neither_the_maximum() -> None:
    world = bars(Teal=5, Gold=5, Tan=1)
    assert (ask(world, "maximum", "Teal"), ask(world, "maximum", "Gold")) == ("no", "no")


# Areas: Red 5·40 = 200; Blue 100 + 100 + 20·20 = 600; Lime 100 + 100 + 200 = 400.
@pytest.mark.parametrize(
    ("template", "name", "answer"),
    [
        ("minimum area", "Red", "yes"),
        ("minimum area", "Lime", "no"),
        ("maximum area", "Blue", "yes"),
        ("maximum area", "Lime", "no"),
        ("smoothest", "Red", "yes"),
        ("smoothest", "Blue", "no"),
        ("roughest", "Lime", "yes"),
        ("roughest", "Blue", "no"),
        ("lowest value", "Lime", "yes"),
        ("lowest value", "Red", "no"),
        ("highest value", "Blue", "yes"),
        ("highest value", "Lime", "no"),
    ],
)
def test_one_curve_against_all(template: str, name: str, answer: str) -> None:
    assert ask(CURVES, template, name) == answer


@pytest.mark.parametrize(
    ("template", "x", "y", "answer"),
    [
        ("less throughout", "Red", "Blue", "yes"),
        ("less throughout", "Blue", "Red", "no"),
        ("less throughout", "Lime", "Blue", "no"),  # above it at x = 10
        ("greater throughout", "Blue", "Red", "yes"),
        ("greater throughout", "Blue", "Lime", "no"),
        ("intersect", "Red", "Lime", "yes"),
        ("intersect", "Red", "Blue", "no"),
        ("intersect", "Blue", "Red", "no"),
    ],
)
def test_one_curve_against_another(template: str, x: str, y: str, answer: str) -> None:
    assert ask(CURVES, template, x, y) == answer


def test_curves_that_touch_intersect() -> None:
    world = curves(Red=[1, 2, 3, 4], Blue=[2, 2, 4, 5])
    assert ask(world, "intersect", "Red", "Blue") == "yes"


def test_area_is_by_trapezoids() -> None:
    assert area([0, 1, 3], [2, 4, 0]) == 3 + 4


def test_roughness_is_the_papers_sum_of_differences_of_slopes() -> None:
    assert roughness([0, 1, 2, 4], [0, 3, 2, 6]) == abs(-1 - 3) + abs(2 - -1)


def test_a_straight_line_has_no_roughness() -> None:
    assert roughness([0, 1, 2], [5, 6, 7]) == 0


def test_evidence_of_a_comparison_is_both_elements() -> None:
    done = run(program_for(BY_NAME["less"], "Gold", "Tan"), FIVE, FUNCTIONS)
    assert [done.steps[i].output for i in done.evidence] == [["bar:1"], ["bar:2"]]


def test_evidence_against_all_is_the_element_named() -> None:
    done = run(program_for(BY_NAME["maximum"], "Gold"), FIVE, FUNCTIONS)
    assert [done.steps[i].output for i in done.evidence] == [["bar:1"]]


def test_ids_and_numbers_are_those_of_the_files_and_of_table_2() -> None:
    ids = {row.template.name: (row.number, row.id) for row in ROWS}
    assert ids == {
        "minimum": (1, 0), "maximum": (2, 1), "low median": (3, 4), "high median": (4, 5), "less": (5, 2), "greater": (6, 3),
        "minimum area": (7, 6), "maximum area": (8, 7), "smoothest": (9, 8), "roughest": (10, 9), "lowest value": (11, 10),
        "highest value": (12, 11), "less throughout": (13, 12), "greater throughout": (14, 13), "intersect": (15, 14),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "function", "about", "message"),
    [
        ("less", "less", "course", "Step 2 of the program, less: takes one thing, one thing, text, not 2 things"),
        ("less", "below", "value", "Step 2 of the program, below: takes one thing, one thing, not 3 things"),
        ("less", "lesser", "value", "No program function 'lesser'. Did you mean 'less'"),
        ("fewer", "less", "value", "No template in the words of language en 'fewer'"),
    ],
)
def test_a_row_that_does_not_fit_is_refused_before_anything_is_drawn(
    name: str, function: str, about: str, message: str
) -> None:
    with pytest.raises(EyechartError, match=message):
        row_of(16, 15, name, function, about)


PAPER_WORDINGS = """Is X the minimum? Is X the maximum? Is X the low median? Is X the high median? Is X less than Y?
Is X greater than Y? Does X have the minimum area under the curve? Does X have the maximum area under the curve?
Is X the smoothest? Is X the roughest? Does X have the lowest value? Does X have the highest value? Is X less than Y?
Is X greater than Y? Does X intersect Y?"""


def test_paper_wordings_are_those_of_table_2() -> None:
    said = [row.template.wordings.options("en", "paper")[0].format(x="X", y="Y") for row in ROWS]
    assert " ".join(said) == " ".join(PAPER_WORDINGS.split())
