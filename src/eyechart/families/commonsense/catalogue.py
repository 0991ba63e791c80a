"""What a scene can show, from catalogue.txt: where each concept is found, stands, and what of it is seen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.families.commonsense.places import PLACES
from eyechart.families.commonsense.places.place import Place
from eyechart.families.commonsense.vocabulary import VALUES
from eyechart.knowledge.concepts import alike, concept

COLOURS, PATTERNS, SIZES = (VALUES[facet] for facet in ("colour", "pattern", "size"))
WORN = ("head", "face", "neck", "torso", "legs", "body")
GROUPS = {  # of places, by what the catalogue calls them
    "in": tuple(name for name, one in PLACES.items() if one.roofed),
    "out": tuple(name for name, one in PLACES.items() if not one.roofed),
    "all": tuple(PLACES),
}
# What a spot is called as a relation, and what a host must offer for it.
SPOTS = {
    "top": ("on", "top"), "plate": ("on", "plate"), "rug": ("on", "rug"), "seat": ("on", "seat"), "in": ("in", "in"),
    "vase": ("in", "vase"), "under": ("under", "under"), "hand": ("holding", "person"), "sit": ("sitting on", "sit"),
} | dict.fromkeys(WORN, ("wearing", "person"))  # fmt: skip


# Of those that we draw, which are not shown together.
CONFUSED = (
    ("ball", "soccer ball", "basketball", "volleyball", "tennis ball"), ("table", "desk"), ("stool", "chair", "table"),
    ("armchair", "chair"), ("armchair", "couch"), ("shirt", "T-shirt", "coat"), ("pair of trousers", "pair of shorts"),
    ("skirt", "dress"), ("cup", "drinking glass"), ("cup", "bowl"), ("lamp", "floor lamp"), ("wall clock", "alarm clock"),
    ("wall clock", "mantel clock"), ("cupboard", "wardrobe"), ("cupboard", "counter"), ("cupboard", "nightstand"),
    ("bookcase", "display shelf"), ("umbrella", "beach umbrella"), ("box", "gift"), ("handbag", "backpack"),
    ("bucket", "trash can"), ("bucket", "basket"), ("pot", "frying pan"), ("bottle", "bottle of lotion"),
    ("curtain", "window"), ("picture", "map"), ("car", "taxi", "police car"), ("van", "ambulance"), ("truck", "fire truck"),
    ("van", "truck"), ("house", "barn"), ("book", "notebook"), ("sailboat", "ship"), ("fork", "spoon"),
    ("pair of glasses", "pair of sunglasses"), ("cap", "sun hat"),
)  # fmt: skip


SHORT = (("dog", "poodle"), ("car", "taxi"))  # names that also do for others

# What may stand on some things only, what only some things may stand on, and kinds that do not stand on some.
ONLY_ON = {
    "cash register": ("counter", "table"), "television": ("cupboard", "desk"), "desktop computer": ("desk",),
    "laptop": ("desk", "table", "nightstand", "cupboard"), "lamp": ("desk", "table", "nightstand", "cupboard", "counter"),
    "guitar": ("couch", "bed", "armchair"), "violin": ("couch", "bed", "armchair"),
    "rooster": ("hay bale",),
}  # fmt: skip
ONLY_THERE = {"stove": ("pot", "frying pan", "teapot")}
NOT_THERE = {"bookcase": ("food", "vehicle"), "washing machine": ("food",), "stool": ("food",)}
HOST_RELATIONS = ("on", "in", "under", "sitting on", "holding", "wearing")  # relations that say where a thing is
LEVELS = (("back",), ("floor",), ("wall",), ("top",), ("seat",))  # spots on which things can be side by side
HOLLOW = ("bucket", "bathtub", "shopping cart", "vase")
PEOPLE = ("man", "woman", "boy", "girl")
WOMEN, FOR_WOMEN = ("woman", "girl"), ("dress", "skirt")


class Entry(Struct, frozen=True):
    concept: str
    width: float  # units of the middle ground; an icon's longer side is both
    height: float
    drawn: bool  # by us, in its colours; else an icon
    places: tuple[str, ...]
    spots: tuple[str, ...]  # where it can be
    offers: tuple[str, ...]  # what can be at it
    seen: dict[str, tuple[str, ...]]  # attribute -> its values; sizes are seen only beside another of the same concept
    worn: bool
    person: bool

    def needed_for(self, relation: str) -> tuple[str, ...]:
        """What a host must offer for this concept to have a relation with it ("on", "in", "under", …)."""
        return tuple(SPOTS[spot][1] for spot in self.spots if spot in SPOTS and SPOTS[spot][0] == relation)

    @property
    def hollow(self) -> bool:
        """What is behind such a thing might be taken to be in it."""
        return "in" in self.offers or self.concept in HOLLOW


@cache
def catalogue() -> dict[str, Entry]:
    """Every concept that can be placed, in the order of the file."""
    found: dict[str, Entry] = {}
    for number, line in enumerate((Path(__file__).parent / "catalogue.txt").read_text("utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            entry = _parse(line, f"catalogue.txt, line {number}")
            if entry.concept in found:
                raise EyechartError(f"catalogue.txt, line {number}: '{entry.concept}' stands there twice.")
            found[entry.concept] = entry
    for place in PLACES.values():
        for name in _claimed(place):
            if name not in found:
                raise unknown("concept of a scene", name, found)
    return found


def entry(name: str) -> Entry:
    found = catalogue().get(name)
    if found is None:
        raise unknown("concept of a scene", name, catalogue())
    return found


@cache
def found_in(place: str) -> tuple[str, ...]:
    """The concepts found in a place."""
    return tuple(name for name, one in catalogue().items() if place in one.places)


@cache
def extras_in(place: str) -> tuple[str, ...]:
    """The concepts found in a place that are neither people nor worn."""
    return tuple(name for name in found_in(place) if not entry(name).worn and not entry(name).person)


@cache
def standing_in(place: str) -> tuple[str, ...]:
    """Of these, what can stand, hang, fly or swim there by itself."""
    return tuple(name for name in extras_in(place) if any(PLACES[place].has(spot) for spot in entry(name).spots))


@cache
def worn_in(place: str, spot: str) -> tuple[str, ...]:
    """The concepts found in a place that are worn there on the body."""
    return tuple(name for name in found_in(place) if entry(name).worn and spot in entry(name).spots)


@cache
def hosted_in(place: str, offers: tuple[str, ...]) -> tuple[str, ...]:
    """Of these, what can be at things that offer this."""
    return tuple(
        name for name in extras_in(place) if any(s in SPOTS and SPOTS[s][1] in offers for s in entry(name).spots)
    )


@cache
def painted() -> frozenset[str]:
    """The concepts that we draw ourselves."""
    return frozenset(name for name, one in catalogue().items() if one.drawn)


@cache
def confused(one: str, other: str) -> bool:
    """Might one be called by the other's name, or taken for it? Then a scene shows only one of them, unless asked for both."""
    if not (entry(one).drawn or entry(other).drawn):
        return alike(one, other)
    return one == other or any(one in group and other in group for group in CONFUSED)


@cache
def called_alike(one: str, other: str) -> bool:
    """Is one's name also a short name of the other? A floor lamp is a lamp, a poodle is a dog."""
    short, long = sorted((one, other), key=len)
    return one != other and confused(one, other) and (long.endswith(short) or (short, long) in SHORT)


@cache
def suits(thing: str, host: str) -> bool:
    """Would one leave this thing there?"""
    if host not in ONLY_ON.get(thing, (host,)) and not entry(host).person:
        return False
    return thing in ONLY_THERE.get(host, (thing,)) and concept(thing).kind not in NOT_THERE.get(host, ())


@cache
def drives(name: str) -> bool:
    """Does it belong on the road of a street, and not beside it?"""
    return concept(name).kind == "vehicle" and name not in ("bicycle", "scooter", "skateboard", "shopping cart")


@cache
def can_be(one: str, relation: str, other: str) -> bool:
    """Can two concepts stand like this in one scene: an apple on a plate, a woman holding a cup, a dog next to a chair?"""
    first, second = entry(one), entry(other)
    if set(first.places).isdisjoint(second.places):
        return False
    if relation in HOST_RELATIONS:
        thing, host = (second, first) if relation in ("holding", "wearing") else (first, second)
        if thing.concept in FOR_WOMEN and host.concept not in WOMEN:
            return False
        return any(offer in host.offers for offer in thing.needed_for(relation)) and suits(thing.concept, host.concept)
    if first.worn or second.worn:
        return False
    if relation in ("left of", "right of"):
        return True
    if relation == "next to":
        levels = [level for level in LEVELS if not set(level).isdisjoint(first.spots)]
        return drives(one) == drives(other) and any(not set(level).isdisjoint(second.spots) for level in levels)
    front, behind = (second, first) if relation == "behind" else (first, second)
    if front.hollow or "rug" in (one, other) or drives(one) != drives(other):
        return False
    return "floor" in front.spots and not {"back", "floor"}.isdisjoint(behind.spots)


def _parse(line: str, where: str) -> Entry:
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != 6:
        raise EyechartError(f"{where}: expected 6 columns divided by '|', found {len(cells)}.")
    name, size, places, spots, offers, seen = cells
    concept(name)
    shown = {
        key: _values(key, values) for key, _, values in (pair.partition("=") for pair in seen.split() if pair != "-")
    }
    sides = [float(side) for side in size.split()] if size != "-" else [0.0, 0.0]
    return Entry(
        name,
        sides[0],
        sides[-1],
        len(sides) == 2,
        _places(name, _words(places)),
        _words(spots),
        _words(offers),
        shown | ({"size": SIZES} if _sized(sides, _words(spots)) else {}),
        worn=_words(spots)[0] in WORN,
        person="person" in _words(offers),
    )


def _places(name: str, said: tuple[str, ...]) -> tuple[str, ...]:
    """Where it is found: where the catalogue says, and in the places that say so themselves."""
    for word in said:
        if word not in GROUPS and word not in PLACES:
            raise unknown("place", word, (*GROUPS, *PLACES))
    listed = {place for word in said for place in GROUPS.get(word, (word,))}

    def here(place: str) -> bool:
        one = PLACES[place]
        return place in listed or name in _claimed(one) or (one.like is not None and here(one.like))

    return tuple(place for place in PLACES if here(place))


@cache
def _claimed(place: Place) -> frozenset[str]:
    """What a place itself says is found there; what furnishes it is."""
    return frozenset((*place.found, *(name for _, names in place.furniture for name in names)))


def _sized(sides: list[float], spots: tuple[str, ...]) -> bool:
    """Can it be small or large? Not what is large anyway, nor what hangs, flies or is worn."""
    return min(sides) >= 34 and max(sides) <= 110 and bool({"top", "floor"} & {*spots})


def _words(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",")) if cell != "-" else ()


def _values(attribute: str, values: str) -> tuple[str, ...]:
    return (COLOURS if attribute == "colour" else PATTERNS) if values == "*" else tuple(values.split("/"))
