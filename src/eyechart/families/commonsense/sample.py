"""A page: a plan by lot, a scene built around it, and the goals with the ids that their things got."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from eyechart.core import Drawing, Graph, Thing
from eyechart.errors import EyechartError
from eyechart.families.commonsense import scene as scenes
from eyechart.families.commonsense.board import askable
from eyechart.families.commonsense.build import build
from eyechart.families.commonsense.draw import draw as paint
from eyechart.families.commonsense.goal import Goal
from eyechart.families.commonsense.options import CommonsenseSettings
from eyechart.families.commonsense.plan import Plan, plan
from eyechart.families.commonsense.scene import Scene, Wish
from eyechart.families.commonsense.tree import TYPES, Type
from eyechart.seeding import Rng

ASKED = "asked"  # the id of the thing that tells what the scene was built for
TRIES = 60


class Laid(Struct, frozen=True):
    """A scene and what is to be asked about it."""

    scene: Scene
    goals: tuple[Goal, ...]
    allowed: tuple[str, ...] = ()  # the predicates that may be asked about; empty: all


def sample(rng: Rng, settings: CommonsenseSettings, split: str, index: int) -> Laid:
    for _ in range(TRIES):
        wanted = plan(rng, settings, split, _types(index, rng))
        scene = build(rng, settings, _wish(wanted, rng.integer(*settings.things)))
        if scene is not None:
            placed = [goal.placed(scene.wanted) for goal in wanted.goals]
            goals = tuple([goal for goal in placed if goal is not None])
            return Laid(scene, goals, tuple(sorted(askable(settings, split))) if settings.held_out else ())
    raise EyechartError(
        f"No scene in {TRIES} tries: widen the settings places={','.join(settings.places)}, things={settings.things}."
    )


def _types(index: int, rng: Rng) -> list[Type]:
    """Every type once, each in its turn the first: what is drawn first is the freest."""
    first = TYPES[index % len(TYPES)]
    return [first, *rng.shuffled([type for type in TYPES if type != first])]


def _wish(wanted: Plan, crowd: int) -> Wish:
    return Wish(wanted.place, wanted.wanted, wanted.relations, wanted.company.__contains__, crowd, loose=True)


def draw(laid: Laid, rng: Rng, settings: CommonsenseSettings) -> Drawing:
    return paint(laid.scene, rng, settings)


def graph(laid: Laid) -> Graph:
    """The scene's graph, and a thing that holds the goals."""
    made = scenes.graph(laid.scene)
    goals = Thing(ASKED, ASKED, data={"goals": msgspec.to_builtins(laid.goals), "allowed": laid.allowed})
    return Graph((*made.things, goals), made.relations)
