"""Submissions: taken within the quota, on disk before they are acknowledged, looked up by who may, withdrawn."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, func, insert, select, update

from eyechart.errors import EyechartError
from eyechart.web.board.halves import UPLOAD
from eyechart.web.board.official import official_of
from eyechart.web.board.people import Person
from eyechart.web.board.tables import FAILED, QUEUED, SCORED, benchmarks, people, submissions
from eyechart.web.database import Database, now
from eyechart.web.site import Site

UNCLAIMED = 3600  # seconds after which a file that is in no table is nobody's
FAILURES = 10  # times the quota: how many files that cannot be read are looked at in a day


class NotFoundError(EyechartError):
    """There is none, or none that this person may see: both are told alike."""

    status = 404


class ClosedError(EyechartError):
    """The benchmark takes no more."""

    status = 409


class QuotaError(EyechartError):
    """Enough for today."""

    status = 429


class Card(Struct, frozen=True):
    """What a method is, in its makers' words."""

    about: str = ""
    link: str = ""
    parameters: str = ""
    data: str = ""  # that it was trained on


class Benchmark(Struct, frozen=True):
    id: int
    name: str
    title: str
    family: str
    metric: str
    images: int
    questions: int
    daily: int
    step: float
    closes: datetime | None
    created: datetime

    @property
    def closed(self) -> bool:
        return self.closes is not None and self.closes <= now()


class Submission(Struct, frozen=True):
    id: str
    benchmark: int
    person: int
    method: str
    card: Card
    training: str
    file: str
    size: int
    state: str
    created: datetime
    finished: datetime | None
    withdrawn: datetime | None
    faults: tuple[str, ...]
    shown: float | None
    team: str = ""


class Offered(Struct, frozen=True):
    """What somebody wants to enter."""

    method: str
    file: str
    card: Card = Card()
    training: str = ""


def folder_of(site: Site, id: str) -> Path:
    return site.home / "submissions" / id


def all_benchmarks(database: Database) -> list[Benchmark]:
    with database.reading() as connection:
        rows = connection.execute(select(benchmarks).order_by(benchmarks.c.created.desc())).all()
    return [Benchmark(*row) for row in rows]


def benchmark_named(database: Database, name: str) -> Benchmark:
    with database.reading() as connection:
        row = connection.execute(select(benchmarks).where(benchmarks.c.name == name)).first()
    if row is None:
        raise NotFoundError(f"There is no benchmark '{name[:60]}'.")
    return Benchmark(*row)


def submit(
    site: Site, database: Database, benchmark: Benchmark, person: Person, offered: Offered, content: BinaryIO
) -> Submission:
    """Take a file: once this returns, it will be scored, whatever happens to us."""
    _sound(benchmark, offered)
    with database.reading() as connection:
        _within_quota(connection, benchmark, person)
    id = token_hex(16)
    with _kept(folder_of(site, id), content) as (size, digest), database.writing() as connection:
        # One person's requests go one after the other, so that two at once do not both take the last place.
        connection.execute(select(people.c.id).where(people.c.id == person.id).with_for_update())
        _within_quota(connection, benchmark, person)
        connection.execute(
            insert(submissions).values(
                id=id,
                benchmark=benchmark.id,
                person=person.id,
                method=offered.method,
                card=msgspec.json.encode(offered.card).decode(),
                training=offered.training,
                file=offered.file,
                size=size,
                sha256=digest,
                state=QUEUED,
                attempts=0,
                created=now(),
            )
        )
    return submission_of(database, id, person)


def _sound(benchmark: Benchmark, offered: Offered) -> None:
    if benchmark.closed:
        raise ClosedError(f"{benchmark.title} closed on {benchmark.closes:%Y-%m-%d %H:%M} UTC.")
    if not offered.method or not offered.method.isprintable():
        raise EyechartError("Say what the method is called: one line, without control characters.")
    if offered.card.link and not offered.card.link.startswith(("https://", "http://")):
        raise EyechartError(f"'{offered.card.link[:60]}' is no link: it begins with https:// or http://.")
    conditions = official_of(benchmark.family).conditions
    if offered.training and offered.training not in conditions:
        known = ", ".join(conditions) or "none are told apart here"
        raise EyechartError(f"No training condition '{offered.training[:20]}'. Known: {known}.")


@contextmanager
def _kept(folder: Path, content: BinaryIO) -> Iterator[tuple[int, str]]:
    """A file on disk, with its size and digest; gone again if what follows does not come to its end."""
    folder.mkdir(parents=True)
    try:
        digest, size = sha256(), 0
        with (folder / UPLOAD).open("wb") as file:
            while block := content.read(1 << 20):
                file.write(block)
                digest.update(block)
                size += len(block)
            file.flush()
            os.fsync(file.fileno())
        if not size:
            raise EyechartError("The file is empty.")
        yield size, digest.hexdigest()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def sweep(site: Site, database: Database) -> None:
    """Remove files that a kill left before they were acknowledged; those that came just now may be yet."""
    old = now().timestamp() - UNCLAIMED
    found = [folder for folder in (site.home / "submissions").glob("*") if folder.stat().st_mtime < old]
    with database.reading() as connection:
        known = set(connection.execute(select(submissions.c.id)).scalars()) if found else set()
    for folder in found:
        if folder.name not in known:
            shutil.rmtree(folder, ignore_errors=True)


def _within_quota(connection: Connection, benchmark: Benchmark, person: Person) -> None:
    today = now().replace(hour=0, minute=0, second=0, microsecond=0)
    mine = (submissions.c.person == person.id) & (submissions.c.benchmark == benchmark.id)
    count = select(func.count()).select_from(submissions).where(mine, submissions.c.created >= today)
    read = connection.execute(count.where(submissions.c.state != FAILED)).scalar_one()
    again = f"Come again after {today + timedelta(days=1):%Y-%m-%d %H:%M} UTC."
    if read >= benchmark.daily:
        raise QuotaError(f"{benchmark.daily} submissions a day, and {read} were made today. {again}")
    if connection.execute(count).scalar_one() >= FAILURES * benchmark.daily:
        raise QuotaError(f"{FAILURES * benchmark.daily} files were looked at today. {again}")


def left_today(database: Database, benchmark: Benchmark, person: Person) -> int:
    today = now().replace(hour=0, minute=0, second=0, microsecond=0)
    mine = (submissions.c.person == person.id) & (submissions.c.benchmark == benchmark.id)
    wanted = mine & (submissions.c.created >= today) & (submissions.c.state != FAILED)
    with database.reading() as connection:
        made = connection.execute(select(func.count()).select_from(submissions).where(wanted)).scalar_one()
    return max(0, benchmark.daily - made)


def submission_of(database: Database, id: str, person: Person) -> Submission:
    """One's own; an organiser's are all."""
    with database.reading() as connection:
        row = connection.execute(_with_teams().where(submissions.c.id == id)).first()
    if row is None or not (person.organiser or row.person == person.id):
        raise NotFoundError(f"You have no submission '{id[:40]}'.")
    return opened(row)


def submissions_of(database: Database, person: Person, benchmark: Benchmark | None = None) -> list[Submission]:
    wanted = _with_teams().where(submissions.c.person == person.id).order_by(submissions.c.created.desc())
    if benchmark is not None:
        wanted = wanted.where(submissions.c.benchmark == benchmark.id)
    with database.reading() as connection:
        return [opened(row) for row in connection.execute(wanted)]


def withdraw(database: Database, id: str, person: Person) -> Submission:
    """Off the leaderboard. It stays counted: a quota is not won back, nor a look at the marks undone."""
    found = submission_of(database, id, person)
    with database.writing() as connection:
        mine = (submissions.c.id == found.id) & submissions.c.withdrawn.is_(None)
        connection.execute(update(submissions).where(mine).values(withdrawn=now()))
    return submission_of(database, id, person)


def _with_teams() -> Any:
    return select(submissions, people.c.name.label("team")).join(people, people.c.id == submissions.c.person)


def opened(row: Row[Any]) -> Submission:
    found = row._mapping
    plain = {name: found[name] for name in Submission.__struct_fields__ if name not in ("card", "faults")}
    faults = tuple(msgspec.json.decode(found["faults"])) if found["faults"] else ()
    return Submission(**plain, card=msgspec.json.decode(found["card"], type=Card), faults=faults)


def is_scored(one: Submission) -> bool:
    return one.state == SCORED
