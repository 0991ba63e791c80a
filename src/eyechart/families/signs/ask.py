"""Choose what to ask: a role, an entry by lot, and a reference that singles it out; the program does the rest.

The entry is drawn evenly and kept; the reference must fit it. A row is taken for a ring here: what has no neighbour on one side
is told by the other end of the row instead, so that each place is reached in as many ways as any other, and neither the kind of
reference nor its words say which place is likelier than what they leave. Amounts and colours are drawn without regard to place.

No question of a page goes by a text of a role that it or another asks for. So none quotes another's answer; and none quotes
what is not another's answer, which would leave fewer. For the same reason a text may be asked for twice, once by what is seen
without reading (a number in the row, a colour) and once by what is not: else the former would rule it out for the latter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import atan2, degrees, hypot
from statistics import fmean

from msgspec import Struct

from eyechart.core import Ask, Drawing, Shape, Step
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.language import LANGUAGES
from eyechart.families.signs.references import COLOUR, REFERENCES, SECOND_THING, How, Move, Reasoning
from eyechart.families.signs.sample import ink_height
from eyechart.families.signs.scene import Place
from eyechart.families.signs.settings import SignSettings
from eyechart.families.signs.templates import TEMPLATES, template_name
from eyechart.families.signs.words import MEASURES, meaning, plain
from eyechart.families.signs.world import World, least, most
from eyechart.program import program
from eyechart.seeding import Rng
from eyechart.text.forms import written
from eyechart.text.segment import has_chinese, length_of

# How often each kind of reference is taken, of those by which the entry can be told.
WEIGHTS: dict[Reasoning, float] = {
    "text": 28, "neighbour": 20, "compare": 24, "compare, neighbour": 10, "colour": 8, "number": 8,
}  # fmt: skip
HEADING = 0.06  # of the questions after the first are about a text of the whole place
TRIES = 60
MOVES: dict[Move, Step] = {
    "before": Step("neighbour", (1,), (-1,)),
    "after": Step("neighbour", (1,), (1,)),
    "across": Step("opposite", (1,)),
}


class Pick(Struct, frozen=True):
    """Steps that lead to one entry, the kind of reference, and how it is said."""

    steps: tuple[Step, ...]
    reasoning: Reasoning
    said: str = ""
    tells: frozenset[str] = frozenset()  # roles whose texts it goes by or holds
    by_sight: bool = False  # leads there without reading


def ask(place: Place, world: World, drawing: Drawing, rng: Rng, settings: SignSettings) -> list[Ask]:
    """The first question's role goes by turns, so that every template is asked equally soon; the others are chance."""
    kind = KINDS[world.kind]
    roles, headings = kind.asked or kind.roles, kind.heading
    first = (*roles, *roles, *headings)[place.turn % (2 * len(roles) + len(headings))]
    wanted, told = rng.integer(*settings.questions), set[str]()
    asks: dict[tuple[str, str, bool], Ask] = {}  # by role, entry and whether it is by sight
    for _ in range(TRIES):
        if len(asks) == wanted:
            break
        role = first if not asks else rng.choice(headings if headings and rng.coin(HEADING) else roles)
        if role in told:
            continue
        entry = "place" if role in headings else rng.choice(world.entries)
        asked = {role, *(other for other, _, _ in asks)}
        pick = Pick((), "heading") if role in headings else _pick(world, entry, asked, place.asked_in, rng)
        if pick is not None and (role, entry, pick.by_sight) not in asks:
            asks[role, entry, pick.by_sight] = _ask(world, drawing, role, entry, pick, place.asked_in)
            told |= pick.tells
    return list(asks.values())


def _ask(world: World, drawing: Drawing, role: str, entry: str, pick: Pick, language: str) -> Ask:
    place, written = world.things["place"], world.text(entry, role)
    last = len(pick.steps)
    to_text = Step("text", (last - 1,), (role,)) if pick.steps else Step("heading", (), (role,))
    holders = world.entries if pick.steps else ["place"]
    return Ask(
        template=TEMPLATES[template_name(world.kind, role)],
        program=program(*pick.steps, to_text, Step("read", (last,)), evidence=(last,)),
        slots={"it": pick.said} if pick.steps else {},
        accept=partial(accepted, world=world),
        language=language,
        difficulty=difficulty(
            [drawing.where[world.on[id][role]][0] for id in holders], place.data["blur"], len(drawing.where)
        ),
        facets={
            "kind": world.kind,
            "role": role,
            "script": place.attributes["script"],
            "reasoning": pick.reasoning,
            "second thing": "yes" if pick.reasoning in SECOND_THING else "no",
            "length": length_of(written.name),
            "cross-language": "yes" if is_cross(written.name, written.attributes["language"], language) else "no",
        },
    )


def accepted(answer: str, world: World) -> tuple[str, ...]:
    """Its other ways to be written, but for those that another text of the picture has: 37, where 37 stands beside 37号."""
    others = {thing.name.lower() for thing in world.things.values()} - {answer.lower()}
    return tuple([way for way in written(answer) if way.lower() not in others])


def is_cross(words: str, written_in: str, asked_in: str) -> bool:
    """The answer has a word in another language than the question; bare numbers and single letters are in none."""
    letters = [c.isalpha() for c in words]
    return written_in != asked_in and (has_chinese(words) or any(a and b for a, b in pairwise(letters)))


def difficulty(shapes: Sequence[Shape], blur: int, things: int) -> float:
    """Of reading any text of the role asked for, so that it does not tell which: from the height of their ink and the slant of
    their lines, the blur and the number of things; 0 easy to 1 hard."""
    small = fmean([min(max((30 - ink_height(shape)) / 24, 0.0), 1.0) for shape in shapes])
    slanted = fmean([slant(shape) for shape in shapes])
    return round(0.45 * small + 0.2 * slanted + 0.2 * min(blur / 3, 1.0) + 0.15 * min(things / 36, 1.0), 3)


def slant(shape: Shape) -> float:
    """Of a text's line against the picture's, and of its two ends against each other; at most 1."""
    x1, y1, x2, y2, x3, y3, x4, y4 = shape
    left, right = hypot(x4 - x1, y4 - y1), hypot(x3 - x2, y3 - y2)
    return min(abs(degrees(atan2(y2 - y1, x2 - x1))) / 30 + abs(left - right) / max(left, right), 1.0)


# ---- references


def _pick(world: World, entry: str, asked: set[str], language: str, rng: Rng) -> Pick | None:
    """A way to that entry that goes by no role asked for: its kind by weight, then any of its kind; None if all do."""
    by_reasoning: dict[Reasoning, list[Pick]] = {}
    for how, said in REFERENCES[world.kind].items():
        way = _way(world, entry, how, language) if how.role not in asked else None
        if way is None:
            continue
        steps, slots = way
        words = said[language].format(**slots)
        tells = _tells(world, how, words)
        if tells.isdisjoint(asked):
            pick = Pick((Step("entries"), *steps), how.reasoning, words, tells, how.role in (None, COLOUR))
            by_reasoning.setdefault(how.reasoning, []).append(pick)
    kinds = list(by_reasoning)
    return None if not kinds else rng.choice(by_reasoning[rng.weighted(kinds, [WEIGHTS[kind] for kind in kinds])])


def _tells(world: World, how: How, said: str) -> frozenset[str]:
    """The role that the reference goes by, and any other of which a text happens to stand in its words."""
    words = plain(said)
    held = [role for texts in world.on.values() for role, id in texts.items() if plain(world.things[id].name) in words]
    return frozenset([str(how.role), *held])


Way = tuple[tuple[Step, ...], dict[str, str]]


def _way(world: World, entry: str, how: How, language: str) -> Way | None:
    """Steps from all entries (step 0) to this one, and the slots of the reference; None if it does not lead there."""
    at, last = world.entries.index(entry), len(world.entries) - 1
    if how.reasoning == "number":
        number = at + 1 if how.end == "first" else at - last - 1
        return (Step("nth", (0,), (number,)),), {"n": LANGUAGES[language].references.ordinals[abs(number) - 1]}
    if how.move is None:
        anchor = _anchor(world, entry, how, language)
        return anchor and ((anchor[0],), anchor[1])
    if how.move == "across" and at not in (0, last):
        return None
    start = {"before": at + 1, "after": at - 1, "across": last - at}[how.move]
    anchor = _anchor(world, world.entries[start], how, language) if 0 <= start <= last else None
    return anchor and ((anchor[0], MOVES[how.move]), anchor[1])


def _anchor(world: World, entry: str, how: How, language: str) -> tuple[Step, dict[str, str]] | None:
    """The step from all entries to the one that the reference names."""
    if how.role == COLOUR:
        colour = world.things[entry].attributes["colour"]
        return Step("coloured", (0,), (colour,)), {"c": LANGUAGES[language].colours[colour]}
    role = str(how.role)
    if how.end is None:
        step, said = _by_text(world, entry, role, language)
        return step, {"v": said}
    languages = {world.text(id, role).attributes["language"] for id in world.entries}
    if MEASURES[role].one_language and len(languages) > 1:
        return None
    extreme = {"least": least, "most": most}[how.end](world, world.entries, role)
    return (Step(how.end, (0,), (role,)), {}) if extreme == [entry] else None


def _by_text(world: World, entry: str, role: str, language: str) -> tuple[Step, str]:
    thing = world.text(entry, role)
    concept = thing.attributes.get("concept")
    if concept is not None:
        return Step("about", (0,), (role, concept)), meaning(role, concept, language)
    return Step("reading", (0,), (role, thing.name)), thing.name
