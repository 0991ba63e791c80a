"""Pages that people see: the door, each step of a sitting, their own data; all of a sitting lies below its link."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from eyechart.core import Picture, Prediction
from eyechart.errors import EyechartError
from eyechart.metrics import answer as answers
from eyechart.web.board.api import Name
from eyechart.web.board.doors import AtSite, Data, Visitor
from eyechart.web.explorer import letters
from eyechart.web.guards import POLICY
from eyechart.web.pages import Pages
from eyechart.web.study import personal
from eyechart.web.study import sitting as steps
from eyechart.web.study.boxes import Box
from eyechart.web.study.boxes import read as read_boxes
from eyechart.web.study.checks import AGES, AGES_AGAIN, CHOICES
from eyechart.web.study.desk import Desk
from eyechart.web.study.identity import MTURK, PREVIEW, PROLIFIC, Arrival
from eyechart.web.study.plan import Item
from eyechart.web.study.showing import Shown, lesson_shown, question_shown
from eyechart.web.study.sitting import FLAGS, Said, Sitting, sitting_of, tests

router = APIRouter(include_in_schema=False)
SEE_OTHER = 303
TURK = ("https://www.mturk.com", "https://workersandbox.mturk.com")  # where Mechanical Turk takes what is handed in
PROLIFIC_END = "https://app.prolific.com/submissions/complete?cc="
Id = Annotated[str, Query(max_length=200)]
Line = Annotated[str, Form(max_length=steps.LONGEST)]


def desk_of(site: AtSite, database: Data) -> Desk:
    return Desk(site, database)


AtDesk = Annotated[Desk, Depends(desk_of)]


def found(desk: AtDesk, token: str) -> Sitting:
    return sitting_of(desk, token)


Found = Annotated[Sitting, Depends(found)]


@router.get("/studies")
def studies(request: Request, desk: AtDesk, person: Visitor) -> Response:
    return Pages.of(request).show(
        request, "study_list.html", studies=[desk.study(one.name).plan for one in desk.listed()]
    )


# ---- the door


@router.get("/studies/{name}")
def door(
    request: Request,
    name: Name,
    desk: AtDesk,
    invitation: Id = "",
    key: Id = "",
    pilot: bool = False,
    turk_worker: Annotated[str, Query(alias="workerId", max_length=200)] = "",
    turk_assignment: Annotated[str, Query(alias="assignmentId", max_length=200)] = "",
    turk_submit: Annotated[str, Query(alias="turkSubmitTo", max_length=300)] = "",
    prolific: Annotated[str, Query(alias="PROLIFIC_PID", max_length=200)] = "",
    prolific_session: Annotated[str, Query(alias="SESSION_ID", max_length=200)] = "",
) -> Response:
    """Who comes by which link. Mechanical Turk shows this page in a frame, and the study opens beside it."""
    plan = desk.study(name).plan
    pages = Pages.of(request)
    if turk_assignment and desk.keys.opens(key, name, MTURK, pilot):
        home = turk_submit.rstrip("/")
        shown = pages.show(
            request,
            "study_turk.html",
            plan=plan,
            preview=turk_assignment == PREVIEW or not turk_worker,
            submit=f"{home}/mturk/externalSubmit" if home in TURK else None,
            assignment=turk_assignment,
            query=request.url.query,
            name=name,
        )
        framed = POLICY.replace("form-action 'self'", f"form-action 'self' {' '.join(TURK)}")
        shown.headers["Content-Security-Policy"] = framed.replace(
            "frame-ancestors 'none'", "frame-ancestors https://*.mturk.com"
        )
        return shown
    arrival: Arrival | None = None
    if prolific and desk.keys.opens(key, name, PROLIFIC, pilot):
        arrival = Arrival(PROLIFIC, prolific, prolific_session)
    elif invitation:
        arrival = desk.keys.invited(name, invitation, pilot)
    if arrival is None:
        return pages.show(request, "study_door.html", plan=plan)
    return RedirectResponse(f"/sit/{desk.enter(name, arrival, pilot)}", SEE_OTHER)


@router.get("/studies/{name}/turk")
def from_turk(
    name: Name,
    desk: AtDesk,
    worker: Annotated[str, Query(alias="workerId", min_length=1, max_length=200)],
    assignment: Annotated[str, Query(alias="assignmentId", min_length=1, max_length=200)],
    key: Id = "",
    pilot: bool = False,
) -> Response:
    if assignment == PREVIEW or not desk.keys.opens(key, name, MTURK, pilot):
        raise HTTPException(422, "Accept the task first, and open the study from there.")
    return RedirectResponse(f"/sit/{desk.enter(name, Arrival(MTURK, worker, assignment), pilot)}", SEE_OTHER)


# ---- a sitting


@router.get("/sit/{token}")
def step(request: Request, desk: AtDesk, sitting: Found) -> Response:
    """The step that somebody is at."""
    if sitting.step == "question":
        steps.opened(desk, sitting)
    return _page(request, desk, sitting)


def _page(request: Request, desk: Desk, sitting: Sitting, shown: Shown | None = None) -> Response:
    plan, guide = sitting.study.plan, sitting.study.plan.guide
    code = plan.code or desk.keys.code(sitting.name)
    if shown is None and sitting.step == "training":
        shown = lesson_shown(sitting, sitting.lessons[sitting.trained])
    if sitting.step == "question":
        shown = question_shown(sitting)
    page = Pages.of(request).show(
        request,
        f"study_{sitting.step}.html",
        sitting=sitting,
        plan=plan,
        guide=guide,
        here=f"/sit/{sitting.token}",
        ages=AGES_AGAIN if sitting.step == "age" else AGES,
        tests=tests(sitting),
        examples=[lesson_shown(sitting, item, told=True) for item in plan.examples[sitting.kind]]
        if sitting.step == "instructions"
        else [],
        shown=shown,
        flags=FLAGS,
        planted=range(1, CHOICES + 1),
        code=code if sitting.step == "done" else "",
        prolific=f"{PROLIFIC_END}{plan.code}" if plan.code else "",
        address=str(request.url.replace(query="")),
    )
    return HTMLResponse(letters.linked(bytes(page.body)), page.status_code)


def _on(sitting: Sitting) -> Response:
    return RedirectResponse(f"/sit/{sitting.token}", SEE_OTHER)


@router.post("/sit/{token}/consent")
def consent(
    desk: AtDesk, sitting: Found, age: Line = "", agree: Line = "", child: Annotated[bool, Form()] = False
) -> Response:
    if not agree:
        raise EyechartError("Nothing begins without your consent. You may close the page: nothing is kept of it.")
    steps.consent(desk, sitting, age, child)
    return _on(sitting)


@router.post("/sit/{token}/instructions")
def instructions(
    desk: AtDesk,
    sitting: Found,
    test0: Annotated[int, Form()],
    test1: Annotated[int, Form()],
    test2: Annotated[int, Form()],
) -> Response:
    steps.instruct(desk, sitting, (test0, test1, test2))
    return _on(sitting)


@router.post("/sit/{token}/training")
def lesson(
    request: Request, desk: AtDesk, sitting: Found, place: Annotated[int, Form()], answer: Line = ""
) -> Response:
    """A training question's answer: what is right is told, with the reason."""
    if sitting.step != "training" or place != sitting.trained:
        return _on(sitting)
    item = sitting.lessons[place]
    _, q = sitting.study.page(item, training=True)
    right = answers.score(q, Prediction(question=q.id, answer=answer or None))
    return _page(request, desk, sitting, lesson_shown(sitting, item, told=True, said=answer, right=right == 1.0))


@router.post("/sit/{token}/trained")
def trained(desk: AtDesk, sitting: Found, place: Annotated[int, Form()]) -> Response:
    steps.train(desk, sitting, place)
    return _on(sitting)


@router.post("/sit/{token}/reply")
def reply(
    desk: AtDesk,
    sitting: Found,
    place: Annotated[int, Form()],
    answer: Line = "",
    kind: Annotated[str, Form(pattern="answer|unknown|skip")] = "answer",
    boxes: Annotated[str, Form(max_length=10_000)] = "",
    flag: Annotated[str, Form(max_length=20)] = "",
    label: Annotated[list[str] | None, Form(max_length=20)] = None,
) -> Response:
    if sitting.step == "question" and place == sitting.place:
        drawn: tuple[Box, ...] = ()
        if sitting.item is not None and sitting.study.plan.evidence == "box":
            drawn = read_boxes(boxes, *sitting.study.page(sitting.item))
        called = dict(one.split("=", 1) for one in label or () if "=" in one)
        steps.reply(desk, sitting, place, Said(kind, answer, drawn, flag, called))  # type: ignore[arg-type]
    return _on(sitting)


@router.post("/sit/{token}/age")
def age(desk: AtDesk, sitting: Found, age: Line = "") -> Response:
    steps.finish(desk, sitting, age)
    return _on(sitting)


@router.post("/sit/{token}/return")
def give_back(desk: AtDesk, sitting: Found) -> Response:
    steps.give_back(desk, sitting)
    return _on(sitting)


@router.post("/sit/{token}/another")
def another(desk: AtDesk, sitting: Found) -> Response:
    return RedirectResponse(f"/sit/{desk.another(sitting.token)}", SEE_OTHER)


# ---- pictures


@router.get("/sit/{token}/{which}/{index}/picture/{number}")
def picture(sitting: Found, which: str, index: int, number: int) -> Response:
    """Of the questions of this sitting, and of its examples; of no others."""
    plan = sitting.study.plan
    lessons: list[Item] = [*plan.examples[sitting.kind], *plan.training[sitting.kind]]
    own = {"asked": plan.batches[sitting.batch], "training": lessons}.get(which, [])
    item = next((one for one in own if one.page == index), None)
    if item is None:
        raise HTTPException(404)
    page, _ = sitting.study.page(item, training=which == "training")
    if not 0 <= number < len(page.pictures):
        raise HTTPException(404)
    return _sent(page.pictures[number])


def _sent(picture: Picture) -> Response:
    kept = {"Cache-Control": "private, max-age=3600"}
    return Response(picture.data, media_type=f"image/{picture.format}", headers=kept)


# ---- one's own data


@router.get("/sit/{token}/data.json")
def own_data(desk: AtDesk, sitting: Found) -> Response:
    found = msgspec.json.format(msgspec.json.encode(personal.of_sitting(desk, sitting)))
    headers = {"Content-Disposition": 'attachment; filename="my-answers.json"'}
    return Response(found, media_type="application/json", headers=headers)


@router.get("/sit/{token}/delete")
def ask_to_delete(request: Request, sitting: Found) -> Response:
    return Pages.of(request).show(
        request, "study_delete.html", sitting=sitting, here=f"/sit/{sitting.token}", plan=sitting.study.plan
    )


@router.post("/sit/{token}/delete")
def delete(request: Request, desk: AtDesk, sitting: Found) -> Response:
    personal.delete_sitter(desk, sitting)
    return Pages.of(request).show(request, "study_deleted.html", plan=sitting.study.plan)
