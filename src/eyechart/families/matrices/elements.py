"""What a panel can show: the elements that rules are about, by super-attribute.

Values of one property exclude each other.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

from msgspec import Struct

from eyechart.knowledge.concepts import pictured

Kind = Literal["object attribute", "human attribute", "object category", "object count"]
KINDS: tuple[Kind, ...] = get_args(Kind)

COLOURS = {
    "red": "#D62728", "orange": "#F57C00", "yellow": "#F9D423", "green": "#2E9E3F", "blue": "#1F5FD0",
    "purple": "#7B2FA8", "pink": "#F48FB8", "brown": "#7A4A22", "black": "#26262B", "white": "#F7F7F5",
}  # fmt: skip
MATERIALS = ("wood", "gold", "silver", "glass", "brick", "marble", "wicker", "denim", "stone")
SCENES = (
    "beach", "forest", "city", "desert", "snow", "underwater", "space", "meadow", "room", "road", "mountains",
)  # fmt: skip
CONDITIONS = (
    "sprouting", "leafy", "flowering", "fruiting", "autumnal", "bare", "wilted", "felled", "snow-covered",
)  # fmt: skip
ACTIONS = (
    "standing", "sitting", "sleeping", "running", "jumping", "eating", "swimming", "begging", "playing ball",
)  # fmt: skip
SHAPES = (
    "circle", "square", "triangle", "star", "heart", "hexagon", "diamond", "cross", "crescent", "arrow", "ring", "drop",
)  # fmt: skip
TEXTURES = ("plain", "striped", "dotted", "checked", "zigzag", "wavy", "scaly", "starry", "latticed")
AGES = ("toddler", "child", "adult", "elderly")
HAIR = ("bald", "short", "long", "curly", "ponytail", "bun", "mohawk", "pigtails", "spiky")
CLOTHES = ("T-shirt", "sports kit", "dress", "suit", "overalls", "hoodie", "coat", "apron", "cape")
GENDERS = ("female", "male")
HUMAN_ACTIONS = (
    "standing", "waving", "cheering", "pointing", "running", "sitting", "jumping", "kicking", "reading",
)  # fmt: skip
COUNTS = tuple(str(number) for number in range(1, 11))
WARES = ("mug", "vase", "bottle", "chair", "table", "bowl", "key", "bell", "house", "boat", "crown", "lamp")

# Left out of the categories: what is part of a backdrop here and could be counted twice, what is drawn as several
# things or a heap, and of two that look alike at thirty pixels all but one.
SCENERY = (
    "tree", "pine tree", "palm tree", "cactus", "mountain", "island", "sun", "moon", "star", "cloud", "rainbow", "snowflake",
    "raindrop", "planet", "rock", "house", "hut", "school", "hospital", "office building", "church", "bank", "factory",
    "cherry blossom", "daisy", "hibiscus", "herb", "seedling", "window", "door", "fire", "volcano",
)  # fmt: skip
SEVERAL = (
    "party popper", "balance scale", "nut and bolt", "bouquet", "peanut", "table tennis bat", "badminton racket", "cricket bat",
    "fishing pole", "dumpling", "log", "ice cube", "roll of paper", "hyacinth", "magic wand", "hockey stick",
)  # fmt: skip
ALIKE = (
    "ox", "goat", "donkey", "chick", "goose", "dove", "mammoth", "leopard", "polar bear", "hamster", "orangutan", "badger",
    "wolf", "llama", "moose", "wild boar", "tropical fish", "blowfish", "seal", "squid", "shrimp", "cricket", "beetle", "fly",
    "worm", "poodle", "bird", "green apple", "lime", "tomato", "melon", "mango", "peach", "sweet potato", "bagel", "kiwi",
    "potato", "chestnut", "kimono", "dress shoe", "sandal", "hiking boot", "sun hat", "purse", "slice of cake", "custard",
    "burrito", "sandwich", "bowl of rice", "bowl of noodles", "can of soup", "bowl", "pot", "cup of coffee", "glass of milk",
    "video camera", "printer", "desktop computer", "jar", "softball", "volleyball", "notebook", "folder", "test paper",
    "clipboard", "pen", "trolleybus", "taxi", "police car", "ambulance", "van", "truck", "tram", "bullet train",
    "small airplane", "speedboat", "canoe", "cable car", "motor scooter", "pickaxe", "stopwatch", "mantel clock",
    "lacrosse stick", "banjo", "carousel horse", "circus tent", "head of garlic", "onion", "root of ginger", "otter", "beaver",
    "skunk", "sloth", "raccoon", "swan", "turkey", "chicken", "needle", "safety pin", "paper clip", "razor", "nest",
    "bar of soap", "sponge", "frisbee", "coin", "medal", "bell pepper", "cucumber", "bow", "teddy bear", "telephone",
)  # fmt: skip


@cache
def categories() -> tuple[str, ...]:
    """The object categories: everyday things of one piece that look like nothing else in the list."""
    left_out = {*SCENERY, *SEVERAL, *ALIKE}
    return tuple(
        c.name for c in pictured() if c.name not in left_out and not c.name.startswith(("pair of", "bunch of"))
    )


class Property(Struct, frozen=True):
    """Something of a panel that a rule can be about."""

    name: str
    kind: Kind
    values: tuple[str, ...]


@cache
def properties() -> dict[str, Property]:
    """By name; in the order of the kinds."""
    of_objects = {
        "colour": tuple(COLOURS), "material": MATERIALS, "scene": SCENES, "plant condition": CONDITIONS,
        "action": ACTIONS, "shape": SHAPES, "texture": TEXTURES,
    }  # fmt: skip
    of_people = {
        "age": AGES, "hair style": HAIR, "clothing style": CLOTHES, "gender": GENDERS,
        "human action": HUMAN_ACTIONS, "clothing colour": tuple(COLOURS),
    }  # fmt: skip
    made = [Property(name, "object attribute", values) for name, values in of_objects.items()]
    made += [Property(name, "human attribute", values) for name, values in of_people.items()]
    made.append(Property("category", "object category", categories()))
    made.append(Property("count", "object count", COUNTS))
    return {one.name: one for one in made}


Subject = Literal["cut-out", "ware", "plant", "dog", "icons", "person"]
# What a panel of each subject shows. Whatever does not change within a matrix (one dog, one plant) is not listed.
SHOWN: dict[Subject, tuple[str, ...]] = {
    "cut-out": ("shape", "colour", "texture", "scene"),
    "ware": ("material", "category", "scene"),
    "plant": ("plant condition", "colour", "scene"),
    "dog": ("action", "colour", "scene"),
    "icons": ("category", "count", "scene"),
    "person": ("age", "hair style", "clothing style", "gender", "human action", "clothing colour"),
}


def values_on(subject: str | None, name: str) -> tuple[str, ...]:
    """All that a property can be on a panel of this subject."""
    return WARES if subject == "ware" and name == "category" else properties()[name].values


# How often a property is asked of one subject, where not as often as of each other. Of the panels of one subject every property
# is to be asked about equally often, so that row 3 does not tell which is meant: of icons the scene too, as often as of all
# others together.
OFTEN: dict[tuple[Subject, str], float] = {("icons", "scene"): 12.0}


def subjects_for(name: str) -> dict[Subject, float]:
    """The subjects of which a property can be asked, and how often. A ware's category is only ever beside the point."""
    showing = [s for s, shown in SHOWN.items() if name in shown and not (s == "ware" and name == "category")]
    return {s: OFTEN.get((s, name), 1.0) for s in showing}
