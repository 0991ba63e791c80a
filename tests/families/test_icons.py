"""The icons family: its mix of templates and skills, its words, its choices, its splits and its pictures."""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from eyechart import registry
from eyechart.core import Family, Page, Question
from eyechart.errors import EyechartError
from eyechart.families.icons.answers import fraction, number, time_word, variants
from eyechart.families.icons.make import Kind, Make
from eyechart.families.icons.sample import sample, shares
from eyechart.families.icons.scene import GRADES, IconSettings
from eyechart.families.icons.skills import SKILLS, skills_of
from eyechart.families.icons.templates import BY_NAME, KINDS
from eyechart.families.icons.words import BOOKS
from eyechart.page import page
from eyechart.phrasing import phrase, wordings
from eyechart.seeding import rng_for
from eyechart.settings import settings_for
from eyechart.text.numbers import in_han, in_words

FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures" / "iconqa"
EACH_KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.template.name)


@pytest.fixture(scope="module")
def icons() -> Family:
    return registry.get("families", "icons")


@pytest.fixture(scope="module")
def pages(icons: Family) -> list[Page]:
    settings = settings_for(icons)
    return [page(icons, settings, "train", 5, index) for index in range(600)]


@pytest.fixture(scope="module")
def questions(pages: list[Page]) -> list[Question]:
    return [one.questions[0] for one in pages]


# ---- templates and skills


@EACH_KIND
def test_the_skills_by_rule_are_the_skills_declared(kind: Kind) -> None:
    assert skills_of(kind.topic) == kind.skills


@EACH_KIND
def test_every_grade_is_a_grade_of_the_paper(kind: Kind) -> None:
    assert set(kind.grades) <= set(GRADES)


def test_there_are_ninety_templates_and_four_for_each_skill() -> None:
    per_skill = Counter(skill for kind in KINDS for skill in kind.skills)
    assert len(KINDS) >= 90
    assert {skill: n for skill in SKILLS if (n := per_skill[skill]) < 4} == {}


def test_trigger_words_begin_words() -> None:
    assert skills_of("clocks") == ("time",)
    assert skills_of("discount") == ()
    assert skills_of("ordinal number") == ("counting", "pattern")
    assert skills_of("area") == ("geometry", "counting", "algebra")
    assert skills_of("am or pm") == ("time", "commonsense")


def test_shares_follow_tables_1_and_2() -> None:
    kinds, weights = shares(IconSettings())
    by_form, by_skills = Counter[str](), Counter[tuple[str, int]]()
    for kind, weight in zip(kinds, weights, strict=True):
        by_form[kind.template.form] += weight  # type: ignore[assignment]
        by_skills[kind.template.form, len(kind.skills)] += weight  # type: ignore[assignment]
    assert by_form["choose-picture"] == pytest.approx(0.537, abs=1e-3)
    assert by_form["choose-text"] == pytest.approx(0.294, abs=1e-3)
    assert by_form["fill-in"] == pytest.approx(0.169, abs=1e-3)
    assert by_skills["choose-text", 2] / by_form["choose-text"] == pytest.approx(0.6014, abs=1e-3)
    assert by_skills["fill-in", 3] / by_form["fill-in"] == pytest.approx(0.0925, abs=1e-3)


def test_no_template_above_four_per_cent_and_no_skill_below_two() -> None:
    kinds, weights = shares(IconSettings())
    skills = Counter[str]()
    for kind, weight in zip(kinds, weights, strict=True):
        skills.update(dict.fromkeys(kind.skills, weight))  # type: ignore[arg-type]
    assert max(weights) <= 0.04
    assert min(skills[skill] for skill in SKILLS) >= 0.02


@pytest.mark.parametrize("seed", [0, 5, 6])
def test_any_run_of_a_thousand_indices_has_the_forms_in_their_shares(seed: int) -> None:
    kinds, _ = shares(IconSettings())
    drawn = Counter(
        sample(rng_for("icons", "train", seed, index, "scene"), IconSettings(), "train", index).asked.template
        for index in range(5000, 6000)
    )
    pictures = sum(n for name, n in drawn.items() if BY_NAME[name].template.form == "choose-picture")
    assert abs(pictures - 537) <= 1
    assert len(drawn) == len(kinds)


def test_an_index_has_not_the_same_template_in_every_seed_and_split() -> None:
    def templates(split: str, seed: int) -> list[str]:
        paths = [("icons", split, seed, index, "scene") for index in range(40)]
        return [sample(rng_for(*path), IconSettings(), split, path[3]).asked.template for path in paths]

    drawn = [templates(split, seed) for split, seed in (("train", 0), ("train", 1), ("val", 0), ("test", 0))]
    for i, one in enumerate(drawn):
        for other in drawn[:i]:
            assert sum(a == b for a, b in zip(one, other, strict=True)) < 10


def test_quarter_and_half_of_one_hour_belong_to_one_split() -> None:
    settings = IconSettings(templates=("time word",))
    found: dict[tuple[object, ...], set[str]] = {}
    for split in ("train", "val", "test"):
        for index in range(400):
            [face] = [t for t in sample(rng_for(split, index), settings, split, index).things if t.name == "clock"]
            key = (face.attributes["colour"], face.data["hour"], face.data["look"])
            found.setdefault(key, set()).add(split)
    assert all(len(splits) == 1 for splits in found.values())


@EACH_KIND
def test_every_wording_can_be_filled_in_every_language(kind: Kind) -> None:
    for language in BOOKS:
        asked = kind.make(Make(rng_for(kind.template.name), IconSettings(), language, kind)).asked
        for text in kind.template.wordings.texts[language][""]:
            said = phrase(wordings(**{language: (text,)}), asked.slots, rng_for(0), language)
            assert "{" not in said
            assert not said.endswith(" ")


def test_an_article_fits_its_colour() -> None:
    kind = BY_NAME["how likely"]
    said = set()
    for i in range(60):
        asked = kind.make(Make(rng_for("article", i), IconSettings(), "en", kind)).asked
        said.add(phrase(kind.template.wordings, asked.slots, rng_for(i)))
    assert any("an orange one" in text for text in said)
    assert not any("a orange" in text for text in said)


# ---- questions


def test_every_question_has_evidence_on_its_picture(questions: list[Question]) -> None:
    assert [q.id for q in questions if q.evidence is None or not q.evidence.regions] == []


def test_choices_number_from_two_to_five(questions: list[Question]) -> None:
    assert {len(q.choices) for q in questions if q.form != "fill-in"} <= {2, 3, 4, 5}


def test_guessing_gives_about_what_it_gives_in_the_paper(questions: list[Question]) -> None:
    for form, paper in (("choose-picture", 0.417), ("choose-text", 0.3687)):
        chances = [1 / len(q.choices) for q in questions if q.form == form]
        assert np.mean(chances) == pytest.approx(paper, abs=0.03)


def test_choice_pictures_of_a_question_are_of_one_size(questions: list[Question]) -> None:
    for q in questions:
        assert len({(p.width, p.height) for p in q.choice_pictures}) <= 1


def test_a_blank_takes_the_number_and_its_word(questions: list[Question]) -> None:
    blanks = [q for q in questions if q.template == "count scattered"]
    assert number("4", "en") == ("4", "four")
    assert blanks
    assert all(q.answers == number(q.answers[0], "en") for q in blanks)


def test_white_space_is_cropped(questions: list[Question]) -> None:
    """Eight pixels of white on every side of the diagram, no more."""
    for q in questions:
        ink = np.asarray(Image.open(io.BytesIO(q.pictures[0].data)).convert("L")) < 255
        rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
        height, width = ink.shape
        edges = (rows[0], columns[0], height - 1 - rows[-1], width - 1 - columns[-1])
        assert max(edges) <= 9, (q.id, q.template, edges)


def test_a_skill_can_be_asked_for_alone(icons: Family) -> None:
    settings = settings_for(icons, None, {"skills": ["time"]})
    asked = {page(icons, settings, "test", 1, i).questions[0].facets["skills"] for i in range(12)}
    assert asked == {"time"}


def test_an_unknown_skill_is_refused_with_a_hint(icons: Family) -> None:
    with pytest.raises(EyechartError, match="Did you mean 'geometry'"):
        settings_for(icons, None, {"skills": ["geometri"]})


def test_chinese_questions_are_chinese(icons: Family) -> None:
    settings = settings_for(icons, None, {"languages": ["zh"]})
    for i in range(60):
        q = page(icons, settings, "train", 2, i).questions[0]
        assert q.language == "zh"
        assert any("\u4e00" <= char <= "\u9fff" for char in q.text), q.text


# ---- ways to write an answer


def test_numbers_in_words() -> None:
    assert in_words(7364) == "seven thousand three hundred sixty-four"
    assert in_words(100) == "one hundred"
    assert in_han(7364) == "七千三百六十四"
    assert in_han(105) == "一百零五"
    assert in_han(12) == "十二"
    assert in_han(1010) == "一千零一十"


def test_thousands_with_and_without_comma() -> None:
    assert set(number("7,364", "en")) >= {"7,364", "7364", "seven thousand three hundred sixty-four"}


def test_a_fraction_in_figures_and_words_and_reduced() -> None:
    assert set(fraction("1/2", "en")) >= {"1/2", "one half", "a half"}
    assert set(fraction("2/4", "en")) >= {"2/4", "two fourths", "two quarters", "1/2", "one half"}
    assert "四分之三" in fraction("3/4", "zh")


def test_time_words() -> None:
    assert time_word("o'clock", "en") == ("o'clock", "oclock", "o’clock")
    assert variants("quarter") == ("quarter", "a quarter")
    assert variants("7:00") == ("7:00", "7", "7 o'clock", "seven o'clock")


# ---- not a toy


def test_the_real_questions_have_templates() -> None:
    """QUESTIONS.md maps each of 150 real questions to the template that can produce it."""
    table = (Path(__file__).parents[2] / "src/eyechart/families/icons/QUESTIONS.md").read_text("utf-8")
    rows = [line.split("|") for line in table.splitlines() if re.match(r"\| \d", line)]
    numbers = [int(number) for row in rows for number in row[1].split(",")]
    assert sorted(numbers) == list(range(1, 151))
    assert [row[2].strip() for row in rows if row[2].strip() not in (*BY_NAME, "none")] == []
    assert sum(len(row[1].split(",")) for row in rows if row[2].strip() != "none") >= 135
