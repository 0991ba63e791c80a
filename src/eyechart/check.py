"""Contracts, as public API: run them on your own family, release, model or metric. The tests run them over the registry.

Each raises EyechartError with every breach in words, or returns nothing.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from eyechart.core import (
    Evidence,
    Family,
    Metric,
    Model,
    Page,
    Prediction,
    Question,
    Region,
    Release,
    Settings,
    Shape,
    Sheet,
    boxed,
    lies_on,
)
from eyechart.errors import EyechartError
from eyechart.models.oracle import Oracle
from eyechart.page import page
from eyechart.seeding import rng_for
from eyechart.settings import settings_for
from eyechart.store.shards import batch, encode, pages_of
from eyechart.verify import proof

PAGES = 120  # looked at for each preset
THREADS, TOGETHER = 8, 40  # so many of them make the first pages again, side by side
BEYOND = "beyond its presets"


def _settle(what: str, problems: Sequence[str]) -> None:
    if problems:
        shown = "\n".join(f"- {problem}" for problem in problems[:30])
        raise EyechartError(f"{what} breaks its contract in {len(problems)} ways:\n{shown}")


# ---- families


def check_family(family: Family[Any], pages: int | None = None) -> None:
    """Pure function of its index, in any thread, proved, balanced, boxed on the picture, every template asked, oracle at 1.

    >>> eyechart.check_family(my_family)  # doctest: +SKIP
    """
    problems: list[str] = []
    first, split = next(iter(family.presets)), next(iter(family.splits))
    default = f"preset {first}"
    looks = {f"preset {preset}": settings_for(family, preset) for preset in family.presets}
    if beyond := {setting: names for setting, names in family.beyond.items() if names}:
        looks[BEYOND] = settings_for(family, first, beyond)
    asked = set[str]()
    for look, settings in looks.items():
        # A family that asks one question a page needs more pages for all of its templates to be seen.
        count = pages or max(PAGES, 4 * len(family.templates) if look == default else 0)
        made = [page(family, settings, split, 1, index) for index in range(count)]
        problems += [f"{look}: {p}" for p in _purity(family, settings, split, made)]
        if look == default:
            problems += _apart(family, settings, split, made)
            problems += _together(family, settings, split, made[:TOGETHER])
        if look in (default, BEYOND):  # another preset may leave out what it cannot ask
            asked |= {q.template for one in made for q in one.questions}
        problems += [f"{look}: {p}" for p in check_pages(made, family)]
        problems += [f"{look}: {p}" for p in _balance(made)]
        problems += [f"{look}: {p}" for p in _pictured(family, settings, split, count)]
    few = f" on {pages} pages; leave `pages` out, so that rare ones are seen" if pages else ""
    problems += [f"template '{t}' is never asked{few}" for t in family.templates if t not in asked]
    problems += [f"split '{name}' has no images" for name, split in family.splits.items() if split.images < 1]
    problems += _wordings(family)
    if not family.card.exists():
        problems.append(f"no dataset card at {family.card}")
    _settle(f"Family '{family.name}'", problems)


def _bytes(one: Page) -> bytes:
    return msgspec.msgpack.encode(one)


def _purity(family: Family[Any], settings: Settings, split: str, made: list[Page]) -> Iterator[str]:
    """The same index gives the same page, alone, later, and whatever others have done to the global generators."""
    state, old = random.getstate(), np.random.get_state()
    try:
        for index in (len(made) - 1, 3, 0):
            random.seed(index + 99)
            np.random.seed(index + 99)
            before = random.getstate()
            again = page(family, settings, split, 1, index)
            if _bytes(again) != _bytes(made[index]):
                yield f"page {index} made again differs: something other than its arguments decides it"
            if random.getstate() != before:
                yield f"page {index} draws from Python's global random generator"
    finally:
        random.setstate(state)
        np.random.set_state(old)


def _apart(family: Family[Any], settings: Settings, split: str, made: list[Page]) -> Iterator[str]:
    """No scene comes twice: not in another page, another seed, another split."""
    mine = {msgspec.json.encode(one.scene) for one in made}
    if len(mine) < len(made):
        yield f"{len(made) - len(mine)} of {len(made)} pages show a scene that another page shows too"

    def scenes(split: str, seed: int, count: int) -> set[bytes]:
        return {msgspec.json.encode(family.graph(_scene(family, settings, split, seed, i))) for i in range(count)}

    if shared := len(mine & scenes(split, 2, len(made))):
        yield f"seeds 1 and 2 share {shared} scenes of {len(made)}"
    for other in list(family.splits)[1:]:
        if shared := len(mine & scenes(other, 1, 20)):
            yield f"splits {split} and {other} share {shared} scenes"


def _together(family: Family[Any], settings: Settings, split: str, made: list[Page]) -> Iterator[str]:
    """Threads that make pages side by side make the same ones: none draws on memory that another draws on."""

    def same(one: Page) -> bool:
        try:
            return _bytes(page(family, settings, split, 1, one.index)) == _bytes(one)
        except Exception:  # alone it was made without
            return False

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # each often stops in the middle of something
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            odd = [one.index for one, again in zip(made, pool.map(same, made), strict=True) if not again]
    finally:
        sys.setswitchinterval(before)
    if odd:
        yield f"pages {', '.join(map(str, odd))} differ when {THREADS} threads make them: they share memory"


def _scene(family: Family[Any], settings: Settings, split: str, seed: int, index: int) -> Any:
    return family.sample(rng_for(family.name, split, seed, index, "scene"), settings, split, index)


def _pictured(family: Family[Any], settings: Settings, split: str, count: int) -> Iterator[str]:
    """What the family itself says must not be in a picture."""
    if family.faults is None:
        return
    for index in range(count):
        scene = _scene(family, settings, split, 1, index)
        yield from (f"page {index}: {fault}" for fault in family.faults(scene))


def check_pages(pages: Sequence[Page], family: Family[Any]) -> Iterator[str]:
    """What holds of every page, generated or read: proof, ids, facets, choices, evidence on the picture, round trip."""
    seen: set[str] = set()
    for one in pages:
        yield from proof(one, family)
        for q in one.questions:
            if q.id in seen:
                yield f"{q.id}: the id is used twice"
            seen.add(q.id)
            yield from (f"{q.id}: {problem}" for problem in _faults(q, family))
        back = next(pages_of(batch([one], family.facets), one.family, one.split, one.seed))
        if msgspec.json.encode(back) != msgspec.json.encode(one):
            yield f"page {one.index} read back from Parquet differs"


def _faults(q: Question, family: Family[Any]) -> Iterator[str]:
    if q.template and q.template not in family.templates:  # a release need not say how a question was made
        yield f"template '{q.template}' is not declared"
    if strange := [name for name in q.facets if name not in family.facets]:
        yield f"facets {strange} are not declared"
    if not q.text.strip() or "{" in q.text:
        yield f"its text is {q.text!r}"
    if q.answers and q.choices and q.answers[0] not in q.choices:
        yield f"answer '{q.answers[0]}' is not among the choices {q.choices}"
    if len(set(q.choices)) < len(q.choices):
        yield f"choices {q.choices} repeat"
    if q.form == "choose-picture" and len(q.choice_pictures) != len(q.choices):
        yield f"{len(q.choices)} choices and {len(q.choice_pictures)} pictures of them"
    if q.difficulty is not None and not 0 <= q.difficulty <= 1:
        yield f"difficulty {q.difficulty} is outside 0 to 1"
    for region in q.evidence.regions if q.evidence else ():
        if region.picture >= len(q.pictures):
            yield f"evidence is on picture {region.picture} of {len(q.pictures)}"
        elif q.pictures and not lies_on(region.shape, q.pictures[region.picture]):
            yield f"evidence {region.shape} is off the picture or empty"


def _balance(pages: Sequence[Page]) -> Iterator[str]:
    """Yes as often as no, the right choice in every place as often as in the others: within five standard deviations."""
    said: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)  # by template and language
    places: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    for one in pages:
        for q in one.questions:
            if q.form == "yes/no":
                said[q.template, q.language][q.answers[0]] += 1
            elif q.choices:
                places[q.form, len(q.choices)][q.choices.index(q.answers[0])] += 1
    for (template, _), counts in said.items():
        total = sum(counts.values())
        for answer, count in counts.items():
            if total >= 10 and abs(count - total / 2) > 5 * sqrt(total) / 2:
                yield f"template '{template}' is unbalanced: '{answer}' {count} times of {total}"
    for (form, n), where in places.items():
        total = sum(where.values())
        for place in range(n):
            if abs(where[place] - total / n) > 5 * sqrt(total * (n - 1)) / n:
                yield f"{form} with {n} choices: the right one is in place {place} {where[place]} times of {total}"


def _wordings(family: Family[Any]) -> Iterator[str]:
    """Every template speaks every language of the family, and every wording of it has the same slots."""
    import re

    for name, template in family.templates.items():
        silent = [language for language in family.languages if language not in template.wordings.texts]
        if silent:
            yield f"template '{name}' has no wording in {', '.join(silent)}"
        slots = {
            tuple(sorted(set(re.findall(r"\{(\w+)", text)) - set(template.optional)))
            for styles in template.wordings.texts.values()
            for texts in styles.values()
            for text in texts
        }
        if len(slots) > 1:
            yield f"template '{name}': its wordings have different slots {sorted(slots)}"


# ---- releases, models, metrics


def check_release(release: Release, root: str | Path, split: str) -> None:
    """A release on disk gives pages that keep the contract of its family.

    >>> eyechart.check_release(my_release, "data/mine", "train")  # doctest: +SKIP
    """
    from eyechart import registry

    family = registry.get("families", release.family)
    pages = list(release.pages(Path(root), split))
    problems = list(check_pages(pages, family))
    if not pages:
        problems.append("it gives no pages")
    _settle(f"Release '{release.name}'", problems)


def check_model(model: Model, questions: Sequence[Question]) -> None:
    """One prediction for each question, in order; the same for the same question; nothing for nothing.

    >>> from eyechart.models.chance import Chance
    >>> eyechart.check_model(Chance(), eyechart.dataset("figures")[0].questions)
    """
    problems = []
    said = model.answer(questions)
    if [p.question for p in said] != [q.id for q in questions]:
        problems.append("its predictions are not one for each question, in their order")
    if model.answer(()):
        problems.append("it answers when nothing is asked")
    if len(questions) > 1 and model.answer(questions[1:])[0] != said[1]:
        problems.append("its answer depends on what else is asked, or changes from call to call")
    for q, p in zip(questions, said, strict=False):
        if p.answer is not None and q.choices and p.answer not in q.choices:
            problems.append(f"{q.id}: answer '{p.answer}' is not among {q.choices}")
        problems += [
            f"{q.id}: evidence {r.shape} has {len(r.shape)} numbers" for r in p.evidence.regions if _odd(r.shape)
        ]
    _settle(f"Model '{model.name}'", problems)


def _odd(shape: Shape) -> bool:
    return len(shape) != 4 and (len(shape) < 6 or len(shape) % 2 == 1)


def check_metric(metric: Metric, pages: Sequence[Page]) -> None:
    """0 to 1 or None, 1 for the oracle, and its column form equals its scalar form on predictions good, bad and odd.

    >>> from eyechart.metrics.answer import metric
    >>> eyechart.check_metric(metric, eyechart.dataset("figures")[:2])
    """
    from eyechart.store.predictions import table_of

    problems = []
    questions = [q for one in pages for q in one.questions]
    said = [_tried(q, i) for i, q in enumerate(questions)]
    scalars = _by_page(metric, pages, said)
    problems += [
        f"{q.id}: scores {s}" for q, s in zip(questions, scalars, strict=True) if s is not None and not 0 <= s <= 1
    ]
    for q, best in zip(questions, _by_page(metric, pages, Oracle().answer(questions)), strict=True):
        if best is not None and best < 1 - 1e-9:
            problems.append(f"{q.id}: the oracle scores {best}")
    scenes = [(len(one.questions), encode(one.scene).decode()) for one in pages]
    marks = metric.columns(Sheet(_flat(pages), table_of(said), scenes=lambda: scenes))
    for q, scalar, value, applies in zip(questions, scalars, marks.values, marks.applies, strict=True):
        if (scalar is not None) != bool(applies) or (scalar is not None and abs(scalar - value) > 1e-9):
            problems.append(f"{q.id}: scalar form gives {scalar}, column form {value if applies else None}")
    _settle(f"Metric '{metric.name}'", problems)


def _by_page(metric: Metric, pages: Sequence[Page], said: Iterable[Prediction]) -> list[float | None]:
    each = iter(said)
    return [mark for one in pages for mark in metric.scores(one.questions, list(islice(each, len(one.questions))))]


def _flat(pages: Sequence[Page]) -> object:
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = batch(pages, tuple(dict.fromkeys(name for one in pages for q in one.questions for name in q.facets)))
    column = rows.column("questions")
    flat = column.flatten()
    names = ("id", "form", "answers", "evidence", "labels", "language", "template", "facets", "difficulty")
    return pa.table({"image": pc.list_parent_indices(column)} | {name: flat.field(name) for name in names})


def _tried(q: Question, number: int) -> Prediction:
    """In turn: right, unparsed, wrong, pointing at nothing, near it, at everything, by a triangle."""
    rng = rng_for("check", q.id)
    truth = q.evidence.regions if q.evidence else ()
    right = q.answers[0] if q.answers else None
    whole = (0.0, 0.0, float(q.pictures[0].width), float(q.pictures[0].height)) if q.pictures else (0.0, 0.0, 1.0, 1.0)
    x, y = rng.uniform(0, whole[2] / 2), rng.uniform(0, whole[3] / 2)
    near = tuple(
        Region(tuple(v + rng.uniform(-9, 9) * (i < 2) for i, v in enumerate(boxed(r.shape))), (), r.picture)
        for r in truth
    )
    options: tuple[tuple[str | None, tuple[Region, ...]], ...] = (
        (right, truth),
        (None, ()),
        ("certainly not this", truth[:1]),
        (right.upper() if right else None, near),
        (right, (*truth, Region(whole))),
        (right, (Region((x, y, x + 90, y + 20, x + 30, y + 80)),)),
        (right, (Region((x, y, x + 60, y + 60)), Region((x + 20, y + 20, x + 99, y + 70)))),
    )
    answer, regions = options[number % len(options)]
    labels = q.evidence.labels if q.evidence and number % 2 else {}
    return Prediction(question=q.id, answer=answer, evidence=Evidence(regions, labels))
