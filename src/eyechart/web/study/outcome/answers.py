"""What people said in a study: every sitting with its verdict, and the answers of those that count."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct
from sqlalchemy import select

from eyechart.core import Evidence, Prediction, Question
from eyechart.metrics import answer as answers
from eyechart.web.study.boxes import Box, evidence_of
from eyechart.web.study.desk import Desk
from eyechart.web.study.plan import Opened
from eyechart.web.study.tables import replies, sitters, sittings


class Sat(Struct, frozen=True):
    """A sitting, of a person who is a number."""

    id: int
    person: int
    source: str
    code: str
    batch: int
    age: str | None
    state: str  # counts, excluded, returned, going on, left
    reasons: tuple[str, ...]
    minutes: float | None


class Given(Struct, frozen=True):
    """An answer."""

    question: str
    image: int
    sitting: int
    person: int
    age: str
    kind: str
    answer: str | None
    seconds: float
    evidence: Evidence
    flag: str
    right: float | None  # None: skipped, or the key is hidden

    def prediction(self) -> Prediction | None:
        """As the model `human` says it. Unknown counts as wrong (FigureQA); what was skipped is left out (V-PROM)."""
        if self.kind == "skip":
            return None
        raw = self.kind if self.kind == "unknown" else None
        return Prediction(question=self.question, answer=self.answer, evidence=self.evidence, raw=raw)


class Answers(Struct, frozen=True):
    study: Opened
    questions: dict[str, Question]
    sat: list[Sat]
    given: list[Given]  # in sittings that count, in the order in which these began


def answers_of(desk: Desk, name: str, pilot: bool = False) -> Answers:
    """All of a study, or of its pilot."""
    study = desk.study(name)
    pages = {q.id: (page.index, q) for page in study.asked for q in page.questions}
    with desk.database.reading() as connection:
        wanted = select(sittings, sitters.c.source).join(sitters, sitters.c.id == sittings.c.sitter)
        own = (sittings.c.study == study.id) & (sittings.c.pilot == pilot)
        rows = connection.execute(wanted.where(own).order_by(sittings.c.id)).all()
        said = connection.execute(
            select(replies).join(sittings, sittings.c.id == replies.c.sitting)
            .where(own).order_by(replies.c.sitting, replies.c.place)
        ).all()  # fmt: skip
    took: dict[int, float] = {}
    for one in said:
        took[one.sitting] = took.get(one.sitting, 0.0) + one.seconds / 60
    sat = [_sat(desk, study, row, took.get(row.id)) for row in rows]
    counting = {one.id: one for one in sat if one.state == "counts"}
    given = []
    for one in said:
        if one.question is not None and one.sitting in counting:
            image, question = pages[one.question]
            given.append(_given(one, counting[one.sitting], image, question))
    return Answers(study, {id: q for id, (_, q) in pages.items()}, sat, given)


def _sat(desk: Desk, study: Opened, row: object, minutes: float | None) -> Sat:
    found = row._mapping  # type: ignore[attr-defined]
    reasons = tuple(msgspec.json.decode(found["reasons"] or "[]", type=list[str]))
    state = _state(found["finished"], found["returned"], found["seen"], desk.clock(), study.plan.patience, reasons)
    code = study.plan.code or desk.keys.code(found["name"])
    return Sat(
        found["id"], found["sitter"], found["source"], code, found["batch"], found["age"], state, reasons, minutes
    )


def _state(
    finished: datetime | None,
    returned: datetime | None,
    seen: datetime,
    moment: datetime,
    patience: float,
    reasons: tuple[str, ...],
) -> str:
    if finished is not None:
        return "excluded" if reasons else "counts"
    if returned is not None:
        return "returned"
    return "going on" if (moment - seen).total_seconds() < 60 * patience else "left"


def _given(row: object, sat: Sat, image: int, question: Question) -> Given:
    found = row._mapping  # type: ignore[attr-defined]
    boxes = msgspec.json.decode(found["boxes"], type=list[Box])
    made = Given(
        question=question.id,
        image=image,
        sitting=sat.id,
        person=sat.person,
        age=sat.age or "",
        kind=found["kind"],
        answer=found["answer"],
        seconds=found["seconds"],
        evidence=evidence_of(boxes, msgspec.json.decode(found["labels"], type=dict[str, str])),
        flag=found["flag"],
        right=None,
    )
    said = made.prediction()
    return made if said is None else msgspec.structs.replace(made, right=answers.score(question, said))
