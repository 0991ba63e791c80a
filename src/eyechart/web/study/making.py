"""Make a study of a dataset: draw the sample as its paper does, cut it into batches, set pages aside for training."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pyarrow as pa
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from eyechart.errors import EyechartError
from eyechart.seeding import rng_for
from eyechart.store.atomic import write_atomic
from eyechart.store.folder import Dataset, load
from eyechart.web.database import Database, now
from eyechart.web.site import Site
from eyechart.web.study.guide import Guide, Pointing, guide_of
from eyechart.web.study.plan import ASKED, PLAN, TRAINING, Item, Plan, folder_of
from eyechart.web.study.sampling import batched, even, sampled, values_of
from eyechart.web.study.subset import write_subset
from eyechart.web.study.tables import studies

NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,58}")
CODE = re.compile(r"[A-Za-z0-9]{0,40}")
COLUMNS = ("id", "template", "form", "language", "facets", "answers")
EXAMPLES, LESSONS = 2, 3  # of each kind of batch
CARD = "# {name}\n\nQuestions of {data} that people were asked. {rule}\n"


@dataclass(frozen=True)
class Wanted:
    """What an organiser says of a study; what is None is as its family's guide has it."""

    questions: int = 300
    batch: int = 20
    people: int = 3
    title: str = ""
    evidence: Pointing | None = None
    code: str = ""
    seed: int = 1


WANTED = Wanted()


def make(site: Site, database: Database, name: str, source: str | Path | Dataset, wanted: Wanted = WANTED) -> Plan:
    """The plan of a study that is open from now on."""
    _check(name, wanted)
    with database.reading() as connection:
        if connection.execute(select(studies.c.id).where(studies.c.name == name)).first():
            raise _taken(name)
    dataset = load(source)
    guide = guide_of(dataset.manifest.family)
    table = dataset.columns(COLUMNS).combine_chunks()
    rng = rng_for("study", dataset.manifest.fingerprint, wanted.seed)
    rows = sampled(table, guide.evenly, guide.whole, wanted.questions, rng)
    if len(rows) < wanted.questions:
        raise EyechartError(
            f"{dataset.folder} has {len(rows):,} questions: ask for fewer than --questions {wanted.questions:,}."
        )
    kinds = table.column(guide.together).to_pylist() if guide.together else [""] * table.num_rows
    cut = batched([(row, kinds[row]) for row in rows], wanted.batch, rng_for("study", "batches", wanted.seed, name))
    others = _others(dataset, table, guide, rows, kinds)
    home = folder_of(site.home, name)
    shutil.rmtree(home, ignore_errors=True)  # what a kill left of an earlier try
    home.mkdir(parents=True)
    home.parent.chmod(0o700)
    plan = _plan(dataset, name, guide, wanted)
    ids = table.column("id").to_pylist()
    card = CARD.format(name=name, data=plan.data, rule=plan.rule)
    asked = write_subset(dataset, {ids[row] for row in rows}, home / ASKED, name, card)
    aside = {ids[row] for some in others.values() for row in some}
    training = write_subset(dataset, aside, home / TRAINING, f"{name}-training", card)
    at, there = _places(asked), _places(training)
    plan = msgspec.structs.replace(
        plan,
        labels=_labels(dataset) if plan.evidence == "labels" else {},
        batches=[[at[ids[row]] for row in some] for some in cut],
        kinds=[kinds[some[0]] for some in cut],
        examples={kind: [there[ids[row]] for row in some[:EXAMPLES]] for kind, some in others.items()},
        training={kind: [there[ids[row]] for row in some[EXAMPLES:]] for kind, some in others.items()},
    )
    write_atomic(home / PLAN, msgspec.json.encode(plan))
    with suppress(IntegrityError), database.writing() as connection:
        connection.execute(insert(studies).values(name=name, created=now()))
        return plan
    raise _taken(name)


def _taken(name: str) -> EyechartError:
    return EyechartError(f"There is a study '{name}' already. Choose another name.")


def _check(name: str, wanted: Wanted) -> None:
    if not NAME.fullmatch(name):
        raise EyechartError(
            f"'{name}' is no name for a study: small letters, digits and hyphens, such as figures-2027."
        )
    if not CODE.fullmatch(wanted.code):
        raise EyechartError(f"--code {wanted.code}: letters and digits, as Prolific shows it.")
    for option, value in (("questions", wanted.questions), ("batch", wanted.batch), ("people", wanted.people)):
        if value < 1:
            raise EyechartError(f"--{option} {value}: at least one.")


def _plan(dataset: Dataset, name: str, guide: Guide, wanted: Wanted) -> Plan:
    unit = "whole pages" if guide.whole else "questions"
    together = f", each of one {guide.together}" if guide.together else ""
    return Plan(
        name=name,
        title=wanted.title or f"{dataset.manifest.family.capitalize()}: {name}",
        family=dataset.manifest.family,
        data=dataset.told(),
        source=dataset.manifest.fingerprint,
        rule=f"Drawn: {unit}, evenly over {' and '.join(guide.evenly)}, seed {wanted.seed}; "
        f"in batches of {wanted.batch}{together}, each given to {wanted.people} people.",
        seed=wanted.seed,
        people=wanted.people,
        evidence=wanted.evidence or guide.evidence,
        code=wanted.code,
    )


def _others(
    dataset: Dataset, table: pa.Table, guide: Guide, asked: Sequence[int], kinds: Sequence[str]
) -> Mapping[str, list[int]]:
    """Of each kind that is asked, questions for examples and training: about pages that nobody is asked about."""
    images = table.column("image").to_pylist()
    used, found = {images[row] for row in asked}, dict[str, list[int]]()
    known = [bool(some) for some in table.column("answers").to_pylist()]  # a lesson says what is right
    values = values_of(table, guide.evenly)
    for kind in sorted({kinds[row] for row in asked}):
        free = [row for row in range(table.num_rows) if known[row] and images[row] not in used and kinds[row] == kind]
        once = list({images[row]: row for row in rng_for("study", "free", kind).shuffled(free)}.values())
        some = even(
            [values[row] for row in once], rng_for("study", "training", kind), lambda f: len(f) >= EXAMPLES + LESSONS
        )
        if len(some) < EXAMPLES + LESSONS:
            raise EyechartError(
                f"{dataset.folder} has too few pages: {EXAMPLES + LESSONS} more than are asked about are shown as examples and "
                f"in training{f' of {kind}' if kind else ''}, {len(some)} are left. Ask fewer --questions, or make more pages."
            )
        found[kind] = [once[i] for i in some]
        used |= {images[row] for row in found[kind]}
    return found


def _labels(dataset: Dataset) -> dict[str, list[str]]:
    """All that evidence is called in the whole dataset: those of the sample alone would tell of its answers."""
    found: dict[str, set[str]] = {}
    for text in dataset.columns(("labels",)).column("labels").unique().drop_null().to_pylist():
        for name, value in msgspec.json.decode(text, type=dict[str, str]).items():
            found.setdefault(name, set()).add(value)
    return {name: sorted(values) for name, values in sorted(found.items())}


def _places(dataset: Dataset) -> dict[str, Item]:
    """Where each question is, by its id."""
    table, found, counts = dataset.columns(("id",)), dict[str, Item](), dict[int, int]()
    for image, id in zip(table.column("image").to_pylist(), table.column("id").to_pylist(), strict=True):
        found[id] = Item(image, counts.get(image, 0))
        counts[image] = counts.get(image, 0) + 1
    return found
