"""One person with one batch, step by step: consent, instructions, training, questions, the age again, the end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from eyechart.core import Question
from eyechart.errors import EyechartError
from eyechart.web.study.boxes import Box
from eyechart.web.study.checks import AGES, Conduct, Reply, reasons
from eyechart.web.study.desk import Desk, NotThereError
from eyechart.web.study.plan import Item, Opened
from eyechart.web.study.tables import replies, sittings, studies

Step = Literal["consent", "instructions", "training", "question", "age", "done", "returned"]
Kind = Literal["answer", "unknown", "skip"]
FLAGS = {"answer": "no choice is right", "several": "several are right", "unclear": "the question is unclear",
         "unseen": "it cannot be seen in the picture", "other": "something else"}  # fmt: skip
LONGEST = 500  # letters of an answer


class Said(Struct, frozen=True):
    """What somebody says to a question."""

    kind: Kind
    answer: str | None = None
    boxes: tuple[Box, ...] = ()
    flag: str = ""
    labels: dict[str, str] = {}


class Test(Struct, frozen=True):
    """A question about the instructions. The last choice is right, as the instructions say."""

    text: str
    choices: tuple[str, ...]

    @property
    def right(self) -> int:
        return len(self.choices) - 1


class Sitting(Struct, frozen=True):
    """How far somebody is."""

    id: int
    name: str
    token: str
    study: Opened
    batch: int
    pilot: bool
    child: bool
    age: str | None
    trained: int
    place: int
    step: Step
    shown: datetime | None

    @property
    def length(self) -> int:
        return self.study.plan.length(self.batch)

    @property
    def kind(self) -> str:
        return self.study.plan.kinds[self.batch]

    @property
    def lessons(self) -> list[Item]:
        return self.study.plan.training[self.kind]

    @property
    def item(self) -> Item | None:
        """The question before them; None: the planted one."""
        return self.study.plan.item(self.batch, self.place)


def tests(sitting: Sitting) -> list[Test]:
    number = sitting.length
    others = tuple(str(number - 5 * n) if number > 5 * n else str(number + 5 * n) for n in (3, 2, 1))
    return [
        Test("I have read the instructions and will answer as well as I can.", ("No", "Yes")),
        Test("How many questions will you be asked?", (*others, str(number))),
        Test("If a child takes part, the child …", ("works together with you.", "answers all questions alone.")),
    ]


def sitting_of(desk: Desk, token: str) -> Sitting:
    """The sitting of a link."""
    name = desk.keys.sitting(token)
    with desk.database.reading() as connection:
        wanted = select(sittings, studies.c.name.label("study_name")).join(studies, studies.c.id == sittings.c.study)
        row = connection.execute(wanted.where(sittings.c.name == (name or ""))).first()
    if row is None:
        raise NotThereError("This link leads nowhere: it was not given out here, or what it led to was deleted.")
    study = desk.study(row.study_name)
    step = _step(row, study)
    return Sitting(
        row.id,
        row.name,
        token,
        study,
        row.batch,
        row.pilot,
        row.child,
        row.age,
        row.trained,
        row.place,
        step,
        row.shown,
    )


def _step(row: Row[Any], study: Opened) -> Step:
    plan = study.plan
    if row.finished is not None:
        return "done"
    if row.returned is not None:
        return "returned"
    if row.consented is None:
        return "consent"
    if row.test is None:
        return "instructions"
    if row.trained < len(plan.training[plan.kinds[row.batch]]):
        return "training"
    return "question" if row.place < plan.length(row.batch) else "age"


def _moved(desk: Desk, sitting: Sitting, at: Step, **values: Any) -> None:
    """Go on from a step. Who sends a form twice, or an old one, has gone on already: nothing happens."""
    if sitting.step != at:
        return
    here = (sittings.c.id == sitting.id) & (sittings.c.place == sitting.place) & (sittings.c.trained == sitting.trained)
    with desk.database.writing() as connection:
        connection.execute(update(sittings).where(here).values(seen=desk.clock(), **values))


def consent(desk: Desk, sitting: Sitting, age: str, child: bool) -> None:
    if age not in AGES:
        raise EyechartError("Say which age group you belong to.")
    _moved(desk, sitting, "consent", consented=desk.clock(), age=age, child=child)


def instruct(desk: Desk, sitting: Sitting, chosen: Sequence[int]) -> None:
    """The answers to the test of the instructions; wrong ones stand in the way of nobody and count at the end."""
    if len(chosen) != len(tests(sitting)):
        raise EyechartError("Answer all three questions about the instructions.")
    right = [one == test.right for one, test in zip(chosen, tests(sitting), strict=True)]
    _moved(desk, sitting, "instructions", test=msgspec.json.encode(right).decode())


def train(desk: Desk, sitting: Sitting, place: int) -> None:
    if place == sitting.trained:
        _moved(desk, sitting, "training", trained=place + 1)


def opened(desk: Desk, sitting: Sitting) -> None:
    """The question was put before them: time runs from here."""
    _moved(desk, sitting, "question", shown=desk.clock())


def reply(desk: Desk, sitting: Sitting, place: int, said: Said) -> None:
    """Write down what was said, and go on. What is sent twice counts once."""
    if sitting.step != "question" or place != sitting.place:
        return
    item, moment = sitting.item, desk.clock()
    question = None if item is None else sitting.study.page(item)[1]
    _check(said, question, sitting)
    row = {
        "sitting": sitting.id,
        "place": place,
        "question": None if question is None else question.id,
        "answer": said.answer if said.kind == "answer" else None,
        "kind": said.kind,
        "seconds": (moment - (sitting.shown or moment)).total_seconds(),
        "boxes": msgspec.json.encode(said.boxes).decode(),
        "labels": msgspec.json.encode(said.labels).decode(),
        "flag": said.flag,
    }
    try:
        with desk.database.writing() as connection:
            connection.execute(insert(replies).values(**row))
            here = (sittings.c.id == sitting.id) & (sittings.c.place == place)
            connection.execute(update(sittings).where(here).values(place=place + 1, shown=None, seen=moment))
    except IntegrityError:
        return  # the same form, sent twice at once


def _check(said: Said, question: Question | None, sitting: Sitting) -> None:
    guide = sitting.study.plan.guide
    if (said.kind == "unknown" and not guide.unknown) or (said.kind == "skip" and not guide.skip):
        raise EyechartError("This study takes no such answer.")
    if said.flag and said.flag not in FLAGS:
        raise EyechartError(f"'{said.flag[:20]}' is nothing that can be wrong with a question.")
    known = sitting.study.plan.labels
    if any(value not in known.get(name, ()) for name, value in said.labels.items()):
        raise EyechartError("Choose one of those that are shown.")
    if said.kind != "answer":
        return
    if not said.answer or not said.answer.strip():
        raise EyechartError("Answer first, then go on.")
    if len(said.answer) > LONGEST or min(said.answer) < " ":
        raise EyechartError(f"An answer is a line of at most {LONGEST} letters.")
    if question is not None and question.choices and question.form != "fill-in" and said.answer not in question.choices:
        raise EyechartError("Choose one of the answers that are shown.")


def finish(desk: Desk, sitting: Sitting, again: str) -> None:
    """The age once more; then it is decided whether the sitting counts."""
    if again not in AGES:
        raise EyechartError("Say which age group you belong to.")
    if sitting.step != "age":
        return
    found = list(reasons(conduct(desk, sitting, again)))
    _moved(desk, sitting, "age", again=again, finished=desk.clock(), reasons=msgspec.json.encode(found).decode())


def conduct(desk: Desk, sitting: Sitting, again: str) -> Conduct:
    """What the checks look at."""
    plan = sitting.study.plan
    with desk.database.reading() as connection:
        row = connection.execute(select(sittings).where(sittings.c.id == sitting.id)).one()
        rows = connection.execute(
            select(replies).where(replies.c.sitting == sitting.id).order_by(replies.c.place)
        ).all()
    planted = [one for one in rows if one.question is None]
    said = [
        Reply(one.seconds, position(sitting.study, sitting.batch, one.place, one.answer))
        for one in rows
        if one.question is not None
    ]
    return Conduct(
        test=msgspec.json.decode(row.test, type=list[bool]),
        planted=planted[0].answer if planted else None,
        age=row.age,
        again=again,
        minutes=sum(one.seconds for one in rows) / 60,
        replies=said,
        least=plan.least,
        most=plan.most,
    )


def position(study: Opened, batch: int, place: int, answer: str | None) -> int | None:
    """Which of the choices was taken, from 0; None: there was nothing to choose."""
    item = study.plan.item(batch, place)
    if item is None:
        return None
    choices = study.page(item)[1].choices
    return choices.index(answer) if answer in choices else None


def give_back(desk: Desk, sitting: Sitting) -> None:
    """Stop before the end: somebody else gets the batch."""
    if sitting.step != "done":
        with desk.database.writing() as connection:
            connection.execute(update(sittings).where(sittings.c.id == sitting.id).values(returned=desk.clock()))
