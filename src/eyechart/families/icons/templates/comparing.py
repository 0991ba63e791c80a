"""Long and short, tall and short, wide and narrow, light and heavy, holds more, bigger in real life."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.knowledge.concepts import Concept, concept, pictured

BARS = ("ribbon", "pencil", "straw", "snake")
TALL = (
    "tree", "pine tree", "cactus", "palm tree", "castle", "rocket", "giraffe", "snowman", "sunflower", "candle",
    "penguin", "tulip", "vase", "robot", "potted plant", "trophy", "church", "office building", "lantern", "ladder",
    "fountain", "traffic light", "fire extinguisher", "hourglass", "salt shaker", "nesting doll", "seedling", "owl",
    "kangaroo", "pineapple", "mushroom", "house",
)  # fmt: skip
WIDE = (
    "door", "window", "package", "television", "book", "map", "envelope", "tent", "couch", "bed", "mountain", "gift",
    "chair", "basket", "house", "castle", "hut", "mirror", "radio", "suitcase", "laptop", "bathtub", "toolbox",
    "calendar", "brick", "factory", "hospital", "bank", "birthday cake", "notebook", "newspaper", "keyboard",
)  # fmt: skip
LITRES = {
    "cup of coffee": 0.25, "glass of milk": 0.3, "spoon": 0.01, "teapot": 1.2, "bucket": 10, "bathtub": 200, "jar": 0.8,
    "bowl": 0.5, "pot": 4, "baby bottle": 0.2, "trash can": 60, "juice box": 0.2, "frying pan": 2, "test tube": 0.02,
    "vase": 1.5, "canoe": 500, "shell": 0.05,
}  # fmt: skip


@kind(
    "longer",
    "choose-picture",
    "long and short",
    "comparing",
    "prek kindergarten",
    needs="question picture",
    by="names, length",
)
def longer(make: Make) -> Problem:
    name, colours, long = make.rng.choice(BARS), make.colours(2), make.rng.coin()
    bars = [make.add("bar", name, "ribbon", colour=c, length=n / 20) for c, n in zip(colours, apart(make), strict=True)]
    steps = (S("all_of", (), ("bar",)), S("most" if long else "least", (0,), ("length",)))
    return make.line_up(
        [make.panel("lying", [b], size=190) for b in bars],
        steps,
        (1,),
        x=make.noun(name),
        w=make.either("length", long),
    )


def apart(make: Make) -> tuple[int, int]:
    """Two lengths, in twentieths of the longest, that are plainly different."""
    while True:
        one, other = make.rng.integer(6, 20), make.rng.integer(6, 20)
        if abs(one - other) >= 4:
            return one, other


@kind(
    "is it longer",
    "choose-text",
    "long and short",
    "comparing",
    "prek kindergarten",
    needs="question picture",
    by="names, length",
)
def is_it_longer(make: Make) -> Problem:
    name, colours, long = make.rng.choice(BARS), make.colours(2), make.rng.coin()
    bars = [make.add("bar", name, "ribbon", colour=c, length=n / 20) for c, n in zip(colours, apart(make), strict=True)]
    steps = (
        S("all_of", (), ("bar",)), S("only", (0,), ("colour", colours[0])), S("fact", (1,), ("length",)),
        S("only", (0,), ("colour", colours[1])), S("fact", (3,), ("length",)), S("more", (2, 4) if long else (4, 2)),
    )  # fmt: skip
    panel = make.panel("column", make.rng.shuffled(bars), size=220, align="left", gap=20)
    return make.yes_no(
        panel,
        steps,
        (0,),
        x=make.noun(name),
        w=make.either("length", long),
        a=make.word(colours[0]),
        b=make.word(colours[1]),
    )


@kind(
    "longest",
    "choose-text",
    "compare lengths",
    "comparing",
    "kindergarten grade1",
    needs="question picture",
    by="names, length",
)
def longest(make: Make) -> Problem:
    count = make.rng.integer(3, 5)
    name, colours = make.rng.choice(BARS), make.colours(count)
    place, word = make.rank("by length", count)
    bars = [
        make.add("bar", name, "ribbon", colour=c, length=n / 10)
        for c, n in zip(colours, make.rng.sample(range(3, 11), count), strict=True)
    ]
    steps = (
        S("all_of", (), ("bar",)), S("ranked", (0,), ("length", place)), S("fact", (1,), ("colour",)),
        S("said", (2,), (make.table(*colours),)),
    )  # fmt: skip
    panel = make.panel("column", bars, size=240, align="left", gap=16)
    return make.choose_text(panel, steps, (1,), [make.word(c) for c in colours], x=make.noun(name), w=word)


@kind(
    "taller",
    "choose-picture",
    "tall and short",
    "comparing",
    "prek kindergarten",
    needs="question picture",
    listed=True,
)
def taller(make: Make) -> Problem:
    thing, tall = concept(make.rng.choice(TALL)), make.rng.coin()
    drawing = make.drawing_of(thing)
    low = round(make.rng.uniform(0.45, 0.65), 2)
    high = round(low + make.rng.uniform(0.22, 0.35), 2)
    icons = [make.icon(thing, drawing, scale=scale) for scale in (low, high)]
    steps = (S("all_of", (), ("icon",)), S("most" if tall else "least", (0,), ("scale",)))
    return make.line_up(
        [make.panel("standing", [i], size=120) for i in icons], steps, (1,), x=thing.noun, w=make.either("height", tall)
    )


@kind(
    "tallest",
    "choose-picture",
    "tall and short",
    "comparing",
    "prek kindergarten",
    needs="question picture",
    listed=True,
)
def tallest(make: Make) -> Problem:
    thing = concept(make.rng.choice(TALL))
    drawing = make.drawing_of(thing)
    steps_up = make.rng.sample((0.4, 0.6, 0.8, 1.0), make.rng.integer(3, 4))
    scales = [round(step + make.rng.uniform(-0.04, 0.04), 2) for step in steps_up]
    icons = [make.icon(thing, drawing, scale=scale) for scale in scales]
    place, word = make.rank("by height", len(icons))
    steps = (S("all_of", (), ("icon",)), S("ranked", (0,), ("scale", place)))
    return make.line_up(
        [make.panel("standing", [i], size=120) for i in icons],
        steps,
        (1,),
        x=thing.noun,
        w=word,
    )


@kind(
    "wider",
    "choose-picture",
    "wide and narrow",
    "comparing scene",
    "prek kindergarten",
    needs="question picture",
    listed=True,
)
def wider(make: Make) -> Problem:
    thing, wide = concept(make.rng.choice(WIDE)), make.rng.coin()
    drawing, height = make.drawing_of(thing), round(make.rng.uniform(0.66, 0.94), 2)
    narrow = round(make.rng.uniform(0.5, 0.72), 2)
    widths = (narrow, round(narrow * make.rng.uniform(1.6, 1.9), 2))
    icons = [make.add("icon", thing.name, "stretched", icon=drawing, width=w, height=height) for w in widths]
    steps = (S("all_of", (), ("icon",)), S("most" if wide else "least", (0,), ("width",)))
    return make.line_up(
        [make.panel("plain", [i], size=100) for i in icons], steps, (1,), x=thing.noun, w=make.either("width", wide)
    )


def unequal(make: Make, what: str, times: float) -> list[Concept]:
    """Two concepts of which one has `times` as much of something as the other."""
    options = [c for c in make.shown(pictured()) if getattr(c, what) is not None]
    while True:
        one, other = make.rng.sample(options, 2)
        low, high = sorted((one, other), key=lambda c: getattr(c, what))
        # What is longer must not be the lighter of the two: nobody calls a scarf bigger than a bucket.
        if getattr(high, what) >= times * getattr(low, what) and (high.weight or 0) >= (low.weight or 0) * 3:
            return [one, other]


@kind(
    "heavier",
    "choose-picture",
    "light and heavy",
    "comparing commonsense",
    "prek kindergarten grade1",
    needs="question picture",
)
def heavier(make: Make) -> Problem:
    icons, heavy = [make.icon(c) for c in unequal(make, "weight", 10)], make.rng.coin()
    steps = (S("all_of", (), ("icon",)), S("most" if heavy else "least", (0,), ("weight",)))
    return make.line_up([make.panel("plain", [i], size=84) for i in icons], steps, (1,), w=make.either("weight", heavy))


@kind(
    "bigger in real life",
    "choose-picture",
    "compare size",
    "comparing commonsense",
    "prek kindergarten grade1",
    needs="question picture",
)
def bigger(make: Make) -> Problem:
    icons, big = [make.icon(c) for c in unequal(make, "length", 4)], make.rng.coin()
    steps = (S("all_of", (), ("icon",)), S("most" if big else "least", (0,), ("length",)))
    return make.line_up([make.panel("plain", [i], size=84) for i in icons], steps, (1,), w=make.either("size", big))


@kind(
    "holds more",
    "choose-picture",
    "compare size of what things hold",
    "comparing commonsense",
    "kindergarten grade1",
    needs="question picture",
    listed=True,
)
def holds_more(make: Make) -> Problem:
    while True:
        one, other = make.rng.sample(tuple(LITRES), 2)
        if max(LITRES[one], LITRES[other]) >= 4 * min(LITRES[one], LITRES[other]):
            break
    icons, more = [make.icon(concept(name), litres=LITRES[name]) for name in (one, other)], make.rng.coin()
    steps = (S("all_of", (), ("icon",)), S("most" if more else "least", (0,), ("litres",)))
    return make.line_up(
        [make.panel("plain", [i], size=84) for i in icons], steps, (1,), w=make.either("contents", more)
    )


def as_heavy(make: Make) -> list[str]:
    """Two things of about the same weight, so that only the balance can tell which is heavier."""
    while True:
        pair = make.concepts(2, "food", "toy")
        weights = [c.weight for c in pair if c.weight]
        if len(weights) == 2 and 0.7 < weights[0] / weights[1] < 1.4:
            break
    return [make.icon(c, load=n) for c, n in zip(pair, make.rng.sample((1, 2), 2), strict=True)]


@kind(
    "balance",
    "choose-text",
    "light and heavy on a balance",
    "comparing commonsense",
    "kindergarten grade1",
    needs="question picture",
)
def balance(make: Make) -> Problem:
    icons = as_heavy(make)
    heavy, names = make.rng.coin(), {t.name: concept(t.name).noun.said(make.language) for t in make.things}
    steps = (
        S("all_of", (), ("icon",)), S("most" if heavy else "least", (0,), ("load",)), S("fact", (1,), ("name",)),
        S("said", (2,), (names,)),
    )  # fmt: skip
    return make.choose_text(
        make.panel("balance", icons, size=56), steps, (1,), list(names.values()), w=make.either("weight", heavy)
    )


@kind(
    "heavier on the balance",
    "choose-picture",
    "light and heavy on a balance",
    "comparing commonsense",
    "kindergarten grade1",
    needs="question picture",
)
def heavier_on_balance(make: Make) -> Problem:
    icons, heavy = as_heavy(make), make.rng.coin()
    steps = (S("all_of", (), ("icon",)), S("most" if heavy else "least", (0,), ("load",)))
    options = [make.panel("plain", [i], size=70) for i in icons]
    return make.choose_picture(
        make.panel("balance", icons, size=56), options, steps, (1,), w=make.either("weight", heavy)
    )
