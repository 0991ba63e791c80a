"""The HTTP API: benchmarks, leaderboards, submissions. `/openapi.json` describes it; `eyechart submit` speaks it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, File, Form, Path, UploadFile
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel

from eyechart.errors import shown
from eyechart.web.board.doors import AtSite, Caller, Data, KnownFirst
from eyechart.web.board.register import public_of
from eyechart.web.board.standing import Leaderboard, leaderboard, leaderboard_csv
from eyechart.web.board.submissions import (
    Benchmark,
    Card,
    Offered,
    Submission,
    all_benchmarks,
    benchmark_named,
    left_today,
    submission_of,
    submissions_of,
    submit,
    withdraw,
)
from eyechart.web.board.verdict import Verdict, verdict

Name = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$", description="of a benchmark")]
Id = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="of a submission")]


class Problem(BaseModel):
    detail: str


class BenchmarkTold(BaseModel):
    name: str
    title: str
    family: str
    metric: str
    images: int
    questions: int
    daily: int
    step: float
    closes: datetime | None
    closed: bool


class Mark(BaseModel):
    mean: float
    low: float
    high: float


class DifferenceTold(BaseModel):
    mean: float
    low: float
    high: float
    p: float
    questions: int


class BesideTold(BaseModel):
    clear: bool
    difference: DifferenceTold | None
    adjusted: float | None


class CardTold(BaseModel):
    about: str
    link: str
    parameters: str
    data: str


class EntryTold(BaseModel):
    rank: int
    team: str
    method: str
    training: str
    card: CardTold
    submitted: datetime
    marks: dict[str, Mark]
    ratios: dict[str, float]
    above: BesideTold | None


class LeaderboardTold(BaseModel):
    benchmark: BenchmarkTold
    half: str
    headings: list[str]
    ratios: list[str]
    entries: list[EntryTold]


class SubmissionTold(BaseModel):
    id: str
    benchmark: str
    method: str
    training: str
    card: CardTold
    file: str
    size: int
    state: str
    created: datetime
    finished: datetime | None
    withdrawn: datetime | None
    faults: list[str]
    halves: dict[str, dict[str, Mark]]
    note: str
    left_today: int


def _may(*codes: int) -> dict[int | str, dict[str, Any]]:
    return {code: {"model": Problem} for code in (422, 429, *codes)}


router = APIRouter(prefix="/api", tags=["leaderboards"], responses=_may())
uploads = APIRouter(prefix="/api", tags=["leaderboards"], responses=_may(), route_class=KnownFirst)


def benchmark_told(benchmark: Benchmark) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(benchmark)
    return found | {"closed": benchmark.closed}


def leaderboard_told(board: Leaderboard) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(board)
    return found | {"benchmark": benchmark_told(board.benchmark)}


def _submission_told(database: Data, one: Submission, caller: Caller) -> dict[str, Any]:
    benchmark = next(b for b in all_benchmarks(database) if b.id == one.benchmark)
    known: Verdict = verdict(database, benchmark, one)
    found: dict[str, Any] = msgspec.to_builtins(one)
    more = {"halves": msgspec.to_builtins(known.halves), "note": known.note, "benchmark": benchmark.name}
    return found | more | {"left_today": left_today(database, benchmark, caller)}


@router.get("/benchmarks", response_model=list[BenchmarkTold])
def list_benchmarks(database: Data) -> list[dict[str, Any]]:
    """All benchmarks, the newest first."""
    return [benchmark_told(one) for one in all_benchmarks(database)]


@router.get("/benchmarks/{name}", response_model=BenchmarkTold, responses=_may(404))
def get_benchmark(name: Name, database: Data) -> dict[str, Any]:
    """One benchmark."""
    return benchmark_told(benchmark_named(database, name))


@router.get(
    "/benchmarks/{name}/questions.zip",
    response_class=FileResponse,
    responses=_may(404) | {200: {"content": {"application/zip": {}}}},
)
def get_questions(name: Name, site: AtSite, database: Data) -> FileResponse:
    """What is asked: pictures and questions, as a dataset that `eyechart predict` answers."""
    found = benchmark_named(database, name)
    return FileResponse(public_of(site, found.name), media_type="application/zip", filename=f"{found.name}.zip")


@router.get("/benchmarks/{name}/leaderboard", response_model=LeaderboardTold, responses=_may(404))
def get_leaderboard(name: Name, database: Data) -> dict[str, Any]:
    """Who stands where: the public half while it is open, the private half once it is closed."""
    return leaderboard_told(leaderboard(database, benchmark_named(database, name)))


@router.get(
    "/benchmarks/{name}/leaderboard.csv",
    response_class=Response,
    responses=_may(404) | {200: {"content": {"text/csv": {}}}},
)
def get_leaderboard_csv(name: Name, database: Data) -> Response:
    """The same for a spreadsheet."""
    found = benchmark_named(database, name)
    saved = {"Content-Disposition": f'attachment; filename="{found.name}.csv"'}
    return Response(leaderboard_csv(leaderboard(database, found)), media_type="text/csv", headers=saved)


def offered(method: str, file: UploadFile, card: Card, training: str) -> Offered:
    """Foreign words without control characters, and a name without a path."""
    name = shown(file.filename or "predictions").replace("\\", "/").rpartition("/")[2][:120]
    clean = Card(*(shown(text).strip() for text in msgspec.structs.astuple(card)))
    return Offered(" ".join(shown(method).split())[:80], name or "predictions", clean, shown(training))


Line = Annotated[str, Form(max_length=80)]


@uploads.post(
    "/benchmarks/{name}/submissions",
    response_model=SubmissionTold,
    status_code=202,
    responses=_may(400, 401, 404, 409, 413),
)
def post_submission(
    name: Name,
    site: AtSite,
    database: Data,
    caller: Caller,
    file: Annotated[UploadFile, File(description="predictions in any form that `eyechart score` reads")],
    method: Line,
    training: Annotated[str, Form(max_length=20)] = "",
    about: Annotated[str, Form(max_length=2000)] = "",
    link: Annotated[str, Form(max_length=300)] = "",
    parameters: Line = "",
    data: Annotated[str, Form(max_length=300)] = "",
) -> dict[str, Any]:
    """Enter predictions. They are scored soon after: ask for the submission until its state is scored or failed."""
    wanted = offered(method, file, Card(about, link, parameters, data), training)
    taken = submit(site, database, benchmark_named(database, name), caller, wanted, file.file)
    return _submission_told(database, taken, caller)


@router.get("/submissions", response_model=list[SubmissionTold], responses=_may(401))
def list_submissions(database: Data, caller: Caller) -> list[dict[str, Any]]:
    """One's own, the newest first."""
    return [_submission_told(database, one, caller) for one in submissions_of(database, caller)]


@router.get("/submissions/{id}", response_model=SubmissionTold, responses=_may(401, 404))
def get_submission(id: Id, database: Data, caller: Caller) -> dict[str, Any]:
    """One of one's own: its state, its faults or its marks."""
    return _submission_told(database, submission_of(database, id, caller), caller)


@router.delete("/submissions/{id}", response_model=SubmissionTold, responses=_may(401, 404))
def delete_submission(id: Id, database: Data, caller: Caller) -> dict[str, Any]:
    """Withdraw it: off the leaderboard, though still counted."""
    return _submission_told(database, withdraw(database, id, caller), caller)
