"""Choose a template of icons by its share, and make a problem of it that belongs to the split."""

from __future__ import annotations

from bisect import bisect
from functools import cache, partial
from hashlib import blake2b
from itertools import accumulate

import msgspec

from eyechart.core import Question
from eyechart.errors import EyechartError
from eyechart.families.icons.make import Kind, Make
from eyechart.families.icons.scene import IconSettings, Problem
from eyechart.families.icons.substance import setting, substance
from eyechart.families.icons.templates import BY_NAME, KINDS
from eyechart.seeding import Rng

# Table 2: per cent of the questions of each answer form that take one, two and three skills.
SKILLS_PER_QUESTION = {
    "choose-picture": (55.78, 37.44, 6.77),
    "choose-text": (33.21, 60.14, 6.65),
    "fill-in": (28.30, 62.43, 9.25),
}
# Tenths of all the problems there are: 6 : 2 : 2. A problem falls into its tenth by its setting (substance.py), so that no two
# splits can share one, whatever the seed.
TENTHS = {"train": range(6), "val": range(6, 8), "test": range(8, 10)}
EVENLY = 3279  # of the first 4,000 salts, the one that divides templates of few settings most nearly 6 : 2 : 2
TRIES = 2000
# Steps of the golden section fall evenly into the unit interval: any run of indices has the templates in their shares.
GOLDEN = 0.6180339887498949


def sample(rng: Rng, settings: IconSettings, split: str, index: int) -> Problem:
    kinds, weights = _upper_ends(settings)
    # Where the steps begin is the dataset's own: no index has the same template in every seed and split.
    start = rng.shared(2).random()
    kind = kinds[bisect(weights, (start + index * GOLDEN) % 1.0)]
    language = rng.choice(settings.languages)
    known = partial(is_of, split) if settings.concepts == "held-out" else None
    for _ in range(TRIES):
        problem = kind.make(Make(rng, settings, language, kind, known))
        # What shows an icon that is held out is of this split already.
        if split_of(problem) == split or (known and any("icon" in t.attributes for t in problem.things)):
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
        and not (kind.listed and settings.concepts == "held-out")
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


def split_of(problem: Problem) -> str:
    """By what is shown and offered: not by colours, nor by where things are strewn, nor by which of the choices is right."""
    asked = problem.asked
    by = BY_NAME[asked.template].by
    return _split(f"{EVENLY}{asked.template}", setting(by, problem.things, asked.choices, asked.program))


def substance_of(question: Question) -> str | None:
    """The same for two questions that are one problem: `Family.substance`. Of a release nothing is known."""
    return substance(BY_NAME[question.template].by, question) if question.program else None


@cache
def is_of(split: str, concept: str) -> bool:
    """Whether a split shows icons of a concept that no other split shows, where concepts are held out."""
    return _split("concept", concept) == split


def _split(salt: str, key: object) -> str:
    tenth = int.from_bytes(blake2b(salt.encode() + msgspec.json.encode(key), digest_size=8).digest()) % 10
    return next(split for split, tenths in TENTHS.items() if tenth in tenths)
