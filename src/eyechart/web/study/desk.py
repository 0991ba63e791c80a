"""Where batches are given out: to as many people as each is for, and again what was returned, left, or did not count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, insert, select, update

from eyechart.errors import EyechartError
from eyechart.web.database import Database, now
from eyechart.web.site import Site
from eyechart.web.study.identity import Arrival, Keys
from eyechart.web.study.plan import PLAN, Opened, folder_of, opened
from eyechart.web.study.tables import sitters, sittings, studies

COUNTS = "[]"  # reasons of a sitting that counts
MOST = 50  # batches for one person


class NotThereError(EyechartError):
    status = 404


class GoneError(EyechartError):
    """Nothing is left to be given."""

    status = 410


class Listed(Struct, frozen=True):
    name: str
    created: datetime
    closed: datetime | None


class Desk:
    """What all that people do goes through. `clock` is another's in simulations."""

    def __init__(self, site: Site, database: Database, clock: Callable[[], datetime] = now) -> None:
        self.site, self.database, self.clock = site, database, clock
        self.keys = Keys.of(site.home)

    def listed(self) -> list[Listed]:
        with self.database.reading() as connection:
            rows = connection.execute(select(studies).order_by(studies.c.created)).all()
        return [Listed(row.name, row.created, row.closed) for row in rows]

    def study(self, name: str) -> Opened:
        with self.database.reading() as connection:
            row = connection.execute(select(studies.c.id).where(studies.c.name == name)).first()
        return self._opened(row.id if row is not None else None, name)

    def _opened(self, id: int | None, name: str) -> Opened:
        folder = folder_of(self.site.home, name)
        if id is None or not (folder / PLAN).exists():
            known = ", ".join(one.name for one in self.listed()) or "none"
            raise NotThereError(f"There is no study '{name}'. There are: {known}.")
        return opened(folder, id)

    def close(self, name: str) -> None:
        """Nobody begins any more; who has begun may come to the end."""
        self.study(name)
        with self.database.writing() as connection:
            connection.execute(update(studies).where(studies.c.name == name).values(closed=self.clock()))

    # ---- giving out

    def enter(self, name: str, arrival: Arrival, pilot: bool = False) -> str:
        """The link of the sitting that somebody has: the one that was begun, or a new one with a batch nobody else needs to do."""
        study, moment = self.study(name), self.clock()
        key, session = self.keys.person(name, arrival.source, arrival.id), self.keys.session(name, arrival)
        with self.database.writing() as connection:
            # Who gives out batches of a study waits here for who is at it.
            row = connection.execute(select(studies).where(studies.c.id == study.id).with_for_update()).one()
            sitter = _sitter(connection, study.id, arrival.source, key)
            own = connection.execute(select(sittings).where(sittings.c.sitter == sitter).order_by(sittings.c.id)).all()
            there = [one for one in own if one.session == session and one.returned is None and one.pilot == pilot]
            if there:
                return self.keys.token(there[-1].name)
            if row.closed is not None:
                raise GoneError("This study is closed. Thank you for coming.")
            for one in own:  # who comes by another assignment has left the one before
                if one.finished is None and one.returned is None:
                    connection.execute(update(sittings).where(sittings.c.id == one.id).values(returned=moment))
            return self._given(connection, study, sitter, session, pilot, {one.batch for one in own})

    def another(self, token: str) -> str:
        """Who is through may take another batch."""
        name = self._named(token)
        with self.database.writing() as connection:
            found = connection.execute(select(sittings).where(sittings.c.name == name)).one()
            study = connection.execute(select(studies).where(studies.c.id == found.study).with_for_update()).one()
            own = connection.execute(
                select(sittings).where(sittings.c.sitter == found.sitter).order_by(sittings.c.id)
            ).all()
            if own[-1].finished is None and own[-1].returned is None:
                return self.keys.token(own[-1].name)
            if found.finished is None or study.closed is not None:
                raise GoneError("There is no other batch now. Thank you for coming.")
            plan = self._opened(study.id, study.name)
            return self._given(connection, plan, found.sitter, found.session, found.pilot, {one.batch for one in own})

    def _given(
        self, connection: Connection, study: Opened, sitter: int, session: bytes, pilot: bool, done: set[int]
    ) -> str:
        moment, plan = self.clock(), study.plan
        silent = moment - timedelta(minutes=plan.patience)
        rows = connection.execute(
            select(sittings.c.batch, sittings.c.reasons, sittings.c.finished, sittings.c.seen, sittings.c.returned)
            .where((sittings.c.study == study.id) & (sittings.c.pilot == pilot))
        )  # fmt: skip
        held = Counter(row.batch for row in rows if _holds(row, silent))
        free = [n for n in range(len(plan.batches)) if held[n] < plan.people and n not in done]
        if not free or len(done) >= MOST:
            raise GoneError("All questions of this study are being answered. Thank you for coming.")
        name = token_hex(8)
        connection.execute(
            insert(sittings).values(
                name=name,
                study=study.id,
                sitter=sitter,
                session=session,
                batch=max(free, key=lambda n: (held[n], -n)),  # first those that are nearly done
                pilot=pilot,
                began=moment,
                seen=moment,
                child=False,
                trained=0,
                place=0,
            )
        )
        return self.keys.token(name)

    def _named(self, token: str) -> str:
        name = self.keys.sitting(token)
        if name is None:
            raise NotThereError("This link leads nowhere. Open the one that you were given, all of it.")
        return name


def _sitter(connection: Connection, study: int, source: str, key: bytes) -> int:
    wanted = (sitters.c.study == study) & (sitters.c.key == key)
    known = connection.execute(select(sitters.c.id).where(wanted)).scalar()
    if known is None:
        added = insert(sitters).values(study=study, source=source, key=key).returning(sitters.c.id)
        known = connection.execute(added).scalar_one()
    return int(known)


def _holds(row: Any, silent: datetime) -> bool:
    """Does a sitting keep its batch from others? One that counts for ever, one that goes on as long as it is not silent."""
    if row.finished is not None:
        return bool(row.reasons == COUNTS)
    return row.returned is None and bool(row.seen > silent)
