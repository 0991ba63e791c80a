"""Figures as drawn by lot: Table 1, colours, legends, margins, boxes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
import skia

import eyechart
from eyechart.core import Page, boxed
from eyechart.drawing.colour import ciede2000, distance
from eyechart.drawing.decoding import decode
from eyechart.errors import EyechartError
from eyechart.families.figures.axes import nice_ticks
from eyechart.families.figures.colours import BY_NAME, COLOURS, HALVES, palette
from eyechart.families.figures.world import World


def some(count: int = 60, split: str = "train", preset: str = "exam", **changes: Any) -> list[Page]:
    endless = eyechart.dataset("figures", split=split, seed=9, preset=preset, **changes)
    return [endless[i] for i in range(count)]


@pytest.fixture(scope="module")
def paper() -> list[Page]:
    return some(100, preset="paper")


@pytest.fixture(scope="module")
def exam() -> list[Page]:
    return some(100)


def kind(page: Page) -> str:
    return page.scene.things[0].name


def elements(page: Page) -> list[Any]:
    return list(World(page.scene).elements.values())


def test_there_are_a_hundred_colours_in_two_halves_of_fifty() -> None:
    assert (len(COLOURS), len(HALVES["A"]), len(HALVES["B"])) == (100, 50, 50)


@pytest.mark.parametrize(
    ("name", "id", "hex", "half"), [("Aqua", 0, "#7FFFD4", "A"), ("Yellow Green", 99, "#9ACD32", "B")]
)
def test_colours_have_the_published_ids(name: str, id: int, hex: str, half: str) -> None:
    assert (BY_NAME[name].id, BY_NAME[name].hex, BY_NAME[name].half) == (id, hex, half)


def test_a_palette_is_what_figures_are_coloured_in() -> None:
    found = {e.name for page in some(40, preset="mini", palette=4, bars=[2, 4]) for e in elements(page)}
    assert found == {colour.name for half in HALVES for colour in palette(half, 4)}


def test_the_templates_that_are_named_are_asked() -> None:
    assert {q.template for page in some(20, templates=["less"]) for q in page.questions} == {"less"}


def test_a_palette_is_farther_apart_than_its_half() -> None:
    few = [colour for half in HALVES for colour in palette(half, 4)]
    assert len(few) == 8
    assert min(distance(a.hex, b.hex) for a in few for b in few if a != b) > 30
    assert palette("A", 50) == HALVES["A"]


@pytest.mark.parametrize("split", ["train", "val1", "test1"])
def test_training_scheme_gives_each_kind_its_half(split: str) -> None:
    halves = {(kind(page), BY_NAME[e.name].half) for page in some(20, split) for e in elements(page)}
    assert halves == {("vbar", "A"), ("hbar", "B"), ("line", "A"), ("dot_line", "B"), ("pie", "A")}


@pytest.mark.parametrize("split", ["val2", "test2"])
def test_alternated_scheme_swaps_the_halves(split: str) -> None:
    halves = {(kind(page), BY_NAME[e.name].half) for page in some(20, split) for e in elements(page)}
    assert halves == {("vbar", "B"), ("hbar", "A"), ("line", "B"), ("dot_line", "A"), ("pie", "B")}


def test_the_kinds_take_turns(exam: list[Page]) -> None:
    assert set(Counter(kind(page) for page in exam).values()) == {20}


@pytest.mark.parametrize(
    ("name", "low", "high"), [("vbar", 2, 10), ("hbar", 2, 10), ("line", 2, 7), ("dot_line", 2, 7), ("pie", 2, 7)]
)
def test_elements_are_as_many_as_in_table_1(name: str, low: int, high: int) -> None:
    counts = {len(elements(page)) for page in some(400, preset="paper", kinds=[name])}
    assert (min(counts), max(counts)) == (low, high)


def test_curves_have_five_to_twenty_points_and_share_their_x(paper: list[Page]) -> None:
    for page in paper:
        if kind(page) in ("line", "dot_line"):
            xs = {tuple(e.data["x"]) for e in elements(page)}
            assert len(xs) == 1
            assert 5 <= len(xs.pop()) <= 20


def test_values_stay_in_their_ranges(paper: list[Page]) -> None:
    for page in paper:
        for e in elements(page):
            values = e.data.get("y") or [e.data["value"]]
            assert min(values) >= 0
            assert max(values) <= (99 if kind(page) in ("vbar", "hbar") else 100)


def test_width_is_one_to_two_times_the_height(paper: list[Page]) -> None:
    ratios = [page.pictures[0].width / page.pictures[0].height for page in paper]
    assert min(ratios) >= 1
    assert max(ratios) <= 2


def test_a_legend_beside_the_plot_needs_a_wide_figure(paper: list[Page]) -> None:
    for page in paper:
        legend = next((t for t in page.scene.things if t.id == "legend"), None)
        if legend and legend.attributes["inside"] == "no" and legend.attributes["direction"] == "vertical":
            assert page.pictures[0].width >= 1.33 * page.pictures[0].height - 1


def test_bars_have_no_legend_and_pies_no_axes(paper: list[Page]) -> None:
    for page in paper:
        ids = {thing.id for thing in page.scene.things}
        assert ("legend" in ids) == (kind(page) not in ("vbar", "hbar"))
        assert ("x_axis" in ids) == (kind(page) != "pie")


def test_four_font_sizes_occur(paper: list[Page]) -> None:
    assert {page.scene.things[0].data["font_size"] for page in paper} == {8, 9, 10, 11}


def test_five_line_styles_occur() -> None:
    styles = {e.attributes["style"] for page in some(60, kinds=["line"]) for e in elements(page)}
    assert styles == {"solid", "dashed", "dotted", "dotdash", "dashdot"}


def test_yes_equals_no_for_every_template_on_every_figure_of_the_paper(paper: list[Page]) -> None:
    for page in paper:
        said = Counter((q.template, q.answers[0]) for q in page.questions)
        assert all(said[template, "yes"] == said[template, "no"] == 1 for template, _ in said)


def test_exam_keeps_colours_apart(exam: list[Page]) -> None:
    for page in exam:
        values = [e.attributes["colour"] for e in elements(page)]
        assert all(distance(a, b) >= 14 for i, a in enumerate(values) for b in values[:i])


def test_exam_asks_only_about_bars_that_differ_visibly(exam: list[Page]) -> None:
    for page in exam:
        world = World(page.scene)
        if kind(page) != "vbar":
            continue
        plot = page.where["plot"][0]
        scale = (plot[3] - plot[1]) / (world.parts["y_axis"].data["high"] - world.parts["y_axis"].data["low"])
        for q in page.questions:
            if q.template == "less" and q.program:
                a, b = (world.property("value")[q.program.steps[i].output[0]] for i in (0, 1))
                assert abs(a - b) * scale >= 5.99


def test_exam_legends_lie_on_no_data() -> None:
    for page in some(40, kinds=["line", "dot_line"], legend_inside=1.0):
        left, top, right, bottom = page.where["legend"][0]
        for name, shapes in page.where.items():
            if name.endswith("/points"):
                for box in shapes:
                    assert box[2] < left or box[0] > right or box[3] < top or box[1] > bottom


def test_every_shape_lies_on_the_figure(paper: list[Page], exam: list[Page]) -> None:
    for page in (*paper, *exam):
        width, height = page.pictures[0].width, page.pictures[0].height
        for name, shapes in page.where.items():
            for shape in shapes:
                left, top, right, bottom = boxed(shape)
                assert left >= -0.1, (page.index, name)
                assert top >= -0.1, (page.index, name)
                assert right <= width + 0.1, (page.index, name)
                assert bottom <= height + 0.1, (page.index, name)


def test_a_bars_box_holds_its_colour_and_nothing_around_it_does(exam: list[Page]) -> None:
    for page in exam:
        if kind(page) != "vbar":
            continue
        pixels = decode(page.pictures[0]).toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]
        for e in elements(page):
            left, top, right, bottom = page.where[e.id][0]
            inside = pixels[int(top) + 2 : int(bottom) - 1, int(left) + 2 : int(right) - 1]
            assert (inside == np.array(BY_NAME[e.name].rgb)).all()
            above = pixels[int(top) - 3, int(left) + 2 : int(right) - 1]
            assert not (above == np.array(BY_NAME[e.name].rgb)).all(axis=1).any()


def test_a_slices_polygon_holds_its_colour(exam: list[Page]) -> None:
    for page in exam:
        if kind(page) == "pie":
            pixels = decode(page.pictures[0]).toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]
            for e in elements(page):
                polygon = page.where[e.id][0]
                cx, cy = polygon[:2]
                middle = len(polygon) // 4 * 2  # a corner half way along the arc
                x, y = (cx + 2 * polygon[middle]) / 3, (cy + 2 * polygon[middle + 1]) / 3
                assert tuple(pixels[int(y), int(x)]) == BY_NAME[e.name].rgb


def test_boxes_exist_for_every_element_of_a_line_plot(paper: list[Page]) -> None:
    page = next(p for p in paper if kind(p) == "line" and "x_gridlines" in p.where)
    assert set(page.where) >= {
        "figure", "plot", "title", "x_axis/rule", "x_axis/ticks", "x_axis/minor_ticks", "x_axis/labels", "x_axis/title",
        "y_axis/rule", "y_axis/ticks", "y_axis/minor_ticks", "y_axis/labels", "y_axis/title", "x_gridlines", "y_gridlines",
        "legend", "legend/labels", "legend/previews", "series:0", "series:0/segments",
    }  # fmt: skip


def test_without_text_the_plot_fills_the_figure_and_nothing_else_is_on_it() -> None:
    for page in some(10, text=False):
        dressed = {"legend", "title"} & ({thing.id for thing in page.scene.things} | set(page.where))
        words = [
            name for name, shapes in page.where.items() if name.endswith(("/labels", "/title", "/ticks")) and shapes
        ]
        assert (dressed, words) == (set(), [])
        left, top, right, bottom = page.where["plot"][0]
        assert (right - left, bottom - top) == (
            page.scene.things[0].data["width"] - 20,
            page.scene.things[0].data["height"] - 20,
        )


def test_a_line_has_a_box_for_each_segment_and_dots_one_for_each_point(paper: list[Page]) -> None:
    for page in paper:
        if kind(page) in ("line", "dot_line"):
            e = elements(page)[0]
            part, less = ("segments", 1) if kind(page) == "line" else ("points", 0)
            assert len(page.where[f"{e.id}/{part}"]) == len(e.data["x"]) - less


def test_difficulty_falls_with_the_margin() -> None:
    hard = [
        q.difficulty for p in some(40, kinds=["vbar"], bars=[9, 10]) for q in p.questions if q.difficulty is not None
    ]
    easy = [
        q.difficulty for p in some(40, kinds=["vbar"], bars=[2, 3]) for q in p.questions if q.difficulty is not None
    ]
    assert np.mean(hard) > np.mean(easy) + 0.1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bars": [5, 3]}, "bars=5,3 is empty"),
        ({"gridlines": 2}, "gridlines of figures is not possible.*default is 0.5"),
        ({"kinds": ["pies"]}, "No kind of chart 'pies'. Did you mean 'pie'.* Known: .*dot_line, hbar, line, pie"),
        ({"templates": ["maximal"]}, "No template of figures 'maximal'. Did you mean 'maximum'"),
        ({"kinds": []}, "need at least one value each"),
        ({"languages": ["tlh"]}, "No language of figures 'tlh'. Known: .*en"),
        ({"colour_distance": 59}, "has no 10 that far apart"),
        ({"palette": 5}, "half A of the colours has no 10 that far apart"),
        ({"grid": 1}, "No setting of figures 'grid'. Did you mean 'gridlines'"),
        ({"points": [2, 4]}, "roughness needs three points"),
    ],
)
def test_impossible_settings_say_why(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(EyechartError, match=message):
        eyechart.dataset("figures", **changes)


@pytest.mark.parametrize(
    ("low", "high", "most", "ticks"),
    [
        (0, 100, 5, (0, 20, 40, 60, 80, 100)),
        (0.13, 0.29, 4, (0.15, 0.2, 0.25)),
        (-3, 103, 10, tuple(range(0, 101, 20))),
    ],
)
def test_ticks_are_round(low: float, high: float, most: int, ticks: tuple[float, ...]) -> None:
    assert nice_ticks(low, high, most) == ticks


def test_a_golden_question() -> None:
    page = eyechart.dataset("figures", split="train", seed=7)[1]
    assert [(q.text, q.answers[0]) for q in page.questions[:3]] == GOLDEN


GOLDEN = [
    ("Is Salmon the largest?", "no"),
    ("Is Dark Magenta less than Dark Khaki?", "yes"),
    ("Is Magenta the minimum?", "yes"),
]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # rows 1, 16, 17 and 34 of Sharma, Wu and Dalal's test data
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_colour_distance_is_ciede2000(one: Any, other: Any, expected: float) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=1e-4)


def test_black_and_white_are_a_hundred_apart() -> None:
    assert distance("#FFFFFF", "#000000") == pytest.approx(100, abs=0.01)


def test_colour_distance_is_symmetric() -> None:
    assert distance("#32CD32", "#7CFC00") == pytest.approx(distance("#7CFC00", "#32CD32"))
