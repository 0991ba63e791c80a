"""What is asked of a photograph: sound questions as many as there are, and the knowledge that they take."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from eyechart.core import Drawing, Family, Graph, Page, Question, Step
from eyechart.families.commonsense.ask import asked
from eyechart.families.commonsense.photographs.scene import told, where_of
from eyechart.families.commonsense.question.assembly import Assembled
from eyechart.families.commonsense.question.descriptions import Scenery
from eyechart.families.commonsense.question.goals import Goal, goals_in, reached
from eyechart.families.commonsense.question.query import TYPES
from eyechart.families.commonsense.world import World
from eyechart.page import question
from eyechart.seeding import Rng, rng_for

# Colours that annotators call by either name.
NEAR_COLOURS = {
    "red": ("orange", "pink", "brown", "purple"),
    "orange": ("red", "yellow", "brown"),
    "yellow": ("orange", "brown", "green", "white"),
    "green": ("yellow", "blue", "grey"),
    "blue": ("green", "purple", "grey", "black"),
    "purple": ("blue", "pink", "red", "black"),
    "pink": ("red", "purple", "white", "orange"),
    "brown": ("red", "orange", "yellow", "black", "grey"),
    "black": ("grey", "blue", "brown", "purple"),
    "white": ("grey", "yellow", "pink"),
    "grey": ("white", "black", "blue", "green", "brown"),
}
LANGUAGE = "en"  # of annotators, and of ConceptNet
GOALS, IN_VAIN = 3, 5  # of each type in a round, and rounds that give nothing new


def page_of(image: int, split: str, world: World, family: Family[Any], most: int) -> Page | None:
    """A photograph with all that was asked of it, its picture left for later; None if nothing was."""
    rng = rng_for("visual-genome", image)
    found = _assembled(Scenery(world, built=False), rng, most) if world.objects else {}
    if not found:
        return None
    asks = [msgspec.structs.replace(asked(world, done, rng, LANGUAGE), pictures=()) for done in found.values()]
    graph = told(world, [ask.program for ask in asks])
    again, drawing = World(graph), Drawing((), where_of(graph))
    place = f"visual-genome/{split}/official/{image}/"
    made = [question(f"{place}{k}", ask, family, again, graph, drawing, rng) for k, ask in enumerate(asks)]
    return Page(
        family="commonsense",
        split=split,
        seed=0,
        index=image,
        pictures=(),
        scene=graph,
        where=where_of(graph),
        questions=tuple(_with_other_names(q, graph) for q in made),
    )


def _assembled(scenery: Scenery, rng: Rng, most: int) -> dict[tuple[Step, ...], Assembled]:
    """Questions by their programs; when nothing new comes for some rounds, there is little more to ask."""
    found: dict[tuple[Step, ...], Assembled] = {}
    vain = 0
    while vain < IN_VAIN:
        before = len(found)
        for goal in _goals(scenery, rng):
            for done in reached(scenery, goal, rng):
                if not _nearly_so(scenery.world, done):
                    found.setdefault(done.compiled.steps, done)
                if len(found) == most:
                    return found
        vain = 0 if len(found) > before else vain + 1
    return found


def _nearly_so(world: World, done: Assembled) -> bool:
    """Whether a colour is denied that somebody else might have called the thing's own."""
    asked_for = done.query.last
    if not isinstance(asked_for, tuple) or asked_for[0] != "colour":
        return False
    described = world.numbers(done.found[done.compiled.described])
    return any(asked_for[1] in NEAR_COLOURS.get(world.objects[i].attributes.get("colour", ""), ()) for i in described)


def _goals(scenery: Scenery, rng: Rng) -> Iterator[Goal]:
    """Some of each type, and facts to verify of any two things, alike or not: photographs have few that are."""
    yield from islice(goals_in(scenery, rng), GOALS * len(TYPES))
    world = scenery.world
    facts = [fact for fact in scenery.known if fact.holds != world.all]
    for fact in rng.sample(facts, min(GOALS, len(facts))):
        ends = (rng.choice(world.ids_of(fact.holds)), rng.choice(world.ids_of(world.all & ~fact.holds)))
        yield Goal("VerifyKG", fact.query, ends)


def _with_other_names(q: Question, graph: Graph) -> Question:
    """What else annotators called the thing asked for is accepted; the scene is that of the page."""
    names: list[str] = []
    if q.template.startswith("QueryObj") and q.evidence is not None:
        meant = {id for region in q.evidence.regions for id in region.things}
        names = [name for thing in graph.things if thing.id in meant for name in thing.data.get("also", ())]
    return msgspec.structs.replace(q, answers=tuple(dict.fromkeys((*q.answers, *names))), scene=None)
