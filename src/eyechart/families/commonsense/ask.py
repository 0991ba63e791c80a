"""The questions of a page, in words, with all that is said about them. `questions` works on any world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice

import msgspec

from eyechart.core import Ask, Drawing, Program, Step, Template
from eyechart.families.commonsense.answers import accepted
from eyechart.families.commonsense.language.grammars import grammar
from eyechart.families.commonsense.language.lexicon import LANGUAGES
from eyechart.families.commonsense.language.speak import say
from eyechart.families.commonsense.question.assembly import Assembled
from eyechart.families.commonsense.question.compositions import FITS
from eyechart.families.commonsense.question.descriptions import Scenery
from eyechart.families.commonsense.question.goals import Goal, goals_in, reached
from eyechart.families.commonsense.question.query import TYPES, Query, Type
from eyechart.families.commonsense.question.rivals import Fits
from eyechart.families.commonsense.question.siblings import Siblings
from eyechart.families.commonsense.question.soundness import others
from eyechart.families.commonsense.sample import Laid
from eyechart.families.commonsense.settings import CommonsenseSettings
from eyechart.families.commonsense.vocabulary import FACETS
from eyechart.families.commonsense.world import World
from eyechart.phrasing import wordings
from eyechart.seeding import Rng

TEMPLATES: dict[str, Template] = {
    type: Template(
        type,
        wordings(**dict.fromkeys(LANGUAGES, ("{question}",))),  # put together anew each time: language/speak.py
        # A picture shows what might be the answer, a thing or a colour; whether it is a yes it does not.
        needs=("question", "picture") if type.startswith("Verify") else ("picture",),
        form="yes/no" if type.startswith("Verify") else "fill-in",
        given="knowledge",
    )
    for type in TYPES
}
FACET_NAMES = ("group", "knowledge", "relation", "functions", "size", "words", "region", "place")


MOST_OF_A_TYPE: Mapping[Type, int] = {
    "QueryObjKG": 3,
    "QueryObjSG": 2,
    "QueryAtt": 3,
    "VerifyKG": 4,
    "VerifyAtt": 3,
}  # of a page
HARD: tuple[Type, ...] = ("QueryAtt", "QueryAtt")  # tried so often before the others while there is none
MISSED: Mapping[Type, int] = {
    "QueryObjKG": 9,
    "QueryObjSG": 12,
    "QueryAtt": 12,
    "VerifyKG": 18,
    "VerifyAtt": 9,
}  # and no more
TIMES: Mapping[Type, int] = {"QueryObjKG": 2, "QueryObjSG": 2}  # that one goal is tried, each a lot of its own
MORE = 60  # goals that are tried when those of the plan are not enough


def ask(laid: Laid, world: World, drawing: Drawing, rng: Rng, settings: CommonsenseSettings) -> list[Ask]:
    """The goals that the scene was built for, and others of the same making as far as they are needed."""
    most, fits = rng.integer(*settings.questions), FITS[settings.compositions]
    return list(questions(laid.scenery, laid.goals, rng, settings.languages, most, fits))


def questions(
    scenery: Scenery,
    goals: Iterable[Goal],
    rng: Rng,
    languages: tuple[str, ...] = ("en",),
    most: int = 5,
    fits: Fits = FITS["all"],
) -> Iterator[Ask]:
    """Questions that reach the goals, then others, every type in turn; nothing twice of one thing, nor told by another."""
    tally, siblings, seen = Tally(), Siblings(scenery), set[tuple[object, ...]]()
    # What is verified leaves least to be said besides, and is found first.
    verified, others = [list[Goal](), list[Goal]()]
    for goal in goals:
        (verified if goal.type == "VerifyKG" else others).append(goal)
    found = islice(goals_in(scenery, rng, tally.wanted), MORE)
    for goal in chain(verified, goals_in(scenery, rng, tally.verified), others, found):
        if len(seen) >= most:
            return
        if not tally.takes(goal):
            continue
        goal = siblings.narrowed(goal)
        if goal.look is not None:  # of one thing it is asked or verified once, whatever is known of it
            new = [id for id in goal.targets if _looked(goal, scenery.world.set_of([id])) not in seen]
            goal = msgspec.structs.replace(goal, targets=tuple(new))
        before = len(seen)
        room = 1 if goal.type == "VerifyAtt" else tally.room(goal.type)  # what one verifies, the next must not
        for done in islice(
            reached(scenery, goal, rng, lambda done: fits(done) and siblings.fit(done)), min(most - before, room)
        ):
            about = _about(goal, done)
            if about not in seen:
                seen.add(about)
                siblings.add(done)
                yield asked(scenery.world, done, rng, rng.choice(languages))
        tally.add(goal.type, len(seen) - before)


class Tally:
    """How many questions of each type a page has, and what was tried for them."""

    def __init__(self) -> None:
        self.counts, self.missed = dict.fromkeys(TYPES, 0), dict.fromkeys(TYPES, 0)
        self.tried: Counter[tuple[object, ...]] = Counter()

    def takes(self, goal: Goal) -> bool:
        key = (goal.type, goal.query, goal.targets)
        self.tried[key] += 1
        return self.room(goal.type) > 0 and self.tried[key] <= TIMES.get(goal.type, 1)

    def room(self, type: Type) -> int:
        return MOST_OF_A_TYPE[type] - self.counts[type]

    def add(self, type: Type, asked: int) -> None:
        self.counts[type] += asked
        self.missed[type] += not asked

    def verified(self) -> list[Type]:
        """A fact to verify, while there is none."""
        return ["VerifyKG"] if not self.counts["VerifyKG"] and self.missed["VerifyKG"] < MISSED["VerifyKG"] else []

    def wanted(self) -> list[Type]:
        """Those of which there are fewest, after those that are hard to find."""
        left = [type for type in TYPES if self.room(type) and self.missed[type] < MISSED[type]]
        hard = [type for type in HARD if type in left and not self.counts[type]]
        return [*hard, *sorted(left, key=self.counts.__getitem__)]


def _about(goal: Goal, done: Assembled) -> tuple[object, ...]:
    """What is not asked again on a page: a fact is verified once, and by it each thing is asked for once."""
    if goal.look is not None:
        return _looked(goal, done.found[done.compiled.described])
    return goal.type, goal.query, done.found[done.compiled.target] if goal.type in TIMES else 0


def _looked(goal: Goal, described: int) -> tuple[object, ...]:
    """Of any type: a colour that is verified of a thing is its colour every other time."""
    return "look", goal.look and goal.look[0], described


def asked(world: World, done: Assembled, rng: Rng, language: str) -> Ask:
    q, steps = done.query, done.compiled.steps
    text = say(q, world.knowledge, language, rng)
    return Ask(
        template=TEMPLATES[q.type],
        program=Program(steps, (done.compiled.target,)),
        slots={"question": text},
        accept=partial(accepted, kind=q.asked, language=language, world=world, steps=steps) if q.asked else None,
        facets=_facets(world, done, text, language),
        difficulty=difficulty(world, done),
        language=language,
    )


def _facets(world: World, done: Assembled, text: str, language: str) -> dict[str, str]:
    q, steps = done.query, done.compiled.steps
    items = knowledge_items(steps)
    place = next((thing.name for thing in world.graph.things if thing.id == "place"), "")
    return {
        "group": "Recognize" if q.asked else "Verify",
        "knowledge": "; ".join(" ".join(item) for item in items),
        "relation": items[0][1] if items else "",
        "functions": str(len(steps)),
        "size": str(size(q, steps)),
        "words": str(len(text.split()) if grammar(language).space else len(text)),
        "region": "yes" if any("VISION" in word for step in steps for word in step.arguments) else "no",
        "place": place,
    }


def knowledge_items(steps: Iterable[Step]) -> list[tuple[str, str, str]]:
    """What must be known, as triplets with a blank; facts before categories."""
    found = [step for step in steps if step.function in ("Find KG", "Find KG Reverse")]
    triplets = [(str(s.arguments[0]), str(s.arguments[1]), str(s.arguments[2])) for s in found]
    nouns = [("BLANK", "IsA", str(s.arguments[0])) for s in steps if s.function == "Find Hypernym"]
    return [*triplets, *nouns]


def size(q: Query, steps: Iterable[Step]) -> int:
    """Object-attribute tuples, visual relations and knowledge items that the question takes (section 4.2.2)."""
    counted = ("Relate", "Relate Reverse", "Find KG", "Find KG Reverse", "Find Hypernym")
    attributes = [s for s in steps if s.function == "Find" and len(s.arguments) == 2]
    return sum(s.function in counted for s in steps) + len(attributes) + (q.asked in FACETS)


def difficulty(world: World, done: Assembled) -> float:
    """From the number of steps, the things in the picture, and how much can be seen of what one must find.

    Of what something is verified it does not count: for a no there may be none.
    """
    by = others(world, done.compiled.steps)
    needed = [done.found[i] for i in (*by, *([done.compiled.target] if done.query.asked else ()))]
    hidden = max(
        [1 - world.objects[i].data.get("visible", 1.0) for some in needed for i in world.numbers(some)], default=0.0
    )
    long, crowd = (len(done.found) - 2) / 5, min(len(world.objects) / 25, 1.0)
    return round(min(0.5 * long + 0.35 * crowd + 0.15 * min(hidden / 0.4, 1.0), 1.0), 3)
