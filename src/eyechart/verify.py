"""Proof: every program run again from the files alone must give the recorded steps, answer and evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from eyechart.core import Family, Page, Question, Shape, lies_on
from eyechart.engines.engine import Engine, engine_of
from eyechart.engines.pool import Progress
from eyechart.errors import EyechartError
from eyechart.page import page
from eyechart.program import answer_of, evidence_of, run
from eyechart.store import shards
from eyechart.store.folder import MANIFEST, Dataset, load
from eyechart.store.garbage import uncollected
from eyechart.store.place import Place

SHOWN = 20  # disagreements kept in words; the rest are counted


class Verdict(Struct, frozen=True):
    images: int
    questions: int
    proved: int  # of the questions: those that have a program, and nothing of it disagrees
    unproved: int  # without a program: what a release says without saying why
    disagreements: int
    examples: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return not self.disagreements

    def __str__(self) -> str:
        proved = "all proved" if self.proved == self.questions else f"{self.proved:,} proved"
        without = f", {self.unproved:,} without a program" if self.unproved else ""
        return f"{self.images:,} images, {self.questions:,} questions, {proved}{without}: {self.disagreements:,} disagreements"


def verify(
    dataset: str | Path | Dataset,
    *,
    redraw: bool = False,
    jobs: int | Engine = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Verdict:
    """Check that all is there, run every program, and with `redraw` make every page anew and compare its bytes.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> verdict = eyechart.verify(made, redraw=True)
    >>> verdict.images, verdict.disagreements
    (3, 0)
    """
    dataset = load(dataset)
    folder = dataset.folder
    if redraw and dataset.manifest.release:
        raise EyechartError(f"{folder} was read from {dataset.manifest.release}: there is nothing to redraw it from.")
    if redraw and dataset.manifest.family_version != dataset.family.version:
        raise EyechartError(
            f"{folder} was made by version {dataset.manifest.family_version} of {dataset.family.name}, this is version "
            f"{dataset.family.version}: its bytes differ. Verify without --redraw, or generate again."
        )
    _check_promise(dataset)
    numbers = range(len(dataset.manifest.shards))
    found = dict(engine_of(jobs).each(partial(_verify_shard, dataset.folder, redraw), numbers, progress))
    total, wrong = _Counts(), list[str]()
    for counts, problems in (found[number] for number in numbers):
        total = total.plus(counts)
        wrong += problems
    return Verdict(total.images, total.questions, total.proved, total.unproved, len(wrong), tuple(wrong[:SHOWN]))


class _Counts(Struct, frozen=True):
    images: int = 0
    questions: int = 0
    proved: int = 0
    unproved: int = 0

    def plus(self, other: _Counts) -> _Counts:
        return _Counts(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def _check_promise(dataset: Dataset) -> None:
    m = dataset.manifest
    for what, promised, listed in (
        ("images", m.images, sum(shard.images for shard in m.shards)),
        ("questions", m.questions, sum(shard.questions for shard in m.shards)),
    ):
        if promised != listed:
            raise EyechartError(
                f"{dataset.folder / MANIFEST} promises {promised:,} {what} and lists shards with {listed:,}. "
                "Make the dataset again."
            )


def _verify_shard(folder: Place, redraw: bool, number: int, progress: Progress) -> tuple[_Counts, list[str]]:
    dataset = load(folder)
    shard = dataset.manifest.shards[number]
    path = folder / shard.file
    if shards.file_digest(path) != shard.sha256:
        raise shards.broken(path, EyechartError("its checksum is not the one in dataset.json"))
    columns = None if redraw else ("index", "sizes", "scene", "where", "questions")
    counts, problems, indices = _Counts(), list[str](), list[int]()
    with uncollected():
        for rows in shards.read_shard(path, columns=columns):
            for found in dataset.pages_of(rows):
                wrong = {q.id: said for q, said in _proofs(found, dataset.family)}
                without = sum(q.program is None for q in found.questions)
                proved = sum(not said for said in wrong.values())
                counts = counts.plus(_Counts(1, len(found.questions), proved, without))
                problems += [*(problem for said in wrong.values() for problem in said), *_unasked(found)]
                if redraw:
                    problems += _redrawn(found, dataset)
                indices.append(found.index)
                progress(counts.images)
    if (counts.images, counts.questions) != (shard.images, shard.questions):
        raise EyechartError(
            f"{path} holds {counts.images:,} images with {counts.questions:,} questions; {MANIFEST} promises "
            f"{shard.images:,} with {shard.questions:,}. Make the dataset again."
        )
    start = number * dataset.manifest.shards[0].images
    if not dataset.manifest.release and indices != list(range(start, start + counts.images)):
        raise EyechartError(
            f"{path} does not hold images {start} to {start + counts.images - 1}. Make the dataset again."
        )
    return counts, problems


def proof(found: Page, family: Family[Any]) -> list[str]:
    """What is wrong with a page, in words; nothing if all of it follows from its scene."""
    return [*(problem for _, said in _proofs(found, family) for problem in said), *_unasked(found)]


def _proofs(found: Page, family: Family[Any]) -> Iterator[tuple[Question, list[str]]]:
    """Each question that has a program, with what is wrong with it."""
    try:
        world = family.world(found.scene)
    except Exception as error:  # a scene that makes no world proves nothing
        yield from (
            (q, [f"{q.id}: its scene cannot be read: {error}"]) for q in found.questions if q.program is not None
        )
        return
    for q in found.questions:
        if q.program is not None:
            yield q, [f"{q.id}: {problem}" for problem in _wrong(q, found.where, world, family)]


def _wrong(q: Question, where: dict[str, tuple[Shape, ...]], world: Any, family: Family[Any]) -> Iterator[str]:
    assert q.program is not None
    try:
        done = run(q.program, world, family.functions)
        answer, evidence = answer_of(done, q.language), evidence_of(done, where)
    except Exception as error:  # a program that breaks is a disagreement, not the end of the proof
        yield f"its program fails: {error}"
        return
    for recorded, again in zip(q.program.steps, done.steps, strict=True):
        if recorded.output != again.output:
            yield f"step {recorded.function} recorded {recorded.output}, gives {again.output}"
    if q.answers and answer not in q.answers:
        yield f"answer recorded {q.answers}, program gives {answer}"
    if q.choices and q.answers and q.answers[0] not in q.choices:
        yield f"answer {q.answers[0]} is not among the choices {q.choices}"
    if evidence != q.evidence:
        yield f"evidence recorded {q.evidence}, program gives {evidence}"
    elif q.pictures and not all(lies_on(region.shape, q.pictures[region.picture]) for region in evidence.regions):
        yield "evidence lies outside its picture"


def _unasked(found: Page) -> Iterator[str]:
    """Pictures of a page with questions that none of these shows: then one of them shows another in its place."""
    shown = {id(picture) for q in found.questions for picture in (*q.pictures, *q.choice_pictures)}
    for place, picture in enumerate(found.pictures):
        if shown and id(picture) not in shown:
            yield f"{found.questions[0].id}: picture {place} of its page belongs to no question"


def _redrawn(found: Page, dataset: Dataset) -> list[str]:
    m = dataset.manifest
    again = page(dataset.family, dataset.settings, m.split, m.seed, found.index)
    problems = []
    if [p.data for p in again.pictures] != [p.data for p in found.pictures]:
        problems.append(f"{m.family}/{m.split}/{m.seed}/{found.index}: pixels drawn again differ")
    if shards.encode(_without_pictures(again)) != shards.encode(_without_pictures(found)):
        problems.append(f"{m.family}/{m.split}/{m.seed}/{found.index}: scene or questions made again differ")
    return problems


def _without_pictures(found: Page) -> list[Any]:
    places = {id(picture): place for place, picture in enumerate(found.pictures)}
    questions = [
        [q.id, q.text, q.form, q.answers, q.choices, q.template, q.facets, q.difficulty]
        + [[places[id(picture)] for picture in some] for some in (q.pictures, q.choice_pictures)]
        for q in found.questions
    ]
    return [found.scene, found.where, questions]
