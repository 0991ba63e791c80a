"""What a template is written with: things, panels, and the three ways to ask.

    @kind("count scattered", "fill-in", "count to ten", "counting", "prek kindergarten", needs="picture")
    def count_scattered(make: Make) -> Problem:
        animal = make.concept("animal")
        icons = make.icons(animal, make.rng.integer(1, 10))
        return make.fill_in(make.scatter(icons), (S("all_of", (), ("icon",)), S("count", (0,))), (0,), x=animal.noun)

and in each of `languages/en.toml`, `languages/zh.toml`, under [templates], how it is asked:

    "count scattered" = ["How many {x:many} are there?", "Count the {x:many}. How many are there?"]
    "count scattered" = ["有多少{xm}{x}?", "数一数,一共有几{xm}{x}?"]

A template draws its options first and then, by lot, which of them is asked for: so no option is likelier than another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from eyechart.core import Form, Need, Program, Relation, Step, Template, Thing
from eyechart.drawing.icons import has_icon
from eyechart.errors import EyechartError
from eyechart.families.icons.functions import FUNCTIONS
from eyechart.families.icons.scene import GRADES, Asked, IconSettings, Panel, Problem
from eyechart.families.icons.shapes import ANY_COLOUR, BRIGHT
from eyechart.families.icons.skills import skills_of
from eyechart.families.icons.spelling import spelling
from eyechart.families.icons.substance import NAMES
from eyechart.families.icons.words import BOOKS, NOUNS, WORDS, found
from eyechart.knowledge.concepts import Concept, alike, of_kind, wrong_drawings
from eyechart.phrasing import YES_NO, Noun
from eyechart.program import fitting
from eyechart.seeding import Rng
from eyechart.text.wordbook import wordings_of

S = Step
LETTERS = "ABCDE"
LOOKS = 18  # ways in which clocks, solids and the like are drawn
KINDS_OF_THINGS = ("animal", "clothing", "food", "home", "place", "plant", "school", "tool", "toy", "vehicle")


class Kind(Struct, frozen=True):
    """A template with how it is made, its topic and its grades. Its skills follow from the topic."""

    template: Template
    topic: str
    skills: tuple[str, ...]
    grades: tuple[str, ...]
    make: Callable[[Make], Problem]
    weight: float = 1.0  # against the others of its answer form with as many skills
    by: tuple[str, ...] = (NAMES,)  # what its problems are divided into splits by: see substance.py
    listed: bool = False  # do its icons come from a list too short to be divided?
    somebody: bool = False  # do its wordings name somebody, as {p}?
    unit: str | None = None  # what a number that fills its blank counts


def kind(
    name: str,
    form: Form,
    topic: str,
    skills: str,
    grades: str,
    *,
    needs: str,
    weight: float = 1.0,
    by: str = NAMES,
    listed: bool = False,
    unit: str | None = None,
) -> Callable[[Callable[[Make], Problem]], Kind]:
    """Declare a template, whose wordings are in the language files. `skills`, `grades` and `needs` are words divided by
    spaces, `by` by commas."""
    wanted = msgspec.convert(needs.split(), tuple[Need, ...])
    words = wordings_of(BOOKS, name)
    slots = [set(re.findall(r"\{(\w+)", text)) for language in BOOKS for text in words.options(language, "")]
    optional = sorted(set().union(*slots) - set.intersection(*slots))
    template = Template(name, words, wanted, form, tuple(optional))
    somebody = "p" in set().union(*slots)
    return lambda make: Kind(
        template, topic, tuple(skills.split()), tuple(grades.split()), make, weight, tuple(by.split(", ")), listed,
        somebody, unit,
    )  # fmt: skip


class Make:
    """A problem in the making."""

    def __init__(
        self, rng: Rng, settings: IconSettings, language: str, kind: Kind, known: Callable[[str], bool] | None = None
    ) -> None:
        """`known` says of which concepts icons may be shown; of all, if it is not given."""
        self.rng, self.settings, self.language, self.kind, self.known = rng, settings, language, kind, known
        self.book, self.spelling = BOOKS[language], spelling(language)
        self.things: list[Thing] = []
        self.relations: list[Relation] = []
        self.zoom = round(rng.uniform(0.9, 1.1), 3)  # no two pages quite alike; the same for all choices of one
        self.look = rng.integer(0, LOOKS - 1)  # one for all that is drawn on the page
        self._numbers: dict[str, int] = {}

    # ---- things

    def add(self, prefix: str, name: str, kind: str | None = None, inside: str | None = None, **data: Any) -> str:
        """A thing with a fresh id. Texts become attributes, the rest data."""
        number = self._numbers.get(prefix, 0)
        self._numbers[prefix] = number + 1
        attributes = {"kind": kind} if kind else {}
        attributes |= {key.replace("_", " "): value for key, value in data.items() if isinstance(value, str)}
        kept = {key.replace("_", " "): value for key, value in data.items() if not isinstance(value, str)}
        if inside:
            kept["in"] = inside
        self.things.append(Thing(f"{prefix}:{number}", name, attributes, kept))
        return f"{prefix}:{number}"

    def of_kind(self, *kinds: str) -> Sequence[Concept]:
        """The concepts of some kinds that may be shown."""
        return self.shown(of_kind(*(kinds or KINDS_OF_THINGS)))

    def shown(self, concepts: Sequence[Concept]) -> Sequence[Concept]:
        return concepts if self.known is None else [c for c in concepts if self.known(c.name)]

    def concept(self, *kinds: str) -> Concept:
        return self.rng.choice(self.of_kind(*kinds))

    def concepts(self, count: int, *kinds: str) -> list[Concept]:
        """Different ones, none of which might be taken for another."""
        found: list[Concept] = []
        while len(found) < count:
            other = self.concept(*kinds)
            if not any(alike(one.name, other.name) for one in found):
                found.append(other)
        return self.rng.shuffled(found)  # who has many look-alikes comes sooner: the order must not tell

    def drawing_of(self, concept: Concept) -> str:
        """One of the drawings of a concept in the packs in use."""
        named = [f"{pack}:{code}" for code in concept.emoji for pack in self.settings.packs]
        found = [icon for icon in named if icon not in wrong_drawings() and has_icon(icon)]
        return self.rng.choice(found) if found else f"twemoji:{concept.emoji[0]}"

    def icon(self, concept: Concept, drawing: str | None = None, inside: str | None = None, **data: Any) -> str:
        called = concept.noun.said(self.language)
        return self.add(
            "icon", concept.name, "icon", inside, icon=drawing or self.drawing_of(concept), called=called, **data
        )

    def icons(self, concept: Concept, count: int, inside: str | None = None, **data: Any) -> list[str]:
        drawing = self.drawing_of(concept)
        return [self.icon(concept, drawing, inside, **data) for _ in range(count)]

    def shape(self, name: str, colour: str | None = None, inside: str | None = None, **data: Any) -> str:
        called = self.noun(name).said(self.language)
        return self.add("shape", name, "shape", inside, colour=colour or self.colour(), called=called, **data)

    def solid(self, name: str, colour: str | None = None, **data: Any) -> str:
        called = self.noun(name).said(self.language)
        return self.add("solid", name, "solid", colour=colour or self.colour(), called=called, look=self.look, **data)

    def option(self, name: str = "option", **data: Any) -> str:
        """A box that things can lie in and that can be chosen."""
        return self.add("option", name, **data)

    def colour(self, but: Sequence[str] = ()) -> str:
        return self.rng.choice([name for name in ANY_COLOUR if name not in but])

    def colours(self, count: int) -> list[str]:
        return self.rng.sample(BRIGHT, count)

    def relate(self, subject: str, name: str, object: str) -> None:
        self.relations.append(Relation(subject, name, object))

    # ---- panels

    def panel(self, layout: str, things: Sequence[str], id: str | None = None, **options: Any) -> Panel:
        for key in ("size", "unit"):
            if key in options:
                options[key] = round(options[key] * self.zoom, 1)
        return Panel(layout, tuple(things), options, id)

    def scatter(self, things: Sequence[str], id: str | None = None, **options: Any) -> Panel:
        return self.panel("scatter", things, id, seed=self.rng.bits(), **options)

    # ---- words

    def how_many_choices(self, most: int = 5) -> int:
        """So that guessing among the pictures is right 41.7 times in a hundred over the whole mix, as in the paper."""
        return min(most, self.rng.weighted((2, 3, 4, 5), (0.46, 0.2, 0.2, 0.14)))

    def word(self, key: str) -> str:
        return found("word", key, WORDS[self.language])

    def noun(self, key: str) -> Noun:
        return found("noun", key, NOUNS)

    def either(self, key: str, more: bool) -> str:
        """The word for the more of something, or for the less of it."""
        return found("pair", key, self.book.pairs)[0 if more else 1]

    def series(self, key: str) -> tuple[str, ...]:
        return found("series", key, self.book.series)

    def rank(self, key: str, count: int) -> tuple[int, str]:
        """A place among so many, any as likely as another, and the word for it. A series ends with the word for the last."""
        place, words = self.rng.integer(1, count), self.series(key)
        return place, words[place - 1] if place < count else words[-1]

    def form(self, key: str) -> str:
        """A phrase with a hole."""
        return found("form", key, self.book.forms)

    def table(self, *keys: str) -> dict[str, str]:
        return {key: self.word(key) for key in keys}

    def say_name(self, words: dict[str, str]) -> tuple[Step, Step]:
        """Steps that say what the first step found by one of these words: the choices, by what they name."""
        return S("fact", (0,), ("name",)), S("said", (1,), (words,))

    def somebody(self) -> str:
        return self.rng.choice(self.book.names)

    # ---- the ways to ask

    def fill_in(
        self, panels: Panel | Sequence[Panel], steps: Sequence[Step], evidence: Sequence[int], accept: str = "number",
        framed: bool = False, **slots: str | int | Noun,
    ) -> Problem:  # fmt: skip
        return self._problem(panels, framed, (), steps, evidence, (), slots, accept)

    def choose_text(
        self, panels: Panel | Sequence[Panel], steps: Sequence[Step], evidence: Sequence[int], choices: Sequence[str],
        framed: bool = False, **slots: str | int | Noun,
    ) -> Problem:  # fmt: skip
        return self._problem(panels, framed, (), steps, evidence, self.rng.shuffled(choices), slots)

    def yes_no(
        self,
        panels: Panel | Sequence[Panel],
        steps: Sequence[Step],
        evidence: Sequence[int],
        framed: bool = False,
        **slots: str | int | Noun,
    ) -> Problem:
        return self._problem(panels, framed, (), steps, evidence, self.rng.shuffled(YES_NO[self.language]), slots)

    def line_up(
        self, options: Sequence[Panel], steps: Sequence[Step], evidence: Sequence[int], **slots: str | int | Noun
    ) -> Problem:
        """The diagram shows the choices themselves, in an order of its own. `letter` is added as the last step."""
        return self._choose_picture(self.rng.shuffled(options), True, options, steps, evidence, slots)

    def choose_picture(
        self,
        panels: Panel | Sequence[Panel],
        options: Sequence[Panel],
        steps: Sequence[Step],
        evidence: Sequence[int],
        framed: bool = False,
        **slots: str | int | Noun,
    ) -> Problem:
        return self._choose_picture(panels, framed, options, steps, evidence, slots)

    def _choose_picture(
        self,
        panels: Panel | Sequence[Panel],
        framed: bool,
        options: Sequence[Panel],
        steps: Sequence[Step],
        evidence: Sequence[int],
        slots: dict[str, str | int | Noun],
    ) -> Problem:
        choices = self.rng.shuffled(options)
        for letter, panel in zip(LETTERS, choices, strict=False):
            self.things.append(Thing(f"choice:{letter}", letter, {}, {"shows": panel.id or panel.things[0]}))
        done = (*steps, S("letter", (len(steps) - 1,)))
        return self._problem(panels, framed, choices, done, evidence, list(LETTERS[: len(choices)]), slots)

    def _problem(
        self, panels: Panel | Sequence[Panel], framed: bool, pictures: Sequence[Panel], steps: Sequence[Step],
        evidence: Sequence[int], choices: Sequence[str], slots: dict[str, str | int | Noun],
        accept: str | None = None,
    ) -> Problem:  # fmt: skip
        grade = self.rng.choice(self.kind.grades)
        words: dict[str, str | Noun] = {}
        for key, value in slots.items():
            words[key] = value if isinstance(value, Noun) else str(value)
            if isinstance(value, Noun):
                words[key + "m"] = value.said(self.language, "measure")  # 有多少{xm}{x}: Chinese counts with it
        if self.kind.somebody and "p" not in words:
            words["p"] = self.somebody()
        asked = Asked(
            self.kind.template.name, self.language, grade, words, self._program(steps, evidence), tuple(choices),
            len(pictures), accept, GRADES.index(grade) / 4,
        )  # fmt: skip
        shown = (panels,) if isinstance(panels, Panel) else tuple(panels)
        return Problem(tuple(self.things), tuple(self.relations), shown, framed, tuple(pictures), asked)

    def _program(self, steps: Sequence[Step], evidence: Sequence[int]) -> Program:
        try:
            return fitting(Program(tuple(steps), tuple(evidence)), FUNCTIONS)
        except EyechartError as error:
            raise EyechartError(f"Template '{self.kind.template.name}': {error}") from error


def declared(module: dict[str, Any]) -> list[Kind]:
    """The templates of a module, in the order they are written in."""
    found = [value for value in module.values() if isinstance(value, Kind)]
    for made in found:
        if made.skills != skills_of(made.topic):
            raise ValueError(
                f"{made.template.name}: declared {made.skills}, "
                f"but Table 9 finds {skills_of(made.topic)} in '{made.topic}'."
            )
    return found
