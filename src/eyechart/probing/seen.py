"""Pages as probes need them: questions by template with what each view shows, and no pictures but small ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from itertools import chain
from math import ceil
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from eyechart import registry
from eyechart.core import Family, Features, Page, Question, Settings, Sight, View
from eyechart.engines.engine import Engine, in_order
from eyechart.page import page
from eyechart.probing.twins import glance, thumbnail
from eyechart.seeding import rng_for
from eyechart.store.folder import Dataset, load
from eyechart.store.place import Place

SOLVED = 1_000  # pages that a view's own solver is tried on: it learns nothing, so that more say no more
WIDEST = 208  # numbers that a probe sees of pictures: as many as one of them gives
NOTED = 250  # pages between two words on how it goes
BLOCK = 25  # pages that are made in one go, for want of questions
ENOUGH = 50_000  # questions of a template that probes learn from and are tried on: more take memory, and say no more


class Seen(Struct, frozen=True):
    """A question, as much as any probe needs of it."""

    image: int
    text: str
    choices: tuple[str, ...]
    answers: tuple[str, ...]
    glance: int  # row of its pictures' features
    given: str  # the value of the facet that the template says is given
    columns: Features  # what is published beside the answer
    shown: Mapping[str, Features]  # of each choice picture, what it shows
    sights: Mapping[str, Sight]  # of the family's own views

    @property
    def answer(self) -> str:
        return self.answers[0] if self.answers else ""


class Collected:
    """What is seen of the pages of a dataset, and of those that are made to have enough of each template."""

    def __init__(
        self, family: Family[Any], settings: Settings | None = None, before: int = 0, enough: int = ENOUGH
    ) -> None:
        self.family, self.settings, self.images = family, settings, 0
        self._before = before  # pages of the dataset that others look at
        self._enough = enough  # questions of a template
        self.left_out: Counter[str] = Counter()  # questions beyond that
        self.asked: dict[str, list[Seen]] = defaultdict(list)
        self.solved: dict[str, list[tuple[int, str, bool, float]]] = defaultdict(list)  # image, template, right, prior
        self.prints: list[NDArray[np.uint8]] = []
        self._glances: list[NDArray[np.float32]] = []

    def add(self, page: Page) -> None:
        known: dict[tuple[int, ...], int] = {}
        views = {name: view.survey(page.questions) for name, view in self.family.views.items() if view.survey}
        for q in page.questions:
            if len(self.asked[q.template]) >= self._enough:
                self.left_out[q.template] += 1
                continue
            pictures = q.pictures if self.family.shows else (*q.pictures, *q.choice_pictures)
            key = tuple(id(p) for p in pictures)
            if key not in known:
                known[key] = len(self._glances)
                self._glances.append(np.concatenate([glance(p) for p in pictures]))
            sights = {name: surveyed[q.id] for name, surveyed in views.items() if q.id in surveyed}
            columns = _columns(q, page.questions, self.family.of_answers)
            self.asked[q.template].append(self._seen(q, known[key], columns, sights))
        if self._before + self.images < SOLVED:
            self._solve(page.questions)
        self.images += 1

    def join(self, other: Collected) -> None:
        """What another has collected of the pages that come next, as if they had been added here."""
        first, row = self.images, len(self._glances)
        for template, asked in other.asked.items():
            self.asked[template] += [replace(q, image=first + q.image, glance=row + q.glance) for q in asked]
        for view, solved in other.solved.items():
            self.solved[view] += [(first + one[0], *one[1:]) for one in solved if first + one[0] < SOLVED]
        self.left_out += other.left_out
        self.prints += other.prints
        self._glances += other._glances
        self.images += other.images

    def __getstate__(self) -> dict[str, Any]:
        """It travels between processes; its family is found there by its name."""
        return self.__dict__ | {"family": self.family.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state | {"family": registry.get("families", state["family"])})

    def impossible(self, view: View) -> bool:
        """Must it be at the prior, of what these settings made? None of what somebody else made."""
        return view.impossible and not (view.unless and (self.settings is None or view.unless(self.settings)))

    def _seen(self, q: Question, row: int, columns: Features, surveyed: Mapping[str, Sight]) -> Seen:
        template = self.family.templates.get(q.template)
        given = q.facets.get(template.given, "") if template else ""
        shows, scene = self.family.shows, q.scene
        shown = {c: shows(scene, c) for c in q.choices} if shows and scene and q.choice_pictures else {}
        sights = {name: view.see(q) for name, view in self.family.views.items() if view.see and scene}
        kept = {**surveyed, **{name: sight for name, sight in sights.items() if sight is not None}}
        return Seen(self.images, q.text, q.choices, q.answers, row, given, columns, shown, kept)

    def _solve(self, questions: tuple[Question, ...]) -> None:
        for name, view in self.family.views.items():
            if view.solve is None:
                continue
            said = view.solve(questions)
            for q in questions:
                if q.id in said:
                    prior = view.prior if view.prior is not None else 1 / max(len(q.choices), 1)
                    self.solved[name].append((self.images, q.template, said[q.id] in q.answers, prior))

    def glances(self) -> NDArray[np.float32]:
        """What is seen of the pictures of each question; of several pictures, the directions in which they differ most."""
        from sklearn.decomposition import PCA

        table = np.zeros((len(self._glances), max(len(row) for row in self._glances)), np.float32)
        for place, row in enumerate(self._glances):
            table[place, : len(row)] = row
        if min(table.shape) <= WIDEST:
            return table
        found: NDArray[np.float32] = PCA(WIDEST, copy=False, svd_solver="randomized", random_state=0).fit_transform(
            table
        )
        return found


def _columns(q: Question, siblings: tuple[Question, ...], of_answers: tuple[str, ...]) -> Features:
    """What is published beside a hidden answer, and how it stands to that of the page's questions of the same template."""
    rivals = [other for other in siblings if other.template == q.template]
    hard = [other.difficulty for other in rivals if other.difficulty is not None]
    place = float(rivals.index(q))
    numbers = {"place": place, "rivals": float(len(rivals)), "number": float(siblings.index(q))}
    if q.difficulty is not None:
        below, above = sum(d < q.difficulty for d in hard), sum(d > q.difficulty for d in hard)
        numbers |= {"difficulty": q.difficulty, "easier": float(below), "harder": float(above)}
    facets = {name: value for name, value in q.facets.items() if name not in of_answers}
    return {**facets, "language": q.language, **numbers}


def look(dataset: Dataset, engine: Engine, progress: Callable[[str], None]) -> Collected:
    """All pages of a dataset; shards are looked at by whoever is free."""
    total = f"{dataset.manifest.images:,} of {dataset.folder}"
    found = _nothing_of(dataset)
    numbers = range(len(dataset.manifest.shards))
    for some in in_order(
        engine, partial(_look, dataset.folder), numbers, lambda done: progress(f"looking at page {done:,} of {total}")
    ):
        found.join(some)
    return found


def _nothing_of(dataset: Dataset, before: int = 0, share: float = 1.0) -> Collected:
    """`share`: of the dataset's pages, and so of the questions that are enough."""
    settings = dataset.settings if dataset.manifest.release is None else None
    return Collected(dataset.family, settings, before, ceil(share * ENOUGH))


def _look(folder: Place, number: int, progress: Callable[[int], None]) -> Collected:
    dataset = load(folder)
    shards = dataset.manifest.shards
    before = sum(shard.images for shard in shards[:number])
    found = _nothing_of(dataset, before, shards[number].images / max(dataset.manifest.images, 1))
    for one in dataset.part(number, number + 1):
        found.add(one)
        found.prints += [thumbnail(p) for p in one.pictures[:1]]
        if found.images % NOTED == 0:
            progress(found.images)
    return found


def make_more(
    dataset: Dataset, found: Collected, least: int, most: int, engine: Engine, progress: Callable[[str], None]
) -> int:
    """Pages of the same making under another seed, until each template that occurs has `least` questions; `most` at most.

    A release cannot be made, nor what an earlier version of the family made.
    """
    m, family = dataset.manifest, dataset.family
    if m.release is not None or m.family_version != family.version:
        return 0
    seed = rng_for("audit", m.family, m.split, m.seed).bits()
    wanted, made = list(found.asked), 0
    if all(len(found.asked[name]) >= least for name in wanted):
        return 0
    blocks = [range(start, min(start + BLOCK, most)) for start in range(0, most, BLOCK)]
    with closing(in_order(engine, partial(_make, dataset.folder, seed), blocks)) as stream:
        for one in chain.from_iterable(stream):
            fewest = min(len(found.asked[name]) for name in wanted)
            if fewest >= least:
                break
            found.join(one)
            made += 1
            if made % NOTED == 0:
                progress(f"{made:,} more pages made, so that each template has {least:,} questions: now {fewest:,}")
    return made


def _make(folder: Place, seed: int, numbers: range, progress: Callable[[int], None]) -> list[Collected]:
    """Pages, each by itself, so that who has enough of them can stop at any."""
    dataset, made = load(folder), list[Collected]()
    for index in numbers:
        made.append(_nothing_of(dataset))
        made[-1].add(page(dataset.family, dataset.settings, dataset.manifest.split, seed, index))
    return made
