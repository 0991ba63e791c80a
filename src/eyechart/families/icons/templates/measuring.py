"""Rulers in inches and centimetres, cubes, dice and paper clips; estimates; a thermometer."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.knowledge.concepts import concept
from eyechart.phrasing import Noun

CM, INCH = 38, 84  # pixels on the page
LINES = ("pencil", "ribbon", "straw", "snake")
DARK = ("black", "red", "green", "blue", "purple", "brown")


def near(make: Make, low: int, high: int) -> float:
    """A length that is plainly nearest to one whole unit."""
    return make.rng.integer(low, high) + round(make.rng.uniform(-0.28, 0.28), 2)


NEAREST = (S("all_of", (), ("bar",)), S("fact", (0,), ("length",)), S("nearest", (1,), (1,)))


def bar(make: Make, name: str, length: float) -> str:
    line = name == "line"
    colour = make.rng.choice(DARK) if line else make.colour()
    return make.add("bar", name, "ribbon", colour=colour, length=length, thick=5 if line else 18)


@kind(
    "line in centimetres",
    "fill-in",
    "measure",
    "estimation measurement",
    "grade1 grade2",
    needs="picture",
    by="length",
    unit="centimeters",
)
def line_in_centimetres(make: Make) -> Problem:
    panel = make.panel(
        "ruler", [bar(make, "line", near(make, 1, 12))], unit=CM, units=13, name="cm", parts=10, look=make.look
    )
    return make.fill_in(panel, NEAREST, (0,))


@kind(
    "thing in centimetres",
    "fill-in",
    "measure",
    "estimation measurement",
    "grade1 grade2",
    needs="picture",
    by="length",
    unit="centimeters",
)
def thing_in_centimetres(make: Make) -> Problem:
    name = make.rng.choice(LINES)
    panel = make.panel(
        "ruler", [bar(make, name, near(make, 2, 12))], unit=CM, units=13, name="cm", parts=10, look=make.look
    )
    return make.fill_in(panel, NEAREST, (0,), x=make.noun(name))


@kind(
    "thing in inches",
    "fill-in",
    "measure",
    "estimation measurement",
    "grade1 grade2",
    needs="picture",
    by="length",
    unit="inches",
)
def thing_in_inches(make: Make) -> Problem:
    name = make.rng.choice((*LINES, "line"))
    panel = make.panel(
        "ruler", [bar(make, name, near(make, 1, 5))], unit=INCH, units=6, name="in", parts=8, look=make.look
    )
    return make.fill_in(panel, NEAREST, (0,), x=make.noun(name))


def with_units(make: Make, name: str, units: str, unit: int, most: int, drawing: str) -> Problem:
    """A bar over a row of equal units that reaches exactly as far, or nearly."""
    length = make.rng.integer(1, most)
    first = bar(make, name, length)
    rest = [make.add("unit", units, "icon", icon=drawing) for _ in range(length)]
    panel = make.panel("measured", [first, *rest], unit=unit)
    return make.fill_in(panel, (S("all_of", (), ("unit",)), S("count", (0,))), (0,), x=make.noun(name))


@kind(
    "dice long",
    "fill-in",
    "measure with dice",
    "estimation measurement",
    "kindergarten grade1",
    needs="picture",
    by="looks",
    listed=True,
)
def dice_long(make: Make) -> Problem:
    return with_units(
        make,
        make.rng.choice(("line", "line", *LINES)),
        "die",
        44,
        10,
        "twemoji:" + concept("die").emoji[0],
    )


@kind(
    "paper clips long",
    "fill-in",
    "measure with paper clips",
    "estimation measurement",
    "kindergarten grade1",
    needs="picture",
    by="looks",
)
def paper_clips_long(make: Make) -> Problem:
    name, length = make.rng.choice(("line", "line", *LINES)), make.rng.integer(1, 9)
    first = bar(make, name, length)
    colour = make.colour()
    rest = [make.add("unit", "paper clip", "clip", colour=colour) for _ in range(length)]
    panel = make.panel("measured", [first, *rest], unit=58)
    return make.fill_in(panel, (S("all_of", (), ("unit",)), S("count", (0,))), (0,), x=make.noun(name))


def in_cubes(make: Make, name: str, up: bool, noun: Noun) -> Problem:
    length, colour = make.rng.integer(1, 8), make.colour()
    if up:
        first = make.add(
            "bar",
            name,
            "stretched",
            icon=make.drawing_of(concept(name)),
            width=float(min(length, 3)) * 0.9,
            height=float(length),
        )
    else:
        first = bar(make, name, length)
    rest = [make.add("unit", "cube", "cell", colour=colour) for _ in range(length)]
    panel = make.panel("measured", [first, *rest], unit=36, up=up)
    return make.fill_in(panel, (S("all_of", (), ("unit",)), S("count", (0,))), (0,), x=noun)


@kind(
    "cubes long",
    "fill-in",
    "measure with cubes",
    "geometry estimation measurement",
    "kindergarten",
    needs="picture",
    by="looks",
)
def cubes_long(make: Make) -> Problem:
    name = make.rng.choice(LINES)
    return in_cubes(make, name, False, make.noun(name))


@kind(
    "cubes tall",
    "fill-in",
    "measure with cubes",
    "geometry estimation measurement",
    "kindergarten",
    needs="picture",
    by="looks",
    listed=True,
)
def cubes_tall(make: Make) -> Problem:
    name = make.rng.choice(
        ("cactus", "pine tree", "giraffe", "rocket", "snowman", "tulip", "candle", "penguin", "robot")
    )
    return in_cubes(make, name, True, concept(name).noun)


@kind(
    "how long, choices",
    "choose-text",
    "measure",
    "estimation measurement",
    "grade1 grade2",
    needs="picture",
    by="names, choices",
)
def how_long_choices(make: Make) -> Problem:
    name, inches = make.rng.choice((*LINES, "line")), make.rng.coin()
    numbers = make.rng.sample(range(1, 6) if inches else range(2, 13), 4)
    thing = bar(make, name, numbers[0] + make.rng.choice((-0.2, 0.0, 0.0, 0.2)))
    form = make.form("inches" if inches else "centimeters")
    steps = (*NEAREST, S("about", (2,), (form,)))
    panel = make.panel(
        "ruler",
        [thing],
        unit=INCH if inches else CM,
        units=6 if inches else 13,
        name="in" if inches else "cm",
        parts=8 if inches else 10,
        look=make.look,
    )
    choices = [form.replace("{}", str(n)) for n in numbers]
    return make.choose_text(panel, steps, (0,), choices, x=make.noun(name))


@kind(
    "which is that long",
    "choose-picture",
    "measure",
    "estimation measurement",
    "grade1 grade2",
    needs="question picture",
    by="names, length",
)
def which_is_that_long(make: Make) -> Problem:
    name, numbers = make.rng.choice(LINES), make.rng.sample(range(2, 11), make.how_many_choices(3))
    bars = [bar(make, name, float(n)) for n in numbers]
    panels = [make.panel("ruler", [b], unit=28, units=11, name="cm", parts=2) for b in bars]
    steps = (S("all_of", (), ("bar",)), S("having", (0,), ("length", numbers[0])))
    return make.line_up(
        panels,
        steps,
        (1,),
        x=make.noun(name),
        n=numbers[0],
    )


@kind("temperature", "choose-text", "measure", "estimation measurement", "grade2 grade3", needs="picture", by="choices")
def temperature(make: Make) -> Problem:
    high = make.rng.choice((60, 80, 100, 120))
    degrees = [d * 5 for d in make.rng.sample(range(1, high // 5), 4)]
    colour = make.rng.choice(("red", "blue", "green", "purple", "orange"))
    thing = make.add("thermometer", "thermometer", "blank", colour=colour, degrees=degrees[0], high=high)
    steps = (S("all_of", (), ("thermometer",)), S("fact", (0,), ("degrees",)), S("about", (1,), ("{}°",)))
    return make.choose_text(make.panel("thermometer", [thing], size=220), steps, (0,), [f"{d}°" for d in degrees])


def a_pile(make: Make, many: int, colour: str, inside: str | None = None) -> list[str]:
    return [make.add("marble", "marble", "marble", inside, colour=colour) for _ in range(many)]


@kind("estimate", "choose-text", "estimate", "estimation", "grade1 grade2", needs="picture", by="choices")
def estimate(make: Make) -> Problem:
    while True:
        tens = make.rng.sample(range(2, 11), make.rng.integer(2, 3))
        if all(abs(a - b) >= 3 for i, a in enumerate(tens) for b in tens[:i]):
            break
    many = 10 * tens[0] + make.rng.integer(-3, 3)
    form = make.form("about")
    steps = (S("all_of", (), ("marble",)), S("count", (0,)), S("nearest", (1,), (10,)), S("about", (2,), (form,)))
    panel = make.scatter(a_pile(make, many, make.colour()), size=20, columns=12, lines=9)
    return make.choose_text(panel, steps, (0,), [form.replace("{}", str(10 * t)) for t in tens])


@kind("estimate from ten", "choose-text", "estimate to the nearest ten", "estimation", "grade2", needs="picture")
def estimate_from_ten(make: Make) -> Problem:
    thing = make.concept()
    tens = make.rng.sample(range(2, 9), 4)
    many = 10 * tens[0] + make.rng.choice((-3, -2, -1, 1, 2, 3))
    form = make.form("about")
    steps = (S("all_of", (), ("icon",)), S("count", (0,)), S("nearest", (1,), (10,)), S("about", (2,), (form,)))
    panel = make.panel("rows", make.icons(thing, many), size=24, per_row=10, gap=8)
    return make.choose_text(panel, steps, (0,), [form.replace("{}", str(10 * t)) for t in tens], x=thing.noun)


@kind(
    "about so many", "choose-picture", "estimate", "estimation", "grade1 grade2", needs="question picture", by="counts"
)
def about_so_many(make: Make) -> Problem:
    while True:
        tens = make.rng.sample((1, 2, 3, 4, 5, 6, 7, 8), make.how_many_choices(3))
        if min(abs(a - b) for i, a in enumerate(tens) for b in tens[:i]) >= 2:
            break
    colour, panels = make.colour(), []
    for ten in tens:
        box = make.option()
        panels.append(
            make.scatter(
                a_pile(make, 10 * ten + make.rng.integer(-2, 2), colour, box), box, size=15, columns=11, lines=9
            )
        )
    steps = (S("all_of", (), ("option",)), S("nearest_to", (0,), ("count", 10 * tens[0])))
    return make.line_up(panels, steps, (1,), n=10 * tens[0])
