"""Every function of icon programs on scenes small enough to work out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from eyechart.core import Graph, Relation, Thing
from eyechart.errors import EyechartError
from eyechart.families.icons.functions import FUNCTIONS
from eyechart.families.icons.shapes import folds
from eyechart.families.icons.world import World


def world(*things: Thing, relations: tuple[Relation, ...] = ()) -> World:
    return World(Graph((Thing("page", "by hand"), *things), relations))


def icon(number: int, name: str, inside: str = "", **data: Any) -> Thing:
    texts = {key: value for key, value in data.items() if isinstance(value, str)}
    rest = {key: value for key, value in data.items() if not isinstance(value, str)}
    return Thing(f"icon:{number}", name, {"kind": "icon", **texts}, rest | ({"in": inside} if inside else {}))


def call(where: World, function: str, *arguments: Any) -> Any:
    return FUNCTIONS[function](where, *arguments)


ROW = world(
    icon(0, "cat", row=0, colour="red"),
    icon(1, "dog", row=0, colour="blue"),
    icon(2, "cat", row=1, colour="red"),
    relations=(Relation("icon:0", "next to", "icon:1"), Relation("icon:2", "above", "icon:1")),
)
ALL = ["icon:0", "icon:1", "icon:2"]


@pytest.mark.parametrize(
    ("function", "arguments", "gives"),
    [
        ("all_of", ("icon",), ALL),
        ("thing", ("icon:1",), ["icon:1"]),
        ("named", (ALL, "cat"), ["icon:0", "icon:2"]),
        ("only", (ALL, "colour", "blue"), ["icon:1"]),
        ("without", (ALL, ["icon:1"]), ["icon:0", "icon:2"]),
        ("having", (ALL, "row", 1), ["icon:2"]),
        ("matching", (ALL, 0, "row"), ["icon:0", "icon:1"]),
        ("related", (["icon:1"], "above"), ["icon:2"]),
        ("related", (["icon:1"], "next to"), ["icon:0"]),
        ("at", (ALL, 2), ["icon:1"]),
        ("at", (ALL, -1), ["icon:2"]),
        ("odd_one", (ALL, "name"), ["icon:1"]),
        ("most", (ALL, "row"), ["icon:2"]),
        ("least", (["icon:1", "icon:2"], "row"), ["icon:1"]),
        ("ranked", (ALL, "row", 1), ["icon:2"]),
        ("ranked", (["icon:1", "icon:2"], "row", 2), ["icon:1"]),
        ("count", (ALL,), 3),
        ("fact", (["icon:1"], "colour"), "blue"),
        ("holds", ([],), False),
        ("holds", (ALL,), True),
        ("different_values", (ALL, "row"), 2),
    ],
)
def test_finding(function: str, arguments: tuple[Any, ...], gives: Any) -> None:
    assert call(ROW, function, *arguments) == gives


@pytest.mark.parametrize(
    ("function", "arguments", "gives"),
    [
        ("number", (7,), 7),
        ("plus", (3, 4), 7),
        ("minus", (10, 4), 6),
        ("divided", (12, 3), 4),
        ("sum_of", ([3, 4, 3, 4],), 14),
        ("nearest", (6.8, 1), 7),
        ("nearest", (63, 10), 60),
        ("fraction", (2, 4), "2/4"),
        ("with_commas", (7364,), "7,364"),
        ("about", (30, "about {}"), "about 30"),
        ("same", (4, 4), True),
        ("same", (4, 5), False),
        ("more", (5, 4), True),
        ("more", (4, 4), False),
        ("at_least", (4, 4), True),
        ("at_least", (3, 4), False),
        ("parity", (7,), "odd"),
        ("parity", (10,), "even"),
        ("chance", (0, 6), "impossible"),
        ("chance", (2, 6), "unlikely"),
        ("chance", (4, 6), "probable"),
        ("chance", (6, 6), "certain"),
        ("said", ("even", {"even": "偶数"}), "偶数"),
        ("sum_sentence", (2, 3, 5), "2 + 3 = 5"),
        ("most_common", (["red", "blue", "red"],), "red"),
        ("least_common", (["red", "blue", "red"],), "blue"),
        ("later", (11 * 60 + 30, 60), 30),
        ("apart", (11 * 60, 60), 120),
        ("clock_time", (185,), "3:05"),
        ("clock_time", (30,), "12:30"),
        ("time_word", (120,), "o'clock"),
        ("time_word", (135,), "quarter"),
        ("time_word", (150,), "half"),
        ("time_word", (165,), "quarter"),
        ("hour_to_name", (180,), 3),
        ("hour_to_name", (225,), 4),
        ("hour_to_name", (0,), 12),
        ("hour_to_name", (11 * 60 + 45,), 12),
    ],
)
def test_numbers_and_words(function: str, arguments: tuple[Any, ...], gives: Any) -> None:
    assert call(ROW, function, *arguments) == gives


@pytest.mark.parametrize(("function", "arguments"), [("nearest", (6.5, 1)), ("chance", (3, 6)), ("divided", (7, 2))])
def test_what_has_no_answer_is_refused(function: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(EyechartError):
        call(ROW, function, *arguments)


def sequence(*names: str) -> tuple[World, list[str]]:
    things = [icon(i, name) for i, name in enumerate(names)]
    return world(*things), [thing.id for thing in things]


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("ABAB", "A"),
        ("ABABA", "B"),
        ("AABAAB", "A"),
        ("ABBABB", "A"),
        ("ABCABCA", "B"),
        ("AABCAABC", "A"),
        ("ABBCABBC", "A"),
    ],
)
def test_a_pattern_goes_on_as_it_repeats(shown: str, after: str) -> None:
    scene, ids = sequence(*shown)
    assert call(scene, "continues", ids, "name") == after


def test_what_does_not_repeat_has_no_next() -> None:
    scene, ids = sequence(*"ABCD")
    with pytest.raises(EyechartError, match="does not repeat"):
        call(scene, "continues", ids, "name")


def test_what_grows_by_two_goes_on_by_two() -> None:
    assert call(world(*[icon(i, "card", value=v) for i, v in enumerate((3, 5, 7))]), "grows", ALL, "value") == 9


BOXES = world(
    Thing("option:0", "option"),
    Thing("option:1", "option"),
    *[icon(i, "marble", "option:0", colour="red", group=i // 2) for i in range(4)],
    *[icon(4 + i, "marble", "option:1", colour="red" if i < 1 else "blue", group=0) for i in range(3)],
    Thing("choice:A", "A", {}, {"shows": "option:1"}),
    Thing("choice:B", "B", {}, {"shows": "option:0"}),
)
OPTIONS = ["option:0", "option:1"]


@pytest.mark.parametrize(
    ("function", "arguments", "gives"),
    [
        ("within", (["option:1"],), ["icon:4", "icon:5", "icon:6"]),
        ("most", (OPTIONS, "count"), ["option:0"]),
        ("having", (OPTIONS, "count", 3), ["option:1"]),
        ("letter", (["option:0"],), "B"),
        ("most_parts", (OPTIONS, "red"), ["option:0"]),
        ("least_parts", (OPTIONS, "red"), ["option:1"]),
        ("all_or_none", (OPTIONS, "red", True), ["option:0"]),
        ("all_or_none", (OPTIONS, "blue", False), ["option:0"]),
        ("grouped_so", (OPTIONS, 2), ["option:0"]),
        ("nearest_to", (OPTIONS, "count", 5), ["option:0"]),
        ("mixed_so", (OPTIONS, "marble", 1, 1), OPTIONS),
    ],
)
def test_boxes_and_choices(function: str, arguments: tuple[Any, ...], gives: Any) -> None:
    assert call(BOXES, function, *arguments) == gives


CUT = world(
    Thing("shape:0", "circle", {}, {"cuts": [0.25, 0.5, 0.75, 1.0], "coloured": [0, 2]}),
    Thing("shape:1", "square", {}, {"cuts": [0.7, 1.0], "coloured": [0]}),
    Thing("shape:2", "square", {}, {"cuts": [0.5, 1.0], "coloured": []}),
)
SHAPES = ["shape:0", "shape:1", "shape:2"]


@pytest.mark.parametrize(
    ("function", "arguments", "gives"),
    [
        ("evenly_cut", (SHAPES,), ["shape:0", "shape:2"]),
        ("coloured_so", (SHAPES, 2, 4), ["shape:0"]),
        ("most_coloured", (SHAPES,), ["shape:1"]),
        ("least_coloured", (SHAPES,), ["shape:2"]),
        ("having_so_many", (SHAPES, "cuts", 4), ["shape:0"]),
    ],
)
def test_fractions(function: str, arguments: tuple[Any, ...], gives: Any) -> None:
    assert call(CUT, function, *arguments) == gives


CLOCKS = world(
    Thing("clock:0", "clock", {"called": "Jill"}, {"hour": 6, "minute": 45}),
    Thing("clock:1", "clock", {"called": "Omar"}, {"hour": 7, "minute": 0}),
    Thing("clock:2", "clock", {}, {"hour": 12, "minute": 30}),
)


@pytest.mark.parametrize(
    ("function", "arguments", "gives"),
    [
        ("minutes", (["clock:0"],), 405),
        ("minutes", (["clock:2"],), 30),
        ("showing", (["clock:0", "clock:1"], 420), ["clock:1"]),
        ("showing_as", (["clock:0", "clock:2"], 30), ["clock:2"]),
        ("latest", (["clock:0", "clock:1"],), ["clock:1"]),
        ("earliest", (["clock:0", "clock:1"],), ["clock:0"]),
        ("in_time", (["clock:0", "clock:1", "clock:2"], 1), ["clock:2"]),
        ("in_time", (["clock:0", "clock:1", "clock:2"], 2), ["clock:0"]),
        ("in_time", (["clock:0", "clock:1", "clock:2"], 3), ["clock:1"]),
        ("called", (["clock:0"],), "Jill"),
    ],
)
def test_clocks(function: str, arguments: tuple[Any, ...], gives: Any) -> None:
    assert call(CLOCKS, function, *arguments) == gives


FIGURES = world(
    Thing("figure:0", "A", {"kind": "letter"}, {"line": 0}),
    Thing("figure:1", "F", {"kind": "letter"}, {"line": 90}),
    Thing("figure:2", "rectangle", {"kind": "shape"}, {"line": 45}),
    Thing("figure:3", "hexagon", {"kind": "shape"}, {"sides": [3, 3, 3]}),
    Thing("figure:4", "pyramid", {"kind": "solid"}, {"sides": [5, 5]}),
    Thing("figure:5", "polygon", {"kind": "polygon"}, {"points": [[0, 0], [1, 0], [1, 1], [0.4, 0.9], [0, 0.6]]}),
)


@pytest.mark.parametrize(
    ("function", "arguments", "gives"),
    [
        ("fact", (["figure:0"], "symmetric"), True),
        ("fact", (["figure:1"], "symmetric"), False),
        ("fact", (["figure:2"], "square corners"), 4),
        ("fact", (["figure:3"], "corners"), 6),
        ("fact", (["figure:4"], "faces"), 5),
        ("fact", (["figure:5"], "sides"), 5),
        ("fact", (["figure:5"], "corners"), 5),
        ("fact", (["figure:5"], "curved"), False),
        ("fact", (["figure:4"], "edges"), 8),
        ("fact", (["figure:4"], "has a square face"), True),
        ("is_mirror", (["figure:0"],), True),
        ("is_mirror", (["figure:2"],), False),
        ("most_in_all", (["figure:3", "figure:4"], "sides"), ["figure:4"]),
        ("least_in_all", (["figure:3", "figure:4"], "sides"), ["figure:3"]),
    ],
)
def test_shapes_and_solids(function: str, arguments: tuple[Any, ...], gives: Any) -> None:
    assert call(FIGURES, function, *arguments) == gives


@pytest.mark.parametrize(
    ("at", "sky", "when"),
    [
        (3 * 60 + 25, "moon", "small hours"),
        (10 * 60, "sun", "morning"),
        (60, "sun", "afternoon"),
        (11 * 60 + 55, "moon", "night"),
    ],
)
def test_the_sky_tells_which_half_of_the_day_it_is(at: int, sky: str, when: str) -> None:
    assert call(world(icon(0, sky)), "time_of_day", at, ["icon:0"]) == when


@pytest.mark.parametrize("at", [30, 4 * 60, 7 * 60 + 30, 8 * 60 + 59])
def test_near_dawn_dusk_noon_and_midnight_the_sky_does_not_tell(at: int) -> None:
    with pytest.raises(EyechartError, match="does not tell"):
        call(world(icon(0, "sun")), "time_of_day", at, ["icon:0"])


@pytest.mark.parametrize(
    ("cells", "lines"),
    [
        ([[0, 0], [2, 0], [0, 1], [1, 1], [2, 1]], (0,)),
        ([[0, 0], [1, 0], [2, 0], [0, 1], [2, 1]], (0,)),
        ([[0, 0], [1, 0], [0, 1]], (135,)),
        ([[1, 0], [0, 1], [1, 1]], (135,)),
        ([[0, 0], [1, 0], [1, 1]], (45,)),
        ([[0, 0], [1, 0], [2, 0]], (0, 90)),
        ([[0, 0], [1, 0], [0, 1], [1, 1]], (0, 45, 90, 135)),
        ([[0, 0], [1, 0], [1, 1], [2, 1]], ()),
    ],
)
def test_lines_along_which_a_figure_of_squares_folds(cells: list[list[int]], lines: tuple[int, ...]) -> None:
    assert folds(cells) == lines
    figure = Thing("figure:0", "squares", {"kind": "cells"}, {"cells": cells})
    assert call(world(figure), "fact", ["figure:0"], "symmetric") == bool(lines)
    drawn = {angle: Thing("figure:0", "squares", {}, {"cells": cells, "line": angle}) for angle in (0, 45, 90, 135)}
    assert tuple(a for a, t in drawn.items() if call(world(t), "is_mirror", ["figure:0"])) == lines


@pytest.mark.parametrize(
    ("flip", "turn", "how"), [(True, 0, "flip"), (False, 90, "turn"), (False, 180, "turn"), (False, 0, "slide")]
)
def test_what_was_done_to_a_letter(flip: bool, turn: int, how: str) -> None:
    before = Thing("letter:0", "F", {}, {"flip": False, "turn": 0, "in": "option:0"})
    after = Thing("letter:1", "F", {}, {"flip": flip, "turn": turn, "in": "option:0"})
    scene = world(Thing("option:0", "option"), before, after)
    assert call(scene, "movement", ["letter:0", "letter:1"]) == how
    assert call(scene, "moved", ["option:0"], how) == ["option:0"]


def test_what_is_known_of_a_concept() -> None:
    scene = world(icon(0, "elephant"), icon(1, "mouse"), icon(2, "shark"))
    assert call(scene, "most", ["icon:0", "icon:1"], "weight") == ["icon:0"]
    assert call(scene, "found_at", ALL, "sea") == ["icon:2"]


def test_every_function_has_a_truth_here() -> None:
    """A function nobody worked out by hand is a function nobody checked."""
    import inspect
    import sys

    text = inspect.getsource(sys.modules[__name__])
    assert [name for name in FUNCTIONS if f'"{name}"' not in text] == []


def test_several_where_one_is_asked_for_is_an_error() -> None:
    with pytest.raises(EyechartError, match="Expected one thing, found 3"):
        call(ROW, "called", ALL)
