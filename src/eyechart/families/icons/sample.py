"""Choose a template by its share, and make a problem of it that belongs to the split."""

from __future__ import annotations

import re
from bisect import bisect
from functools import cache
from hashlib import blake2b
from itertools import accumulate

import msgspec

from eyechart.errors import EyechartError
from eyechart.families.icons.make import Kind, Make
from eyechart.families.icons.scene import IconSettings, Problem
from eyechart.families.icons.templates import KINDS
from eyechart.seeding import Rng

# Table 2: per cent of the questions of each answer form that take one, two and three skills.
SKILLS_PER_QUESTION = {
    "choose-picture": (55.78, 37.44, 6.77),
    "choose-text": (33.21, 60.14, 6.65),
    "fill-in": (28.30, 62.43, 9.25),
}
# Tenths of all the problems there are: 6 : 2 : 2. A problem falls into its tenth by what it shows and asks, so that no
# two splits can share one.
TENTHS = {"train": range(6), "val": range(6, 8), "test": range(8, 10)}
TRIES = 2000
# Steps of the golden section fall evenly into the unit interval: any run of indices has the templates in their shares.
GOLDEN = 0.6180339887498949


def sample(rng: Rng, settings: IconSettings, split: str, index: int) -> Problem:
    kinds, weights = _upper_ends(settings)
    # Where the steps begin is the dataset's own: no index has the same template in every seed and split.
    start = rng.shared(2).random()
    kind = kinds[bisect(weights, (start + index * GOLDEN) % 1.0)]
    language = rng.choice(settings.languages)
    for _ in range(TRIES):
        problem = kind.make(Make(rng, settings, language, kind))
        if _tenth(problem, kind.rivals) in TENTHS[split]:
            return problem
    raise EyechartError(f"Template {kind.template.name}: no problem of split {split} in {TRIES} tries.")


@cache
def shares(settings: IconSettings) -> tuple[tuple[Kind, ...], tuple[float, ...]]:
    """Each template's share: Table 1 for its answer form, Table 2 for its number of skills, the rest by its weight."""
    of_form = {
        "choose-picture": settings.picture_share,
        "choose-text": settings.text_share,
        "fill-in": settings.blank_share,
    }
    chosen = [
        kind
        for kind in KINDS
        if (not settings.templates or kind.template.name in settings.templates)
        and all(skill in settings.skills for skill in kind.skills)
        and of_form[kind.template.form]
    ]
    if not chosen:
        raise EyechartError(
            "No template is left: widen the settings skills, templates, picture_share, text_share, blank_share."
        )
    # Those of one form, and of one number of skills, side by side: a run of steps misses an interval by one or two.
    chosen.sort(key=lambda kind: (kind.template.form, len(kind.skills)))
    weights = []
    for kind in chosen:
        form, skills = kind.template.form, len(kind.skills)
        fellows = sum([k.weight for k in chosen if k.template.form == form and len(k.skills) == skills])
        weights.append(of_form[form] * SKILLS_PER_QUESTION[form][skills - 1] * kind.weight / fellows)
    total = sum(weights)
    return tuple(chosen), tuple(weight / total for weight in weights)


@cache
def _upper_ends(settings: IconSettings) -> tuple[tuple[Kind, ...], tuple[float, ...]]:
    """Each template's end of its piece of the unit interval; the last reaches beyond it, whatever the rounding."""
    kinds, weights = shares(settings)
    return kinds, (*list(accumulate(weights))[:-1], 2.0)


def _tenth(problem: Problem, rivals: tuple[str, ...]) -> int:
    """By what is shown and asked: not by where things are strewn, nor by the order of the choices or the language."""
    shown = [
        (t.name, sorted(t.attributes.items()), sorted((k, v) for k, v in t.data.items() if k not in rivals))
        for t in problem.things
        if not t.id.startswith("choice:")
    ]
    for _, attributes, _ in shown:
        attributes[:] = [(key, value) for key, value in attributes if key != "called"]
    asked = [(step.function, step.arguments) for step in problem.asked.steps if step.function != "said"]
    # With the rivals, in no language: otherwise an answer of few values would be of one split only, and its rivals of all.
    numbers = sorted(re.findall(r"\d+", " ".join(problem.asked.choices)))
    keys = [sorted(step.arguments[0]) for step in problem.asked.steps if step.function == "said"]
    data = msgspec.json.encode(
        (problem.asked.template, sorted(map(str, shown)), problem.relations, asked, numbers, keys)
    )
    return blake2b(data, digest_size=8).digest()[0] * 10 // 256
