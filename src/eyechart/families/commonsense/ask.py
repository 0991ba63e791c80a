"""The questions of a page, in words, with all that is said about them. `questions` works on any world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice

import msgspec

from eyechart.core import Ask, Drawing, Program, Step, Template
from eyechart.families.commonsense.assemble import Assembled
from eyechart.families.commonsense.describe import Scenery
from eyechart.families.commonsense.fairness import OURS
from eyechart.families.commonsense.goal import Goal, goals_in, plainest, reached
from eyechart.families.commonsense.options import CommonsenseSettings
from eyechart.families.commonsense.say import Speaker
from eyechart.families.commonsense.tree import TYPES, Query, Type
from eyechart.families.commonsense.wording import noun_of
from eyechart.families.commonsense.words import LOOKS
from eyechart.families.commonsense.world import FACETS, World
from eyechart.knowledge.facts import Knowledge
from eyechart.phrasing import wordings
from eyechart.seeding import Rng

TEMPLATES: dict[str, Template] = {
    type: Template(
        type,
        wordings(en=("{question}",), zh=("{question}",)),  # assembled anew each time: say.py
        # A picture shows what might be the answer; a colour or a yes it does not.
        needs=("picture",) if type.startswith("QueryObj") else ("question", "picture"),
        form="yes/no" if type.startswith("Verify") else "fill-in",
        given="knowledge",
    )
    for type in TYPES
}
FACET_NAMES = ("group", "knowledge", "relation", "functions", "size", "words", "region", "place", "wrong part")


MOST: Mapping[Type, int] = {"QueryObjKG": 3, "QueryObjSG": 2, "QueryAtt": 3, "VerifyKG": 4, "VerifyAtt": 3}  # of a page
HARD: tuple[Type, ...] = ("QueryAtt", "QueryAtt", "VerifyKG")  # tried so often before the others while there is none
FEWEST = 2  # questions of a page: what is missing is asked as plainly as can be
MISSED: Mapping[Type, int] = {
    "QueryObjKG": 10,
    "QueryObjSG": 5,
    "QueryAtt": 8,
    "VerifyKG": 12,
    "VerifyAtt": 8,
}  # and no more
MORE = 40  # goals that are tried when those of the plan are not enough


def ask(world: World, drawing: Drawing, rng: Rng, settings: CommonsenseSettings) -> list[Ask]:
    """The goals that the scene was built for, and others of the same making as far as they are needed."""
    goals = msgspec.convert(world.asked["goals"], list[Goal])
    allowed = msgspec.convert(world.asked["allowed"], frozenset[str]) or None
    scenery = Scenery(world, allowed, fair=OURS)
    return list(questions(scenery, goals, rng, settings.languages, rng.integer(*settings.questions)))


def questions(
    scenery: Scenery, goals: Iterable[Goal], rng: Rng, languages: tuple[str, ...] = ("en",), most: int = 5
) -> Iterator[Ask]:
    """Questions that reach the goals, then others, every type in turn; nothing twice of one thing."""
    world, counts, missed = scenery.world, dict.fromkeys(TYPES, 0), dict.fromkeys(TYPES, 0)
    tried, seen = set[tuple[object, ...]](), set[tuple[object, ...]]()

    def wanted() -> list[Type]:
        """Those of which there are fewest, after those that are hard to find."""
        left = [type for type in TYPES if counts[type] < MOST[type] and missed[type] < MISSED[type]]
        return [*[type for type in HARD if type in left and not counts[type]], *sorted(left, key=counts.__getitem__)]

    for goal in chain(goals, islice(goals_in(scenery, rng, wanted), MORE)):
        if len(seen) >= most:
            return
        key = (goal.type, goal.query, goal.targets)
        if counts[goal.type] >= MOST[goal.type] or key in tried:
            continue
        tried.add(key)
        if goal.look is not None:  # of one thing it is asked once, whatever is known of it
            new = [id for id in goal.targets if _looked(goal, world.set_of([str(id)])) not in seen]
            goal = msgspec.structs.replace(goal, targets=tuple(new))
        room = min(most - len(seen), MOST[goal.type] - counts[goal.type])
        found = list(islice(reached(scenery, goal, rng), room))
        missed[goal.type] += not found
        for done in found:
            about = _about(goal, done)
            if about not in seen:
                seen.add(about)
                counts[goal.type] += 1
                yield asked(world, done, rng, rng.choice(languages))
    plain = islice(plainest(scenery, rng), FEWEST - len(seen)) if len(seen) < FEWEST else ()
    for done in plain:
        yield asked(world, done, rng, rng.choice(languages))


def _about(goal: Goal, done: Assembled) -> tuple[object, ...]:
    """What is not asked again on a page."""
    described = done.found[done.made.described]
    if goal.look is not None:
        return _looked(goal, described)
    answer = done.found[done.made.target] if goal.type == "QueryObjSG" else 0
    return goal.type, goal.query, described, answer


def _looked(goal: Goal, described: int) -> tuple[object, ...]:
    return goal.type, goal.look and goal.look[0], described


def asked(world: World, done: Assembled, rng: Rng, language: str) -> Ask:
    q, steps = done.query, done.made.steps
    text = Speaker(world.knowledge, language, rng).question(q)
    return Ask(
        template=TEMPLATES[q.type],
        program=Program(steps, (done.made.target,)),
        slots={"question": text},
        accept=partial(accepted, kind=q.asked, language=language, knowledge=world.knowledge) if q.asked else None,
        facets=_facets(world, done, text, language),
        difficulty=difficulty(world, done.found),
        language=language,
    )


def accepted(answer: str, kind: str, language: str, knowledge: Knowledge) -> tuple[str, ...]:
    """All that counts as right, the words of the question's language first; the concept itself always does."""
    if kind in FACETS:
        look = LOOKS[kind][answer]
        first = look.zh if language == "zh" else look.answer or look.en
        return tuple(dict.fromkeys((first, answer, look.en, look.zh, *look.also)))
    noun = noun_of(answer, True, knowledge)
    short = answer.rpartition(" of ")[2]  # a pair of glasses is glasses, a slice of pizza pizza
    return tuple(dict.fromkeys((noun.said(language), answer, short, noun.said("en", "many"))))


def _facets(world: World, done: Assembled, text: str, language: str) -> dict[str, str]:
    q, steps = done.query, done.made.steps
    items = knowledge_items(steps)
    place = next((thing.name for thing in world.graph.things if thing.id == "place"), "")
    facets = {
        "group": "Recognize" if q.asked else "Verify",
        "knowledge": "; ".join(" ".join(item) for item in items),
        "relation": items[0][1] if items else "",
        "functions": str(len(steps)),
        "size": str(size(q, steps)),
        "words": str(len(text.split()) if language == "en" else len(text)),
        "region": "yes" if any("VISION" in word for step in steps for word in step.arguments) else "no",
        "place": place,
    }
    if not q.asked and not done.found[done.made.target]:
        facets["wrong part"] = "attribute" if isinstance(q.last, tuple) else "knowledge"
    return facets


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


def difficulty(world: World, found: Sequence[int]) -> float:
    """From the number of steps, the things in the picture, and how much of the target can be seen."""
    hidden = max([1 - world.objects[i].data.get("visible", 1.0) for i in world.numbers(found[-1])], default=0.0)
    long, crowd = (len(found) - 2) / 5, min(len(world.objects) / 25, 1.0)
    return round(min(0.5 * long + 0.35 * crowd + 0.15 * min(hidden / 0.4, 1.0), 1.0), 3)
