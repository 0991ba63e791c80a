"""Which tool, which is alive, where it is found."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.knowledge.concepts import concept

# What one wants to know or do, and the tool for it.
JOBS = {
    "hand length": "ruler", "book width": "ruler", "time before dinner": "alarm clock", "waking up": "alarm clock",
    "timing a race": "stopwatch", "running around the park": "stopwatch", "heat outside": "thermometer",
    "fever": "thermometer", "heavier apple": "balance scale", "heavier rock": "balance scale",
    "day of the week": "calendar", "days until the birthday": "calendar", "cornmeal": "spoon", "brown sugar": "spoon",
    "tiny bug": "magnifying glass", "moon and stars": "telescope", "north": "compass", "nail": "hammer",
    "paper": "pair of scissors", "board": "saw", "screw": "screwdriver", "high shelf": "ladder", "floor": "broom",
    "darkness": "flashlight", "water": "bucket", "rain": "umbrella", "locked door": "key",
}  # fmt: skip
TOOLS = tuple(dict.fromkeys(JOBS.values()))
# Tools that might do the same: never against one another.
ALIKE = (
    {"alarm clock", "stopwatch", "calendar"},
    {"balance scale", "spoon"},
    {"magnifying glass", "telescope"},
    {"saw", "pair of scissors"},
    {"bucket", "spoon"},
)


def jobs_apart(make: Make, count: int) -> list[str]:
    """Jobs for different tools, none of which might do another's: each is asked for as often as any other."""
    while True:
        tools = make.rng.sample(TOOLS, count)
        if not any(len(group & set(tools)) > 1 for group in ALIKE):
            return [make.rng.choice([job for job, tool in JOBS.items() if tool == one]) for one in tools]


@kind(
    "which tool",
    "choose-picture",
    "tool",
    "commonsense",
    "kindergarten grade1 grade2",
    needs="question picture",
    listed=True,
    weight=1.3,
)
def which_tool(make: Make) -> Problem:
    jobs = jobs_apart(make, make.how_many_choices(4))
    icons = [make.icon(concept(JOBS[job])) for job in jobs]
    steps = (S("all_of", (), ("icon",)), S("named", (0,), (JOBS[jobs[0]],)))
    return make.line_up([make.panel("plain", [i], size=84) for i in icons], steps, (1,), w=make.book.jobs[jobs[0]])


@kind(
    "tool for the job",
    "choose-text",
    "tool",
    "commonsense",
    "grade1 grade2",
    needs="picture",
    by="choices",
    listed=True,
)
def tool_for_the_job(make: Make) -> Problem:
    jobs = jobs_apart(make, 3)
    words = {JOBS[j]: make.book.jobs[j] for j in jobs}
    icon = make.icon(concept(JOBS[jobs[0]]))
    steps = (S("all_of", (), ("icon",)), S("fact", (0,), ("name",)), S("said", (1,), (words,)))
    return make.choose_text(
        make.panel("plain", [icon], size=make.rng.choice((90, 100, 110))), steps, (0,), list(words.values())
    )


ALIVE, NOT_ALIVE = ("animal", "plant"), ("clothing", "home", "school", "tool", "vehicle")
STILL = ("dragon", "unicorn", "dinosaur", "mammoth", "log", "bouquet", "maple leaf")  # no longer alive, or never


@kind(
    "which is alive",
    "choose-picture",
    "living things and other objects",
    "scene",
    "prek kindergarten",
    needs="question picture",
)
def which_is_alive(make: Make) -> Problem:
    # Two, one of each: of three, the one that is unlike the others would be right.
    alive, living = make.rng.coin(), [c for c in make.of_kind(*ALIVE) if c.name not in STILL]
    things = [make.rng.choice(living), make.rng.choice(make.of_kind(*NOT_ALIVE))]
    icons = [make.icon(c, alive=c.kind in ALIVE) for c in things]
    steps = (S("all_of", (), ("icon",)), S("having", (0,), ("alive", alive)))
    return make.line_up([make.panel("plain", [i], size=80) for i in icons], steps, (1,), w=make.either("alive", alive))


# Not the kitchen: a shrimp is of the sea, and a tool of the workshop, and both may be found there.
PLACES = ("farm", "sea", "sky", "school", "forest", "workshop", "wardrobe")


@kind(
    "where it is found",
    "choose-picture",
    "objects and where they are found",
    "scene",
    "kindergarten grade1",
    needs="question picture",
    listed=True,
)
def where_it_is_found(make: Make) -> Problem:
    places = make.rng.sample(PLACES, make.how_many_choices(4))
    things = []
    for place in places:
        rest = [p for p in places if p != place]
        fits = [
            c
            for c in make.of_kind("animal", "food", "tool", "school", "clothing", "place")
            if c.places == (place,) and not set(rest) & set(c.places)
        ]
        things.append(make.rng.choice(fits))
    icons = [make.icon(c) for c in things]
    steps = (S("all_of", (), ("icon",)), S("found_at", (0,), (places[0],)))
    return make.line_up(
        [make.panel("plain", [i], size=80) for i in icons], steps, (1,), w=make.word(f"found in {places[0]}")
    )
