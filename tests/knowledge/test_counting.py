"""Counts from region descriptions and crops for matrices (V-PROM): a table of phrases, real ones among them, and exclusions."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textblob")

from eyechart.knowledge.genome import Entity, Photo, Region
from eyechart.knowledge.genome.cleaning import Cleaning, cleaned
from eyechart.knowledge.genome.counting import Count, NoCount, count_in
from eyechart.knowledge.genome.mining import Element, Mined, Mining, mine, unsuitable
from eyechart.knowledge.genome.reading import photos, regions

REAL = Path(__file__).parents[3] / "shared" / "fixtures" / "visual_genome"

# From the first five photographs of Visual Genome.
REAL_COUNTS = {
    "two lights have been on": (2, "light"),
    "two men are talking": (2, "man"),
    "one man is wearing grey jumper": (1, "man"),
    "two bikes next to tree": (2, "bicycle"),
    "there are two men conversing in the photo": (2, "man"),
    "the two men are talking": (2, "man"),
    "3 green trees line street": (3, "tree"),
    "Three trees with green leaves": (3, "tree"),
    "there is one person in the photo": (1, "person"),
    "four outlets on the wall": (4, "outlet"),
    "one woman is in the photo": (1, "woman"),
    "two chairs near a desk": (2, "chair"),
    "Two chairs in front of a computer desk": (2, "chair"),
    "there are only two chairs in the room": (2, "chair"),
    "two bookshelves on the wall": (2, "bookcase"),
    "Two windows on a building": (2, "window"),
}
REAL_OTHERS = {
    "two-drawer filing cabinet": "a number that is part of a word",
    "three-month calendar on wall": "a number that is part of a word",
    "no one is sitted at this desk": "nobody",
    "no one is using the computer": "nobody",
    "wooden chairs have no one sitting on": "nobody",
    "seat has no one sitting": "nobody",
    "white car has been parked next to the red one": "a pronoun",
    "two men standing facing one another": "a pronoun",
    "Post light on sidewalk between two trees": "not what the region is of",
    "Gray file cabinet with two drawers": "not what the region is of",
    "rows of books on two shelves": "not what the region is of",
    "tree has no leaves": "no number",
}
COUNTS = {
    "five bowls of oatmeal": (5, "bowl"),
    "ten sheep in a field": (10, "sheep"),
    "three slices of pizza": (3, "slice"),
    "six stop signs": (6, "stop sign"),
    "a group of four people": (4, "person"),
    "nine green apples on a plate": (9, "apple"),
    "eight oranges": (8, "orange"),
    "one zebra": (1, "zebra"),
    "2 large brown horses standing": (2, "horse"),
    "seven candles lit": (7, "candle"),
    "two deer": (2, "deer"),
    "two people riding bikes": (2, "person"),
    "5 sliced carrots": (5, "carrot"),
    "two parked cars": (2, "car"),
    "three women wearing hats": (3, "woman"),
    "10 kites flying": (10, "kite"),
}
OTHERS = {
    "five o'clock": "a time",
    "a clock that says 10:15": "a number that is part of a word",
    "a 10 years old boy": "an age",
    "a ten foot pole": "a measure",
    "two pairs of skis": "things that hold others",
    "a two story building": "a kind of thing",
    "two-tone car": "a number that is part of a word",
    "one way sign": "a kind of thing",
    "bus number 5": "a number that is written",
    "7 on the jersey": "a number that is written",
    "size 9 shoes": "a name",
    "two giraffes and three zebras": "several numbers",
    "one of the men": "some of more",
    "two of the cows": "some of more",
    "about ten people": "not exact",
    "two or three boats": "not exact",
    "12 donuts": "more than ten",
    "$5 bill": "a number that is part of a word",
    "5th avenue": "a number that is part of a word",
    "two men's shoes": "somebody's",
    "4 wheel drive": "noun in the wrong number",
    "man with two dogs": "not what the region is of",
}


def test_the_tables_have_at_least_sixty_phrases() -> None:
    assert len(REAL_COUNTS | REAL_OTHERS | COUNTS | OTHERS) >= 60


@pytest.mark.parametrize(("phrase", "counted"), [*REAL_COUNTS.items(), *COUNTS.items()])
def test_a_number_that_counts(phrase: str, counted: tuple[int, str]) -> None:
    assert count_in(phrase) == Count(*counted)


@pytest.mark.parametrize(("phrase", "reason"), [*REAL_OTHERS.items(), *OTHERS.items()])
def test_a_number_that_does_not(phrase: str, reason: str) -> None:
    assert count_in(phrase) == NoCount(reason)


@pytest.mark.official
@pytest.mark.skipif(not REAL.exists(), reason="needs the real samples")
def test_the_real_phrases_are_in_the_real_files() -> None:
    found = {r.phrase for version in ("v1.0.0", "v1.2.0") for some in regions(REAL / version) for r in some}
    assert set(REAL_COUNTS) | set(REAL_OTHERS) <= found


# ---- crops


def mined(*entities: Entity, described: tuple[Region, ...] = (), **settings: int) -> tuple[list[Element], Mined]:
    about = Mined()
    photo = Photo(1, 800, 600, entities)
    return list(mine([photo], [described], Mining(**settings), about)), about


def test_a_crop_of_a_hundred_pixels_is_kept_and_one_of_ninety_nine_is_not() -> None:
    made, about = mined(Entity(1, ("dog",), (0, 0, 100, 100)), Entity(2, ("dog",), (0, 0, 99, 300)))
    assert [e.box for e in made] == [(0, 0, 100, 100)]
    assert about.dropped == {"crop too small": 1}


def test_an_attribute_of_a_person_is_a_human_attribute() -> None:
    made, _ = mined(
        Entity(1, ("woman",), (0, 0, 200, 200), ("walking",)), Entity(2, ("dog",), (0, 0, 200, 200), ("white",))
    )
    assert [(e.kind, e.value) for e in made] == [
        ("object category", "woman"),
        ("human attribute", "walking"),
        ("object category", "dog"),
        ("object attribute", "white"),
    ]


@pytest.mark.parametrize("name", ["sky", "road", "water"])
def test_what_is_on_every_photograph_is_left_out(name: str) -> None:
    made, about = mined(Entity(1, (name,), (0, 0, 800, 300), ("blue",)))
    assert made == []
    assert about.dropped == {"object of every photograph": 1}


def test_open_is_understood_and_not_seen() -> None:
    assert "open" in unsuitable("attributes")
    made, _ = mined(Entity(1, ("door",), (0, 0, 200, 200), ("open", "red")))
    assert [e.value for e in made] == ["door", "red"]


def test_a_box_around_several_is_no_category() -> None:
    made, about = mined(Entity(1, ("tree",), (0, 0, 300, 300), many=True))
    assert made == []
    assert about.dropped == {"several in one box": 1}


def test_a_region_that_counts_is_an_element() -> None:
    box = (10.0, 10.0, 210.0, 210.0)
    made, about = mined(described=(Region(1, 7, "two dogs", box), Region(1, 8, "five o'clock", box)))
    assert made == [Element(1, box, "object count", "2", "dog", "two dogs")]
    assert about.dropped == {"number: a time": 1}


def test_labels_with_few_crops_are_left_out() -> None:
    dogs = [Entity(i, ("dog",), (0, 0, 200, 200)) for i in range(3)]
    made, about = mined(*dogs, Entity(9, ("cat",), (0, 0, 200, 200)), examples=2)
    assert {e.value for e in made} == {"dog"}
    assert about.dropped == {"label with too few crops": 1}


@pytest.mark.official
@pytest.mark.skipif(not REAL.exists(), reason="needs the real samples")
def test_the_five_real_photographs_are_mined() -> None:
    root = REAL / "v1.2.0"
    about = Mined()
    made = list(mine(cleaned(photos(root), Cleaning())[1], regions(root), Mining(), about))
    counts = [(e.image, e.value, e.name) for e in made if e.kind == "object count"]
    assert {(1, "2", "man"), (2, "3", "tree"), (5, "2", "chair")} <= set(counts)
    assert all(e.box[2] - e.box[0] >= 100 and e.box[3] - e.box[1] >= 100 for e in made)
    assert about.dropped["number: nobody"] == 6
