"""A page before its picture: a plan by lot, a scene built around it, goals with the ids of its things."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from eyechart.core import Drawing, Graph
from eyechart.errors import EyechartError
from eyechart.families.commonsense import scene as scenes
from eyechart.families.commonsense.building.builder import build
from eyechart.families.commonsense.draw import draw as paint
from eyechart.families.commonsense.plan.board import askable
from eyechart.families.commonsense.plan.planner import Aim, Plan, plan
from eyechart.families.commonsense.question.compositions import FITS
from eyechart.families.commonsense.question.descriptions import Scenery
from eyechart.families.commonsense.question.fairness import OURS
from eyechart.families.commonsense.question.goals import Goal, reached
from eyechart.families.commonsense.question.query import TYPES, Type
from eyechart.families.commonsense.question.rivals import Fits
from eyechart.families.commonsense.scene import Scene, Wish
from eyechart.families.commonsense.settings import CommonsenseSettings
from eyechart.families.commonsense.world import world_of
from eyechart.seeding import Rng

TRIES = 60
CHOOSY = 8  # scenes in which nothing that was planned can be asked for are built anew so often


class Laid(Struct, frozen=True):
    """A scene and what is to be asked about it."""

    scene: Scene
    goals: tuple[Goal, ...]
    scenery: Scenery  # all that can be said of it, as far as it was looked up


def sample(rng: Rng, settings: CommonsenseSettings, split: str, index: int) -> Laid:
    for tried in range(TRIES):
        wanted = plan(rng, settings, split, _types(index, rng))
        scene = build(rng, _wish(wanted, rng.integer(*settings.things)))
        if scene is not None:
            goals = tuple([goal for aim in wanted.aims if (goal := goal_of(aim, scene.wanted)) is not None])
            several = [goal for goal in goals if goal.type == "QueryObjKG" and len(goal.targets) > 1]
            if tried < CHOOSY and not several:
                continue
            scenery = Scenery(world_of(scenes.graph(scene)), askable(split), fair=OURS)
            if tried >= CHOOSY or _can_be_asked(several, scenery, rng, FITS[settings.compositions]):
                return Laid(scene, goals, scenery)
    raise EyechartError(
        f"No scene in {TRIES} tries: widen the settings places={','.join(settings.places)}, things={settings.things}."
    )


def _can_be_asked(several: Sequence[Goal], scenery: Scenery, rng: Rng, fits: Fits) -> bool:
    """Can one of several things for which a fact holds be asked for, by one of these goals?"""
    return any(True for goal in several for _ in reached(scenery, goal, rng, fits))


def goal_of(aim: Aim, ids: Sequence[str | None]) -> Goal | None:
    """With the ids that the scene gave to what was wanted; None if something was left out without which it cannot be asked."""
    targets = tuple([id for number in aim.targets if (id := ids[number]) is not None])
    if not targets or (aim.type == "VerifyKG" and len(targets) < 2):
        return None
    goal = Goal(aim.type, aim.query, targets, look=aim.look, nouns=aim.nouns, facets=aim.facets)
    if aim.mark is not None:
        mark = ids[aim.mark]
        return None if mark is None else msgspec.structs.replace(goal, mark=mark, there=True)
    if aim.other is None:
        return goal
    other = ids[aim.other]
    return None if other is None else msgspec.structs.replace(goal, other=other)


def _types(index: int, rng: Rng) -> list[Type]:
    """Every type once, each in its turn the first: what is drawn first is the freest."""
    first = TYPES[index % len(TYPES)]
    return [first, *rng.shuffled([type for type in TYPES if type != first])]


def _wish(wanted: Plan, crowd: int) -> Wish:
    return Wish(
        wanted.place,
        wanted.wanted,
        wanted.relations,
        wanted.extras.__contains__,
        crowd,
        loose=True,
        apart=wanted.apart,
    )


def draw(laid: Laid, rng: Rng, settings: CommonsenseSettings) -> Drawing:
    return paint(laid.scene, rng, settings)


def graph(laid: Laid) -> Graph:
    return laid.scenery.world.graph
