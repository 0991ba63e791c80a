"""The organisers' pages: how far a study is, who is excluded and why, what came of it, and everything as files."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from eyechart.web.board.api import Name
from eyechart.web.board.doors import Organiser
from eyechart.web.pages import Pages
from eyechart.web.spreadsheet import as_csv
from eyechart.web.study.desk import Desk
from eyechart.web.study.outcome.answers import Answers, answers_of
from eyechart.web.study.outcome.results import RULE, results
from eyechart.web.study.routes import AtDesk

router = APIRouter(include_in_schema=False)


@router.get("/studies/{name}/results")
def page(request: Request, name: Name, desk: AtDesk, person: Organiser, pilot: bool = False) -> Response:
    found = answers_of(desk, name, pilot)
    return Pages.of(request).show(
        request, "study_results.html", results=results(found), answers=found, pilot=pilot, rule=RULE
    )


@router.get("/studies/{name}/answers.csv")
def all_answers(name: Name, desk: AtDesk, person: Organiser, pilot: bool = False) -> Response:
    return _file(answer_rows(answers_of(desk, name, pilot)), f"{name}-answers.csv")


@router.get("/studies/{name}/sittings.csv")
def all_sittings(name: Name, desk: AtDesk, person: Organiser, pilot: bool = False) -> Response:
    return _file(sitting_rows(desk, name, pilot), f"{name}-sittings.csv")


def answer_rows(answers: Answers) -> Iterable[list[str | float | None]]:
    """Of sittings that count; people are numbers."""
    yield ["question", "person", "sitting", "age", "kind", "answer", "right", "seconds", "boxes", "labels", "flag"]
    for one in answers.given:
        boxes = "; ".join(" ".join(f"{side:g}" for side in region.shape) for region in one.evidence.regions)
        yield [
            one.question,
            one.person,
            one.sitting,
            one.age,
            one.kind,
            one.answer,
            one.right,
            one.seconds,
            boxes,
            ", ".join(one.evidence.labels.values()),
            one.flag,
        ]


def sitting_rows(desk: Desk, name: str, pilot: bool) -> Iterable[list[str | float | None]]:
    """For who pays: codes, and what became of each."""
    yield ["code", "source", "person", "batch", "state", "age", "minutes", "reasons"]
    for one in answers_of(desk, name, pilot).sat:
        yield [one.code, one.source, one.person, one.batch, one.state, one.age, one.minutes, "; ".join(one.reasons)]


def _file(rows: Iterable[list[str | float | None]], name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(as_csv(rows), media_type="text/csv; charset=utf-8", headers=headers)
