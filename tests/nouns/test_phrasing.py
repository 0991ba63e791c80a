"""Wordings, slots, articles, plurals; Chinese fits in without a change to the template."""

from __future__ import annotations

import pytest

from eyechart.errors import EyechartError
from eyechart.phrasing import phrase, wordings
from eyechart.seeding import rng_for
from eyechart.text.inflection import article, noun, plural

DOG = noun(en="dog", zh="狗 只")
SHEEP = noun(en="sheep/sheep", zh="羊 只")
HOUR = noun(en="an hour", zh="小时")
COUNT = wordings(en=("Are there {x:{n}} next to {y:a}?",), zh=("{y:a}旁边有{x:{n}}吗?",))


def said(slots: dict[str, object], language: str = "en") -> str:
    return phrase(COUNT, slots, rng_for("t"), language)  # type: ignore[arg-type]


def test_a_number_makes_the_plural() -> None:
    assert said({"x": DOG, "n": "3", "y": HOUR}) == "Are there 3 dogs next to an hour?"


def test_one_keeps_the_singular() -> None:
    assert said({"x": DOG, "n": "1", "y": DOG}) == "Are there 1 dog next to a dog?"


def test_an_irregular_plural_is_the_nouns_own() -> None:
    assert said({"x": SHEEP, "n": "2", "y": DOG}) == "Are there 2 sheep next to a dog?"


def test_the_same_slots_speak_chinese() -> None:
    assert said({"x": DOG, "n": "3", "y": SHEEP}, "zh") == "一只羊旁边有3只狗吗?"


def test_a_sentence_begins_with_a_capital() -> None:
    assert phrase(wordings(en=("{x} is red.",)), {"x": "the cat"}, rng_for("t")) == "The cat is red."


def test_all_wordings_are_used() -> None:
    words = wordings(en=("one", "two", "three"))
    assert {phrase(words, {}, rng_for(i)) for i in range(60)} == {"One", "Two", "Three"}


def test_a_style_keeps_to_its_own_wordings() -> None:
    words = wordings(en={"paper": ("old",), "clear": ("new",)})
    assert {phrase(words, {}, rng_for(i), style="paper") for i in range(20)} == {"Old"}


def test_an_unknown_language_says_which_there_are() -> None:
    with pytest.raises(EyechartError, match="No language of this template 'fr'.*Known: en"):
        phrase(wordings(en=("x",)), {}, rng_for("t"), "fr")


def test_a_noun_that_a_language_lacks_says_which_it_has() -> None:
    with pytest.raises(EyechartError, match="No language of this noun 'de'.*Known: en, zh"):
        DOG.said("de")


def test_a_form_that_nouns_do_not_have_is_refused() -> None:
    with pytest.raises(EyechartError, match="No form of a noun 'few'"):
        DOG.said("en", "few")


def test_a_language_without_rules_of_its_own_has_one_and_many() -> None:
    house = noun(de="Haus/Häuser")
    assert [house.said("de"), house.said("de", "many"), house.counted(2, "de")] == ["Haus", "Häuser", "2 Häuser"]


@pytest.mark.parametrize(
    ("word", "many"), [("box", "boxes"), ("berry", "berries"), ("toy", "toys"), ("bench", "benches"), ("cat", "cats")]
)
def test_regular_plurals(word: str, many: str) -> None:
    assert plural(word) == many


@pytest.mark.parametrize(("word", "one"), [("apple", "an"), ("dog", "a"), ("Orange", "an")])
def test_articles(word: str, one: str) -> None:
    assert article(word) == one


def test_a_slot_that_nobody_fills_is_named_with_its_wording() -> None:
    with pytest.raises(EyechartError, match=r"'Is \{z\} red\?' of language en has a slot \{z\}.*It fills: x, y"):
        phrase(wordings(en=("Is {z} red?",)), {"x": "A", "y": "B"}, rng_for("slot"))
