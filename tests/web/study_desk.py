"""A study to test with: figures in batches of four, each for two people, and somebody who sits it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from sqlalchemy import insert

from eyechart.core import Question
from eyechart.store.folder import Dataset
from eyechart.web.database import Database, now
from eyechart.web.site import Site
from eyechart.web.study import sitting as steps
from eyechart.web.study.desk import Desk
from eyechart.web.study.identity import PROLIFIC, Arrival
from eyechart.web.study.making import Wanted, make
from eyechart.web.study.plan import PLAN, Plan, folder_of
from eyechart.web.study.sitting import Said, sitting_of
from eyechart.web.study.tables import studies

SMALL = Wanted(questions=12, batch=4, people=2, evidence="box")


class Clock:
    """Time that passes when somebody says so."""

    def __init__(self) -> None:
        self.now = datetime(2027, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **much: float) -> None:
        self.now += timedelta(**much)


def planned(home: Path, data: Dataset, name: str = "demo", wanted: Wanted = SMALL, least: float = 1.5) -> Site:
    """A site with a study."""
    site = Site(home=home, rate=1e6, burst=10**6)
    home.mkdir(parents=True, exist_ok=True)
    database = Database(site.database_url)
    database.migrate()
    plan = make(site, database, name, data, wanted)
    patient = msgspec.structs.replace(plan, least=least)
    (folder_of(home, name) / PLAN).write_bytes(msgspec.json.encode(patient))
    database.close()
    return site


def moved(site: Site, home: Path, database: Database, url: str) -> Site:
    """The same study on another database."""
    shutil.copytree(site.home / "studies", home / "studies")
    with database.writing() as connection:
        for folder in sorted((home / "studies").iterdir()):
            connection.execute(insert(studies).values(name=folder.name, created=now()))
    return Site(home=home, database=url, rate=1e6, burst=10**6)


def plan_of(site: Site, name: str = "demo") -> Plan:
    return msgspec.json.decode((folder_of(site.home, name) / PLAN).read_bytes(), type=Plan)


def right(q: Question) -> Said:
    return Said("answer", q.answers[0])


def wrong(q: Question) -> Said:
    return Said("answer", next((one for one in q.choices if one not in q.answers), "nothing"))


def begin(desk: Desk, id: str, name: str = "demo", session: str = "s", pilot: bool = False) -> str:
    return desk.enter(name, Arrival(PROLIFIC, id, session), pilot)


def sit(
    desk: Desk,
    clock: Clock,
    token: str,
    says: Callable[[Question], Said] = right,
    age: str = "19+",
    fourth: str = "4",
    seconds: float = 5.0,
) -> None:
    """To the end, with some time over each question."""
    steps.consent(desk, sitting_of(desk, token), age, child=False)
    last = [test.right for test in steps.tests(sitting_of(desk, token))]
    steps.instruct(desk, sitting_of(desk, token), last)
    while (there := sitting_of(desk, token)).step == "training":
        steps.train(desk, there, there.trained)
    while there.step == "question":
        steps.opened(desk, there)
        clock.wait(seconds=seconds)
        said = Said("answer", fourth) if there.item is None else says(there.study.page(there.item)[1])
        steps.reply(desk, sitting_of(desk, token), there.place, said)
        there = sitting_of(desk, token)
    steps.finish(desk, there, age)
