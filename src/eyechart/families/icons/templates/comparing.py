"""Long and short, tall and short, wide and narrow, light and heavy, holds more, bigger in real life."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.knowledge.concepts import Concept, concept, pictured
from eyechart.phrasing import Noun

BARS = {
    "ribbon": Noun("ribbon", zh="丝带", measure="条"), "pencil": Noun("pencil", zh="铅笔", measure="支"),
    "straw": Noun("straw", zh="吸管", measure="根"), "snake": Noun("snake", zh="蛇", measure="条"),
}  # fmt: skip
TALL = ("tree", "pine tree", "cactus", "palm tree", "castle", "rocket", "giraffe", "snowman", "sunflower",
"candle", "penguin", "tulip",
        "vase", "robot", "potted plant", "trophy")  # fmt: skip
WIDE = (
    "door",
    "window",
    "package",
    "television",
    "book",
    "map",
    "envelope",
    "tent",
    "couch",
    "bed",
    "mountain",
    "gift",
    "chair",
    "basket",
)
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
    en=("Which {x} is {w}?",),
    zh=("哪{xm}{x}更{w}?",),
)
def longer(make: Make) -> Problem:
    name, colours, long = make.rng.choice(tuple(BARS)), make.colours(2), make.rng.coin()
    bars = [make.add("bar", name, "ribbon", colour=c, length=n / 10) for c, n in zip(colours, apart(make), strict=True)]
    steps = (S("all_of", (), ("bar",)), S("most" if long else "least", (0,), ("length",)))
    words = {"en": ("longer", "shorter"), "zh": ("长", "短")}[make.language]
    return make.line_up(
        [make.panel("lying", [b], size=190) for b in bars], steps, (1,), x=BARS[name], w=words[0 if long else 1]
    )


def apart(make: Make) -> tuple[int, int]:
    """Two tenths from 3 to 10 that differ by two or more."""
    while True:
        one, other = make.rng.integer(3, 10), make.rng.integer(3, 10)
        if abs(one - other) >= 2:
            return one, other


@kind(
    "is it longer",
    "choose-text",
    "long and short",
    "comparing",
    "prek kindergarten",
    needs="question picture",
    en=("Is the {a} {x} {w} than the {b} {x}?",),
    zh=("{a}的{x}比{b}的{x}{w}吗?",),
)
def is_it_longer(make: Make) -> Problem:
    name, colours, long = make.rng.choice(tuple(BARS)), make.colours(2), make.rng.coin()
    bars = [make.add("bar", name, "ribbon", colour=c, length=n / 10) for c, n in zip(colours, apart(make), strict=True)]
    steps = (
        S("all_of", (), ("bar",)), S("only", (0,), ("colour", colours[0])), S("fact", (1,), ("length",)),
        S("only", (0,), ("colour", colours[1])), S("fact", (3,), ("length",)), S("more", (2, 4) if long else (4, 2)),
    )  # fmt: skip
    words = {"en": ("longer", "shorter"), "zh": ("长", "短")}[make.language]
    panel = make.panel("column", make.rng.shuffled(bars), size=220, align="left", gap=20)
    return make.yes_no(
        panel, steps, (0,), x=BARS[name], w=words[0 if long else 1], a=make.word(colours[0]), b=make.word(colours[1])
    )


@kind(
    "longest",
    "choose-text",
    "compare lengths",
    "comparing",
    "kindergarten grade1",
    needs="question picture",
    en=("Which {x} is the {w}?", "{p} is looking for the {w} {x}. Which color is it?"),
    zh=("哪种颜色的{x}最{w}?", "{p}在找最{w}的{x}。它是什么颜色?"),
)
def longest(make: Make) -> Problem:
    count = make.rng.integer(3, 5)
    name, colours, long = make.rng.choice(tuple(BARS)), make.colours(count), make.rng.coin()
    bars = [
        make.add("bar", name, "ribbon", colour=c, length=n / 10)
        for c, n in zip(colours, make.rng.sample(range(3, 11), count), strict=True)
    ]
    steps = (
        S("all_of", (), ("bar",)), S("most" if long else "least", (0,), ("length",)), S("fact", (1,), ("colour",)),
        S("said", (2,), (make.table(*colours),)),
    )  # fmt: skip
    words = {"en": ("longest", "shortest"), "zh": ("长", "短")}[make.language]
    panel = make.panel("column", bars, size=240, align="left", gap=16)
    return make.choose_text(
        panel, steps, (1,), [make.word(c) for c in colours], x=BARS[name], w=words[0 if long else 1]
    )


@kind(
    "taller",
    "choose-picture",
    "tall and short",
    "comparing",
    "prek kindergarten",
    needs="question picture",
    en=("Which {x} is {w}?",),
    zh=("哪{xm}{x}更{w}?",),
)
def taller(make: Make) -> Problem:
    thing, tall = concept(make.rng.choice(TALL)), make.rng.coin()
    drawing = make.drawing_of(thing)
    low = round(make.rng.uniform(0.45, 0.65), 2)
    high = round(low + make.rng.uniform(0.22, 0.35), 2)
    icons = [make.icon(thing, drawing, scale=scale) for scale in (low, high)]
    steps = (S("all_of", (), ("icon",)), S("most" if tall else "least", (0,), ("scale",)))
    words = {"en": ("taller", "shorter"), "zh": ("高", "矮")}[make.language]
    return make.line_up(
        [make.panel("standing", [i], size=120) for i in icons], steps, (1,), x=thing.noun, w=words[0 if tall else 1]
    )


@kind(
    "tallest",
    "choose-picture",
    "tall and short",
    "comparing",
    "prek kindergarten",
    needs="question picture",
    en=("Which {x} is the {w}?", "{p} is going to draw the {w} {x}. Which one is it?"),
    zh=("哪{xm}{x}最{w}?", "{p}要画最{w}的{x}。是哪{xm}?"),
)
def tallest(make: Make) -> Problem:
    thing, tall = concept(make.rng.choice(TALL)), make.rng.coin()
    drawing = make.drawing_of(thing)
    steps_up = make.rng.sample((0.4, 0.6, 0.8, 1.0), make.rng.integer(3, 4))
    scales = [round(step + make.rng.uniform(-0.04, 0.04), 2) for step in steps_up]
    icons = [make.icon(thing, drawing, scale=scale) for scale in scales]
    steps = (S("all_of", (), ("icon",)), S("most" if tall else "least", (0,), ("scale",)))
    words = {"en": ("tallest", "shortest"), "zh": ("高", "矮")}[make.language]
    return make.line_up(
        [make.panel("standing", [i], size=120) for i in icons], steps, (1,), x=thing.noun, w=words[0 if tall else 1]
    )


@kind(
    "wider",
    "choose-picture",
    "wide and narrow",
    "comparing scene",
    "prek kindergarten",
    needs="question picture",
    en=("Which {x} is {w}?", "{p} needs the {w} {x}. Which one should {p} choose?"),
    zh=("哪{xm}{x}更{w}?", "{p}需要更{w}的{x}。应该选哪{xm}?"),
)
def wider(make: Make) -> Problem:
    thing, wide = concept(make.rng.choice(WIDE)), make.rng.coin()
    drawing, height = make.drawing_of(thing), round(make.rng.uniform(0.66, 0.94), 2)
    narrow = round(make.rng.uniform(0.5, 0.72), 2)
    widths = (narrow, round(narrow * make.rng.uniform(1.6, 1.9), 2))
    icons = [make.add("icon", thing.name, "stretched", icon=drawing, width=w, height=height) for w in widths]
    steps = (S("all_of", (), ("icon",)), S("most" if wide else "least", (0,), ("width",)))
    words = {"en": ("wider", "narrower"), "zh": ("宽", "窄")}[make.language]
    return make.line_up(
        [make.panel("plain", [i], size=100) for i in icons], steps, (1,), x=thing.noun, w=words[0 if wide else 1]
    )


def unequal(make: Make, what: str, times: float) -> list[Concept]:
    """Two concepts of which one has `times` as much of something as the other."""
    options = [c for c in pictured() if getattr(c, what) is not None]
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
    en=("Which is {w}?", "In real life, which is {w}?"),
    zh=("在生活中,哪个更{w}?",),
)
def heavier(make: Make) -> Problem:
    icons, heavy = [make.icon(c) for c in unequal(make, "weight", 10)], make.rng.coin()
    steps = (S("all_of", (), ("icon",)), S("most" if heavy else "least", (0,), ("weight",)))
    words = {"en": ("heavier", "lighter"), "zh": ("重", "轻")}[make.language]
    return make.line_up([make.panel("plain", [i], size=84) for i in icons], steps, (1,), w=words[0 if heavy else 1])


@kind(
    "bigger in real life",
    "choose-picture",
    "compare size",
    "comparing commonsense",
    "prek kindergarten grade1",
    needs="question picture",
    en=("In real life, which is {w}?",),
    zh=("在生活中,哪个更{w}?",),
)
def bigger(make: Make) -> Problem:
    icons, big = [make.icon(c) for c in unequal(make, "length", 4)], make.rng.coin()
    steps = (S("all_of", (), ("icon",)), S("most" if big else "least", (0,), ("length",)))
    words = {"en": ("bigger", "smaller"), "zh": ("大", "小")}[make.language]
    return make.line_up([make.panel("plain", [i], size=84) for i in icons], steps, (1,), w=words[0 if big else 1])


@kind(
    "holds more",
    "choose-picture",
    "compare size of what things hold",
    "comparing commonsense",
    "kindergarten grade1",
    needs="question picture",
    en=(
        "Which can hold {w}?",
        "{p} fills both with water. Which one holds {w}?",
        "{p} has to fetch water. Which one would hold {w}?",
    ),
    zh=("哪个能装{w}的水?", "{p}把两个都装满水。哪个装得{w}?"),
)
def holds_more(make: Make) -> Problem:
    while True:
        one, other = make.rng.sample(tuple(LITRES), 2)
        if max(LITRES[one], LITRES[other]) >= 4 * min(LITRES[one], LITRES[other]):
            break
    icons, more = [make.icon(concept(name), litres=LITRES[name]) for name in (one, other)], make.rng.coin()
    steps = (S("all_of", (), ("icon",)), S("most" if more else "least", (0,), ("litres",)))
    words = {"en": ("more", "less"), "zh": ("更多", "更少")}[make.language]
    return make.line_up([make.panel("plain", [i], size=84) for i in icons], steps, (1,), w=words[0 if more else 1])


@kind(
    "balance",
    "choose-text",
    "light and heavy on a balance",
    "comparing commonsense",
    "kindergarten grade1",
    needs="question picture",
    en=(
        "Look at the balance. Which box is {w}?",
        "{p} puts two boxes on the balance. Which box is {w}?",
        "{p} weighs two boxes. Which box is {w}?",
    ),
    zh=("看天平,哪种颜色的盒子更{w}?", "{p}把两个盒子放上天平。哪种颜色的盒子更{w}?"),
)
def balance(make: Make) -> Problem:
    colours, heavy, loads = make.colours(2), make.rng.coin(), make.rng.sample((1, 2), 2)
    # How large a box is says nothing about how heavy it is.
    boxes = [
        make.add("box", "gift box", "object", colour=c, load=n, scale=make.rng.choice((0.8, 0.9, 1.0, 1.1)))
        for c, n in zip(colours, loads, strict=True)
    ]
    steps = (
        S("all_of", (), ("box",)), S("most" if heavy else "least", (0,), ("load",)), S("fact", (1,), ("colour",)),
        S("said", (2,), (make.table(*colours),)),
    )  # fmt: skip
    words = {"en": ("heavier", "lighter"), "zh": ("重", "轻")}[make.language]
    return make.choose_text(
        make.panel("balance", boxes, size=56), steps, (1,), [make.word(c) for c in colours], w=words[0 if heavy else 1]
    )


@kind(
    "heavier on the balance",
    "choose-picture",
    "light and heavy on a balance",
    "comparing commonsense",
    "kindergarten grade1",
    needs="question picture",
    en=("Look at the balance. Which is {w}?",),
    zh=("看天平,哪个更{w}?",),
)
def heavier_on_balance(make: Make) -> Problem:
    # Things of about the same weight, so that only the balance can tell.
    while True:
        pair = make.concepts(2, "food", "toy")
        weights = [c.weight for c in pair if c.weight]
        if len(weights) == 2 and 0.7 < weights[0] / weights[1] < 1.4:
            break
    loads, heavy = make.rng.sample((1, 2), 2), make.rng.coin()
    icons = [make.icon(c, load=n) for c, n in zip(pair, loads, strict=True)]
    steps = (S("all_of", (), ("icon",)), S("most" if heavy else "least", (0,), ("load",)))
    words = {"en": ("heavier", "lighter"), "zh": ("重", "轻")}[make.language]
    options = [make.panel("plain", [i], size=70) for i in icons]
    return make.choose_picture(make.panel("balance", icons, size=56), options, steps, (1,), w=words[0 if heavy else 1])
