"""Commonsense: the ten functions, sound questions, both languages read back, balance; on small scenes told in words."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import eyechart
from commonsense_scenes import by_lot, small_facts, told
from eyechart.core import Graph, Page, Program, Relation, Step, Thing
from eyechart.errors import EyechartError
from eyechart.families.commonsense import family
from eyechart.families.commonsense.answers import accepted
from eyechart.families.commonsense.ask import questions
from eyechart.families.commonsense.catalogue import called_alike, catalogue
from eyechart.families.commonsense.language.grammars import GRAMMARS
from eyechart.families.commonsense.language.lexicon import LANGUAGES, LEXICONS, lexicon
from eyechart.families.commonsense.language.parse import Reader
from eyechart.families.commonsense.language.speak import say
from eyechart.families.commonsense.lookup import Commonsense, function_of, triplet
from eyechart.families.commonsense.plan.holders import at_home
from eyechart.families.commonsense.plan.planner import Aim, plan
from eyechart.families.commonsense.question.assembly import assemble, checked
from eyechart.families.commonsense.question.descriptions import Scenery
from eyechart.families.commonsense.question.goals import Goal, goals_in, reached
from eyechart.families.commonsense.question.query import (
    TYPES,
    Description,
    Known,
    Query,
    Related,
    compiled,
    manner,
    skeleton,
)
from eyechart.families.commonsense.question.referring import Core
from eyechart.families.commonsense.question.soundness import certain, guessed, needed, sets_of, unknowing, without_each
from eyechart.families.commonsense.sample import goal_of
from eyechart.families.commonsense.settings import CommonsenseSettings
from eyechart.families.commonsense.world import FUNCTIONS, World
from eyechart.knowledge.facts import Facts, facts
from eyechart.page import page
from eyechart.program import run
from eyechart.seeding import rng_for
from eyechart.settings import settings_for


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    return small_facts(tmp_path_factory.mktemp("facts"))


KITCHEN = told(
    "a red apple", "b yellow banana", "k knife", "s pair of scissors", "t table", "c blue chair", "u red cup", "d dog",
    "a on t", "k on t", "u on t", "b on c", "s next to u", "u next to s", "d left of t", "t right of d",
)  # fmt: skip


@pytest.fixture
def world(known: Facts) -> World:
    return World(KITCHEN, known)


def found(world: World, *steps: Step) -> list[str]:
    output = run(Program(steps), world, FUNCTIONS).steps[-1].output
    assert isinstance(output, list)
    return output


INITIAL = Step("Initial")


# ---- the ten functions


def test_there_are_the_ten_functions_of_the_paper() -> None:
    assert sorted(FUNCTIONS) == [
        "And", "Find", "Find Hypernym", "Find KG", "Find KG Reverse", "Initial", "Recognition", "Relate", "Relate Reverse",
        "Verify",
    ]  # fmt: skip


def test_initial_finds_all_objects_and_nothing_else(known: Facts) -> None:
    place = Graph((Thing("place", "kitchen"), Thing("knowledge", "knowledge"), *KITCHEN.things), KITCHEN.relations)
    assert found(World(place, known), INITIAL) == list("abkstcud")


def test_find_filters_by_name(world: World) -> None:
    assert found(world, INITIAL, Step("Find", (0,), ("cup",))) == ["u"]


def test_find_filters_by_an_attribute_of_a_facet(world: World) -> None:
    assert found(world, INITIAL, Step("Find", (0,), ("red", "colour"))) == ["a", "u"]


def test_an_orange_is_not_found_by_the_colour_orange(known: Facts) -> None:
    scene = World(told("a orange", "b orange cup"), known)
    assert found(scene, INITIAL, Step("Find", (0,), ("orange", "colour"))) == ["b"]
    assert found(scene, INITIAL, Step("Find", (0,), ("orange",))) == [
        "a",
        "b",
    ]  # as the release has it: name or attribute


def test_relate_goes_from_subject_to_object(world: World) -> None:
    assert found(world, INITIAL, Step("Find", (0,), ("apple",)), Step("Relate", (1,), ("on",))) == ["t"]


def test_relate_reverse_goes_from_object_to_subject(world: World) -> None:
    assert found(world, INITIAL, Step("Find", (0,), ("table",)), Step("Relate Reverse", (1,), ("on",))) == [
        "a",
        "k",
        "u",
    ]


def test_and_is_the_intersection(world: World) -> None:
    steps = (
        INITIAL,
        Step("Find", (0,), ("table",)),
        Step("Relate Reverse", (1,), ("on",)),
        Step("Find Hypernym", (0,), ("fruit",)),
        Step("And", (2, 3)),
    )
    assert found(world, *steps) == ["a"]


def test_find_kg_keeps_those_for_which_the_fact_holds(world: World) -> None:
    assert found(world, INITIAL, Step("Find KG", (0,), ("BLANK", "UsedFor", "cutting food"))) == ["k"]


def test_find_kg_with_a_region_finds_what_holds_with_it(world: World) -> None:
    query = Step("Find KG", (1,), ("BLANK", "UsedFor", "cutting VISION"))
    assert found(world, INITIAL, Step("Find", (0,), ("banana",)), query) == ["k"]
    assert found(world, INITIAL, Step("Find", (0,), ("table",)), query) == []


def test_a_region_of_several_objects_stands_for_all_of_them(world: World) -> None:
    query = Step("Find KG", (1,), ("BLANK", "UsedFor", "cutting VISION"))
    assert found(world, INITIAL, Step("Find Hypernym", (0,), ("fruit",)), query) == ["k"]
    assert found(world, INITIAL, Step("Find", (0,), ("red", "colour")), query) == []  # nothing cuts apple and cup


def test_find_kg_reverse_asks_for_the_other_end(world: World) -> None:
    query = ("VISION", "UsedFor", "cutting BLANK")
    assert function_of(query) == "Find KG Reverse"
    assert found(world, INITIAL, Step("Find", (0,), ("knife",)), Step("Find KG Reverse", (1,), query)) == ["a", "b"]


def test_an_event_has_its_blank_at_the_tail(known: Facts) -> None:
    query = triplet(known.predicates["HasPrerequisite slicing bread"], "plain")
    assert query == ("slicing bread", "HasPrerequisite", "BLANK")
    assert function_of(query) == "Find KG Reverse"


def test_recognition_gives_what_all_of_them_share(world: World) -> None:
    assert FUNCTIONS["Recognition"](world, ["a"], "object") == "apple"
    assert FUNCTIONS["Recognition"](world, ["a", "u"], "colour") == "red"
    assert FUNCTIONS["Recognition"](world, ["a", "b"], "colour") == ""


def test_verify_is_yes_if_there_is_something(world: World) -> None:
    assert FUNCTIONS["Verify"](world, ["a"]) is True
    assert FUNCTIONS["Verify"](world, []) is False


def test_a_query_that_nobody_knows_is_an_error(world: World) -> None:
    with pytest.raises(EyechartError, match="no query <BLANK, UsedFor, flying>"):
        found(world, INITIAL, Step("Find KG", (0,), ("BLANK", "UsedFor", "flying")))


# ---- sound questions

SWEET = Known(Commonsense("HasProperty sweet"))
ON_TABLE = Related("on", Description("table", True))


def test_a_question_becomes_a_program(known: Facts) -> None:
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", SWEET)
    assert [s.function for s in compiled(q, known).steps] == [
        "Initial", "Find", "Relate Reverse", "Find KG", "Recognition",
    ]  # fmt: skip


def test_two_clauses_that_start_elsewhere_are_joined_by_and(known: Facts) -> None:
    cutting = Known(Commonsense("UsedFor cutting _", "slot"), Description("banana", True))
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", cutting)
    assert [s.function for s in compiled(q, known).steps][-2:] == ["And", "Recognition"]


def test_a_question_that_means_one_object_is_sound(world: World) -> None:
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", SWEET)
    assert checked(Scenery(world), q) is not None


def test_a_needless_step_is_found(world: World) -> None:
    """Only the knife cuts food, wherever it is: "on the table" is said in vain."""
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", Known(Commonsense("UsedFor cutting food")))
    program = compiled(q, world.knowledge)
    assert not needed(world, q, program, sets_of(world, program.steps))
    assert checked(Scenery(world), q) is None


def test_leaving_out_a_relation_leaves_all_objects_and_a_filter_what_it_was_given(known: Facts) -> None:
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", SWEET)
    less = {w.left_out: [s.inputs for s in w.steps] for w in without_each(compiled(q, known).steps)}
    assert less[2][3] == (0,)
    assert less[1][2] == (0,)
    assert less[3][4] == (2,)


def is_certain(world: World, q: Query) -> bool:
    program = compiled(q, world.knowledge)
    return certain(world, q, program, sets_of(world, program.steps))


def test_a_fact_that_is_unsure_of_an_object_shown_is_not_asked(world: World) -> None:
    """Tables are unsure as seats, so no scene with a table is asked what can be sat on."""
    q = Query("QueryObjKG", Description(), "object", Known(Commonsense("UsedFor sitting on")))
    assert not is_certain(world, q)


def test_an_unclear_relation_may_not_decide(known: Facts) -> None:
    place = Thing("place", "kitchen", data={"unclear": {"on": [["b", "t"]]}})
    scene = World(Graph((place, *KITCHEN.things), KITCHEN.relations), known)
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", SWEET)
    assert not is_certain(scene, q)  # the banana might be on the table too


def test_what_has_no_stated_colour_may_not_be_ruled_out_by_colour(known: Facts) -> None:
    scene = World(told("a red apple", "o orange", "t table"), known)
    q = Query("QueryObjKG", Description(attribute=("colour", "red")), "object", SWEET)
    assert not is_certain(scene, q)


def test_the_table_must_be_one_table(known: Facts) -> None:
    two = Graph((*KITCHEN.things, Thing("t2", "table")), (*KITCHEN.relations, Relation("b", "on", "t2")))
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", SWEET)
    assert not is_certain(World(two, known), q)


def test_the_answer_is_no_landmark(known: Facts) -> None:
    """What is left of what is right of the dog? The dog."""
    described = Description(clauses=(Related("right of", Description("animal")),))
    q = Query("QueryObjSG", described, "object", Related("left of", described))
    assert checked(Scenery(World(KITCHEN, known)), q) is None


def test_eyes_alone_see_all_that_knowledge_would_rule_out(world: World) -> None:
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", SWEET)
    steps = compiled(q, world.knowledge).steps
    assert world.ids_of(unknowing(world, steps)) == ["a", "k", "u"]
    assert guessed(world, steps) == pytest.approx(1 / 3)


def test_an_attribute_is_asked_of_the_one_thing_meant(world: World) -> None:
    core = Core(type="VerifyAtt", target="a", query=Commonsense("HasProperty sweet"), look=("colour", "green"))
    for done in assemble(Scenery(world), core, rng_for(1)):
        sets = sets_of(world, done.compiled.steps)
        assert world.ids_of(sets[done.compiled.described]) == ["a"]
        assert sets[done.compiled.target] == 0


def test_a_no_has_near_misses(known: Facts) -> None:
    """The thing described is there and lacks the fact; another has the fact and does not fit the description."""
    pairs = ("a next to t", "s next to t", "k next to c", "u next to c", "b next to d")
    things = ("a apple", "b banana", "k knife", "s pair of scissors", "t table", "c chair", "u cup", "d dog")
    world = World(told(*things, *pairs), known)
    goal = Goal("VerifyKG", Commonsense("HasProperty sweet"), ("a", "k"), nouns=(), facets=())
    for seed in range(40):
        both = list(reached(Scenery(world, built=False), goal, rng_for("near", seed)))
        for done in both:
            assert world.known(Commonsense("HasProperty sweet"))[0] & ~done.found[done.compiled.described]
        assert not both or sorted(bool(done.found[done.compiled.target]) for done in both) == [False, True]
        assert len({manner(done.query) for done in both}) <= 1
    assert both


# ---- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_grammar_reads_every_question_back(language: str) -> None:
    """Consistency validation: all readings of the wording give the program recorded, and there is one."""
    reader = Reader(facts(), list(catalogue()), language)
    count = 0
    for n in range(25):
        rng = rng_for("grammar", language, n)
        world = World(by_lot(rng, "kitchen", 10))
        scenery = Scenery(world, built=False)
        for ask in questions(scenery, islice(goals_in(scenery, rng), 40), rng, (language,), 9):
            text = ask.slots["question"]
            assert isinstance(text, str)
            assert {compiled(q, world.knowledge).steps for q in reader.read(text)} == {ask.program.steps}, text
            count += 1
    assert count > 25


def test_a_wrong_program_is_not_what_the_grammar_reads() -> None:
    reader = Reader(facts(), list(catalogue()), "en")
    [q] = reader.read("What color is the object on the table?")
    assert q == Query("QueryAtt", Description(clauses=(ON_TABLE,)), "colour")
    assert reader.read("What colour is the glorp?") == []


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Which object on the table is sweet?"), ("zh", "在桌子上面的哪个物体甜?")],
)
def test_a_question_is_said_in_both_languages(known: Facts, language: str, text: str) -> None:
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", SWEET)
    said = {say(q, known, language, rng_for("say", n)) for n in range(80)}
    assert text in said
    assert len(said) > 2


@pytest.mark.parametrize(
    ("language", "whoever", "things"), [("en", "one", "object|thing"), ("zh", "人物", "物体|东西")]
)
def test_people_are_not_called_objects(language: str, whoever: str, things: str) -> None:
    """Where only people can be meant: reading is nothing that things do."""
    reading, known = Known(Commonsense("CapableOf read a book")), facts()
    queries = [
        Query("QueryObjKG", Description(), "object", reading),
        Query("QueryObjKG", Description(clauses=(reading,)), "object"),
        Query("QueryObjKG", Description(clauses=(Related("holding", Description("cup", True)),)), "object"),
    ]
    said = {say(q, known, language, rng_for("say", n)) for q in queries for n in range(20)}
    assert all(whoever in text and not re.search(things, text) for text in said), said


@pytest.mark.parametrize(
    ("language", "either", "things"), [("en", "one", "object|thing"), ("zh", "对象", "物体|东西|人物")]
)
def test_who_may_be_somebody_or_something_is_called_neither(language: str, either: str, things: str) -> None:
    """People pull suitcases, and so do tractors."""
    pulling, known = Known(Commonsense("CapableOf pull _", "slot"), Description("suitcase", True)), facts()
    q = Query("QueryObjKG", Description(clauses=(ON_TABLE,)), "object", pulling)
    said = {say(q, known, language, rng_for("say", n)) for n in range(20)}
    assert all(either in text and not re.search(things, text) for text in said), said


def test_somebody_of_whom_it_is_asked_whether_they_are_there_is_no_object() -> None:
    reading, known = Known(Commonsense("CapableOf read a book")), facts()
    q = Query("VerifyKG", Description(clauses=(Related("left of", Description("cup", True)), reading)))
    said = {say(q, known, "en", rng_for("say", n)) for n in range(40)}
    assert "Is there one that is left of the cup and can read a book?" in said
    assert not [text for text in said if re.search(r"object|thing|\ban? one|which", text)]
    reader = Reader(known, list(catalogue()), "en")
    assert {tuple(reader.read(text)) for text in said} == {(q,)}


def test_chinese_asks_which_with_the_measure_word_of_the_noun() -> None:
    known = facts()
    soft, table = Known(Commonsense("HasProperty soft")), Description("table", True)
    for noun, which in (("piece of furniture", "哪件家具"), ("food", "哪种食物"), (None, "哪个")):
        q = Query("QueryObjKG", Description(noun), "object", soft)
        assert which in say(q, known, "zh", rng_for("say", 1))
        on = Query("QueryObjSG", table, "object", Related("on", table), noun)
        assert not noun or any(which in say(on, known, "zh", rng_for("say", n)) for n in range(9))


def test_articles_fit_what_follows(known: Facts) -> None:
    q = Query("VerifyKG", Description("animal"))
    assert {say(q, known, "en", rng_for(n)) for n in range(20)} == {
        "Is there an animal?",
        "Can you see an animal?",
    }


def test_the_family_speaks_the_languages_that_have_words_and_a_grammar() -> None:
    assert family.languages == LANGUAGES == ("en", "zh")
    assert set(LANGUAGES) == set(GRAMMARS)
    with pytest.raises(EyechartError, match="No language of this family 'de'.*Known: en, zh"):
        lexicon("de")


def test_words_that_a_language_lacks_are_named_with_their_file(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = LEXICONS["zh"]
    looks = {**whole.looks, "colour": {"red": whole.looks["colour"]["red"]}}
    monkeypatch.setitem(LEXICONS, "de", msgspec.structs.replace(whole, looks=looks))
    with pytest.raises(EyechartError, match="language/de.toml: no words for looks.colour.orange"):
        lexicon("de")
    sides = {**whole.relations, "on": msgspec.structs.replace(whole.relations["on"], ask=None)}
    monkeypatch.setitem(LEXICONS, "de", msgspec.structs.replace(whole, relations=sides))
    with pytest.raises(EyechartError, match="language/de.toml: no words for relations.on from its object's end"):
        lexicon("de")
    monkeypatch.setitem(LEXICONS, "de", whole)
    with pytest.raises(EyechartError, match="names/de.txt: no word for 'cat'"):
        lexicon("de")


def test_words_may_stand_in_any_order(known: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    """A grammar is data for saying and for reading: with the noun first and its article last, both still agree."""
    turned = msgspec.structs.replace(GRAMMARS["en"], order=("noun", "clauses", "first"))
    monkeypatch.setitem(GRAMMARS, "en", turned)
    q = Query("VerifyKG", Description("fruit", clauses=(ON_TABLE,)), None, SWEET)
    said = {say(q, known, "en", rng_for("turned", n)) for n in range(80)}
    assert "Is fruit on table the the sweet?" in said
    reader = Reader(known, ["table"], "en")
    assert all(reader.read(text) == [q] for text in said)


SOURCE = Path(eyechart.__file__).parent / "families" / "commonsense"


def test_a_language_is_named_nowhere_but_in_its_grammar() -> None:
    files = [file for file in (SOURCE / "language").glob("*.py") if file.name != "grammars.py"]
    assert files
    assert not [file.name for file in files for code in LANGUAGES if f'"{code}"' in file.read_text("utf-8")]


def test_questions_are_made_before_they_are_put_into_words() -> None:
    """The question's room imports nothing of the language's; that one knows of queries and nothing else."""
    room = "from eyechart.families.commonsense."
    imported = {
        name: {
            line.removeprefix(room).split()[0]
            for file in (SOURCE / name).glob("*.py")
            for line in file.read_text("utf-8").splitlines()
            if line.startswith(room)
        }
        for name in ("question", "language")
    }
    assert not [one for one in imported["question"] if one.startswith("language")]
    assert [one for one in imported["language"] if one.startswith("question")] == ["question.query"]


def test_a_chinese_answer_is_accepted_in_both_languages() -> None:
    world = World(Graph((Thing("1", "knife"),)))
    assert accepted("knife", "object", "zh", world, ())[:2] == ("刀", "knife")
    assert accepted("grey", "colour", "en", world, ())[:1] == ("grey",)
    assert "gray" in accepted("grey", "colour", "en", world, ())


# ---- plans


def test_a_plan_wants_things_that_decide_its_facts() -> None:
    settings = CommonsenseSettings()
    for n in range(40):
        made_plan = plan(rng_for("plan", n), settings, "train", list(TYPES))
        for aim in made_plan.aims:
            if aim.type == "VerifyKG" and aim.query.way == "plain":
                yes, no = (made_plan.wanted[k].concept for k in aim.targets)
                assert facts().value(yes, aim.query.predicate) is True
                assert facts().value(no, aim.query.predicate) is False


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    settings = settings_for(family)
    return [page(family, settings, "test", 11, index) for index in range(25)]


def test_every_step_of_every_question_is_needed(pages: list[Page]) -> None:
    """By leaving each out: the objects described, the target or the answer change."""
    for one in pages:
        world = World(one.scene)
        for q in one.questions:
            assert q.program is not None
            steps = tuple(Step(s.function, s.inputs, s.arguments) for s in q.program.steps)
            target = steps[-1].inputs[0]
            sets = sets_of(world, steps)
            for less in without_each(steps):
                again = sets_of(world, less.steps)
                verified = q.form == "yes/no" and less.left_out == target
                if not verified and again[less.steps[-1].inputs[0]] == sets[target]:
                    described = steps[target].inputs
                    assert [sets[i] for i in described] != [again[i] for i in less.steps[target].inputs], q.text


def test_the_look_of_a_thing_is_asked_once(pages: list[Page]) -> None:
    for one in pages:
        asked = [(q.evidence.regions[0].things, q.facets["group"]) for q in one.questions if q.template == "QueryAtt"]
        assert len(asked) == len(set(asked))


def test_nothing_in_a_scene_goes_by_the_name_of_something_else(pages: list[Page]) -> None:
    for one in pages:
        names = sorted({thing.name for thing in World(one.scene).objects})
        assert not [(a, b) for a in names for b in names if a < b and called_alike(a, b)]


def test_every_page_has_questions(pages: list[Page]) -> None:
    assert min(len(one.questions) for one in pages) >= 1


def test_what_is_said_after_a_described_thing_is_said_of_that_thing(pages: list[Page]) -> None:
    """So a description with clauses of its own comes last: the grammar would read any other order in two ways."""
    reader = Reader(facts(), [*catalogue()], "en")
    for one in pages:
        for q in one.questions:
            assert len({compiled(read, facts()).steps for read in reader.read(q.text)}) == 1, q.text


def test_no_landmark_could_have_been_the_answer(pages: list[Page]) -> None:
    """Being named, it is not: of two lamps that would leave one."""
    checked = 0
    for one in pages:
        world = World(one.scene)
        for q in [q for q in one.questions if q.template == "QueryObjKG" and q.program]:
            steps = q.program.steps if q.program else ()
            asked = [s for s in steps if s.function.startswith("Find KG")]
            for step in [s for s in steps if s.function == "Relate Reverse"]:
                landmarks = world.set_of(steps[step.inputs[0]].output)
                for known in asked:
                    assert not landmarks & world.set_of(known.output), q.text
                    checked += 1
    assert checked > 10


def test_what_is_eaten_is_asked_for_where_there_is_food_enough() -> None:
    eaten = Commonsense("ReceivesAction eaten")
    assert at_home(eaten, "kitchen")
    assert not at_home(eaten, "office")  # a sandwich or a doughnut: the office would tell


@pytest.mark.parametrize(("other", "alone"), [("dog", True), ("duck", False)])
def test_a_concept_that_shares_its_name_with_a_category_goes_by_the_category(other: str, alone: bool) -> None:
    """And is not called a bird at all where there is another."""
    scenery = Scenery(World(told("a bird", f"b {other}", "c table"), facts()))
    called = [scenery.called(0, rng_for("t", k)) for k in range(30)]
    assert [d for d in called if d is not None and d.named] == []
    assert (Description("bird") in called) is alone


def test_both_sides_of_a_verification_have_one_outline() -> None:
    beside = Query("VerifyKG", Description("fruit", clauses=(Related("left of", Description("cup", True)),)))
    other = Query("VerifyKG", Description("animal", clauses=(Related("right of", Description("man", True)),)))
    on_it = Query("VerifyKG", Description("fruit", clauses=(Related("on", Description("table", True)),)))
    assert manner(beside) == manner(other) != manner(on_it)


def test_a_goal_whose_thing_was_left_out_is_dropped() -> None:
    aim = Aim("QueryObjKG", Commonsense("x"), (0, 1), 2)
    assert goal_of(aim, ["a", None, "c"]) == Goal("QueryObjKG", Commonsense("x"), ("a",), "c")
    assert goal_of(aim, ["a", "b", None]) is None
    assert goal_of(Aim("VerifyKG", Commonsense("x"), (0, 1)), ["a", None]) is None


def test_programs_have_two_to_seven_functions(pages: list[Page]) -> None:
    assert {len(q.program.steps) for one in pages for q in one.questions if q.program} <= set(range(2, 8))


def test_a_no_points_at_nothing_and_all_else_at_one_object(pages: list[Page]) -> None:
    for one in pages:
        for q in one.questions:
            assert q.evidence is not None
            assert len(q.evidence.regions) == (q.answers[0] != "no"), q.text


def test_empty_settings_are_refused() -> None:
    with pytest.raises(EyechartError, match="questions=6,4 is empty"):
        settings_for(family, None, {"questions": [6, 4]})
    with pytest.raises(EyechartError, match="places"):
        settings_for(family, None, {"places": []})


def test_skeletons_tell_facts_with_and_without_a_region_apart(known: Facts) -> None:
    plain = compiled(Query("QueryObjKG", Description(), "object", SWEET), known).steps
    assert skeleton(plain) == "Initial FindKG[HasProperty]0 Recognition[name]1"


def test_the_family_is_registered() -> None:
    assert eyechart.dataset("commonsense", split="val", seed=1)[2].questions


def test_goals_come_back_from_json() -> None:
    goal = Goal("VerifyAtt", Commonsense("UsedFor cutting food"), ("t1",), "", look=("colour", ""))
    assert msgspec.json.decode(msgspec.json.encode(goal), type=Goal) == goal


def test_the_card_is_there() -> None:
    assert Path(family.card).read_text(encoding="utf-8").startswith("# ")
