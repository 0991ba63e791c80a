"""How many: scattered, in ten frames, in rows, by colour and kind; more, fewer, enough; even and odd; first to tenth."""

from __future__ import annotations

from eyechart.families.icons.answers import ORDINALS
from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.shapes import COUNTED, SHAPES
from eyechart.knowledge.concepts import concept

COUNT = (S("all_of", (), ("icon",)), S("count", (0,)))
COUNT_SHAPES = (S("all_of", (), ("shape",)), S("count", (0,)))
# What children would share out one to each.
PAIRS = (
    ("bone", "dog"), ("carrot", "rabbit"), ("banana", "monkey"), ("wedge of cheese", "mouse"), ("key", "lock"),
    ("spoon", "bowl"), ("egg", "nest"), ("sunflower", "bee"), ("helmet", "bicycle"), ("pencil", "notebook"),
    ("fish", "penguin"), ("cupcake", "gift"), ("book", "backpack"), ("soccer ball", "dog"), ("ball of yarn", "cat"),
    ("fishing pole", "penguin"), ("carrot", "horse"), ("battery", "flashlight"), ("bar of soap", "bathtub"), ("candle", "birthday cake"),
)  # fmt: skip


def numbers_around(make: Make, low: int, high: int, count: int) -> tuple[int, list[int]]:
    """A number and its rivals: all drawn alike, then one taken, so that it is not always the middle one."""
    options = make.rng.sample(range(low, high + 1), count)
    return options[0], options


@kind("count scattered", "fill-in", "count to ten", "counting", "prek kindergarten", needs="picture",
      en=("How many {x:many} are there?", "Count the {x:many}. How many are there?"), zh=("有多少{xm}{x}?", "数一数,一共有几{xm}{x}?"))
def count_scattered(make: Make) -> Problem:
    thing = make.concept()
    return make.fill_in(make.scatter(make.icons(thing, make.rng.integer(1, 12))), COUNT, (0,), x=thing.noun)


@kind("count scattered, choices", "choose-text", "count to ten", "counting", "prek kindergarten grade1", needs="picture",
      en=("How many {x:many} are there?",), zh=("有多少{xm}{x}?", "一共有几{xm}{x}?"))
def count_scattered_choices(make: Make) -> Problem:
    thing = make.concept()
    number, options = numbers_around(make, 1, 10, 5)
    return make.choose_text(make.scatter(make.icons(thing, number)), COUNT, (0,), [str(n) for n in options], x=thing.noun)


@kind("count shapes, choices", "choose-text", "count shapes", "counting", "prek kindergarten", needs="picture",
      en=("How many shapes are there?", "Count the shapes. How many are there?"), zh=("有多少个图形?", "数一数,一共有几个图形?"))
def count_shapes_choices(make: Make) -> Problem:
    number, options = numbers_around(make, 1, 10, 5)
    name, colour = make.rng.choice(COUNTED), make.colour()
    shapes = [make.shape(name, colour) for _ in range(number)]
    panel = make.panel("rows", shapes, size=42, per_row=5)
    return make.choose_text(panel, COUNT_SHAPES, (0,), [str(n) for n in options])


@kind("count in a frame", "fill-in", "count on ten frames", "counting", "prek kindergarten", needs="picture",
      en=("How many {x:many} are on the frame?", "How many {x:many} are in the ten frame?"), zh=("格子里有多少{xm}{x}?",))
def count_in_frame(make: Make) -> Problem:
    number = make.rng.integer(1, 10)
    if make.rng.coin():
        name, colour = make.rng.choice(COUNTED), make.colour()
        shapes = [make.shape(name, colour) for _ in range(number)]
        return make.fill_in(make.panel("frame", shapes), COUNT_SHAPES, (0,), x=SHAPES[name].noun)
    thing = make.concept()
    return make.fill_in(make.panel("frame", make.icons(thing, number)), COUNT, (0,), x=thing.noun)


@kind("count in a frame, choices", "choose-text", "count on ten frames", "counting", "prek kindergarten", needs="picture",
      en=("How many {x:many} are on the frame?", "How many {x:many} are in the ten frame?"), zh=("格子里有多少{xm}{x}?",))
def count_in_frame_choices(make: Make) -> Problem:
    number, options = numbers_around(make, 1, 10, 5)
    name, colour = make.rng.choice(COUNTED), make.colour()
    shapes = [make.shape(name, colour) for _ in range(number)]
    return make.choose_text(make.panel("frame", shapes), COUNT_SHAPES, (0,), [str(n) for n in options], x=SHAPES[name].noun)


@kind("count by colour", "fill-in", "count shapes by color", "counting", "prek kindergarten grade1 grade2", needs="question picture",
      en=("How many shapes are {c}?",), zh=("有多少个图形是{c}的?", "{c}的图形有几个?"))
def count_by_colour(make: Make) -> Problem:
    colours = make.colours(2)
    shapes = [make.shape(make.rng.choice(COUNTED), colour) for colour in colours for _ in range(make.rng.integer(1, 6))]
    order = make.rng.shuffled(shapes)
    steps = (S("all_of", (), ("shape",)), S("only", (0,), ("colour", colours[0])), S("count", (1,)))
    return make.fill_in(make.panel("rows", order, size=44, per_row=6), steps, (1,), c=make.word(colours[0]))


@kind("count shapes of a kind", "fill-in", "count triangles, squares and other shapes", "geometry counting",
      "prek kindergarten grade1", needs="question picture",
      en=("How many {x:many} are there?", "Count the {x:many}. How many are there?"), zh=("有多少个{x}?", "{x}有几个?"))
def count_shapes_of_kind(make: Make) -> Problem:
    one, other = make.rng.sample(("circle", "triangle", "hexagon", "star", "heart", "square"), 2)
    shapes = [make.shape(name) for name in (one, other) for _ in range(make.rng.integer(1, 6))]
    steps = (S("all_of", (), ("shape",)), S("named", (0,), (one,)), S("count", (1,)))
    return make.fill_in(make.scatter(make.rng.shuffled(shapes), size=44), steps, (1,), x=SHAPES[one].noun)


@kind("count a kind of thing", "fill-in", "count objects", "counting scene", "kindergarten grade1", needs="question picture",
      en=("How many {x:many} are there?", "How many of these are {x:many}?"), zh=("图中有多少{xm}{x}?",))
def count_kind_of_thing(make: Make) -> Problem:
    one, other = make.concepts(2)
    icons = make.icons(one, make.rng.integer(1, 7)) + make.icons(other, make.rng.integer(1, 7))
    steps = (S("all_of", (), ("icon",)), S("named", (0,), (one.name,)), S("count", (1,)))
    return make.fill_in(make.scatter(make.rng.shuffled(icons)), steps, (1,), x=one.noun)


@kind("group of so many", "choose-picture", "count a group", "counting", "prek kindergarten", needs="question choices",
      en=("Which group has {x:{n}}?",), zh=("哪一组有{x:{n}}?",))
def group_of(make: Make) -> Problem:
    thing, panels = make.concept(), []
    number, options = numbers_around(make, 1, 10, make.how_many_choices(4))
    drawing = make.drawing_of(thing)
    for many in options:
        box = make.option()
        panels.append(make.scatter([make.icon(thing, drawing, box) for _ in range(many)], box, size=36, columns=4, lines=3))
    steps = (S("all_of", (), ("option",)), S("having", (0,), ("count", number)))
    return make.line_up(panels, steps, (1,), x=thing.noun, n=number)


@kind("group of so many shapes", "choose-picture", "count triangles and squares in a group", "geometry counting",
      "prek kindergarten", needs="question choices", en=("Which group has {x:{n}}?",), zh=("哪一组有{x:{n}}?",))
def group_of_shapes(make: Make) -> Problem:
    name, colour, panels = make.rng.choice(COUNTED), make.colour(), []
    number, options = numbers_around(make, 1, 10, make.how_many_choices(4))
    for many in options:
        box = make.option()
        panels.append(make.panel("rows", [make.shape(name, colour, box) for _ in range(many)], box, size=34, per_row=4))
    steps = (S("all_of", (), ("option",)), S("having", (0,), ("count", number)))
    return make.line_up(panels, steps, (1,), x=SHAPES[name].noun, n=number)


@kind("group with more", "choose-picture", "more and fewer", "counting comparing", "prek kindergarten", needs="question choices",
      en=("Which group has {w}?", "Which group has {w} {x:many}?"), zh=("哪一组的{x}{w}?",))
def group_with_more(make: Make) -> Problem:
    thing, panels = make.concept(), []
    drawing, more = make.drawing_of(thing), make.rng.coin()
    for many in make.rng.sample(range(1, 9), 2):
        box = make.option()
        panels.append(make.scatter([make.icon(thing, drawing, box) for _ in range(many)], box, size=40, columns=4, lines=2))
    steps = (S("all_of", (), ("option",)), S("most" if more else "least", (0,), ("count",)))
    return make.line_up(panels, steps, (1,), x=thing.noun, w=make.word("more" if more else "fewer"))


def two_rows(make: Make, one: str, other: str, many: int, few: int) -> tuple[list[str], tuple[S, ...]]:
    """Icons of two concepts, and the steps that find and count each: 1 and 3 are the numbers, 0 and 2 the icons."""
    icons = make.icons(concept(one), many, row=0) + make.icons(concept(other), few, row=1)
    steps = (
        S("all_of", (), ("icon",)), S("named", (0,), (one,)), S("count", (1,)), S("named", (0,), (other,)), S("count", (3,)),
    )  # fmt: skip
    return icons, steps


def close_numbers(make: Make, same: float = 0.0) -> tuple[int, int]:
    """Two numbers up to 8 that do not differ by much; the first is as often the larger as the smaller."""
    one = make.rng.integer(2, 8)
    if make.rng.coin(same):
        return one, one
    other = make.rng.choice([n for n in range(1, 9) if n != one and abs(n - one) <= 3])
    return (one, other) if make.rng.coin() else (other, one)


@kind("fewer than", "choose-text", "fewer", "counting comparing", "prek kindergarten", needs="picture",
      en=("Are there fewer {x:many} than {y:many}?",), zh=("{x}比{y}少吗?",))
def fewer_than(make: Make) -> Problem:
    one, other = make.concepts(2)
    few, many = close_numbers(make)
    icons, steps = two_rows(make, one.name, other.name, few, many)
    return make.yes_no(make.panel("shelves", icons), (*steps, S("more", (4, 2))), (1, 3), x=one.noun, y=other.noun)


@kind("more than", "choose-text", "more", "counting comparing", "prek kindergarten", needs="picture",
      en=("Are there more {x:many} than {y:many}?",), zh=("{x}比{y}多吗?",))
def more_than(make: Make) -> Problem:
    one, other = make.concepts(2)
    many, few = close_numbers(make)
    icons, steps = two_rows(make, one.name, other.name, many, few)
    return make.yes_no(make.panel("shelves", icons), (*steps, S("more", (2, 4))), (1, 3), x=one.noun, y=other.noun)


@kind("enough", "choose-text", "enough", "counting comparing", "prek kindergarten", needs="picture",
      en=("Are there enough {x:many} for every {y}?",), zh=("每{ym}{y}都能分到一{xm}{x}吗?",))
def enough(make: Make) -> Problem:
    x, y = PAIRS[make.rng.integer(0, len(PAIRS) - 1)] if make.rng.coin(0.4) else [c.name for c in make.concepts(2)]
    if make.rng.coin():
        need = make.rng.integer(1, 7)
        have = need + make.rng.integer(0, min(2, 8 - need))
    else:
        need = make.rng.integer(2, 8)
        have = need - make.rng.integer(1, min(3, need - 1))
    icons, steps = two_rows(make, x, y, have, need)
    return make.yes_no(
        make.panel("shelves", icons), (*steps, S("at_least", (2, 4))), (1, 3), x=concept(x).noun, y=concept(y).noun
    )


@kind("which are more", "choose-text", "more and fewer", "counting comparing", "kindergarten grade1", needs="question picture",
      en=("Are there {w} {x:many} or {w} {y:many}?",), zh=("{x}和{y},哪一种{w}?",))
def which_are_more(make: Make) -> Problem:
    one, other = make.concepts(2)
    icons, _ = two_rows(make, one.name, other.name, *close_numbers(make))
    more = make.rng.coin()
    steps = (
        S("all_of", (), ("icon",)), S("named", (0,), (one.name,)), S("count", (1,)), S("named", (0,), (other.name,)), S("count", (3,)),
        S("more", (2, 4) if more else (4, 2)),
        S("said", (5,), ({"True": one.noun.said(make.language, "many"), "False": other.noun.said(make.language, "many")},)),
    )  # fmt: skip
    return make.choose_text(
        make.scatter(make.rng.shuffled(icons), size=44), steps, (1, 3), [c.noun.said(make.language, "many") for c in (one, other)],
        x=one.noun, y=other.noun, w=make.word("more" if more else "fewer"),
    )  # fmt: skip


@kind("even or odd", "choose-text", "even or odd", "counting algebra", "grade1 grade2", needs="picture",
      en=("Is the number of {x:many} even or odd?",), zh=("{x}的数量是奇数还是偶数?",))
def even_or_odd(make: Make) -> Problem:
    number = make.rng.integer(1, 20)
    steps = (S("count", (0,)), S("parity", (1,)), S("said", (2,), (make.table("even", "odd"),)))
    words = [make.word("even"), make.word("odd")]
    if make.rng.coin():
        name, colour = make.rng.choice(COUNTED), make.colour()
        panel = make.panel("rows", [make.shape(name, colour) for _ in range(number)], size=40, per_row=make.rng.integer(4, 6))
        return make.choose_text(panel, (S("all_of", (), ("shape",)), *steps), (0,), words, x=SHAPES[name].noun)
    thing = make.concept()
    panel = make.panel("rows", make.icons(thing, number), size=44, per_row=make.rng.integer(4, 6))
    return make.choose_text(panel, (S("all_of", (), ("icon",)), *steps), (0,), words, x=thing.noun)


@kind("ordinal", "choose-text", "ordinal number", "counting pattern", "kindergarten grade1 grade2", needs="question picture",
      en=("The first picture is {x:a}. Which picture is {nth}?",), zh=("第一张图是{x}。第{n}张图是什么?",))
def ordinal(make: Make) -> Problem:
    kinds = make.concepts(3)
    length = make.rng.integer(5, 10)
    order = [make.rng.choice(kinds) for _ in range(length)]
    drawings = {c.name: make.drawing_of(c) for c in kinds}
    place = make.rng.integer(2, length)
    icons = [make.icon(c, drawings[c.name]) for c in order]
    steps = (S("all_of", (), ("icon",)), S("at", (0,), (place,)), S("called", (1,)))
    choices = [c.noun.said(make.language) for c in kinds]
    return make.choose_text(
        make.panel("row", icons, size=46, gap=12), steps, (1,), choices, x=order[0].noun, n=place, nth=ORDINALS[place]
    )


@kind("one more", "choose-picture", "one more and one less", "counting comparing", "kindergarten grade1",
      needs="question picture choices",
      en=("Count the {x:many} in this group. Which group has one {w} than the group you counted?",
          "Count the {x:many}. Which group has one {w}?"), zh=("数一数这组{x}。哪一组比它{w}一{xm}?",))
def one_more(make: Make) -> Problem:
    thing, number, more = make.concept(), make.rng.integer(2, 8), make.rng.coin()
    drawing = make.drawing_of(thing)
    counted, panels = [make.icon(thing, drawing) for _ in range(number)], []
    for many in (number - 1, number + 1):
        box = make.option()
        panels.append(make.scatter([make.icon(thing, drawing, box) for _ in range(many)], box, size=36, columns=4, lines=3))
    steps = (
        S("all_of", (), ("icon",)), S("all_of", (), ("option",)), S("within", (1,)), S("without", (0, 2)), S("count", (3,)),
        S("number", (), (1 if more else -1,)), S("plus", (4, 5)), S("matching", (1, 6), ("count",)),
    )  # fmt: skip
    words = {"en": ("more", "fewer"), "zh": ("多", "少")}[make.language]
    return make.choose_picture(make.scatter(counted, size=44), panels, steps, (3,), x=thing.noun, w=words[0 if more else 1])


@kind("bottom row", "fill-in", "count rows, top and bottom", "counting spatial", "kindergarten", needs="question picture",
      en=("There {be} {x:{n}} in the top row. How many {x:many} are in the bottom row?",
          "The top row has {x:{n}}. How many {x:many} are in the bottom row?"), zh=("上面一行有{x:{n}}。下面一行有多少{xm}{x}?",))
def bottom_row(make: Make) -> Problem:
    thing, top, bottom = make.concept(), make.rng.integer(1, 9), make.rng.integer(1, 9)
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, row=row) for row, many in ((0, top), (1, bottom)) for _ in range(many)]
    steps = (S("all_of", (), ("icon",)), S("having", (0,), ("row", 1)), S("count", (1,)))
    return make.fill_in(make.panel("shelves", icons), steps, (1,), x=thing.noun, n=top, be="is" if top == 1 else "are")


@kind("bottom frame", "fill-in", "count ten frames, top and bottom", "counting spatial", "kindergarten", needs="question picture",
      en=("There {be} {x:{n}} in the top ten frame. How many {x:many} are in the bottom ten frame?",),
      zh=("上面的十格阵里有{x:{n}}。下面的十格阵里有多少{xm}{x}?",))
def bottom_frame(make: Make) -> Problem:
    thing, top, bottom = make.concept(), make.rng.integer(1, 10), make.rng.integer(1, 10)
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, frame=frame) for frame, many in ((0, top), (1, bottom)) for _ in range(many)]
    steps = (S("all_of", (), ("icon",)), S("having", (0,), ("frame", 1)), S("count", (1,)))
    panel = make.panel("frame", icons, frames=2, size=36)
    return make.fill_in(panel, steps, (1,), x=thing.noun, n=top, be="is" if top == 1 else "are")


@kind("count in a row", "fill-in", "count rows, top, middle and bottom", "counting spatial", "kindergarten", needs="question picture",
      en=("How many {x:many} are in the {w} row?",), zh=("{w}一行有多少{xm}{x}?",))
def count_in_row(make: Make) -> Problem:
    thing, row = make.concept(), make.rng.integer(0, 2)
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, row=r) for r in range(3) for _ in range(make.rng.integer(1, 8))]
    steps = (S("all_of", (), ("icon",)), S("having", (0,), ("row", row)), S("count", (1,)))
    word = {"en": ("top", "middle", "bottom"), "zh": ("最上面", "中间", "最下面")}[make.language][row]
    return make.fill_in(make.panel("shelves", icons, size=42), steps, (1,), x=thing.noun, w=word)


@kind("tally shows", "choose-picture", "tally", "counting algebra", "grade1 grade2", needs="question choices",
      en=("Which tally shows the number {n}?", "Which tally chart shows {n}?"), zh=("哪一组画线计数表示{n}?",))
def tally_shows(make: Make) -> Problem:
    number, options = numbers_around(make, 3, 18, make.how_many_choices(4))
    panels = [make.panel("plain", [make.add("tally", "tally marks", "tally", value=n)], size=46) for n in options]
    return make.line_up(panels, (S("all_of", (), ("tally",)), S("having", (0,), ("value", number))), (1,), n=number)


@kind("read a tally", "fill-in", "tally", "counting algebra", "grade1 grade2", needs="question picture",
      en=("The tally chart shows how many {x:many} and {y:many} were seen. How many {x:many} were seen?",),
      zh=("画线计数表记录了看到的{x}和{y}。看到了多少{xm}{x}?",))
def read_tally(make: Make) -> Problem:
    one, other = make.concepts(2, "animal")
    marks = [make.add("tally", c.name, "tally", value=make.rng.integer(1, 15), caption=make.drawing_of(c)) for c in (one, other)]
    steps = (S("all_of", (), ("tally",)), S("named", (0,), (one.name,)), S("fact", (1,), ("value",)))
    panel = make.panel("captioned", make.rng.shuffled(marks), size=44, gap=44)
    return make.fill_in(panel, steps, (1,), x=one.noun, y=other.noun)


@kind("frame shows", "choose-picture", "represent numbers on ten frames", "counting", "prek kindergarten", needs="question choices",
      en=("Which ten frame shows {n}?", "Select the frame that shows {n}."), zh=("哪个十格阵表示{n}?",))
def frame_shows(make: Make) -> Problem:
    number, options = numbers_around(make, 1, 10, make.how_many_choices(4))
    name, colour, panels = make.rng.choice(COUNTED), make.colour(), []
    for many in options:
        box = make.option()
        panels.append(make.panel("frame", [make.shape(name, colour, box) for _ in range(many)], box, size=22))
    return make.line_up(panels, (S("all_of", (), ("option",)), S("having", (0,), ("count", number))), (1,), n=number)


@kind("fill the frame", "fill-in", "count to fill a ten frame", "counting algebra", "kindergarten grade1", needs="picture",
      en=("How many more {x:many} do you need to fill the ten frame?", "The frame holds ten {x:many}. How many are missing?"),
      zh=("十格阵里还要放多少{xm}{x}才能放满?",))
def fill_the_frame(make: Make) -> Problem:
    thing = make.concept()
    icons = make.icons(thing, make.rng.integer(1, 9))
    steps = (S("number", (), (10,)), S("all_of", (), ("icon",)), S("count", (1,)), S("minus", (0, 2)))
    return make.fill_in(make.panel("frame", icons, size=40), steps, (1,), x=thing.noun)


@kind("same number", "choose-picture", "compare a group with a group", "counting comparing", "kindergarten", needs="picture choices",
      en=("Which group has the same number of {y:many} as there are {x:many} here?", "Which group has as many {y:many} as there are {x:many}?"),
      zh=("哪一组{y}和这里的{x}一样多?",))
def same_number(make: Make) -> Problem:
    one, other = make.concepts(2)
    number, options = numbers_around(make, 1, 8, make.how_many_choices(3))
    counted, drawing, panels = make.icons(one, number), make.drawing_of(other), []
    for many in options:
        box = make.option()
        panels.append(make.scatter([make.icon(other, drawing, box) for _ in range(many)], box, size=36, columns=4, lines=2))
    steps = (
        S("all_of", (), ("icon",)), S("named", (0,), (one.name,)), S("count", (1,)), S("all_of", (), ("option",)),
        S("matching", (3, 2), ("count",)),
    )  # fmt: skip
    return make.choose_picture(make.panel("rows", counted, size=44, per_row=4), panels, steps, (1,), x=one.noun, y=other.noun)
