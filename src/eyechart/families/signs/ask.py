"""Choose what to ask: an entry by lot, a text on it, and a reference that singles it out; the program does the rest.

The entry is drawn first and evenly, so that no place in the row holds the answer more often than another; the reference must
then fit it. Amounts and colours are drawn without regard to place, so a comparison says nothing about place either.
"""

from __future__ import annotations

from math import atan2, degrees, hypot

from msgspec import Struct

from eyechart.core import Ask, Drawing, Shape, Step
from eyechart.families.signs.lexicon import COLOURS, CONCEPTS, ORDINALS, ORDINALS_ZH
from eyechart.families.signs.sample import ink_height
from eyechart.families.signs.scene import SignSettings
from eyechart.families.signs.templates import ASKED, SECOND_THING, Asked, How, Reasoning
from eyechart.families.signs.world import World, least, most
from eyechart.program import program
from eyechart.seeding import Rng
from eyechart.segment import has_chinese, length_of

# How often each kind of reference is tried; those that do not fit the entry drawn are passed over.
WEIGHTS: dict[Reasoning, float] = {
    "text": 30, "neighbour": 20, "compare": 20, "compare, neighbour": 8, "between": 6, "colour": 9, "number": 9, "heading": 5,
}  # fmt: skip
MONEY = ("price", "ticket")
TRIES = 60


class Pick(Struct, frozen=True):
    """Steps that lead to one entry, and what the reference says in the question's words."""

    steps: tuple[Step, ...]
    slots: dict[str, str]


def ask(world: World, drawing: Drawing, rng: Rng, settings: SignSettings) -> list[Ask]:
    wanted, asks, used = rng.integer(*settings.questions), list[Ask](), set[str]()
    by_reasoning: dict[Reasoning, list[Asked]] = {}
    for asked in ASKED[world.kind]:  # type: ignore[index]
        by_reasoning.setdefault(asked.how.reasoning, []).append(asked)
    kinds = list(by_reasoning)
    weights = [WEIGHTS[kind] for kind in kinds]
    for _ in range(TRIES):
        if len(asks) == wanted:
            break
        entry = rng.choice(world.entries)
        asked = rng.choice(by_reasoning[rng.weighted(kinds, weights)])
        target = world.on["place" if asked.how.reasoning == "heading" else entry][asked.role]
        if target in used:
            continue
        pick = _pick(world, entry, asked, rng)
        if pick is not None:
            used.add(target)
            asks.append(_ask(world, drawing, asked, target, pick))
    return asks


def _ask(world: World, drawing: Drawing, asked: Asked, target: str, pick: Pick) -> Ask:
    place, words = world.things["place"], world.things[target].name
    language = place.attributes["asked in"]
    last = len(pick.steps)
    if asked.how.reasoning == "heading":
        steps = (*pick.steps, Step("heading", (), (asked.role,)), Step("read", (last,)))
    else:
        steps = (*pick.steps, Step("text", (last - 1,), (asked.role,)), Step("read", (last,)))
    return Ask(
        template=asked.template,
        program=program(*steps, evidence=(last,)),
        slots=pick.slots,
        language=language,
        difficulty=difficulty(drawing.where[target][0], place.data["blur"], len(drawing.where)),
        facets={
            "kind": world.kind,
            "role": asked.role,
            "script": place.attributes["script"],
            "reasoning": asked.how.reasoning,
            "second thing": "yes" if asked.how.reasoning in SECOND_THING else "no",
            "length": length_of(words),
            "cross-language": "yes" if is_cross(words, language) else "no",
        },
    )


def is_cross(words: str, language: str) -> bool:
    """An English question with Chinese in its answer, or a Chinese one with an English word; bare numbers are neither."""
    if language == "en":
        return has_chinese(words)
    return not has_chinese(words) and any([a.isalpha() and b.isalpha() for a, b in zip(words, words[1:], strict=False)])


def difficulty(shape: Shape, blur: int, rivals: int) -> float:
    """From the height of the ink, the slant of its line, the blur and the number of other things; 0 easy to 1 hard."""
    x1, y1, x2, y2, x3, y3, x4, y4 = shape
    small = min(max((30 - ink_height(shape)) / 24, 0.0), 1.0)
    left, right = hypot(x4 - x1, y4 - y1), hypot(x3 - x2, y3 - y2)
    slant = min(abs(degrees(atan2(y2 - y1, x2 - x1))) / 30 + abs(left - right) / max(left, right), 1.0)
    return round(0.45 * small + 0.2 * slant + 0.2 * min(blur / 3, 1.0) + 0.15 * min(rivals / 36, 1.0), 3)


# ---- references


def _pick(world: World, entry: str, asked: Asked, rng: Rng) -> Pick | None:
    """The way to that entry, or None if this reference does not lead there alone."""
    how, at = asked.how, world.entries.index(entry)
    if how.reasoning == "heading":
        return Pick((), {})
    all_entries = Step("entries")
    if how.reasoning == "number":
        number = at + 1 if how.end == "first" else at - len(world.entries)
        said = (ORDINALS if _asked_in(world) == "en" else ORDINALS_ZH)[abs(number) - 1]
        return Pick((all_entries, Step("nth", (0,), (number,))), {"n": said})
    if how.reasoning == "between":
        if not 0 < at < len(world.entries) - 1:
            return None
        sides = rng.shuffled((world.entries[at - 1], world.entries[at + 1]))
        (one, v), (other, w) = [_by_text(world, side, world_role(world)) for side in sides]
        return Pick((all_entries, one, other, Step("between", (1, 2))), {"v": v, "w": w})
    anchor = at - how.step
    if not 0 <= anchor < len(world.entries):
        return None
    first = _anchor(world, world.entries[anchor], how)
    if first is None:
        return None
    step, slots = first
    if not how.step:
        return Pick((all_entries, step), slots)
    if how.role == asked.role and how.reasoning == "compare, neighbour":
        return None  # "how much is the dish below the cheapest?" would read the same price twice
    return Pick((all_entries, step, Step("neighbour", (1,), (how.step,))), slots)


def _anchor(world: World, entry: str, how: How) -> tuple[Step, dict[str, str]] | None:
    """A step from all entries to this one."""
    if how.reasoning == "colour" or how.role == "colour":
        colour = world.things[entry].attributes["colour"]
        return Step("coloured", (0,), (colour,)), {"c": colour if _asked_in(world) == "en" else COLOURS[colour][1]}
    if how.end:
        texts = [world.text(id, how.role) for id in world.entries]
        if how.role in MONEY and len({text.attributes["language"] for text in texts}) > 1:
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


def world_role(world: World) -> str:
    """The role that entries of this place are known by."""
    return next(iter(world.on[world.entries[0]]))


def _asked_in(world: World) -> str:
    return world.things["place"].attributes["asked in"]

