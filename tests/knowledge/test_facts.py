"""The knowledge graph: its files, its three values, its wordings."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from eyechart.errors import EyechartError
from eyechart.families.commonsense.catalogue import catalogue
from eyechart.knowledge.concepts import concept, concepts
from eyechart.knowledge.facts import ASKED, RELATIONS, Facts, Item, Knowledge, facts, wording
from eyechart.knowledge.facts.__main__ import counts, main, sample
from eyechart.knowledge.facts.wording import frame, frames_in

GROUPS = "fruits: apple, lemon, orange\nsharp things: knife, saw\nall of it: fruits, sharp things, chair\n"
CATEGORIES = "fruit\n  yes: fruits\n  no: all of it\n"


def graph(folder: Path, text: str, groups: str = GROUPS, categories: str = CATEGORIES, **words: str) -> Facts:
    """`words`: what a language says, as `phrases_zh="HasProperty sour: 味道酸"`."""
    files = {"groups": groups, "categories": categories, "things": text, **words}
    for name, content in files.items():
        path = folder / f"{name.replace('_', '/')}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, "utf-8")
    return Facts(folder)


# ---- the reader, on files of a few lines


def test_the_narrower_name_wins(tmp_path: Path) -> None:
    known = graph(tmp_path, "HasProperty sour\n  no: everything\n  unsure: fruits\n  yes: lemon\n")
    values = {name: known.value(name, "HasProperty sour") for name in ("chair", "apple", "lemon")}
    assert values == {"chair": False, "apple": None, "lemon": True}


def test_a_line_that_ends_with_a_comma_goes_on(tmp_path: Path) -> None:
    known = graph(tmp_path, "HasProperty sour\n  yes: lemon,\n    orange\n  no: apple\n")
    assert [known.value(name, "HasProperty sour") for name in ("lemon", "orange", "apple")] == [True, True, False]


def test_what_is_not_set_is_unsure(tmp_path: Path) -> None:
    known = graph(tmp_path, "HasProperty sour\n  yes: lemon\n  no: everything\n")
    assert known.value("dragon", "HasProperty sour") is None


def test_a_second_object_chooses_its_block(tmp_path: Path) -> None:
    text = "UsedFor cutting _\n  of: fruits\n    yes: knife\n    no: everything\n  of: apple\n    no: knife\n"
    known = graph(tmp_path, text)
    assert known.value("knife", "UsedFor cutting _", "orange") is True
    assert known.value("knife", "UsedFor cutting _", "apple") is False
    assert known.value("saw", "UsedFor cutting _", "apple") is None
    assert known.value("knife", "UsedFor cutting _", "chair") is None
    assert known.others("UsedFor cutting _") == ("apple", "orange", "lemon")


def test_items_put_the_asked_thing_on_its_side(tmp_path: Path) -> None:
    text = "HasPrerequisite cutting _\n  of: apple\n    yes: knife\n\nHasProperty sour\n  yes: lemon\n"
    found = [item for item in graph(tmp_path, text).items() if item.relation != "IsA"]
    expected = [
        Item("cutting the apple", "HasPrerequisite", "knife", True),
        Item("lemon", "HasProperty", "sour", True),
    ]
    assert found == expected


def test_categories_come_narrowest_first(tmp_path: Path) -> None:
    wide = CATEGORIES + "\nthing\n  yes: everything\n"
    known = graph(tmp_path, "HasProperty sour\n  yes: lemon\n", categories=wide)
    assert known.categories("lemon") == ("fruit", "thing")
    assert known.belongs("knife", "fruit") is False
    assert known.noun("fruit").said("en", "many") == "fruits"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("HasProperty sour | 味道酸\n  yes: lemon\n", "things.txt, line 1: a head has no columns"),
        ("HasProperty sour\n  yes: lemmon\n", "things.txt, line 2: 'lemmon' is neither a concept nor a group"),
        ("HasProperty sour\n  maybe: lemon\n", "things.txt, line 2: expected 'of:', 'yes:', 'no:' or 'unsure:'"),
        ("HasProperty sour\n  yes: lemon,\n", "things.txt, line 2: expected names divided by commas"),
        ("HasProperty sour\n", "things.txt, line 1: 'HasProperty sour' has no values"),
        ("  yes: lemon\n", "things.txt, line 1: 'yes: lemon' stands under no head"),
        ("Tastes sour\n  yes: lemon\n", "things.txt, line 1: expected a relation and a phrase"),
        ("UsedFor cutting _\n  yes: knife\n", "needs a line 'of: …'"),
        ("UsedFor cutting\n  of: apple\n  yes: knife\n", "takes no line 'of: …'"),
        (
            "UsedFor cutting\n  yes: knife\n\nUsedFor cutting\n  no: knife\n",
            "stands in things.txt, line 1 too",
        ),
        ("HasProperty sour\n  yes: lemon\n  no: lemon\n", "line 3: 'lemon' is given another value here"),
        ("HasProperty sour\n  yes: fruits\n  no: citric\n", "line 3: 'lemon' is given another value here"),
    ],
)
def test_a_fault_is_told_with_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(EyechartError, match=re.escape(message)):
        graph(tmp_path, text, GROUPS + "citric: lemon, saw\n")


@pytest.mark.parametrize(
    ("groups", "message"),
    [("fruits apple", "line 1: expected a group"), ("apple: lemon", "line 1: the name 'apple' is taken")],
)
def test_a_faulty_group_is_told_with_its_line(tmp_path: Path, groups: str, message: str) -> None:
    with pytest.raises(EyechartError, match=message):
        graph(tmp_path, "", groups)


def test_unknown_names_are_refused_with_a_hint() -> None:
    with pytest.raises(EyechartError, match="Did you mean 'UsedFor cutting food'"):
        facts().value("knife", "UsedFor cuting food")
    with pytest.raises(EyechartError, match="Did you mean 'fruit'"):
        facts().belongs("apple", "fruits")
    with pytest.raises(EyechartError, match="No language of facts 'fr'"):
        frame("UsedFor", "fr")


# ---- words of other languages

SOUR = "HasProperty sour\n  yes: lemon\n"


def test_a_predicate_is_said_in_each_language_that_has_a_line_for_it(tmp_path: Path) -> None:
    sour = graph(tmp_path, SOUR, phrases_zh="HasProperty sour: 味道酸\n").predicates["HasProperty sour"]
    assert (sour.said("en"), sour.said("zh")) == ("sour", "味道酸")
    with pytest.raises(EyechartError, match="No language of the fact 'HasProperty sour' 'de'"):
        sour.said("de")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"phrases_zh": "HasProperty sour 酸\n"}, "phrases/zh.txt, line 1: expected 'id: word'"),
        ({"phrases_zh": "HasProperty sweet: 甜\n"}, "phrases/zh.txt, line 1: nothing is called 'HasProperty sweet'"),
        (
            {"phrases_zh": "# sour\nHasProperty sour: 酸\nHasProperty sour: 酸\n"},
            "line 3: 'HasProperty sour' stands above",
        ),
        ({"phrases_zh": "HasProperty sour: _酸\n"}, "phrases/zh.txt: the slot '_' stands in one language only"),
        ({"nouns_xx": "fruit: Frucht\n"}, "No language 'xx'"),
    ],
)
def test_a_faulty_word_is_told_with_its_file(tmp_path: Path, words: dict[str, str], message: str) -> None:
    with pytest.raises(EyechartError, match=re.escape(message)):
        graph(tmp_path, SOUR, **words)


def test_what_a_language_lacks_is_named_when_it_is_asked_for(tmp_path: Path) -> None:
    known = graph(tmp_path, SOUR, nouns_de="fruit: Frucht/Früchte\n")
    known.check_said("en")
    with pytest.raises(EyechartError, match=r"phrases/de.txt: no word for 'HasProperty sour', as for 1 of 1"):
        known.check_said("de")
    with pytest.raises(EyechartError, match=r"nouns/zh.txt: no word for 'fruit'"):
        known.check_said("zh")


def test_a_second_object_is_asked_for_only_if_every_language_can(tmp_path: Path) -> None:
    text = "UsedFor cutting _\n  of: apple\n    yes: knife\n"
    assert graph(tmp_path, text, phrases_zh="UsedFor cutting _: 切_\n").predicates["UsedFor cutting _"].reversible
    assert (
        not graph(tmp_path, text, phrases_zh="UsedFor cutting _: 把_切开\n").predicates["UsedFor cutting _"].reversible
    )


# ---- our graph


def test_our_graph_is_a_knowledge() -> None:
    known: Knowledge = facts()
    assert len(known.predicates) >= 200


def test_every_relation_is_well_represented() -> None:
    stated: Counter[tuple[str, bool | None]] = Counter()
    for id in facts().written:
        for _, values in facts().tables(id):
            for value in values.values():
                stated[id.split()[0], value] += 1
    assert {relation for relation, _ in stated} == set(RELATIONS)
    assert len(RELATIONS) == 11
    assert all(stated[relation, True] >= 80 and stated[relation, False] >= 1000 for relation in RELATIONS)


def test_forty_predicates_take_a_second_object_and_forty_kinds_can_be_asked() -> None:
    predicates = facts().predicates.values()
    assert sum(p.slot for p in predicates) >= 40
    assert sum(p.relation == "IsA-Taxonomy" for p in predicates) >= 40
    assert len(facts().nouns) >= 25


def test_every_concept_that_a_scene_shows_is_known() -> None:
    known = facts().groups.members["everything"]
    assert [name for name in catalogue() if name not in known] == []


def test_half_of_the_predicates_are_unsure_of_few_things_that_a_scene_shows() -> None:
    names = list(catalogue())
    plain = [id for id, p in facts().predicates.items() if not p.slot]
    shares = sorted(sum(facts().value(name, id) is None for name in names) / len(names) for id in plain)
    assert shares[len(shares) // 2] < 0.25


def test_each_predicate_holds_of_something_and_fails_of_something() -> None:
    for id, predicate in facts().predicates.items():
        others = facts().others(id) if predicate.slot else (None,)
        values = {facts().value(name, id, other) for other in others for name in concepts()}
        assert {True, False} <= values, id


def test_no_wording_names_a_concept_it_is_true_of() -> None:
    for id, predicate in facts().predicates.items():
        if predicate.slot:
            continue
        words = f" {re.sub('[^a-z-]', ' ', predicate.phrase.lower())} "
        for c in concepts().values():
            if facts().value(c.name, id):
                assert f" {c.name.lower()} " not in words, (id, c.name)
                assert f" {c.noun.said('en', 'many')} " not in words, (id, c.name)
                assert f" {c.name.lower().partition(' of ')[2]} " not in words, (id, c.name)
                assert c.noun.said("zh") not in predicate.said("zh"), (id, c.name)


def test_every_form_can_be_said_in_both_languages() -> None:
    assert set(frames_in("en")) == set(frames_in("zh")) == set(ASKED)
    for predicate in facts().predicates.values():
        for language in ("en", "zh"):
            forms = frame(predicate.relation, language)
            for form in (*forms.relative, *forms.ask, *forms.verify, *forms.reverse):
                said = form.format(p=predicate.said(language, "X"), s="S", w="W")
                assert "{" not in said
                assert "_" not in said
                assert "  " not in said


@pytest.mark.parametrize(
    ("predicate", "said"),
    [("UsedFor cutting _", "that the knife can be used for cutting"), ("CapableOf eat _", "that the knife can eat")],
)
def test_a_reverse_clause_leaves_the_gap_at_its_end(predicate: str, said: str) -> None:
    asked = facts().predicates[predicate]
    assert asked.reversible
    form = frame(asked.relation, "en").reverse[0]
    assert form.format(s="the knife", p=asked.said("en")) == said


def test_chinese_phrases_are_chinese() -> None:
    for predicate in facts().predicates.values():
        assert re.fullmatch(r"[一-鿿_A-Z]+", predicate.phrases["zh"]), predicate.id
    for noun in facts().nouns.values():
        assert re.fullmatch(r"[一-鿿]+", noun.said("zh"))


def test_every_chinese_category_names_its_measure_word() -> None:
    lines = (Path(wording.__file__).parent / "nouns" / "zh.txt").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"[^:]+: [一-鿿]+ [一-鿿]", line) for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize(
    ("name", "predicate", "other", "value"),
    [
        ("knife", "UsedFor cutting food", None, True),
        ("pillow", "UsedFor cutting food", None, False),
        ("lemon", "IsA-Taxonomy citrus fruit", None, True),
        ("banana", "IsA-Taxonomy citrus fruit", None, False),
        ("cat", "IsA-Taxonomy feline", None, True),
        ("whale", "IsA-Taxonomy mammal", None, True),
        ("shark", "IsA-Taxonomy mammal", None, False),
        ("penguin", "CapableOf fly", None, False),
        ("bat", "CapableOf fly", None, True),
        ("spider", "HasA wings", None, False),
        ("stove", "AtLocation in a kitchen", None, True),
        ("counter", "AtLocation in a kitchen", None, None),  # shops have one too
        ("sink", "UsedFor washing hands", None, True),
        ("sink", "HasSubevent washing the dishes", None, None),  # not in the one of a bathroom
        ("potato", "IsA-Taxonomy root vegetable", None, None),  # a tuber
        ("man", "CapableOf pull _", "suitcase", True),
        ("man", "CapableOf pull _", "shopping cart", None),  # it is pushed
        ("bed", "AtLocation in a kitchen", None, False),
        ("saw", "UsedFor cutting _", "log", True),
        ("pillow", "UsedFor cutting _", "apple", False),
        ("cow", "CapableOf eat _", "hay bale", True),
        ("cow", "CapableOf eat _", "steak", False),
        ("bus", "HasProperty heavier than _", "apple", True),
        ("apple", "HasProperty heavier than _", "bus", False),
        ("frying pan", "HasPrerequisite making an omelette", None, True),
        ("washing machine", "HasSubevent cleaning _", "shirt", True),
        ("washing machine", "HasSubevent cleaning _", "plate", False),
    ],
)
def test_known_truths(name: str, predicate: str, other: str | None, value: bool) -> None:
    assert facts().value(name, predicate, other) is value


@pytest.mark.parametrize("predicate", ["HasProperty heavier than _", "HasProperty more expensive than _"])
def test_comparisons_never_hold_both_ways(predicate: str) -> None:
    for other in facts().others(predicate):
        for name in facts().others(predicate):
            both = (facts().value(name, predicate, other), facts().value(other, predicate, name))
            assert both != (True, True), (name, other)


def test_heavier_agrees_with_the_weights_of_the_concepts() -> None:
    for other in facts().others("HasProperty heavier than _"):
        for name in concepts():
            value = facts().value(name, "HasProperty heavier than _", other)
            one, two = concept(name).weight, concept(other).weight
            if value is not None and one and two:
                assert (one > 1.4 * two) if value else (two > 1.4 * one), (name, other, value)


def test_eaters_and_eaten_agree() -> None:
    for other in facts().others("CapableOf eat _"):
        for name in facts().others("ReceivesAction eaten by _"):
            both = {
                facts().value(name, "CapableOf eat _", other),
                facts().value(other, "ReceivesAction eaten by _", name),
            }
            assert both != {True, False}, (name, other)


# ---- counts and the sampler


def test_counts_name_every_relation_and_the_unsure_share() -> None:
    text = counts(facts())
    assert all(relation in text for relation in RELATIONS)
    assert "unsure share" in text


def test_the_sampler_is_a_function_of_its_seed() -> None:
    assert sample(facts(), 20, 3) == sample(facts(), 20, 3)
    assert sample(facts(), 20, 3) != sample(facts(), 20, 4)


def test_main_prints_so_many_triplets(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sample", "7", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert all(re.fullmatch(r"(yes|no )  <.+, .+, .+>", line) for line in islice(lines, 7))


def test_main_says_what_it_expects() -> None:
    with pytest.raises(SystemExit, match="sample 200 7"):
        main(["sample", "many"])
