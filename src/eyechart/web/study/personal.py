"""One person's data: all of it in one piece, and gone."""

from __future__ import annotations

import shutil
from contextlib import closing
from time import sleep
from typing import Any

from msgspec import Struct
from sqlalchemy import delete, select

from eyechart.errors import EyechartError
from eyechart.web.database import Database
from eyechart.web.study.desk import Desk
from eyechart.web.study.identity import LINK, MTURK, PROLIFIC
from eyechart.web.study.plan import folder_of
from eyechart.web.study.sitting import Sitting
from eyechart.web.study.tables import replies, sitters, sittings

TRIES = 50  # tenths of a second
RUNS = "runs"  # of a study's folder: predictions made of what people said


class Held(Struct, frozen=True):
    """All that is held of a person: how they came, and each sitting with its answers."""

    study: str
    source: str
    sittings: list[dict[str, Any]]


def of_sitting(desk: Desk, sitting: Sitting) -> Held:
    """Of whose link it is."""
    return _held(desk, sitting.study.plan.name, _sitter_of(desk, sitting))


def of_id(desk: Desk, study: str, id: str) -> Held:
    """Of whom a recruiter knows by this id."""
    return _held(desk, study, _found(desk, study, id))


def delete_sitter(desk: Desk, sitting: Sitting) -> None:
    _delete(desk, sitting.study.plan.name, _sitter_of(desk, sitting))


def delete_id(desk: Desk, study: str, id: str) -> None:
    _delete(desk, study, _found(desk, study, id))


def _sitter_of(desk: Desk, sitting: Sitting) -> int:
    with desk.database.reading() as connection:
        return int(connection.execute(select(sittings.c.sitter).where(sittings.c.id == sitting.id)).scalar_one())


def _found(desk: Desk, study: str, id: str) -> int:
    """By the id that they came with; of an invitation its first half is one."""
    there = desk.study(study)
    own = id.strip().rpartition("invitation=")[2].partition("&")[0]
    keys = [desk.keys.person(study, source, own) for source in (MTURK, PROLIFIC)]
    keys.append(desk.keys.person(study, LINK, own[:16]))
    with desk.database.reading() as connection:
        wanted = (sitters.c.study == there.id) & sitters.c.key.in_(keys)
        known = connection.execute(select(sitters.c.id).where(wanted)).scalar()
    if known is None:
        raise EyechartError(
            f"Nobody with that id took part in '{study}'. Type the worker's or Prolific's id, or the invitation as it was sent."
        )
    return int(known)


def _held(desk: Desk, study: str, sitter: int) -> Held:
    with desk.database.reading() as connection:
        source = connection.execute(select(sitters.c.source).where(sitters.c.id == sitter)).scalar_one()
        rows = connection.execute(select(sittings).where(sittings.c.sitter == sitter).order_by(sittings.c.id)).all()
        found = []
        for row in rows:
            said = connection.execute(
                select(replies).where(replies.c.sitting == row.id).order_by(replies.c.place)
            ).all()
            kept = {name: value for name, value in row._mapping.items() if name not in ("session", "sitter", "study")}
            answers = [{k: v for k, v in one._mapping.items() if k != "sitting"} for one in said]
            found.append(kept | {"code": desk.keys.code(row.name), "answers": answers})
    return Held(study, source, found)


def _delete(desk: Desk, study: str, sitter: int) -> None:
    """From the tables, from what was made of them in the site's folder, and from the free space of the database's file."""
    with desk.database.writing() as connection:
        own = select(sittings.c.id).where(sittings.c.sitter == sitter)
        connection.execute(delete(replies).where(replies.c.sitting.in_(own)))
        connection.execute(delete(sittings).where(sittings.c.sitter == sitter))
        connection.execute(delete(sitters).where(sitters.c.id == sitter))
    shutil.rmtree(folder_of(desk.site.home, study) / RUNS, ignore_errors=True)
    _sweep(desk.database)


def _sweep(database: Database) -> None:
    """What is deleted lies about until its place is used again: tables are written anew without it."""
    with closing(database.engine.raw_connection()) as raw:
        own: Any = raw.driver_connection
        if database.engine.dialect.name == "sqlite":  # in no transaction unless one is begun
            own.execute("VACUUM")
            for _ in range(TRIES):  # somebody who reads keeps the log from being cut
                if not own.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                    break
                sleep(0.1)
        else:
            raw.detach()
            own.autocommit = True
            own.execute("VACUUM (FULL) replies, sittings, sitters")
