"""Proof: every program run again from the files alone must give the recorded steps, answer and evidence."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from msgspec import Struct

from eyechart import shards
from eyechart.core import Family, Page, Question, Shape, lies_on
from eyechart.dataset import Dataset, Shard, load
from eyechart.errors import EyechartError
from eyechart.garbage import uncollected
from eyechart.page import page
from eyechart.program import answer_of, evidence_of, run

SHOWN = 20  # disagreements kept in words; the rest are counted


class Verdict(Struct, frozen=True):
    images: int
    questions: int
    disagreements: int
    examples: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return not self.disagreements


def verify(
    folder: str | Path, *, redraw: bool = False, jobs: int = 1, progress: Callable[[int], None] = lambda done: None
) -> Verdict:
    """Check the shards' sums, run every program, and with `redraw` make every page anew and compare its bytes."""
    dataset = load(folder)
    if redraw and dataset.manifest.release:
        raise EyechartError(f"{folder} was read from {dataset.manifest.release}: there is nothing to redraw it from.")
    if redraw and dataset.manifest.family_version != dataset.family.version:
        raise EyechartError(
            f"{folder} was made by version {dataset.manifest.family_version} of {dataset.family.name}, this is version "
            f"{dataset.family.version}: its bytes differ. Verify without --redraw, or generate again."
        )
    tasks = [(dataset.folder, shard, redraw) for shard in dataset.manifest.shards]
    done, images, questions, wrong = 0, 0, 0, list[str]()
    for shard_images, shard_questions, problems in _each(tasks, jobs):
        images, questions, done = images + shard_images, questions + shard_questions, done + shard_images
        wrong += problems
        progress(done)
    return Verdict(images, questions, len(wrong), tuple(wrong[:SHOWN]))


Task = tuple[Path, Shard, bool]


def _each(tasks: list[Task], jobs: int) -> Iterator[tuple[int, int, list[str]]]:
    if min(jobs, len(tasks)) <= 1:
        yield from map(_verify_shard, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks)), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(_verify_shard, tasks)


def _verify_shard(task: Task) -> tuple[int, int, list[str]]:
    folder, shard, redraw = task
    dataset = load(folder)
    path = folder / shard.file
    if shards.file_digest(path) != shard.sha256:
        raise shards.broken(path, EyechartError("its checksum is not the one in dataset.json"))
    columns = None if redraw else ("index", "sizes", "scene", "where", "questions")
    images, questions, problems = 0, 0, list[str]()
    with uncollected():
        for rows in shards.read_shard(path, columns=columns):
            for found in dataset.pages_of(rows):
                images += 1
                questions += len(found.questions)
                problems += proof(found, dataset.family)
                if redraw:
                    problems += _redrawn(found, dataset)
    return images, questions, problems


def proof(found: Page, family: Family) -> list[str]:
    """What is wrong with a page, in words; nothing if all of it follows from its scene."""
    world = family.world(found.scene)
    return [
        f"{q.id}: {problem}"
        for q in found.questions
        if q.program is not None
        for problem in _wrong(q, found.where, world, family)
    ]


def _wrong(q: Question, where: dict[str, tuple[Shape, ...]], world: Any, family: Family) -> Iterator[str]:
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
    if answer not in q.answers:
        yield f"answer recorded {q.answers}, program gives {answer}"
    if q.choices and q.answers[0] not in q.choices:
        yield f"answer {q.answers[0]} is not among the choices {q.choices}"
    if evidence != q.evidence:
        yield f"evidence recorded {q.evidence}, program gives {evidence}"
    elif q.pictures and not all(lies_on(region.shape, q.pictures[region.picture]) for region in evidence.regions):
        yield "evidence lies outside its picture"


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
    questions = [
        [q.id, q.text, q.form, q.answers, q.choices, q.template, q.facets, q.difficulty] for q in found.questions
    ]
    return [found.scene, found.where, questions]
