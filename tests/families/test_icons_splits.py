"""Splits of icons: no problem in two of them whatever its decoration, and no icon in two where concepts are held out."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from eyechart import registry
from eyechart.core import Question
from eyechart.families.icons.make import Kind, Make
from eyechart.families.icons.sample import TENTHS, is_of, sample, shares, split_of, substance_of
from eyechart.families.icons.scene import IconSettings, Problem
from eyechart.families.icons.substance import LOOKS
from eyechart.families.icons.templates import BY_NAME, KINDS
from eyechart.families.icons.world import graph
from eyechart.page import page
from eyechart.seeding import rng_for
from eyechart.settings import settings_for

DIVIDED = [kind for kind in KINDS if kind.by != (LOOKS,)]
EACH_DIVIDED = pytest.mark.parametrize("kind", DIVIDED, ids=lambda kind: kind.template.name)
HELD_OUT = IconSettings(concepts="held-out")


def asked(problem: Problem) -> Question:
    """As much of a question as its substance is made from."""
    said = problem.asked
    return Question(
        id="", text="", form="fill-in", answers=(), choices=said.choices, template=said.template,
        program=said.program, scene=graph(problem),
    )  # fmt: skip


def drawn(kind: Kind, split: str, seed: int, count: int, languages: tuple[str, ...] = ("en", "zh")) -> list[Problem]:
    settings = IconSettings(templates=(kind.template.name,), languages=languages)
    return [sample(rng_for("icons", split, seed, i, "scene"), settings, split, i) for i in range(count)]


@EACH_DIVIDED
def test_no_problem_is_in_two_splits_of_any_seed_and_language(kind: Kind) -> None:
    found = {
        split: {substance_of(asked(problem)) for seed in (1, 2) for problem in drawn(kind, split, seed, 25)}
        for split in TENTHS
    }
    assert min(len(problems) for problems in found.values()) > 0
    assert not found["train"] & found["val"]
    assert not found["train"] & found["test"]
    assert not found["val"] & found["test"]


def test_the_card_names_the_templates_whose_problems_are_in_every_split() -> None:
    card = " ".join((Path(__file__).parents[2] / "src/eyechart/families/icons/CARD.md").read_text("utf-8").split())
    few = sorted(kind.template.name for kind in KINDS if kind.by == (LOOKS,))
    assert f"{sum(kind.listed for kind in KINDS)} templates whose icons come from a short list" in card
    assert sorted(re.findall(r"`([a-z ]+)`", card.split("Too few to be divided:")[1].split(".")[0])) == few


def repainted(problem: Problem) -> Problem:
    """The same in other colours, by other drawings, strewn elsewhere."""
    paint = {"red": "blue", "blue": "green", "green": "red"}
    things = [
        msgspec.structs.replace(t, attributes={k: paint.get(v, v) for k, v in t.attributes.items() if k != "icon"})
        for t in problem.things
    ]
    return msgspec.structs.replace(problem, things=tuple(things), panels=())


@pytest.mark.parametrize("name", ["count scattered", "group of so many", "area", "read the clock", "next to", "taller"])
def test_decoration_changes_neither_split_nor_substance(name: str) -> None:
    for problem in drawn(BY_NAME[name], "train", 3, 20):
        other = repainted(problem)
        assert split_of(other) == "train"
        assert substance_of(asked(other)) == substance_of(asked(problem))


def test_another_number_is_another_problem() -> None:
    one, two = (Make(rng_for(n), IconSettings(), "en", BY_NAME["count scattered"]) for n in range(2))
    kind, cat = BY_NAME["count scattered"], one.of_kind("animal")[0]
    keys = []
    for make, many in ((one, 3), (two, 4)):
        program = kind.make(Make(rng_for(0), IconSettings(), "en", kind)).asked.program
        problem = make.fill_in(make.scatter(make.icons(cat, many)), program.steps, (0,), x=cat.noun)
        keys.append(substance_of(asked(problem)))
    assert keys[0] != keys[1]


@pytest.mark.parametrize("name", ["holds more", "heavier", "more sides", "more faces", "group with more"])
def test_both_questions_about_a_pair_belong_to_one_split(name: str) -> None:
    """Else the pair alone would tell which of them is asked."""
    other = {"most": "least", "least": "most"}
    for problem in drawn(BY_NAME[name], "test", 4, 20):
        program = problem.asked.program
        steps = [msgspec.structs.replace(s, function=other.get(s.function, s.function)) for s in program.steps]
        said = msgspec.structs.replace(problem.asked, program=msgspec.structs.replace(program, steps=tuple(steps)))
        assert split_of(msgspec.structs.replace(problem, asked=said)) == "test"


def test_a_release_has_no_substance() -> None:
    assert substance_of(Question(id="", text="", form="fill-in", answers=("3",))) is None


# ---- concepts held out


def test_where_concepts_are_held_out_no_icon_is_in_two_splits() -> None:
    icons = registry.get("families", "icons")
    assert settings_for(icons, "held-out") == HELD_OUT
    shown: dict[str, set[str]] = {}
    for split in TENTHS:
        things = [t for i in range(300) for t in page(icons, HELD_OUT, split, 6, i).scene.things]
        shown[split] = {t.attributes["icon"] for t in things if "icon" in t.attributes}
        assert {t.name for t in things if "icon" in t.attributes and not is_of(split, t.name)} == set()
    assert min(len(found) for found in shown.values()) >= 40
    assert not shown["train"] & shown["val"]
    assert not shown["train"] & shown["test"]
    assert not shown["val"] & shown["test"]


def test_where_concepts_are_held_out_every_template_that_is_left_can_be_asked_in_every_split() -> None:
    kinds, _ = shares(HELD_OUT)
    assert {kind.template.name for kind in KINDS if kind.listed} == set(BY_NAME) - {k.template.name for k in kinds}
    for kind in kinds:
        alone = msgspec.structs.replace(HELD_OUT, templates=(kind.template.name,))
        for split in TENTHS:
            sample(rng_for("held-out", split, kind.template.name), alone, split, 0)
