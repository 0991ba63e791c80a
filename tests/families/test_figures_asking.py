"""Which questions a figure gets: coins that tell nothing, the paper's pairs, and nothing that is a tie."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import permutations, product

import numpy as np
import pytest

import eyechart
from eyechart.core import Drawing, Graph, Page, Thing
from eyechart.drawing.text import text
from eyechart.families.figures.ask import coins, pairs
from eyechart.families.figures.charts.curves import seen
from eyechart.families.figures.layout import Label, Layout
from eyechart.families.figures.margins import Margins, Possible
from eyechart.families.figures.settings import PAPER, FigureSettings
from eyechart.families.figures.templates import BY_NAME, ROWS
from eyechart.families.figures.views import names_of, order_logic, siblings_told, whole_page
from eyechart.families.figures.world import World
from eyechart.seeding import rng_for

PUBLISHED = FigureSettings(**PAPER)  # type: ignore[arg-type]
PLOT = (0.0, 0.0, 400.0, 300.0)
X = [0.0, 25.0, 50.0, 75.0, 100.0]


def bars(*values: float) -> World:
    """100 units are 300 pixels high."""
    elements = [Thing(f"bar:{i}", f"C{i}", {}, {"value": value}) for i, value in enumerate(values)]
    axis = Thing("y_axis", "", {}, {"low": 0.0, "high": 100.0})
    return World(Graph((Thing("figure", "vbar", {"kind": "vbar"}), axis, *elements)))


def curves(*rows: list[float]) -> World:
    elements = [Thing(f"series:{i}", f"C{i}", {}, {"x": X, "y": y}) for i, y in enumerate(rows)]
    axis = Thing("y_axis", "", {}, {"low": 0.0, "high": 100.0})
    return World(Graph((Thing("figure", "line", {"kind": "line"}), axis, *elements)))


def possible(world: World, settings: FigureSettings = PUBLISHED) -> dict[str, Possible]:
    margins = Margins(world, Drawing((), {"plot": (PLOT,)}), settings)
    return {row.template.name: found for row in ROWS if (found := margins.possible(row)) is not None}


def straight(first: float, last: float) -> list[float]:
    return [round(first + (last - first) * x / 100, 3) for x in X]


# ---- ties, and what rounding decides


def test_two_straight_lines_are_equally_smooth() -> None:
    """Both rise by thirds, so that rounding leaves them a roughness of next to nothing, and not the same."""
    rounded = curves(straight(0, 100 / 3), straight(10, 200 / 3), [50, 80, 20, 80, 50])
    found = set(rounded.property("roughness").values())
    assert len(found) == 3
    assert "smoothest" not in possible(rounded)
    assert [*possible(rounded)["roughest"].yes] == [(2,)]


def test_one_straight_line_is_the_smoothest() -> None:
    found = possible(curves(straight(0, 100 / 3), [40, 50, 45, 52, 48], [50, 80, 20, 80, 50]))
    assert ([*found["smoothest"].yes], [*found["smoothest"].no]) == ([(0,)], [(1,), (2,)])


def test_straight_lines_alone_are_neither_smoothest_nor_roughest() -> None:
    assert {"smoothest", "roughest"}.isdisjoint(possible(curves(straight(0, 100 / 3), straight(90, 71.1))))


def test_areas_that_rounding_tells_apart_are_not_asked_about() -> None:
    """By 0.001 at one point: the unrounded areas may be either way."""
    close = curves([10, 10, 10, 10, 10], [10, 5, 15, 10, 10.001], [80, 80, 80, 80, 80])
    assert "minimum area" not in possible(close)
    assert [*possible(close)["maximum area"].yes] == [(2,)]


def test_series_that_share_an_extreme_are_not_asked_about_it() -> None:
    clipped = curves([0, 50, 50, 50, 20], [0, 10, 60, 10, 70], [90, 95, 90, 80, 90])
    assert "lowest value" not in possible(clipped)
    assert [*possible(clipped)["highest value"].yes] == [(2,)]


def test_curves_that_touch_are_neither_apart_nor_crossing() -> None:
    touching = [10.0, 20, 30, 40, 50]
    found = possible(curves(touching, [10, 30, 40, 50, 60], [70, 80, 90, 80, 75], [90, 70, 90, 90, 90]))
    for name in ("intersect", "less throughout", "greater throughout"):
        assert not {(0, 1), (1, 0)} & {*found[name].yes, *found[name].no}


def test_equal_bars_are_compared_with_others_only() -> None:
    found = possible(bars(10, 10, 50))
    assert {*found["less"].yes} == {(0, 2), (1, 2)}
    assert "minimum" not in found
    assert [*found["maximum"].no] == [(0,), (1,)]


def test_the_exam_asks_nothing_that_is_closer_than_its_margins() -> None:
    """Six pixels are two units."""
    assert "minimum" in possible(bars(10, 12.1, 50), FigureSettings())
    assert "minimum" not in possible(bars(10, 11.9, 50), FigureSettings())


# ---- difficulty


def test_difficulty_is_the_average_of_a_templates_yes_and_no() -> None:
    """Of 10, 30 and 90 the least is 60 px from the next, and the others are 60 and 240 px from it."""
    assert possible(bars(10, 30, 90))["minimum"].difficulty == pytest.approx(
        (2.718281828**-1.5 + (2.718281828**-1.5 + 2.718281828**-6) / 2) / 2, abs=5e-4
    )


def test_both_of_a_pair_are_equally_difficult() -> None:
    dataset = eyechart.dataset("figures", seed=6, preset="paper")
    for i in range(60):
        known = defaultdict(set)
        for q in dataset[i].questions:
            known[q.template].add(q.difficulty)
        assert all(len(found) == 1 for found in known.values())


# ---- pairs


def test_the_papers_preset_asks_a_yes_and_a_no() -> None:
    found = possible(bars(10, 30, 90, 50))
    asked = [(one.row.template.name, named in one.yes) for one, named in pairs(list(found.values()), rng_for("pairs"))]
    assert asked == [(name, yes) for name in found for yes in (True, False)]


# ---- coins


def drawn(world: World, times: int, settings: FigureSettings = PUBLISHED) -> Counter[tuple[tuple[str, bool], ...]]:
    """What is asked, by template in order, and whether it is a yes."""
    found, elements = list(possible(world, settings).values()), len(world.elements)
    picks = (coins(found, elements, rng_for("coins", i)) for i in range(times))
    return Counter(tuple(sorted((one.row.template.name, named in one.yes) for one, named in some)) for some in picks)


@pytest.mark.parametrize("world", [bars(40, 80), bars(20, 90, 50), bars(5, 15, 30, 60), bars(7, 25, 48, 61, 93)])
def test_whatever_is_asked_every_combination_of_answers_is_as_likely(world: World) -> None:
    by_set: dict[tuple[str, ...], Counter[tuple[bool, ...]]] = defaultdict(Counter)
    for asked, count in drawn(world, 4_000).items():
        by_set[tuple(name for name, _ in asked)][tuple(yes for _, yes in asked)] += count
    for names, answers in by_set.items():
        expected = answers.total() / 2 ** len(names)
        if expected >= 8:
            assert set(answers) == set(product((True, False), repeat=len(names)))
            assert sum((n - expected) ** 2 / expected for n in answers.values()) < 2 ** len(names) + 6 * 2 ** (
                len(names) / 2 + 0.5
            )


def test_of_two_bars_there_is_one_thing_to_ask() -> None:
    assert {len(asked) for asked in drawn(bars(40, 80), 200)} == {1}


def test_the_one_median_of_an_odd_number_is_asked_about_once() -> None:
    for asked in drawn(bars(7, 25, 48, 61, 93), 300):
        assert sum("median" in name for name, _ in asked) <= 1


def test_one_curve_that_is_both_lowest_and_smallest_is_asked_for_one_of_these() -> None:
    """Else, were both a yes, it would be named twice."""
    world = curves([5, 6, 9, 6, 5], [30, 60, 20, 50, 40], [80, 75, 90, 60, 80], [55, 52, 58, 70, 57])
    assert [*possible(world)["minimum area"].yes] == [*possible(world)["lowest value"].yes] == [(0,)]
    asked = [{name for name, _ in asked} for asked in drawn(world, 300)]
    assert any("minimum area" in names for names in asked)
    assert not any({"minimum area", "lowest value"} <= names for names in asked)


@pytest.fixture(scope="module")
def exam() -> list[Page]:
    dataset = eyechart.dataset("figures", seed=21)
    return [dataset[i] for i in range(600)]


def test_an_exam_names_each_element_once_and_asks_each_template_once(exam: list[Page]) -> None:
    for page in exam:
        names = [name for q in page.questions for name in names_of(q)]
        assert len(names) == len(set(names))
        assert len({q.template for q in page.questions}) == len(page.questions) > 0


@pytest.mark.parametrize(
    ("preset", "within"), [("exam", lambda share: abs(share - 0.5) < 0.06), ("paper", lambda share: share > 0.6)]
)
def test_order_logic_answers_the_papers_pairs_and_no_exam(preset: str, within: Callable[[float], bool]) -> None:
    dataset = eyechart.dataset("figures", seed=22, preset=preset, kinds=["vbar"])
    right = []
    for i in range(300 if preset == "exam" else 60):
        said = order_logic(dataset[i].questions)
        right += [said[q.id] in q.answers for q in dataset[i].questions]
    assert within(sum(right) / len(right))


def test_what_siblings_share_and_say_is_seen() -> None:
    """Who is told of an element's other questions finds what the paper's pairs give away."""
    page = eyechart.dataset("figures", seed=22, preset="paper", kinds=["vbar"], bars=[2, 2])[0]
    low, high = (next(q for q in page.questions if (q.template, q.answers[0]) == ("minimum", a)) for a in ("yes", "no"))
    seen, told = whole_page(page.questions)[low.id].features, siblings_told(page.questions)[low.id].features
    assert names_of(low) != names_of(high)
    assert seen["asked"] == 12
    assert seen["x is x of maximum"] == 1  # of two bars, each is asked about
    assert told["x is x of maximum told"] == 0
    assert "x is x of minimum told" not in told


# ---- where elements stand


def ends(preset: str) -> float:
    """How often the least of four bars is the first or the last."""
    dataset = eyechart.dataset("figures", seed=8, preset=preset, kinds=["vbar"], bars=[4, 4])
    worlds = [World(dataset[i].scene) for i in range(400)]
    order = [list(world.property("value").values()) for world in worlds]
    return sum(values.index(min(values)) in (0, 3) for values in order) / len(order)


def test_bars_of_an_exam_stand_in_any_order() -> None:
    assert abs(ends("exam") - 0.5) < 0.1


def test_bars_of_the_paper_stand_in_the_order_of_their_shape() -> None:
    assert ends("paper") > 0.6


def test_what_is_legible_does_not_depend_on_the_order_of_the_series() -> None:
    heights = np.array([[10, 20, 30, 40], [11, 21, 60, 70], [12, 90, 31, 95], [50, 51, 52, 53]], float)
    title = Label(text("t", 12.0, "bold"), "t", 0.0, 0.0)
    plans = [
        Layout(PLOT, title, None, None, np.stack([heights[list(order)]] * 2, axis=2))
        for order in permutations(range(4))
    ]
    assert {seen(plan, 3.0) for plan in plans} == {0.25}


def test_each_template_is_possible_somewhere(exam: list[Page]) -> None:
    assert {q.template for page in exam for q in page.questions} == set(BY_NAME)
