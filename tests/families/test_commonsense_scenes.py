"""The scenes of `commonsense`: what the graph says is what the picture shows."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest
import skia

import eyechart
from eyechart.core import Settings
from eyechart.drawing.colour import ciede2000, lab
from eyechart.errors import EyechartError
from eyechart.families.commonsense.art.brush import HEX
from eyechart.families.commonsense.art.sprites import FRONTS, size_of, sprite, sprite_of
from eyechart.families.commonsense.building.builder import build
from eyechart.families.commonsense.building.capacity import takes
from eyechart.families.commonsense.building.node import Node
from eyechart.families.commonsense.catalogue import can_be, catalogue, confused, entry, found_in
from eyechart.families.commonsense.draw import backdrop, draw
from eyechart.families.commonsense.places import EXAM, PLACES
from eyechart.families.commonsense.places.place import VARIANTS
from eyechart.families.commonsense.scene import (
    HEIGHT,
    PLACE,
    RELATIONS,
    WIDTH,
    Box,
    Placed,
    Scene,
    Wanted,
    Wish,
    graph,
)  # fmt: skip
from eyechart.families.commonsense.settings import CommonsenseSettings
from eyechart.seeding import Rng, rng_for
from eyechart.settings import settings_from

SETTINGS = Settings()
INVERSE = {"left of": "right of", "right of": "left of", "behind": "in front of", "in front of": "behind"}


def scene_at(index: int, wish: Wish | None = None) -> Scene:
    found = build(rng_for("test", index), wish or Wish(place=EXAM[index % len(EXAM)]))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [scene_at(index) for index in range(80)]


def pairs(scene: Scene, name: str) -> list[tuple[Placed, Placed]]:
    things = {thing.id: thing for thing in scene.things}
    return [(things[one], things[other]) for one, relation, other in scene.relations if relation == name]


def met(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


def apart(left: Box, right: Box) -> bool:
    """One ends about where the other begins, and their middles are twenty pixels apart."""
    narrow = min(left[2] - left[0], right[2] - right[0])
    return left[2] - right[0] <= 0.13 * narrow and right[0] + right[2] - left[0] - left[2] >= 40


def wrong(scene: Scene) -> list[tuple[str, str, str]]:
    """The stated relations that the boxes contradict."""
    order = {id: k for k, (id, front) in enumerate(scene.paint) if not front}
    found = []
    for name in RELATIONS:
        for one, other in pairs(scene, name):
            a, b = one.box, other.box
            middle = (a[0] + a[2]) / 2
            holds = {
                "on": a[3] <= b[3] + 4 and a[3] >= b[1] - 2 and b[0] <= middle <= b[2],
                "in": met(a, b) and b[1] < a[3] < b[3] and b[0] <= middle <= b[2],
                "under": a[3] <= b[3] + 14 and (a[1] + a[3]) / 2 > (b[1] + b[3]) / 2 and b[0] - 2 <= middle <= b[2] + 2,
                "next to": max(one.seen[0] - other.seen[2], other.seen[0] - one.seen[2]) <= 26
                and abs(a[3] - b[3]) <= 110,
                "left of": apart(one.seen, other.seen),
                "right of": apart(other.seen, one.seen),
                "behind": met(a, b) and order[one.id] < order[other.id] and (a[3] < b[3]),
                "in front of": met(a, b) and order[one.id] > order[other.id] and (a[3] > b[3]),
                "holding": met(a, b) and entry(one.concept).person,
                "wearing": b[0] >= a[0] and b[1] >= a[1] and b[2] <= a[2] and b[3] <= a[3] and one.pose == other.pose,
                "sitting on": one.pose == "sit" and met(a, b) and b[0] <= middle <= b[2],
            }[name]
            if not holds:
                found.append((one.id, name, other.id))
    return found


def test_every_concept_of_the_catalogue_can_be_painted() -> None:
    for name, one in catalogue().items():
        look = {attribute: values[0] for attribute, values in one.seen.items() if attribute not in ("size", "material")}
        if one.worn or one.person:
            look |= {"person": "woman", "pose": "stand", "skin": "0", "hair": "0"}
        made = sprite(name, tuple(sorted(look.items())), 1.0, False, False)
        assert made.mask.any(), name
        assert min(size_of(name, 1.0, tuple(sorted(look.items())))) >= 28, name


def test_the_catalogue_is_as_large_as_promised() -> None:
    colourful = [one for one in catalogue().values() if one.drawn and len(one.seen.get("colour", ())) >= 8]
    icons = [one for one in catalogue().values() if not one.drawn]
    assert len(colourful) >= 40
    assert len(icons) >= 120
    assert all(len(found_in(place)) >= 30 for place in PLACES)


@pytest.mark.parametrize("place", PLACES)
def test_every_place_has_its_backdrops(place: str) -> None:
    assert len({backdrop(place, variant).tobytes() for variant in range(VARIANTS)}) == VARIANTS


GARDEN = """
from msgspec.structs import replace

from eyechart.families.commonsense.places.park import place as park

place = replace(park, turn=None, like="park", found=("carrot", "bucket"))
"""
USED = """
from eyechart.families.commonsense import family
from eyechart.families.commonsense.building.builder import build
from eyechart.families.commonsense.catalogue import found_in
from eyechart.families.commonsense.places import EXAM
from eyechart.families.commonsense.scene import Wanted, Wish
from eyechart.families.commonsense.settings import CommonsenseSettings
from eyechart.seeding import rng_for

CommonsenseSettings(places=("garden",)).check()
assert "garden" not in EXAM
assert "garden" in family.beyond["places"]
assert {"tree", "man", "carrot", "bucket"} <= {*found_in("garden")}
assert "bucket" not in found_in("park")
scene = build(rng_for("garden"), Wish("garden", (Wanted("bucket"),)))
print(scene.place, len(scene.things))
"""


def test_a_place_that_is_dropped_in_is_found_and_used(tmp_path: Path) -> None:
    copy = tmp_path / "eyechart"
    shutil.copytree(Path(eyechart.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "families/commonsense/places/garden.py").write_text(GARDEN, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", USED], capture_output=True, text=True, env=environment, check=False)
    assert ran.stderr == ""
    place, things = ran.stdout.split()
    assert place == "garden"
    assert int(things) >= 6


def test_an_unknown_place_in_the_settings_is_refused_with_a_hint() -> None:
    with pytest.raises(EyechartError, match="Did you mean 'kitchen'"):
        settings_from(CommonsenseSettings, "commonsense", {"places": "kichen"})


def test_one_place_alone_can_be_set() -> None:
    assert settings_from(CommonsenseSettings, "commonsense", {"places": "beach"}).places == ("beach",)


def test_a_scene_has_six_to_twenty_five_things_inside_the_picture(scenes: list[Scene]) -> None:
    for scene in scenes:
        assert 6 <= len(scene.things) <= 25
        for thing in scene.things:
            left, top, right, bottom = thing.seen
            assert 0 <= left < right <= WIDTH
            assert 0 <= top < bottom <= HEIGHT


def test_enough_of_every_thing_is_in_sight(scenes: list[Scene]) -> None:
    assert min(thing.visible for scene in scenes for thing in scene.things) >= 0.6


def test_what_is_in_sight_lies_in_the_drawing(scenes: list[Scene]) -> None:
    for scene in scenes:
        for thing in scene.things:
            a, b = thing.seen, thing.box
            assert min(a[0] - b[0], a[1] - b[1], b[2] + 2 - a[2], b[3] + 2 - a[3]) >= 0, thing


def test_every_stated_relation_holds_in_the_picture(scenes: list[Scene]) -> None:
    assert [wrong(scene) for scene in scenes if wrong(scene)] == []


def test_what_is_on_something_touches_it(scenes: list[Scene]) -> None:
    """Right below the foot of the one there is paint of the other."""
    for scene in scenes:
        for one, other in pairs(scene, "on"):
            mask = sprite_of(other, False).mask
            row = (one.box[3] - other.box[1]) // 2
            left, right = ((one.box[k] * w + one.box[2 - k] * (8 - w)) // 8 for k, w in ((0, 5), (2, 5)))
            below = mask[
                max(0, row - 1) : row + 3, max(0, (left - other.box[0]) // 2) : (right - other.box[0]) // 2 + 1
            ]
            assert below.any(), (scene.place, one.concept, other.concept)


def test_a_planted_relation_is_caught(scenes: list[Scene]) -> None:
    for scene in scenes[:20]:
        one, name, other = next(triplet for triplet in scene.relations if triplet[1] == "left of")
        planted = msgspec.structs.replace(scene, relations=((other, name, one),))
        assert wrong(planted) == [(other, name, one)]


def test_all_eleven_relations_occur(scenes: list[Scene]) -> None:
    assert {name for scene in scenes for _, name, _ in scene.relations} == {*RELATIONS}


def test_no_plain_sideways_relation_is_missing(scenes: list[Scene]) -> None:
    """Things whose boxes are apart are left and right of each other, unless one is at the other or they are one person's."""
    for scene in scenes:
        said = {*scene.relations, *scene.unclear}
        for one in scene.things:
            for other in scene.things:
                if one.seen[2] + 6 < other.seen[0] and other.seen[0] + other.seen[2] - one.seen[0] - one.seen[2] >= 44:
                    assert (one.id, "left of", other.id) in said, (scene.place, one, other)


def test_what_hides_a_part_of_another_is_in_front_of_it_or_that_is_unclear(scenes: list[Scene]) -> None:
    """Painted again here, thing by thing, from the last to the first."""
    for scene in scenes[:40]:
        said = {*scene.relations, *scene.unclear}
        things = {thing.id: thing for thing in scene.things}
        owner = np.zeros((HEIGHT // 2, WIDTH // 2), np.int32)
        for number, (id, front) in reversed([*enumerate(scene.paint, 1)]):
            left, top = things[id].box[0] // 2, things[id].box[1] // 2
            mask = sprite_of(things[id], front).mask
            window = owner[top : top + mask.shape[0], left : left + mask.shape[1]]
            for cover in np.unique(window[mask & (window > 0)]).tolist():
                other = scene.paint[cover - 1][0]
                if other != id and np.count_nonzero(window[mask] == cover) >= 4:
                    assert (other, "in front of", id) in said, (scene.place, things[other].concept, things[id].concept)
            window[mask & (window == 0)] = number


def test_nothing_is_both_plain_and_unclear(scenes: list[Scene]) -> None:
    for scene in scenes:
        assert not {*scene.relations} & {*scene.unclear}


def test_opposites_come_together_and_never_both_ways(scenes: list[Scene]) -> None:
    for scene in scenes:
        stated = {*scene.relations}
        for one, name, other in stated:
            if name in INVERSE:
                assert (other, INVERSE[name], one) in stated
                assert (other, name, one) not in stated


def test_everybody_is_dressed(scenes: list[Scene]) -> None:
    for scene in scenes:
        for thing in scene.things:
            if entry(thing.concept).person:
                worn = {entry(other.concept).spots[0] for one, other in pairs(scene, "wearing") if one.id == thing.id}
                assert "body" in worn or {"torso", "legs"} <= worn


def test_company_is_not_confusing(scenes: list[Scene]) -> None:
    for scene in scenes:
        names = sorted({thing.concept for thing in scene.things})
        assert [(a, b) for a in names for b in names if a < b and confused(a, b)] == []


def test_sizes_are_told_only_beside_another_of_the_kind() -> None:
    found = scene_at(3, Wish(place="park", things=(Wanted("ball", {"size": "large"}),)))
    sizes = {thing.attributes["size"]: thing for thing in found.things if "size" in thing.attributes}
    assert {*sizes} == {"large", "small"}
    assert sizes["large"].concept == sizes["small"].concept == "ball"
    assert (sizes["large"].box[3] - sizes["large"].box[1]) >= 1.35 * (sizes["small"].box[3] - sizes["small"].box[1])


@pytest.mark.parametrize("colour", HEX)
def test_a_colour_is_the_one_most_seen(colour: str) -> None:
    """Of plain things that are mostly of one piece, the commonest colour is nearest to the one that the graph names."""
    labs = {name: lab(value) for name, value in HEX.items()}
    for name in (
        "couch",
        "table",
        "cup",
        "plate",
        "pillow",
        "book",
        "car",
        "shirt",
        "handbag",
        "ball",
        "suitcase",
        "rug",
    ):
        look = {"colour": colour, "pattern": "plain", "state": "closed", "person": "man", "pose": "stand"}
        kept = {
            key: value for key, value in look.items() if key in entry(name).seen or key == "colour" or entry(name).worn
        }
        pixels = sprite(name, tuple(sorted(kept.items())), 1.0, False, False).image.toarray()[::4, ::4].reshape(-1, 4)
        solid = pixels[pixels[:, 3] > 220][:, 2::-1] // 8 * 8 + 4  # blue, green, red -> red, green, blue, coarsely
        counts: Counter[str] = Counter()
        for (red, green, blue), number in Counter(map(tuple, solid.tolist())).items():
            seen = lab(f"#{red:02X}{green:02X}{blue:02X}")
            counts[min(labs, key=lambda other: ciede2000(seen, labs[other]))] += number
        assert counts.most_common(1)[0][0] == colour, (name, counts)


def test_a_wish_is_met_as_it_was_made() -> None:
    wish = Wish(
        "kitchen",
        (Wanted("apple"), Wanted("plate", {"colour": "blue"}), Wanted("table", {"material": "wooden"})),
        ((0, "on", 1), (1, "on", 2)),
    )
    found = scene_at(1, wish)
    things = {thing.id: thing for thing in found.things}
    apple, plate, table = (things[str(id)] for id in found.wanted)
    assert (apple.concept, plate.attributes["colour"], table.attributes["material"]) == ("apple", "blue", "wooden")
    assert (apple.id, "on", plate.id) in found.relations
    assert (plate.id, "on", table.id) in found.relations
    assert (apple.id, "on", table.id) in found.unclear


def test_company_is_only_what_is_allowed() -> None:
    allowed = ("table", "cup", "bowl", "apple", "banana", "window", "refrigerator", "chair", "stove", "counter")
    found = scene_at(2, Wish("kitchen", (Wanted("pear"),), allow=lambda concept: concept in allowed))
    assert {thing.concept for thing in found.things} <= {*allowed, "pear"}


def test_what_cannot_be_is_refused_by_none() -> None:
    assert build(rng_for("t"), Wish("kitchen", (Wanted("cow"),))) is None
    assert build(rng_for("t"), Wish(things=(Wanted("table", {"material": "wooden", "colour": "red"}),))) is None
    assert build(rng_for("t"), Wish(things=(Wanted("man"), Wanted("dress")), relations=((0, "wearing", 1),))) is None


CROWDED = (
    *(Wanted(name) for name in ("bed", "wardrobe", "bookcase", "desk", "armchair", "nightstand")),
    Wanted("cat"),
)


def test_a_strict_wish_that_finds_no_room_is_refused() -> None:
    assert build(rng_for("t"), Wish("bedroom", CROWDED * 2)) is None


def test_a_loose_wish_leaves_out_what_finds_no_room_and_says_so() -> None:
    found = build(rng_for("t"), Wish("bedroom", CROWDED * 2, loose=True))
    assert found is not None
    assert len(found.wanted) == 2 * len(CROWDED)
    assert None in found.wanted
    assert {*found.wanted} - {None} <= {thing.id for thing in found.things}


def test_an_unknown_place_or_relation_is_refused_with_a_hint() -> None:
    with pytest.raises(EyechartError, match="Did you mean 'kitchen'"):
        build(rng_for("t"), Wish("kichen"))
    with pytest.raises(EyechartError, match="Did you mean 'next to'"):
        build(rng_for("t"), Wish(things=(Wanted("cat"), Wanted("dog")), relations=((0, "nextto", 1),)))
    with pytest.raises(EyechartError, match="Did you mean 'table'"):
        build(rng_for("t"), Wish(things=(Wanted("tabel"),)))


def test_can_be() -> None:
    assert can_be("apple", "in", "bowl")
    assert can_be("woman", "holding", "umbrella")
    assert can_be("man", "sitting on", "couch")
    assert can_be("cat", "under", "table")
    assert not can_be("cow", "on", "table")
    assert not can_be("bowl", "in", "apple")
    assert not can_be("man", "wearing", "skirt")
    assert not can_be("slice of pizza", "on", "bookcase")


def random_wish(rng: Rng) -> Wish | None:
    place, name = rng.choice(EXAM), rng.choice(RELATIONS)
    names = found_in(place)
    options = [(one, other) for one in names for other in names if one != other and can_be(one, name, other)]
    if not options:
        return None
    wanted = []
    for concept in rng.choice(options):
        seen = entry(concept).seen
        attribute = rng.choice([*seen]) if seen and rng.coin() else None
        wanted.append(Wanted(concept, {attribute: rng.choice(seen[attribute])} if attribute else {}))
    return Wish(place, tuple(wanted), ((0, name, 1),) if rng.coin(0.8) else ())


@pytest.mark.slow
def test_four_of_five_wishes_are_met() -> None:
    wishes = [wish for index in range(160) if (wish := random_wish(rng_for("wishes", index)))]
    found = [build(rng_for("met", index), wish) for index, wish in enumerate(wishes)]
    assert sum(scene is not None for scene in found) / len(wishes) > 0.8


def test_the_graph_says_it_all(scenes: list[Scene]) -> None:
    for scene in scenes[:10]:
        made = graph(scene)
        assert made.things[0].id == PLACE
        assert made.things[0].name == scene.place
        assert msgspec.json.decode(msgspec.json.encode(made), type=type(made)).relations == made.relations
        where = draw(scene, rng_for("d"), SETTINGS).where
        assert {*where} == {thing.id for thing in made.things}


def digest(count: int) -> str:
    state = hashlib.sha256()
    for index in range(count):
        scene = scene_at(1000 + index)
        state.update(msgspec.json.encode(graph(scene)))
        state.update(draw(scene, rng_for("d", index), SETTINGS).pictures[0].data)
    return state.hexdigest()


def test_another_process_makes_the_same_scenes_and_bytes() -> None:
    code = "from test_commonsense_scenes import digest; print(digest(10))"
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    scene_at(5)  # what was made before does not matter
    assert ran.stdout.strip() == digest(10)


def test_containers_have_a_front_that_hides_less_than_they_show() -> None:
    for name in ("bowl", "basket", "box", "vase"):
        assert name in FRONTS
        look = (("colour", "red"), ("pattern", "plain")) if "pattern" in entry(name).seen else (("colour", "red"),)
        back, front = (sprite(name, look, 1.0, False, front).mask for front in (False, True))
        assert np.count_nonzero(back | front) > np.count_nonzero(front)


def test_who_holds_something_does_not_sit() -> None:
    bench, woman, apple = (Node(name, {}) for name in ("bench", "woman", "apple"))
    assert takes(bench, woman, "sit")
    apple.at(woman, "hand")
    assert not takes(bench, woman, "sit")


def test_a_backdrop_covers_the_whole_picture() -> None:
    """Its pixels are taken as they are: what were left unpainted would be whatever was in memory."""
    for place in PLACES:
        pixels = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
        pen = skia.Canvas(pixels, colorType=skia.kBGRA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
        PLACES[place].paint(pen, 0)
        assert (pixels[:, :, 3] == 255).all()
