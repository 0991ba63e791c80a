"""Visual Genome in miniature, every version; what is malformed; the real samples; cleaning as CRIC describes."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from eyechart.errors import EyechartError
from eyechart.knowledge import stream
from eyechart.knowledge.genome import Entity, Link, Photo
from eyechart.knowledge.genome.cleaning import Cleaning, cleaned, in_our_words, iou
from eyechart.knowledge.genome.reading import photos, regions
from eyechart.knowledge.genome.words import Word, singular, word_for
from eyechart.knowledge.stream import pieces

REAL = Path(__file__).parents[3] / "shared" / "fixtures" / "visual_genome"
IMAGE = {"image_id": 7, "width": 640, "height": 480, "url": "https://example.org/VG_100K/7.jpg", "coco_id": None}
MAN, HAT = {"x": 10, "y": 20, "w": 100, "h": 200}, {"x": 30, "y": 20, "w": 40, "h": 30}

# One photograph, a man with a red hat, as each version writes it.
MINIATURES: dict[str, dict[str, Any]] = {
    "v1.0": {
        "image_data": [{"id": 7, "width": 640, "height": 480, "url": IMAGE["url"]}],
        "objects": [{"id": 7, "objects": [{**MAN, "id": 1, "names": ["Man "]}, {**HAT, "id": 2, "names": ["hat"]}]}],
        "attributes": [{"id": 7, "attributes": [{**HAT, "id": 2, "object_names": ["hat"], "attributes": ["red"]}]}],
        "relationships": [{"id": 7, "relationships": [
            {"id": 5, "predicate": "WEARS ", "subject": {**MAN, "id": 1, "name": "man"}, "object": {**HAT, "id": 2, "name": "hat"}}
        ]}],
        "region_descriptions": [{"id": 7, "regions": [
            {"id": 3, "image": 7, "phrase": " a man in a hat", "x": 0, "y": 0, "width": 200, "height": 300}
        ]}],
    },
    "v1.2": {
        "image_data": [IMAGE],
        "objects": [{"image_id": 7, "objects": [
            {**MAN, "object_id": 1, "names": ["man"], "synsets": ["man.n.01"]},
            {**HAT, "object_id": 2, "names": ["hat"], "synsets": ["hat.n.01"]},
        ]}],
        "attributes": [{"image_id": 7, "attributes": [
            {**MAN, "object_id": 1, "names": ["man"], "synsets": ["man.n.01"]},
            {**HAT, "object_id": 2, "names": ["hat"], "synsets": ["hat.n.01"], "attributes": ["red"]},
        ]}],
        "relationships": [{"image_id": 7, "relationships": [
            {"relationship_id": 5, "predicate": "wears", "synsets": ["wear.v.01"],
             "subject": {**MAN, "object_id": 1, "name": "man"}, "object": {**HAT, "object_id": 2, "name": "hat"}}
        ]}],
        "region_descriptions": [{"id": 7, "regions": [
            {"region_id": 3, "image_id": 7, "phrase": "a man in a hat", "x": 0, "y": 0, "width": 200, "height": 300}
        ]}],
    },
    "v1.4": {
        "image_data": [IMAGE],
        "objects": [{"image_id": 7, "image_url": IMAGE["url"], "objects": [
            {**MAN, "object_id": 1, "names": ["man"], "synsets": ["man.n.01"], "merged_object_ids": [11, 12]},
            {**HAT, "object_id": 2, "names": ["hat"], "synsets": ["hat.n.01"], "merged_object_ids": []},
        ]}],
        "attributes": [{"image_id": 7, "attributes": [
            {**HAT, "object_id": 2, "names": ["hat"], "synsets": ["hat.n.01"], "attributes": ["red"]},
        ]}],
        "relationships": [{"image_id": 7, "relationships": [
            {"relationship_id": 5, "predicate": "wears", "synsets": [],
             "subject": {**MAN, "object_id": 11, "names": ["man"], "merged_object_ids": []},
             "object": {**HAT, "object_id": 2, "name": "hat"}}
        ]}],
    },
    "scene graphs": {
        "image_data": [IMAGE],
        "scene_graphs": [{"image_id": 7, "objects": [
            {**MAN, "object_id": 1, "names": ["man"], "synsets": ["man.n.01"]},
            {**HAT, "object_id": 2, "names": ["hat"], "synsets": ["hat.n.01"], "attributes": ["red"]},
        ], "relationships": [{"relationship_id": 5, "predicate": "wears", "synsets": [], "subject_id": 1, "object_id": 2}]}],
    },
}  # fmt: skip


def put(root: Path, files: dict[str, Any]) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (root / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return root


def spoiled(version: str) -> Any:
    """A deep copy that a test may change."""
    return json.loads(json.dumps(MINIATURES[version]))


@pytest.mark.parametrize("version", MINIATURES)
def test_every_version_gives_the_same_photograph(version: str, tmp_path: Path) -> None:
    (photo,) = photos(put(tmp_path, MINIATURES[version]))
    assert (photo.image, photo.width, photo.height) == (7, 640, 480)
    man, hat = photo.entities
    assert (man.id, man.names, man.box, man.attributes) == (1, ("man",), (10, 20, 110, 220), ())
    assert (hat.id, hat.names, hat.box, hat.attributes) == (2, ("hat",), (30, 20, 70, 50), ("red",))
    assert photo.links == (Link(1, "wears", 2),)


@pytest.mark.parametrize("version", ["v1.0", "v1.2"])
def test_region_descriptions_are_read(version: str, tmp_path: Path) -> None:
    ((region,),) = regions(put(tmp_path, MINIATURES[version]))
    assert (region.image, region.id, region.phrase, region.box) == (7, 3, "a man in a hat", (0, 0, 200, 300))


def test_packed_files_are_read(tmp_path: Path) -> None:
    put(tmp_path, MINIATURES["v1.2"])
    for path in list(tmp_path.glob("*.json")):
        Path(f"{path}.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert [photo.image for photo in photos(tmp_path)] == [7]


def test_an_object_that_only_a_relationship_names_is_there_too(tmp_path: Path) -> None:
    files = spoiled("v1.0")
    files["objects"][0]["objects"].pop(0)
    (photo,) = photos(put(tmp_path, files))
    assert sorted(e.name for e in photo.entities) == ["hat", "man"]


def test_an_id_that_is_merged_later_is_the_same_object(tmp_path: Path) -> None:
    files = spoiled("v1.4")
    rows = files["relationships"][0]["relationships"]
    hat = {**HAT, "object_id": 2, "name": "hat"}
    rows.insert(0, {"predicate": "has", "subject": {**MAN, "object_id": 40, "name": "man"}, "object": hat})
    rows.append(
        {"predicate": "in", "subject": {**MAN, "object_id": 1, "name": "man", "merged_object_ids": [40]}, "object": hat}
    )
    (photo,) = photos(put(tmp_path, files))
    assert [e.id for e in photo.entities] == [1, 2]
    assert photo.links == (Link(1, "has", 2), Link(1, "wears", 2), Link(1, "in", 2))


def test_files_may_list_images_in_different_orders(tmp_path: Path) -> None:
    files = {"image_data": [{**IMAGE, "image_id": i} for i in (1, 2, 3)]}
    files["objects"] = [{"image_id": i, "objects": [{**MAN, "object_id": i, "names": ["man"]}]} for i in (1, 2, 3)]
    files["attributes"] = [
        {"image_id": i, "attributes": [{**MAN, "object_id": i, "names": ["man"], "attributes": [f"look {i}"]}]}
        for i in (3, 1)
    ]
    found = {photo.image: photo.entities[0].attributes for photo in photos(put(tmp_path, files))}
    assert found == {1: ("look 1",), 2: (), 3: ("look 3",)}


def test_files_in_orders_that_are_too_different_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eyechart.knowledge.genome.reading.AHEAD", 2)
    ids = range(1, 8)
    files = {"image_data": [{**IMAGE, "image_id": i} for i in ids]}
    files["objects"] = [{"image_id": i, "objects": []} for i in ids]
    files["attributes"] = [{"image_id": i, "attributes": []} for i in reversed(ids)]
    with pytest.raises(EyechartError, match="has image 5 more than 2 images later than objects.json. Sort both files"):
        list(photos(put(tmp_path, files)))


# ---- malformed


def refused(root: Path, files: dict[str, Any]) -> str:
    with pytest.raises(EyechartError) as error:
        list(photos(put(root, files)))
    return str(error.value)


def test_a_folder_without_objects_says_what_is_there(tmp_path: Path) -> None:
    said = refused(tmp_path, {"image_data": [IMAGE]})
    assert said == f"No objects.json in {tmp_path}. Found: image_data.json."


def test_image_data_is_needed(tmp_path: Path) -> None:
    files = spoiled("v1.2")
    del files["image_data"]
    assert "No image_data.json in" in refused(tmp_path / "release", files)


def test_a_missing_number_is_named_by_file_and_place(tmp_path: Path) -> None:
    files = spoiled("v1.2")
    del files["objects"][0]["objects"][1]["w"]
    said = refused(tmp_path, files)
    assert said == f"{tmp_path / 'objects.json'}: Object missing required field `w` - at `$[0].objects[1]`."


def test_a_number_of_the_wrong_type_is_named(tmp_path: Path) -> None:
    files = spoiled("scene graphs")
    files["scene_graphs"][0]["objects"][0]["x"] = "ten"
    assert "Expected `float`, got `str` - at `$[0].objects[0].x`" in refused(tmp_path, files)


@pytest.mark.parametrize(
    ("version", "name", "change", "said"),
    [
        ("v1.2", "objects", lambda r: r.pop("image_id"), "$[0] has neither 'image_id' nor 'id'."),
        ("v1.2", "objects", lambda r: r.pop("objects"), "$[0] has no 'objects'."),
        ("v1.2", "objects", lambda r: r["objects"][0].pop("object_id"), "objects[0] has neither 'object_id' nor 'id'."),
        ("v1.2", "objects", lambda r: r["objects"][0].pop("names"), "objects[0] has no name: expected 'names'"),
        (
            "v1.2",
            "relationships",
            lambda r: r["relationships"][0].pop("subject"),
            "neither 'subject' nor 'subject_id'.",
        ),
        ("v1.2", "objects", lambda r: r.update(image_id=8), "image 8 is not in image_data.json."),
        ("v1.2", "image_data", lambda r: r.pop("image_id"), "$[0] has neither 'image_id' nor 'id'."),
    ],
)
def test_what_a_record_lacks_is_named(version: str, name: str, change: Any, said: str, tmp_path: Path) -> None:
    files = spoiled(version)
    change(files[name][0])
    assert said in refused(tmp_path, files)


def test_a_relation_to_an_object_that_was_taken_out_is_counted(tmp_path: Path) -> None:
    files = spoiled("scene graphs")
    files["scene_graphs"][0]["relationships"][0]["object_id"] = 99
    tally, kept = cleaned(photos(put(tmp_path, files)), Cleaning())
    assert [p.links for p in kept] == [()]
    assert tally.dropped == {"relation to an id that is no object's": 1}


def test_an_object_whose_name_is_blank_is_counted(tmp_path: Path) -> None:
    files = spoiled("v1.2")
    files["objects"][0]["objects"].append({**MAN, "object_id": 3, "names": [" "]})
    tally, kept = cleaned(photos(put(tmp_path, files)), Cleaning())
    assert [[e.name for e in p.entities] for p in kept] == [["man", "hat"]]
    assert tally.dropped["object without a name"] == 1


def test_a_description_without_a_phrase_is_named(tmp_path: Path) -> None:
    files = spoiled("v1.2")
    del files["region_descriptions"][0]["regions"][0]["phrase"]
    with pytest.raises(EyechartError, match=r"missing required field `phrase` - at `\$\[0\].regions\[0\]`"):
        list(regions(put(tmp_path, files)))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'[{"image_id": 7, "objects": [', "ends in the middle of its list"),
        (b'{"image_id": 7}', "does not begin with a JSON list"),
        (b"", "does not begin with a JSON list: found 'nothing'"),
        (b"[{'image_id': 7}]", "JSON is malformed"),
    ],
)
def test_a_damaged_file_is_named(content: bytes, said: str, tmp_path: Path) -> None:
    put(tmp_path, MINIATURES["v1.2"])
    (tmp_path / "objects.json").write_bytes(content)
    with pytest.raises(EyechartError, match=said) as error:
        list(photos(tmp_path))
    assert "objects.json" in str(error.value)


def test_a_damaged_gzip_file_is_named(tmp_path: Path) -> None:
    put(tmp_path, MINIATURES["v1.2"])
    (tmp_path / "objects.json").unlink()
    packed = gzip.compress(json.dumps(MINIATURES["v1.2"]["objects"]).encode())
    (tmp_path / "objects.json.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(EyechartError, match="objects.json.gz is not a whole gzip file"):
        list(photos(tmp_path))


# ---- the stream


@pytest.mark.parametrize("block", [1, 2, 3, 7, 64])
def test_a_list_is_cut_at_its_own_commas_only(block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BLOCK", block)
    values = [{"a": [1, [2, {}]]}, 'a "quote", a [bracket', "back\\", '\\\\",', [], {"k{": "}"}, None, -1.5e3, "é,"]
    for indent in (None, 2):
        path = tmp_path / f"list-{indent}.json"
        path.write_text(json.dumps(values, indent=indent, ensure_ascii=False), encoding="utf-8")
        assert [json.loads(piece) for piece in pieces(path)] == values


def test_an_empty_list_has_no_elements(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("[ ]")
    assert list(pieces(tmp_path / "empty.json")) == []


# ---- words


@pytest.mark.parametrize(
    ("written", "ours"),
    [
        ("bike", Word("bicycle")),
        ("bikes", Word("bicycle", many=True)),
        ("black hair", Word("hair", looks=("black",))),
        ("the guy", Word("man")),
        ("trees", Word("tree", many=True)),
        ("glasses", Word("pair of glasses")),
        ("bookshelves", Word("bookcase", many=True)),
        ("parking meter", Word("parking meter")),
        ("dress", Word("dress")),
        ('"walk"', Word("walk")),
    ],
)
def test_what_annotators_write_in_our_words(written: str, ours: Word) -> None:
    assert word_for(written) == ours


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("men", "man"),
        ("knives", "knife"),
        ("buses", "bus"),
        ("dishes", "dish"),
        ("cherries", "cherry"),
        ("pants", "pants"),
    ],
)
def test_singulars(many: str, one: str) -> None:
    assert singular(many) == one


# ---- cleaning


@pytest.mark.parametrize(("company", "meant"), [("keyboard", "computer mouse"), ("cheese", "mouse")])
def test_company_tells_which_mouse_it_is(company: str, meant: str) -> None:
    mouse, other = Entity(1, ("mouse",), (0, 0, 9, 9)), Entity(2, (company,), (20, 0, 29, 9))
    assert in_our_words(photo(mouse, other), 0.7, Counter()).entities[0].name == meant


def photo(*entities: Entity, links: tuple[Link, ...] = ()) -> Photo:
    return Photo(1, 640, 480, entities, links)


def test_iou_by_hand() -> None:
    # 10 × 10 and the same moved by 5: 50 shared of 150.
    assert iou((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert iou((0, 0, 10, 10), (10, 0, 20, 10)) == 0


def test_boxes_of_one_name_above_the_overlap_are_one_object() -> None:
    # 8 of 10 columns shared: 80 / 120 = 0.67 stays two, 9 of 10: 90 / 110 = 0.82 is one.
    ten = Entity(1, ("man",), (0, 0, 10, 10))
    dropped: Counter[str] = Counter()
    assert len(in_our_words(photo(ten, Entity(2, ("guy",), (2, 0, 12, 10))), 0.7, dropped).entities) == 2
    (one,) = in_our_words(photo(ten, Entity(2, ("guy",), (1, 0, 11, 10), ("tall",))), 0.7, dropped).entities
    assert (one.id, one.name, one.box, one.attributes) == (1, "man", (0.5, 0, 10.5, 10), ("tall",))
    assert dropped == {"double of an object, merged": 1}


def test_boxes_of_two_names_stay_two_objects() -> None:
    made = in_our_words(photo(Entity(1, ("man",), (0, 0, 9, 9)), Entity(2, ("shirt",), (0, 0, 9, 9))), 0.7, Counter())
    assert [e.name for e in made.entities] == ["man", "shirt"]


def test_links_follow_their_objects_and_are_said_once() -> None:
    entities = (
        Entity(1, ("man",), (0, 0, 10, 10)),
        Entity(2, ("guy",), (0, 0, 10, 10)),
        Entity(3, ("shirt",), (0, 5, 10, 9)),
    )
    links = (Link(1, "wears", 3), Link(2, "is wearing", 3), Link(3, "worn by", 1), Link(1, "near", 2))
    dropped: Counter[str] = Counter()
    made = in_our_words(photo(*entities, links=links), 0.7, dropped)
    assert made.links == (Link(1, "wearing", 3),)
    assert dropped["relation said twice"] == 2
    assert dropped["relation of an object with itself"] == 1


def test_a_box_is_cut_to_the_photograph_or_dropped() -> None:
    dropped: Counter[str] = Counter()
    made = in_our_words(
        photo(Entity(1, ("dog",), (-5, 0, 700, 480)), Entity(2, ("cat",), (640, 0, 700, 9))), 0.7, dropped
    )
    assert [e.box for e in made.entities] == [(0, 0, 640, 480)]
    assert dropped == {"object with no area on the photograph": 1}


def test_rare_concepts_are_dropped_with_their_relations() -> None:
    def shot(extra: str) -> Photo:
        dog = Entity(1, ("dog",), (0, 0, 9, 9), ("brown", extra))
        return photo(dog, Entity(2, (extra,), (20, 0, 29, 9)), links=(Link(1, "next to", 2), Link(2, "near", 1)))

    tally, kept = cleaned([shot("ball"), shot("ball"), shot("zyzzyva")], Cleaning(objects=2, attributes=1, seen=2))
    found = list(kept)
    assert [[e.name for e in p.entities] for p in found] == [["dog", "ball"], ["dog", "ball"], ["dog"]]
    assert all(p.entities[0].attributes == ("brown",) for p in found)
    assert tally.objects == {"dog": 3, "ball": 2}
    assert tally.dropped == {"object with a rare name": 1, "rare attribute": 3, "relation of a dropped object": 2}


def test_what_is_rare_is_told_by_all_photographs_not_only_those_wanted() -> None:
    shots = [Photo(i, 640, 480, (Entity(1, (name,), (0, 0, 9, 9)),)) for i, name in enumerate(["dog", "dog", "cat"])]
    tally, kept = cleaned(shots, Cleaning(objects=1), lambda photo: photo.image == 2)
    assert [p.entities for p in kept] == [()]
    assert tally.photos == 3


def test_an_overlap_of_zero_is_refused() -> None:
    with pytest.raises(EyechartError, match="overlap is 0"):
        Cleaning(overlap=0).check()


# ---- the real samples


@pytest.mark.official
@pytest.mark.skipif(not REAL.exists(), reason="needs the real samples")
@pytest.mark.parametrize("version", ["v1.0.0", "v1.2.0"])
def test_the_real_photographs_are_read(version: str) -> None:
    found = list(photos(REAL / version))
    assert [p.image for p in found] == [1, 2, 3, 4, 5]
    assert sum(len(some) for some in regions(REAL / version)) > 1200


@pytest.mark.official
@pytest.mark.skipif(not REAL.exists(), reason="needs the real samples")
def test_the_men_of_the_first_photograph_are_two() -> None:
    # v1.2 draws five boxes around two men, one of them called guy.
    _, found = cleaned(photos(REAL / "v1.2.0"), Cleaning())
    first = next(iter(found))
    assert sum(e.name == "man" for e in first.entities) == 2
