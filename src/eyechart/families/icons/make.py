"""What a template is written with: things, panels, and the three ways to ask.

    @kind("count scattered", "fill-in", "count to ten", "counting", "prek kindergarten", needs="picture",
          en=("How many {x:many} are there?",), zh=("有多少{xm}{x}?",))
    def count_scattered(make: Make) -> Problem:
        animal = make.concept("animal")
        icons = make.icons(animal, make.rng.integer(1, 10))
        return make.fill_in(make.scatter(icons), (S("all_of", (), ("icon",)), S("count", (0,))), (0,), x=animal.noun)

A template draws its options first and then, by lot, which of them is asked for: so no option is likelier than another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from eyechart.core import Form, Need, Relation, Step, Template, Thing
from eyechart.drawing.icons import has_icon
from eyechart.families.icons.scene import GRADES, Asked, IconSettings, Language, Panel, Problem
from eyechart.families.icons.shapes import ANY_COLOUR, BRIGHT, COLOURS, SHAPES, SOLIDS
from eyechart.families.icons.skills import skills_of
from eyechart.knowledge.concepts import Concept, alike, of_kind, wrong_drawings
from eyechart.phrasing import YES_NO, Noun, wordings
from eyechart.seeding import Rng

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
    rivals: tuple[str, ...] = ()  # data in which problems differ that belong into one split, whatever the answer
    somebody: bool = False  # do its wordings name somebody, as {p}?


def kind(
    name: str,
    form: Form,
    topic: str,
    skills: str,
    grades: str,
    *,
    needs: str,
    en: tuple[str, ...],
    zh: tuple[str, ...],
    weight: float = 1.0,
    rivals: tuple[str, ...] = (),
) -> Callable[[Callable[[Make], Problem]], Kind]:
    """Declare a template. `skills`, `grades` and `needs` are words divided by spaces."""
    wanted = msgspec.convert(needs.split(), tuple[Need, ...])
    slots = [set(re.findall(r"\{(\w+)", text)) for text in (*en, *zh)]
    optional = sorted(set().union(*slots) - set.intersection(*slots))
    template = Template(name, wordings(en=en, zh=zh), wanted, form, tuple(optional))
    somebody = "p" in set().union(*slots)
    return lambda make: Kind(
        template, topic, tuple(skills.split()), tuple(grades.split()), make, weight, rivals, somebody
    )


class Make:
    """A problem in the making."""

    def __init__(self, rng: Rng, settings: IconSettings, language: Language, kind: Kind) -> None:
        self.rng, self.settings, self.language, self.kind = rng, settings, language, kind
        self.things: list[Thing] = []
        self.relations: list[Relation] = []
        self.zoom = round(rng.uniform(0.9, 1.1), 3)  # no two pages quite alike; the same for all choices of one
        self.look = rng.integer(0, LOOKS - 1)  # one for all that is drawn on the page
        self._numbers: dict[str, int] = {}

    # ---- things

    def add(self, prefix: str, name: str, kind: str = "", inside: str = "", **data: Any) -> str:
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

    def concept(self, *kinds: str) -> Concept:
        return self.rng.choice(of_kind(*(kinds or KINDS_OF_THINGS)))

    def concepts(self, count: int, *kinds: str) -> list[Concept]:
        """Different ones, none of which might be taken for another."""
        found: list[Concept] = []
        while len(found) < count:
            other = self.concept(*kinds)
            if not any(alike(one.name, other.name) for one in found):
                found.append(other)
        return found

    def drawing_of(self, concept: Concept) -> str:
        """One of the drawings of a concept in the packs in use."""
        named = [f"{pack}:{code}" for code in concept.emoji for pack in self.settings.packs]
        found = [icon for icon in named if icon not in wrong_drawings() and has_icon(icon)]
        return self.rng.choice(found) if found else f"twemoji:{concept.emoji[0]}"

    def icon(self, concept: Concept, drawing: str = "", inside: str = "", **data: Any) -> str:
        called = concept.noun.said(self.language)
        return self.add(
            "icon", concept.name, "icon", inside, icon=drawing or self.drawing_of(concept), called=called, **data
        )

    def icons(self, concept: Concept, count: int, inside: str = "", **data: Any) -> list[str]:
        drawing = self.drawing_of(concept)
        return [self.icon(concept, drawing, inside, **data) for _ in range(count)]

    def shape(self, name: str, colour: str = "", inside: str = "", **data: Any) -> str:
        called = SHAPES[name].noun.said(self.language)
        return self.add("shape", name, "shape", inside, colour=colour or self.colour(), called=called, **data)

    def solid(self, name: str, colour: str = "", **data: Any) -> str:
        called = SOLIDS[name].noun.said(self.language)
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

    def panel(self, layout: str, things: Sequence[str], id: str = "", **options: Any) -> Panel:
        for key in ("size", "unit"):
            if key in options:
                options[key] = round(options[key] * self.zoom, 1)
        return Panel(layout, tuple(things), options, id)

    def scatter(self, things: Sequence[str], id: str = "", **options: Any) -> Panel:
        return self.panel("scatter", things, id, seed=self.rng.bits(), **options)

    # ---- words

    def how_many_choices(self, most: int = 5) -> int:
        """So that guessing among the pictures is right 41.7 times in a hundred over the whole mix, as in the paper."""
        return min(most, self.rng.weighted((2, 3, 4, 5), (0.46, 0.2, 0.2, 0.14)))

    def word(self, key: str) -> str:
        return key if self.language == "en" else CHINESE[key]

    def somebody(self) -> str:
        return self.rng.choice(NAMES)[0 if self.language == "en" else 1]

    def table(self, *keys: str) -> dict[str, str]:
        return {key: self.word(key) for key in keys}

    def colour_noun(self, name: str) -> Noun:
        return Noun(name, zh=COLOURS[name][1])

    # ---- the ways to ask

    def fill_in(
        self, panels: Panel | Sequence[Panel], steps: Sequence[Step], evidence: Sequence[int], accept: str = "number",
        unit: str = "", framed: bool = False, **slots: str | int | Noun,
    ) -> Problem:  # fmt: skip
        return self._problem(panels, framed, (), steps, evidence, (), slots, accept, unit)

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
        evidence: Sequence[int], choices: Sequence[str], slots: dict[str, str | int | Noun], accept: str = "",
        unit: str = "",
    ) -> Problem:  # fmt: skip
        grade = self.rng.choice(self.kind.grades)
        words: dict[str, str | Noun] = {}
        for key, value in slots.items():
            words[key] = value if isinstance(value, Noun) else str(value)
            if isinstance(value, Noun):
                words[key + "m"] = value.measure  # 有多少{xm}{x}: Chinese counts with it
        if self.kind.somebody and "p" not in words:
            words["p"] = self.somebody()
        asked = Asked(
            self.kind.template.name, self.language, grade, words, tuple(steps), tuple(evidence),
            tuple(choices), len(pictures),
            accept, unit, GRADES.index(grade) / 4,
        )  # fmt: skip
        shown = (panels,) if isinstance(panels, Panel) else tuple(panels)
        return Problem(tuple(self.things), tuple(self.relations), shown, framed, tuple(pictures), asked)


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


# Who the small stories are about, in both languages.
NAMES = (
    ("Ken", "小康"), ("Dana", "丹丹"), ("Luther", "小路"), ("Grace", "小雅"), ("Pedro", "小佩"), ("Jill", "吉吉"),
    ("Lisa", "丽莎"), ("Nick", "小尼"), ("Anna", "安娜"), ("Ben", "小本"), ("Ryan", "小瑞"), ("Maya", "玛雅"),
    ("Omar", "小欧"), ("Lily", "莉莉"), ("Tom", "小汤"), ("Rosa", "罗莎"), ("Hugo", "小雨"), ("Ivy", "小薇"),
    ("Leo", "乐乐"), ("Zoe", "佐伊"), ("Amir", "阿米"), ("Beth", "贝贝"), ("Carl", "小卡"), ("Dora", "朵拉"),
    ("Eli", "小以"), ("Faye", "菲菲"), ("Gus", "小古"), ("Hana", "花花"), ("Ian", "小安"), ("June", "小君"),
    ("Kira", "琪拉"), ("Liam", "亮亮"), ("Mona", "梦娜"), ("Nora", "诺诺"), ("Otto", "小奥"), ("Pia", "皮娅"),
    ("Quinn", "小群"), ("Rita", "丽塔"), ("Sam", "小山"), ("Tess", "小苔"), ("Uma", "优优"), ("Vera", "薇拉"),
    ("Walt", "小沃"), ("Xena", "小夏"), ("Yuri", "小宇"), ("Zack", "小扎"), ("Nina", "妮娜"), ("Paul", "小宝"),
)  # fmt: skip
CHINESE = {
    "even": "偶数", "odd": "奇数", "certain": "一定", "probable": "很可能", "unlikely": "不太可能",
    "impossible": "不可能",
    "flip": "翻转", "turn": "旋转", "slide": "平移", "above": "上面", "below": "下面", "left": "左边", "right": "右边",
    "inside": "里面", "outside": "外面", "o'clock": "整", "quarter": "一刻", "half": "半", "A.M.": "上午",
    "P.M.": "下午",
    "inches": "英寸", "centimeters": "厘米", "more": "更多", "fewer": "更少", "halves": "二等分", "thirds": "三等分",
    "fourths": "四等分", "sixths": "六等分", "eighths": "八等分", "faces": "面", "edges": "棱", "vertices": "顶点",
    "sides": "边", "corners": "角", "yards": "码", "meters": "米", "feet": "英尺", "days": "天",
    **{name: chinese for name, (_, chinese) in COLOURS.items()},
}  # fmt: skip
