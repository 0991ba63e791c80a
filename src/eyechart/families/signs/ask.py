"""Choose what to ask: a role, an entry by lot, and a reference that singles it out; the program does the rest.

The entry is drawn evenly, so that no place in the row holds the answer more often than another; the reference must then fit
it. Amounts and colours are drawn without regard to place, so a comparison says nothing about place either.
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, hypot
from typing import cast

from msgspec import Struct

from eyechart.core import Ask, Drawing, Shape, Step, Template
from eyechart.families.signs.lexicon import COLOURS, CONCEPTS, ORDINALS, ORDINALS_ZH
from eyechart.families.signs.sample import ink_height
from eyechart.families.signs.scene import Kind, SignSettings
from eyechart.families.signs.templates import ON_ENTRIES, ON_PLACE, REFERENCES, SECOND_THING, How, Reasoning
from eyechart.families.signs.world import World, least, most
from eyechart.program import program
from eyechart.seeding import Rng
from eyechart.segment import has_chinese, length_of

# How often each kind of reference is tried; those that do not fit the entry drawn are passed over.
WEIGHTS: dict[Reasoning, float] = {
    "text": 28, "neighbour": 20, "compare": 24, "compare, neighbour": 10, "between": 6, "colour": 8, "number": 8,
}  # fmt: skip
HEADING = 0.06  # of the questions after the first are about a text of the whole place
MONEY = ("price", "ticket")
TRIES = 60


class Pick(Struct, frozen=True):
    """Steps that lead to one entry, the kind of reference, and how it is said in the question's language."""

    steps: tuple[Step, ...]
    reasoning: Reasoning
    said: str = ""


def ask(world: World, drawing: Drawing, rng: Rng, settings: SignSettings) -> list[Ask]:
    """The first question's role goes by turns, so that every template is asked equally soon; the others are chance."""
    kind = cast(Kind, world.kind)
    roles, headings = list(ON_ENTRIES[kind]), list(ON_PLACE[kind])
    first = (*roles, *roles, *headings)[world.things["place"].data["turn"] % (2 * len(roles) + len(headings))]
    wanted, asks, used = rng.integer(*settings.questions), list[Ask](), set[str]()
    for _ in range(TRIES):
        if len(asks) == wanted:
            break
        role = first if not asks else rng.choice(headings if headings and rng.coin(HEADING) else roles)
        entry = rng.choice(world.entries)
        target = world.on["place" if role in headings else entry][role]
        pick = Pick((), "heading") if role in headings else _pick(world, entry, role, rng)
        if pick is not None and target not in used:
            used.add(target)
            template = (ON_PLACE if role in headings else ON_ENTRIES)[kind][role]
            asks.append(_ask(world, drawing, template, role, target, pick))
    return asks


def _ask(world: World, drawing: Drawing, template: Template, role: str, target: str, pick: Pick) -> Ask:
    place, words = world.things["place"], world.things[target].name
    language, last = place.attributes["asked in"], len(pick.steps)
    to_text = Step("text", (last - 1,), (role,)) if pick.steps else Step("heading", (), (role,))
    return Ask(
        template=template,
        program=program(*pick.steps, to_text, Step("read", (last,)), evidence=(last,)),
        slots={"it": pick.said} if pick.said else {},
        language=language,
        difficulty=difficulty(drawing.where[target][0], place.data["blur"], len(drawing.where)),
        facets={
            "kind": world.kind,
            "role": role,
            "script": place.attributes["script"],
            "reasoning": pick.reasoning,
            "second thing": "yes" if pick.reasoning in SECOND_THING else "no",
            "length": length_of(words),
            "cross-language": "yes" if is_cross(words, language) else "no",
        },
    )


def is_cross(words: str, language: str) -> bool:
    """An English question with Chinese in its answer, or a Chinese one with an English word; bare numbers are neither."""
    if language == "en":
        return has_chinese(words)
    letters = [c.isalpha() for c in words]
    return not has_chinese(words) and any(a and b for a, b in pairwise(letters))


def difficulty(shape: Shape, blur: int, rivals: int) -> float:
    """From the height of the ink, the slant of its line, the blur and the number of other things; 0 easy to 1 hard."""
    x1, y1, x2, y2, x3, y3, x4, y4 = shape
    small = min(max((30 - ink_height(shape)) / 24, 0.0), 1.0)
    left, right = hypot(x4 - x1, y4 - y1), hypot(x3 - x2, y3 - y2)
    slant = min(abs(degrees(atan2(y2 - y1, x2 - x1))) / 30 + abs(left - right) / max(left, right), 1.0)
    return round(0.45 * small + 0.2 * slant + 0.2 * min(blur / 3, 1.0) + 0.15 * min(rivals / 36, 1.0), 3)


# ---- references


def _pick(world: World, entry: str, role: str, rng: Rng) -> Pick | None:
    """A way to that entry by a reference drawn by lot, or None if the one drawn does not lead there alone."""
    by_reasoning: dict[Reasoning, list[How]] = {}
    references = REFERENCES[cast(Kind, world.kind)]
    for how in references:
        # A reference by the wanted text itself would give it away, and comparing it to find its neighbour's is a riddle.
        if not (how.role == role and how.reasoning in ("text", "compare, neighbour")):
            by_reasoning.setdefault(how.reasoning, []).append(how)
    kinds = list(by_reasoning)
    how = rng.choice(by_reasoning[rng.weighted(kinds, [WEIGHTS[kind] for kind in kinds])])
    found = _way(world, entry, how, rng)
    if found is None:
        return None
    steps, slots = found
    said = references[how][0 if _asked_in(world) == "en" else 1]
    return Pick((Step("entries"), *steps), how.reasoning, said.format(**slots))


Way = tuple[tuple[Step, ...], dict[str, str]]


def _way(world: World, entry: str, how: How, rng: Rng) -> Way | None:
    """Steps from all entries (step 0) to this one, and the slots of the reference."""
    at, count = world.entries.index(entry), len(world.entries)
    if how.reasoning == "number":
        number = at + 1 if how.end == "first" else at - count
        said = (ORDINALS if _asked_in(world) == "en" else ORDINALS_ZH)[abs(number) - 1]
        return (Step("nth", (0,), (number,)),), {"n": said}
    if how.reasoning == "between":
        if not 0 < at < count - 1:
            return None
        known_by = next(iter(world.on[entry]))
        sides = rng.shuffled((world.entries[at - 1], world.entries[at + 1]))
        (one, v), (other, w) = [_by_text(world, side, known_by) for side in sides]
        return (one, other, Step("between", (1, 2))), {"v": v, "w": w}
    if not 0 <= at - how.step < count:
        return None
    anchor = _anchor(world, world.entries[at - how.step], how)
    if anchor is None:
        return None
    step, slots = anchor
    return ((step, Step("neighbour", (1,), (how.step,))) if how.step else (step,)), slots


def _anchor(world: World, entry: str, how: How) -> tuple[Step, dict[str, str]] | None:
    """The step from all entries to the one that the reference names."""
    if how.reasoning == "colour" or how.role == "colour":
        colour = world.things[entry].attributes["colour"]
        return Step("coloured", (0,), (colour,)), {"c": colour if _asked_in(world) == "en" else COLOURS[colour][1]}
    if how.end:
        languages = {world.text(id, how.role).attributes["language"] for id in world.entries}
        if how.role in MONEY and len(languages) > 1:
            return None  # pounds and yuan do not compare
        extreme = {"least": least, "most": most}[how.end](world, world.entries, how.role)
        return (Step(how.end, (0,), (how.role,)), {}) if extreme == [entry] else None
    step, said = _by_text(world, entry, how.role)
    return step, {"v": said}


def _by_text(world: World, entry: str, role: str) -> tuple[Step, str]:
    thing = world.text(entry, role)
    concept = thing.attributes.get("concept")
    if concept:
        said = CONCEPTS[role][concept]
        return Step("about", (0,), (role, concept)), said[2] if _asked_in(world) == "en" else said[3]
    return Step("reading", (0,), (role, thing.name)), thing.name


def _asked_in(world: World) -> str:
    return world.things["place"].attributes["asked in"]
