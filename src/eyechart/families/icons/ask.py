"""Put what a page of the workbook asks into the form that every family shares."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from eyechart.core import Ask, Drawing
from eyechart.families.icons.answers import ACCEPT, SIGNS, measured
from eyechart.families.icons.scene import Asked, IconSettings, Problem
from eyechart.families.icons.templates import BY_NAME
from eyechart.families.icons.words import WORDS
from eyechart.families.icons.world import World
from eyechart.seeding import Rng


def ask(problem: Problem, world: World, drawing: Drawing, rng: Rng, settings: IconSettings) -> list[Ask]:
    """The one question of the page."""
    asked = problem.asked
    kind = BY_NAME[asked.template]
    return [
        Ask(
            template=kind.template,
            program=asked.program,
            slots=asked.slots,
            choices=asked.choices,
            choice_pictures=tuple(range(1, asked.choice_pictures + 1)),
            accept=_accept(asked),
            facets={"grade": asked.grade, "skills": " + ".join(kind.skills)},
            difficulty=asked.difficulty,
            language=asked.language,
        )
    ]


def _accept(asked: Asked) -> Callable[[str], tuple[str, ...]] | None:
    """How else the blank may be filled; a number of centimeters, of the yards that the question speaks of, with its unit too."""
    if asked.accept is None:
        return None
    language, counted = asked.language, BY_NAME[asked.template].unit
    unit = WORDS[language][counted] if counted in SIGNS else asked.slots.get("u")
    if asked.accept == "number" and isinstance(unit, str):
        return partial(measured, language=language, unit=unit)
    return partial(ACCEPT[asked.accept], language=language)
