"""ConceptNet rows sifted and refined, WordNet's nouns, knowledge that a graph carries: miniatures, real rows, what is malformed."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from miniatures import conceptnet_row as row

pytest.importorskip("textblob")

from eyechart.errors import EyechartError
from eyechart.knowledge.carried import carried, carry
from eyechart.knowledge.conceptnet import Assertion, Sifted, assertions
from eyechart.knowledge.facts import Item, facts
from eyechart.knowledge.phrases import degrees
from eyechart.knowledge.refining import Layered, by_wordnet, refine
from eyechart.knowledge.wordnet import WordNet, find

REAL = Path(__file__).parents[3] / "shared" / "fixtures" / "conceptnet"


class Everything:
    def __contains__(self, name: object) -> bool:
        return True


def sifted(path: Path, *rows: str, about: tuple[str, ...] = ()) -> tuple[list[Assertion], Sifted]:
    path.write_text("".join(f"{line}\n" for line in rows), encoding="utf-8")
    counts = Sifted()
    made = list(assertions(path, about or Everything(), 1.0, counts))
    return made, counts


def test_a_row_is_read(tmp_path: Path) -> None:
    surface = "You are likely to find [[a pen]] on [[a desk]]"
    made, counts = sifted(tmp_path / "a.csv", row("AtLocation", "pen/n", "desk/n/wn/artifact", 2.5, surface))
    assert made == [Assertion("pen", "AtLocation", "desk", True, surface)]
    assert (counts.rows, counts.kept, counts.dropped) == (1, {"AtLocation": 1}, {})


def test_every_reason_to_drop_a_row_is_counted(tmp_path: Path) -> None:
    rows = (
        row("UsedFor", "knife", "cutting"),
        row("UsedFor", "knife", "cutting"),
        row("Synonym", "knife", "blade"),
        row("UsedFor", "couteau", "couper", language="fr"),
        row("UsedFor", "idea", "thinking"),
        row("UsedFor", "knife", "spreading butter", 0.5),
    )
    made, counts = sifted(tmp_path / "a.csv", *rows, about=("knife",))
    assert [a.end for a in made] == ["cutting"]
    assert counts.dropped == {
        "said before": 1,
        "relation Synonym": 1,
        "other language": 1,
        "about nothing in the scenes": 1,
        "weight below 1": 1,
    }
    assert counts.rows == counts.kept.total() + counts.dropped.total()


def test_a_not_relation_denies(tmp_path: Path) -> None:
    made, _ = sifted(tmp_path / "a.csv", row("NotCapableOf", "penguin", "fly"))
    assert made == [Assertion("penguin", "CapableOf", "fly", False)]


def test_the_thing_of_a_subevent_stands_in_its_end(tmp_path: Path) -> None:
    made, _ = sifted(
        tmp_path / "a.csv", row("HasSubevent", "write_letter", "use_the_pen"), row("HasSubevent", "sleep", "dream"),
        about=("pen",),
    )  # fmt: skip
    assert [a.start for a in made] == ["write letter"]


def test_a_packed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress((row("UsedFor", "pen", "writing") + "\n").encode()))
    assert len(list(assertions(path, Everything(), 1.0, Sifted()))) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("/a/x\t/r/UsedFor\t/c/en/pen\n", "line 1: 3 columns, expected 5 divided by tabs"),
        (row("UsedFor", "pen", "writing").rsplit("\t", 1)[0] + "\t{oops\n", "line 1, column 5: JSON is malformed"),
        (row("UsedFor", "pen", "writing").rsplit("\t", 1)[0] + "\t{}\n", "column 5: .*missing required field `weight`"),
    ],
)
def test_a_malformed_row_is_named(content: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(content, encoding="utf-8")
    with pytest.raises(EyechartError, match=said):
        list(assertions(tmp_path / "a.csv", Everything(), 1.0, Sifted()))


def test_a_missing_file_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No ConceptNet file .*: expected conceptnet-assertions-5.x.csv"):
        list(assertions(tmp_path / "no.csv", Everything(), 1.0, Sifted()))


def test_a_cut_gzip_file_is_named(tmp_path: Path) -> None:
    packed = gzip.compress((row("UsedFor", "pen", "writing") + "\n").encode() * 100)
    (tmp_path / "a.csv.gz").write_bytes(packed[:40])
    with pytest.raises(EyechartError, match="is not a whole gzip file"):
        list(assertions(tmp_path / "a.csv.gz", Everything(), 1.0, Sifted()))


@pytest.mark.official
@pytest.mark.skipif(not REAL.exists(), reason="needs the real samples")
def test_the_764_real_rows_are_all_accounted_for() -> None:
    counts = Sifted()
    made = list(assertions(REAL / "assertions.csv", Everything(), 1.0, counts))
    assert (counts.rows, len(made)) == (764, 11)
    assert counts.kept == {"AtLocation": 2, "HasProperty": 1, "IsA": 6, "UsedFor": 2}
    assert counts.dropped == {
        "other language": 59,
        "weight below 1": 1,
        "relation Synonym": 408,
        "relation RelatedTo": 102,
        "relation ExternalURL": 82,
        "relation SymbolOf": 25,
        "relation HasContext": 22,
        "relation DerivedFrom": 22,
        "relation FormOf": 16,
        "relation EtymologicallyRelatedTo": 14,
        "relation Antonym": 2,
    }


@pytest.mark.official
@pytest.mark.skipif(not REAL.exists(), reason="needs the real samples")
def test_two_real_rows_say_the_same_in_two_styles() -> None:
    rows = assertions(REAL / "assertions.csv", ("balalaika", "wheat"), 1.0, Sifted())
    made = refine(rows, ("balalaika", "wheat")).made
    assert made.values == {
        "AtLocation in a field": {"wheat": True},
        "UsedFor making music": {"balalaika": True},
    }


# ---- refined


def said(relation: str, start: str, end: str, value: bool = True, surface: str = "") -> Assertion:
    return Assertion(start, relation, end, value, surface)


def test_what_is_not_stated_is_unsure() -> None:
    made = refine([said("UsedFor", "knife", "cut bread"), said("UsedFor", "spoon", "cut bread", False)],
                  ("knife", "spoon", "cup")).made  # fmt: skip
    values = [made.value(name, "UsedFor cutting bread") for name in ("knife", "spoon", "cup")]
    assert values == [True, False, None]


def test_what_is_stated_and_denied_is_unsure_for_good() -> None:
    rows = [
        said("HasProperty", "dog", "big"),
        said("HasProperty", "dog", "big", False),
        said("HasProperty", "dog", "big"),
    ]
    found = refine(rows, ("dog",))
    assert found.made.value("dog", "HasProperty big") is None
    assert found.dropped == {"contradicted": 3}


def test_an_object_in_a_phrase_makes_a_slot() -> None:
    made = refine([said("UsedFor", "knife", "cutting an apple")], ("knife", "apple")).made
    assert made.value("knife", "UsedFor cutting _", "apple") is True
    assert made.value("knife", "UsedFor cutting an apple") is True
    assert made.predicates["UsedFor cutting _"].slot


def test_a_phrase_with_more_than_the_object_makes_no_slot() -> None:
    made = refine([said("UsedFor", "knife", "cutting a green apple")], ("knife", "apple")).made
    assert list(made.predicates) == ["UsedFor cutting a green apple"]


def test_a_plain_category_is_for_referring_and_another_kind_for_asking() -> None:
    made = refine([said("IsA", "cat", "animal"), said("IsA", "cat", "feline")], ("cat",)).made
    assert made.categories("cat") == ("animal",)
    assert list(made.predicates) == ["IsA-Taxonomy feline"]


def test_a_prerequisite_is_asked_of_its_tail() -> None:
    made = refine([said("HasPrerequisite", "write a letter", "pen")], ("pen",)).made
    assert made.predicates["HasPrerequisite writing a letter"].side == "tail"
    assert list(made.items()) == [Item("writing a letter", "HasPrerequisite", "pen", True)]


def test_a_phrase_that_cannot_be_said_is_counted() -> None:
    assert refine([said("UsedFor", "toy", "fun")], ("toy",)).dropped == {"UsedFor that cannot be said in one style": 1}


def test_of_two_sources_the_first_is_believed() -> None:
    first = refine([said("HasProperty", "dog", "big")], ("dog", "cat")).made
    second = refine(
        [said("HasProperty", "dog", "big", False), said("HasProperty", "cat", "big", False)], ("dog", "cat")
    ).made
    both = Layered(first, second)
    assert (both.value("dog", "HasProperty big"), both.value("cat", "HasProperty big")) == (True, False)


def test_the_graph_format_joins_items_that_phrases_keep_apart() -> None:
    rows = [("fork", "moving food from plate to mouth"), ("oven", "cooking food"), ("knife", "cutting food")]
    before, after = degrees([(tail, "gerund") for _, tail in rows])
    assert (before, after) == (Counter({0: 3}), Counter({2: 3}))


# ---- carried


def test_what_a_graph_carries_says_the_same_as_where_it_came_from() -> None:
    names = ("knife", "apple", "dog", "chair")
    ours, again = facts(), carried(json.loads(json.dumps(carry(facts(), names))))
    for id, predicate in again.predicates.items():
        others = names if predicate.slot else (None,)
        for other in others:
            assert [again.value(n, id, other) for n in names] == [ours.value(n, id, other) for n in names]
    for name in names:
        assert set(again.categories(name)) == set(ours.categories(name))


def test_knowledge_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(EyechartError, match="The scene's knowledge cannot be read"):
        carried({"values": {"UsedFor cutting": {"knife": "perhaps"}}})


# ---- WordNet, in miniature: entity > animal > dog; entity > artifact > seat > couch; and a second sense of dog

GLOSSES = {
    "entity": ("entity",),
    "animal": ("animal", "beast"),
    "artifact": ("artifact",),
    "dog": ("dog", "domestic_dog"),
    "seat": ("seat",),
    "couch": ("couch", "sofa"),
    "andiron": ("andiron", "dog"),
}
ABOVE = {
    "animal": "entity",
    "artifact": "entity",
    "dog": "animal",
    "seat": "artifact",
    "couch": "seat",
    "andiron": "artifact",
}


def database(folder: Path) -> Path:
    """The two files, with a licence before them as WordNet has."""
    folder.mkdir(exist_ok=True)
    licence = "  1 A miniature of our own.  \n"
    places: dict[str, int] = {}
    text = licence
    for name, words in GLOSSES.items():
        places[name] = len(text)
        pointers = f"001 @ {places[ABOVE[name]]:08d} n 0000" if name in ABOVE else "000"
        listed = " ".join(f"{word} 0" for word in words)
        text += f"{places[name]:08d} 03 n {len(words):02x} {listed} {pointers} | a gloss | with a bar  \n"
    senses: dict[str, list[int]] = {}
    for name, words in GLOSSES.items():
        for word in words:
            senses.setdefault(word, []).append(places[name])
    lines = [
        f"{word} n {len(found)} 1 @ {len(found)} 0 {' '.join(f'{p:08d}' for p in found)}  \n"
        for word, found in sorted(senses.items())
    ]
    (folder / "data.noun").write_text(text, encoding="ascii")
    (folder / "index.noun").write_text(licence + "".join(lines), encoding="ascii")
    return folder


def test_what_a_noun_is_a_kind_of(tmp_path: Path) -> None:
    net = WordNet(database(tmp_path))
    (couch,) = net.senses("sofa")
    assert [sense.words[0] for sense in net.above(couch)] == ["seat", "artifact", "entity"]


@pytest.mark.parametrize(
    ("word", "category", "value"),
    [
        ("dog", "animal", True),
        ("couch", "animal", False),
        ("dog", "artifact", None),  # only its second meaning is one
        ("zyzzyva", "animal", None),
        ("dog", "zyzzyva", None),
        ("domestic dog", "animal", True),
    ],
)
def test_a_category_has_three_values(word: str, category: str, value: bool | None, tmp_path: Path) -> None:
    assert WordNet(database(tmp_path)).is_a(word, category) is value


def test_categories_come_from_wordnet(tmp_path: Path) -> None:
    made = by_wordnet(WordNet(database(tmp_path)), ("dog", "couch"))
    assert made.kinds == {"animal": {"dog": True, "couch": False}}


def test_without_wordnet_the_error_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(
        EyechartError, match="has no index.noun. Install it: apt-get install wordnet-base, or npm install"
    ):
        WordNet(tmp_path)


def test_files_of_two_versions_are_noticed(tmp_path: Path) -> None:
    database(tmp_path)
    data = tmp_path / "data.noun"
    data.write_text("x" + data.read_text(encoding="ascii"), encoding="ascii")
    with pytest.raises(EyechartError, match="Are both files of one version"):
        WordNet(tmp_path).senses("dog")


def test_a_malformed_index_is_named(tmp_path: Path) -> None:
    database(tmp_path)
    (tmp_path / "index.noun").write_text("dog n many\n", encoding="ascii")
    with pytest.raises(EyechartError, match="index.noun, line 1: expected a lemma with its senses"):
        WordNet(tmp_path)


def test_the_installed_wordnet_knows_a_clock() -> None:
    folder = find()
    if folder is None:
        pytest.skip("WordNet is not installed")
    assert WordNet(folder).is_a("clock", "timepiece") is True
