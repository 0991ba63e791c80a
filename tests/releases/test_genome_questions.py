"""Questions about photographs: from graphs with our facts and with ConceptNet's, proved from the file, balanced, split by image."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("textblob")


import eyechart
from eyechart.cli import app
from eyechart.convert import convert
from eyechart.core import Page
from eyechart.drawing.png import png
from eyechart.errors import EyechartError
from eyechart.families.commonsense.photographs.balance import Candidate, balanced
from eyechart.families.commonsense.photographs.questions import NEAR_COLOURS
from eyechart.families.commonsense.photographs.release import SPLITS, release
from eyechart.families.commonsense.photographs.release import load as pages
from eyechart.families.commonsense.photographs.scene import scene_of
from eyechart.families.commonsense.photographs.settings import GenomeSettings
from eyechart.families.commonsense.world import FUNCTIONS, World
from eyechart.knowledge.concepts import concepts
from eyechart.knowledge.facts import facts
from eyechart.knowledge.genome import Entity, Link, Photo
from eyechart.knowledge.genome.cleaning import Cleaning, cleaned
from eyechart.knowledge.genome.reading import photos
from eyechart.knowledge.likening import likened, likenesses, supplement
from eyechart.mine import MineSettings, mine
from eyechart.program import run
from eyechart.store.folder import load
from miniatures import conceptnet_row as row
from miniatures import lay_out_genome

REAL = Path(__file__).parents[3] / "shared" / "fixtures" / "visual_genome"
REAL_NEEDED = pytest.mark.skipif(not REAL.exists(), reason="needs the real samples")


def proved(found: list[Page]) -> int:
    """How many questions there are; each is run again from its page's graph alone."""
    for page in found:
        world = World(page.scene)
        for q in page.questions:
            assert q.program is not None
            assert run(q.program, world, FUNCTIONS) == q.program
    return sum(len(page.questions) for page in found)


def test_questions_of_a_photograph_are_proved_from_its_graph_alone(tmp_path: Path) -> None:
    found = list(pages(lay_out_genome(tmp_path / "vg"), "all", GenomeSettings(pictures=False, balance=False)))
    assert len(found) == 12
    assert proved(found) > 50


def test_a_dataset_of_them_is_verified_and_scored(tmp_path: Path) -> None:
    root = lay_out_genome(tmp_path / "vg")
    made = convert("visual-genome", root, "all", tmp_path / "data", changes={"pictures": False, "balance": False})
    assert eyechart.verify(tmp_path / "data").disagreements == 0
    assert made.manifest.settings["pictures"] is False
    assert load(tmp_path / "data").manifest.release == "visual-genome"


def test_the_same_release_gives_the_same_questions(tmp_path: Path) -> None:
    root = lay_out_genome(tmp_path / "vg")
    settings = GenomeSettings(pictures=False)
    assert list(pages(root, "all", settings)) == list(pages(root, "all", settings))


def test_splits_are_disjoint_by_image_and_make_the_whole(tmp_path: Path) -> None:
    root = lay_out_genome(tmp_path / "vg", range(1, 61))
    settings = GenomeSettings(pictures=False, balance=False, questions=1)
    images = {
        split: {q.id.split("/")[3] for page in pages(root, split, settings) for q in page.questions} for split in SPLITS
    }
    assert images["train"] | images["val"] | images["test"] == images["all"]
    assert len(images["train"]) + len(images["val"]) + len(images["test"]) == len(images["all"]) == 60
    assert len(images["train"]) > len(images["test"]) > 0


def test_the_index_counts_what_is_kept(tmp_path: Path) -> None:
    found = list(pages(lay_out_genome(tmp_path / "vg"), "all", GenomeSettings(pictures=False)))
    assert [page.index for page in found] == list(range(len(found)))


def test_photographs_are_put_beside_their_questions_and_the_contract_is_kept(tmp_path: Path) -> None:
    root = lay_out_genome(tmp_path / "vg", range(1, 13))
    (root / "VG_100K").mkdir()
    for image in range(1, 13):
        (root / "VG_100K" / f"{image}.png").write_bytes(png(np.zeros((500, 800, 4), np.uint8)))
    found = list(pages(root, "all", GenomeSettings()))
    assert {(page.pictures[0].width, page.pictures[0].height) for page in found} == {(800, 500)}
    eyechart.check_release(release, root, "all")


def test_a_missing_photograph_says_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match=r"No photograph 1.jpg in .*VG_100K.*--set pictures=false"):
        list(pages(lay_out_genome(tmp_path / "vg", range(1, 2)), "all", GenomeSettings(balance=False)))


def test_an_unknown_split_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No split of Visual Genome 'trian'. Did you mean 'train'?"):
        list(pages(tmp_path, "trian", GenomeSettings()))


def test_a_setting_that_a_release_does_not_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No setting of visual-genome 'objcts'. Did you mean 'objects'?"):
        convert("visual-genome", lay_out_genome(tmp_path / "vg"), "all", tmp_path / "out", changes={"objcts": 3})
    (tmp_path / "empty").mkdir()
    with pytest.raises(EyechartError, match="Release figureqa has no settings; leave out --set pictures"):
        convert("figureqa", tmp_path / "empty", "train1", tmp_path / "out", changes={"pictures": False})


# ---- with ConceptNet


def conceptnet(path: Path, names: list[str], facts_: dict[str, tuple[str, str, list[str]]]) -> Path:
    """A 5.x file that says of every name whether each fact holds."""
    rows = []
    for relation, end, holders in facts_.values():
        for name in names:
            said = relation if name in holders else f"Not{relation}"
            rows.append(row(said, name.replace(" ", "_"), end))
    path.write_text("".join(f"{line}\n" for line in rows), encoding="utf-8")
    return path


def test_questions_come_from_conceptnet_alone(tmp_path: Path) -> None:
    names = ["table", "apple", "knife", "chair", "dog"]
    said = {
        "cut": ("UsedFor", "cut_fruit", ["knife"]),
        "eat": ("HasProperty", "edible", ["apple"]),
        "bark": ("CapableOf", "bark_at_people", ["dog"]),
        "sit": ("UsedFor", "sitting_on", ["chair"]),
        "kind": ("IsA", "fruit", ["apple"]),
    }
    file = conceptnet(tmp_path / "assertions.csv", names, said)
    settings = GenomeSettings(pictures=False, balance=False, conceptnet=str(file), ours=False)
    found = list(pages(lay_out_genome(tmp_path / "vg", range(1, 4)), "all", settings))
    assert proved(found) >= 10
    items = {q.facets["knowledge"].split(";")[0] for page in found for q in page.questions}
    assert items <= {
        "BLANK UsedFor cutting fruit",
        "BLANK HasProperty edible",
        "BLANK CapableOf bark at people",
        "BLANK UsedFor sitting on",
        "BLANK IsA fruit",
    }
    asked = {
        (q.facets["knowledge"], q.answers[0]) for page in found for q in page.questions if q.template == "QueryObjKG"
    }
    assert ("BLANK UsedFor cutting fruit", "knife") in asked


def test_what_conceptnet_does_not_state_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / "assertions.csv").write_text(row("UsedFor", "knife", "cutting_fruit") + "\n", encoding="utf-8")
    settings = GenomeSettings(pictures=False, balance=False, conceptnet=str(tmp_path / "assertions.csv"), ours=False)
    assert list(pages(lay_out_genome(tmp_path / "vg", range(1, 3)), "all", settings)) == []


# ---- what is unclear


def shot(*entities: Entity, links: tuple[Link, ...] = ()) -> Photo:
    return Photo(1, 800, 500, entities, links)


def test_a_box_around_several_is_never_the_one() -> None:
    graph = scene_of(shot(Entity(1, ("chair",), (0, 0, 50, 50), many=True)), Counter())
    assert [thing.id for thing in graph.things] == ["place", "1", "1+"]


def test_a_relation_between_things_that_touch_is_unclear_unless_stated() -> None:
    table = Entity(1, ("table",), (100, 200, 400, 350))
    apple, pear = Entity(2, ("apple",), (150, 180, 180, 210)), Entity(3, ("pear",), (200, 180, 230, 210))
    dog = Entity(4, ("dog",), (600, 400, 700, 490))
    graph = scene_of(shot(table, apple, pear, dog, links=(Link(2, "on", 1),)), Counter())
    unclear = graph.things[0].data["unclear"]["on"]
    assert ("3", "1") in unclear  # nobody said that the pear is on the table, and it may be
    assert ("4", "1") not in unclear  # the dog is far away
    assert ("2", "1") not in unclear


def test_only_people_may_wear_what_nobody_said() -> None:
    man, dog = Entity(1, ("man",), (0, 0, 100, 200)), Entity(2, ("dog",), (0, 100, 100, 200))
    cap, shirt = Entity(3, ("cap",), (10, 0, 40, 20)), Entity(4, ("shirt",), (0, 50, 100, 120))
    graph = scene_of(shot(man, dog, cap, shirt, links=(Link(1, "wearing", 3),)), Counter())
    assert graph.things[0].data["unclear"]["wearing"] == [("1", "4")]


def test_a_relation_to_what_is_left_out_makes_its_other_end_unclear() -> None:
    girl, necklace = Entity(1, ("girl",), (0, 0, 100, 200)), Entity(2, ("necklace",), (300, 0, 340, 20))
    chain = Entity(3, ("chain",), (40, 50, 60, 60))  # a part by our lists
    links = (Link(1, "wearing", 2), Link(1, "wearing", 3))
    graph = scene_of(shot(girl, necklace, chain, Entity(4, ("dog",), (500, 0, 600, 90)), links=links), Counter())
    assert ("1", "4") in graph.things[0].data["unclear"]["wearing"]


def test_two_colours_of_one_thing_are_none() -> None:
    graph = scene_of(shot(Entity(1, ("shirt",), (0, 0, 50, 50), ("red", "orange", "striped"))), Counter())
    assert graph.things[1].attributes == {"pattern": "striped"}


def test_no_colour_is_said_of_a_person() -> None:
    graph = scene_of(shot(Entity(1, ("man",), (0, 0, 50, 50), ("white",))), Counter())
    assert graph.things[1].attributes == {}


def test_near_colours_are_near_both_ways_or_listed_for_one() -> None:
    assert set(NEAR_COLOURS) == {colour for near in NEAR_COLOURS.values() for colour in near}


# ---- what is known of other names


def test_a_name_for_several_kinds_has_what_all_agree_on() -> None:
    assert likened().value("shoe", "ReceivesAction worn") is True
    assert likened().belongs("building", "vehicle") is False


def test_the_supplement_may_take_back_what_kinds_agree_on() -> None:
    # All clocks that we draw have hands; a clock on a photograph may show digits.
    assert all(facts().value(kind, "HasA hands that turn") for kind in likenesses()["clock"].concepts)
    assert likened().value("clock", "HasA hands that turn") is None


def test_a_neighbour_only_lends_what_fails() -> None:
    # A fax machine is like a printer, a telephone, a radio and a keyboard: no mammal, but no fact of theirs is its own.
    assert likened().value("fax machine", "IsA-Taxonomy mammal") is False
    holding = [id for id, p in facts().predicates.items() if not p.slot and likened().value("fax machine", id)]
    assert holding == []


def test_every_likeness_is_to_a_concept() -> None:
    unknown = [(n, c) for n, like in likenesses().items() for c in like.concepts if c not in concepts()]
    assert unknown == []


def test_the_supplement_speaks_of_predicates_that_there_are_and_contradicts_no_fact() -> None:
    known = facts()
    heads = [id for id in supplement() if id not in known.predicates and id.removeprefix("IsA ") not in known.nouns]
    assert heads == []
    against = [
        (id, name)
        for id, values in supplement().items()
        if id in known.predicates
        for name, value in values.items()
        if known.value(name, id) not in (None, value)
    ]
    assert against == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CapableOf swim\n  perhaps: dog\n", "line 2: expected 'yes: …' or 'no: …' or 'unsure: …' below a predicate"),
        ("  yes: dog\n", "line 1: expected 'yes: …' or 'no: …' or 'unsure: …' below"),
        ("CapableOf swim\n  yes: dog\n  no: dog\n", "line 3: 'dog' has another value above"),
    ],
)
def test_a_malformed_supplement_is_named(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "supplement.txt").write_text(text, encoding="utf-8")
    with pytest.raises(EyechartError, match=said):
        supplement(tmp_path / "supplement.txt")


# ---- balancing


def candidates(type: str, item: str, answers: str) -> list[Candidate]:
    return [Candidate(f"{type}/{item}/{k}", type, item, answer) for k, answer in enumerate(answers.split())]


def test_a_verification_keeps_as_many_yes_as_no() -> None:
    some = candidates("VerifyKG", "swim", "yes yes yes yes no")
    kept = balanced(some)
    assert Counter(c.answer for c in some if c.id in kept) == {"yes": 1, "no": 1}


def test_no_answer_of_a_recognition_outnumbers_the_rest() -> None:
    some = candidates("QueryObjKG", "swim", "dog dog dog dog man duck")
    kept = balanced(some)
    assert Counter(c.answer for c in some if c.id in kept) == {"dog": 2, "man": 1, "duck": 1}


def test_an_item_with_one_answer_only_is_given_up() -> None:
    assert balanced(candidates("QueryObjKG", "swim", "dog dog dog")) == set()


def test_no_item_of_a_type_stands_out() -> None:
    some = [c for item in "abc" for c in candidates("VerifyKG", item, "yes no")]
    some += candidates("VerifyKG", "swim", " ".join(["yes no"] * 20))
    kept = balanced(some)
    assert sum(c.id in kept for c in some if c.item == "swim") <= 6  # three times the median of two
    assert sum(c.id in kept for c in some if c.item != "swim") == 6


def test_balancing_does_not_hang_on_the_order() -> None:
    some = candidates("VerifyKG", "swim", "yes yes yes no") + candidates("QueryObjKG", "swim", "dog dog man")
    assert balanced(some) == balanced(reversed(some))


# ---- mine


def test_mine_writes_elements_and_facts_and_counts_them(tmp_path: Path) -> None:
    root = lay_out_genome(tmp_path / "vg", range(1, 4))
    file = conceptnet(tmp_path / "a.csv", ["knife", "apple"], {"cut": ("UsedFor", "cut_an_apple", ["knife"])})
    sections = {s.title: dict(s.rows) for s in mine(root, tmp_path / "out", MineSettings(conceptnet=str(file)))}
    lines = (tmp_path / "out" / "elements.jsonl").read_text().splitlines()
    assert sections["Scene graphs"]["photographs"] == 3
    # Of five things only the table is at least 100 px both ways.
    assert {json.loads(line)["value"] for line in lines} == {"table", "brown"}
    assert sections["Facts"] == {
        "UsedFor, no": 1,
        "UsedFor, yes": 2,
    }  # and the slot: a knife is for cutting _, an apple
    assert (tmp_path / "out" / "facts.jsonl").exists()


def test_mine_refuses_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EyechartError, match="is not empty"):
        mine(tmp_path, tmp_path, MineSettings())


def test_the_verb_prints_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app(["mine", str(lay_out_genome(tmp_path / "vg")), "--out", str(tmp_path / "out")], result_action="return_value")
    assert "12  photographs" in capsys.readouterr().out


# ---- the five real photographs


@pytest.mark.official
@REAL_NEEDED
@pytest.mark.parametrize("version", ["v1.0.0", "v1.2.0"])
def test_questions_about_the_real_photographs_are_proved(version: str) -> None:
    found = list(pages(REAL / version, "all", GenomeSettings(pictures=False, balance=False)))
    assert proved(found) >= 10
    texts = {(q.template, q.facets["knowledge"], q.answers[0]) for page in found for q in page.questions}
    worn = ("BLANK IsA-Taxonomy eyewear", "BLANK AtLocation on a person's face")
    assert {("QueryObjKG", known, "pair of glasses") for known in worn} & texts


@pytest.mark.official
@REAL_NEEDED
def test_the_real_photographs_with_a_conceptnet_file_of_our_own(tmp_path: Path) -> None:
    tally, _ = cleaned(photos(REAL / "v1.2.0"), Cleaning())
    said = {
        "time": ("UsedFor", "tell_the_time", ["clock"]),
        "call": ("UsedFor", "call_friends", ["telephone"]),
        "type": ("UsedFor", "type_letters", ["keyboard"]),
        "write": ("UsedFor", "write_letters", ["pen"]),
        "sit": ("UsedFor", "sitting_on", ["chair", "couch"]),
        "talk": ("CapableOf", "talk_to_you", ["man", "girl"]),
        "vehicle": ("IsA", "vehicle", ["car", "truck", "van", "bicycle"]),
    }
    file = conceptnet(tmp_path / "assertions.csv", list(tally.objects), said)
    settings = GenomeSettings(pictures=False, balance=False, conceptnet=str(file), ours=False)
    found = list(pages(REAL / "v1.2.0", "all", settings))
    assert proved(found) >= 8
    answers = {
        (q.facets["knowledge"], q.answers[0]) for page in found for q in page.questions if q.template == "QueryObjKG"
    }
    assert ("BLANK UsedFor telling the time", "clock") in answers
    assert ("BLANK UsedFor writing letters", "pen") in answers
    assert not any(item == "BLANK UsedFor calling friends" for item, _ in answers)  # two telephones: neither is the one
