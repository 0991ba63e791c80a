"""What the signs family asks: languages, splits, vocabulary, references."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from eyechart import registry
from eyechart.core import Page
from eyechart.families.signs.ask import difficulty, is_cross
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.sample import language_at, sample
from eyechart.families.signs.scene import Text
from eyechart.families.signs.settings import SignSettings
from eyechart.families.signs.templates import TEMPLATES
from eyechart.families.signs.words import side, text, vocabulary
from eyechart.page import page
from eyechart.reporting.layouts.signs_shares import shares
from eyechart.seeding import Rng, rng_for
from eyechart.settings import settings_for
from eyechart.text.segment import length_of, words_in

FAMILY = registry.get("families", "signs")


@cache
def pages() -> tuple[Page, ...]:
    return tuple(page(FAMILY, settings_for(FAMILY), "test", 4, index) for index in range(40))


def test_there_are_thirty_templates_in_each_language_and_ten_kinds_of_places() -> None:
    for language in FAMILY.languages:
        assert sum(language in template.wordings.texts for template in TEMPLATES.values()) >= 30
    assert len(KINDS) >= 10


def test_english_takes_the_papers_share_of_the_pictures() -> None:
    kinds = SignSettings(kinds=("menu",), questions=(1, 1))
    asked = Counter(sample(rng_for("share", i), kinds, "test", i).asked_in for i in range(90))
    assert asked["en"] == 90 * 2267 // 4482


def test_languages_take_turns_by_their_shares_however_many_there_are() -> None:
    turns = [language_at(index, {"en": 3, "zh": 2, "de": 1}) for index in range(12)]
    assert Counter(language for language, _ in turns) == {"en": 6, "zh": 4, "de": 2}
    assert len(set(turns)) == 12  # each language counts its own turns


def test_an_answer_stands_in_the_scene_where_the_evidence_says() -> None:
    for one in pages():
        things = {thing.id: thing for thing in one.scene.things}
        for q in one.questions:
            assert q.evidence is not None
            [region] = q.evidence.regions
            assert things[region.things[0]].name == q.answers[0]
            assert tuple(things[region.things[0]].data["quad"]) == region.shape == one.where[region.things[0]][0]


def test_an_answer_is_never_in_its_question() -> None:
    for one in pages():
        for q in one.questions:
            assert f"“{q.answers[0]}”" not in q.text


def test_a_role_never_repeats_its_words_in_a_place() -> None:
    for one in pages():
        words = [(t.attributes["role"], t.name) for t in one.scene.things if "role" in t.attributes]
        assert len(set(words)) == len(words)


def test_money_of_two_currencies_is_not_compared() -> None:
    for index in range(16):
        one = page(
            FAMILY,
            settings_for(FAMILY, None, {"kinds": ["menu", "market"], "mixed": 1, "other": 0, "questions": [4, 4]}),
            "train",
            2,
            index,
        )
        for q in one.questions:
            assert not q.facets["reasoning"].startswith("compare")


def test_it_is_not_a_toy() -> None:
    found = shares(pages())
    assert found["two others share the answer's role"] >= 0.6
    assert found["random text of the right role, exact"] <= 0.45
    assert found["any random text, exact"] <= 0.20
    assert found["long answers"] >= 0.25
    assert found["need a second thing"] >= 0.40
    assert found["cross-language"] >= 0.05  # over a tenth in the long run; forty pictures may have less


# ---- vocabulary


@pytest.mark.parametrize("language", FAMILY.languages)
@pytest.mark.parametrize("split", ["train", "test"])
def test_without_overlap_each_split_keeps_to_its_own_side(split: str, language: str) -> None:
    settings = SignSettings(common=0, overlap={})
    rng = Rng(5)
    for role in {role: None for kind in KINDS.values() for role in (*kind.roles, *kind.heading)}:
        for _ in range(5):
            assert side(text(role, language, [], rng, settings, split).words) == split


def test_the_shared_vocabulary_is_the_same_for_everyone() -> None:
    assert vocabulary("town", "en", 40) == vocabulary("town", "en", 80)[:40]
    assert all(side(words) == "shared" for words, _ in vocabulary("town", "zh", 80))


def test_a_name_inside_another_is_not_drawn() -> None:
    settings = SignSettings(common=1)
    for seed in range(40):
        taken = [Text("stop", "Elm", "en")]
        assert "Elm" not in text("stop", "en", taken, Rng(seed), settings, "train").words


# ---- words


@pytest.mark.parametrize(
    ("words", "count"), [("Harbour", 1), ("Copper Fox", 2), ("555-1234", 1), ("电话", 1), ("人民公园", 2), ("12 km", 2)]
)
def test_words_are_counted(words: str, count: int) -> None:
    assert len(words_in(words)) == count
    assert length_of(words) == ("short" if count == 1 else "long")


@pytest.mark.parametrize(
    ("words", "written_in", "asked_in", "cross"),
    [("福满楼", "zh", "en", True), ("Copper Fox", "en", "zh", True), ("Copper Fox", "en", "en", False),
     ("福满楼", "zh", "zh", False), ("555-1234", "en", "zh", False), ("£4.50", "en", "zh", False),
     ("B12", "en", "zh", False), ("12 km", "en", "zh", True), ("8路", "zh", "en", True), ("G12", "zh", "en", False)],
)  # fmt: skip
def test_what_counts_as_cross_language(words: str, written_in: str, asked_in: str, cross: bool) -> None:
    assert is_cross(words, written_in, asked_in) == cross


def test_small_slanted_and_blurred_is_harder() -> None:
    """A text's corners from the top left: 30 pixels high and level, 10 high, rising by 17°."""
    flat = (0.0, 0.0, 100.0, 0.0, 100.0, 30.0, 0.0, 30.0)
    small = (0.0, 0.0, 100.0, 0.0, 100.0, 10.0, 0.0, 10.0)
    slanted = (0.0, 0.0, 100.0, 30.0, 100.0, 60.0, 0.0, 30.0)
    assert difficulty([flat], 0, 0) == 0.0
    assert difficulty([small], 0, 0) == 0.375  # 0.45 · 20/24
    assert difficulty([flat, small], 0, 0) == 0.188
    assert difficulty([slanted], 0, 0) > 0.05
    assert difficulty([flat], 3, 0) == 0.2
