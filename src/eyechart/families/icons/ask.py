"""Put what the page asks into the form that every family shares."""

from __future__ import annotations

from functools import partial

from eyechart.core import Ask, Drawing, Program
from eyechart.families.icons.answers import ACCEPT
from eyechart.families.icons.scene import IconSettings
from eyechart.families.icons.templates import BY_NAME
from eyechart.families.icons.world import World
from eyechart.seeding import Rng


def ask(world: World, drawing: Drawing, rng: Rng, settings: IconSettings) -> list[Ask]:
    """The one question of the page."""
    asked = world.asked
    kind = BY_NAME[asked.template]
    accept = partial(ACCEPT[asked.accept], language=asked.language) if asked.accept else None
    return [
        Ask(
            template=kind.template,
            program=Program(asked.steps, asked.evidence),
            slots=asked.slots,
            choices=asked.choices,
            choice_pictures=tuple(range(1, asked.choice_pictures + 1)),
            accept=accept,
            facets={"grade": asked.grade, "skills": " + ".join(kind.skills)},
            difficulty=asked.difficulty,
            language=asked.language,
        )
    ]
