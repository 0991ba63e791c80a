"""The other end of the site's API: hand predictions in, see where one stands. Needs no extra."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError, shown
from eyechart.limits import COMPLAINT, RESPONSE, held
from eyechart.reporting.numerals import interval, percent
from eyechart.reporting.tables.table import Cell, Column, Entry, Table, entered, heads

T = TypeVar("T")
TOKEN = "EYECHART_TOKEN"  # the variable that holds it: what is typed is seen by others
ADDRESS = re.compile(r"(https?://[^/?#]+(?:/[^?#]*)?)/(?:boards|api/benchmarks)/([a-z0-9-]+)/?")
WAIT = 1.0  # seconds between two questions whether it is scored
PATIENCE = 60.0  # seconds for a response


class Board(Struct, frozen=True):
    """A leaderboard's address: the site, and the benchmark's name."""

    site: str
    name: str


class Mark(Struct, frozen=True):
    mean: float
    low: float
    high: float


class Submitted(Struct, frozen=True):
    """What the site says of a submission."""

    id: str
    state: str
    faults: tuple[str, ...] = ()
    halves: dict[str, dict[str, Mark]] = {}
    note: str = ""
    left_today: int = 0


class _Beside(Struct, frozen=True):
    clear: bool


class _Entry(Struct, frozen=True):
    rank: int
    team: str
    method: str
    training: str
    submitted: datetime
    marks: dict[str, Mark]
    ratios: dict[str, float]
    above: _Beside | None = None


class _Benchmark(Struct, frozen=True):
    title: str
    questions: int
    images: int
    step: float
    closed: bool


class _Leaderboard(Struct, frozen=True):
    benchmark: _Benchmark
    half: str
    headings: tuple[str, ...]
    ratios: tuple[str, ...]
    entries: tuple[_Entry, ...]


def board_at(url: str) -> Board:
    found = ADDRESS.fullmatch(url.strip())
    if found is None:
        raise EyechartError(
            f"'{url}' is no leaderboard's address. Type it as the browser shows it: https://HOST/boards/NAME"
        )
    return Board(found[1].rstrip("/"), found[2])


def submit(
    file: str | Path,
    to: str,
    method: str,
    card: Mapping[str, str] | None = None,
    *,
    wait: bool = True,
    progress: Callable[[str], None] = lambda state: None,
) -> Submitted:
    """Hand a predictions file in, and wait until it is scored. The token is read from EYECHART_TOKEN."""
    board, path = board_at(to), Path(file)
    if not path.is_file():
        raise EyechartError(f"No predictions at {path}. Make them with `eyechart predict MODEL DATASET --out RUN`.")
    token = os.environ.get(TOKEN, "").strip()
    if not token:
        raise EyechartError(f"Who are you? Put the token that an organiser gave you into {TOKEN}: export {TOKEN}=…")
    with _client(board, token) as client, path.open("rb") as content:
        fields = {"method": method, **(card or {})}
        url = f"/api/benchmarks/{board.name}/submissions"
        taken = _asked(client, Submitted, "POST", url, data=fields, files={"file": (path.name, content)})
        while wait and taken.state in ("queued", "scoring"):
            progress(taken.state)
            time.sleep(WAIT)
            taken = _asked(client, Submitted, "GET", f"/api/submissions/{taken.id}")
    return taken


def leaderboard(url: str) -> Table:
    """Who stands where."""
    board = board_at(url)
    with _client(board) as client:
        found = _asked(client, _Leaderboard, "GET", f"/api/benchmarks/{board.name}/leaderboard")
    rows = [_row(found, entry) for entry in found.entries]
    told = found.benchmark
    exact = "as they are" if told.closed else f"rounded to {percent(told.step)} points"
    return Table(
        title=f"{told.title}: per cent on the {found.half} half, {exact}",
        columns=heads(
            Column("rank", numbers=True),
            "method",
            "team",
            *(Column(heading, numbers=True, wraps=False) for heading in (*found.headings, *found.ratios)),
            "beside the one above",
        ),
        rows=entered(rows),
        about=f"{told.questions:,} questions about {told.images:,} images, half of them public. 95 % intervals by image.",
        stacked=True,
    )


def _row(board: _Leaderboard, entry: _Entry) -> list[Entry]:
    name = f"{entry.method} ({entry.training})" if entry.training else entry.method
    beside = None if entry.above is None else "clearly below" if entry.above.clear else "no clear difference"
    ratios: list[Entry] = [
        Cell(f"{entry.ratios[heading]:.2f}", entry.ratios[heading]) if heading in entry.ratios else None
        for heading in board.ratios
    ]
    marks = [_cell(entry.marks.get(heading)) for heading in board.headings]
    return [entry.rank, shown(name), shown(entry.team), *marks, *ratios, beside]


def _cell(mark: Mark | None) -> Cell | None:
    if mark is None:
        return None
    found = {"mean": 100 * mark.mean, "low": 100 * mark.low, "high": 100 * mark.high}
    return Cell(percent(mark.mean), found, interval(mark.low, mark.high))


def marks_table(submitted: Submitted) -> Table:
    """The marks of a submission on what may be told of it."""
    rows: list[list[Entry]] = [
        [half, heading.replace("\n", " "), _cell(mark)]
        for half, marks in submitted.halves.items()
        for heading, mark in marks.items()
    ]
    return Table(
        columns=heads("half", "column", Column("per cent", numbers=True)), rows=entered(rows), about=submitted.note
    )


# ---- requests


def _client(board: Board, token: str = "") -> httpx.Client:
    """Redirects are not followed: a token goes where it was sent and nowhere else."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.Client(base_url=board.site, headers=headers, timeout=PATIENCE, follow_redirects=False)


def _asked(client: httpx.Client, kind: type[T], method: str, url: str, **more: Any) -> T:
    try:
        response = client.request(method, url, **more)
    except httpx.HTTPError as error:
        raise EyechartError(
            f"{client.base_url} cannot be reached: {type(error).__name__}. Is the site open?"
        ) from error
    held(RESPONSE, len(response.content), f"{client.base_url}{url}")
    if response.is_success:
        try:
            return msgspec.json.decode(response.content, type=kind)
        except msgspec.MsgspecError as error:
            raise EyechartError(f"{client.base_url} is no site of eyechart, or of another version: {error}.") from error
    raise EyechartError(f"{client.base_url} says {response.status_code}: {_complaint(response)}")


def _complaint(response: httpx.Response) -> str:
    try:
        words = str(response.json()["detail"])
    except (ValueError, KeyError, TypeError):
        words = response.reason_phrase
    return shown(words)[: int(COMPLAINT.most)]
