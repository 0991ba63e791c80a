"""Who is there: people by token, browsers by session. Neither is stored, only what tells it when it is seen again."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest
from secrets import token_hex, token_urlsafe

from msgspec import Struct
from sqlalchemy import Row, delete, insert, select, update

from eyechart.errors import EyechartError
from eyechart.web.board.tables import people, sessions
from eyechart.web.database import Database, now

MARK = "eyechart"  # tokens begin with it, so that who finds one in a file knows what it is
TOKEN = re.compile(rf"{MARK}_([0-9a-f]{{16}})_([A-Za-z0-9_-]{{43}})")
LASTING = timedelta(hours=12)  # of a session
NAME = 80  # letters at most
NOBODY = bytes(32)  # compared with when there is no such key, so that it takes as long


class Person(Struct, frozen=True):
    id: int
    name: str
    organiser: bool


def hashed(secret: str) -> bytes:
    """A token has 256 random bits: nobody tries them, so one round is enough."""
    return sha256(secret.encode()).digest()


def admit(database: Database, name: str, organiser: bool = False) -> str:
    """A token for somebody, shown this once. Who has one gets another, and the old one is void."""
    name = " ".join(name.split())
    if not name or len(name) > NAME or not name.isprintable():
        raise EyechartError(f"A name has 1 to {NAME} letters; '{name[:NAME]}' does not.")
    key, secret = token_hex(8), token_urlsafe(32)
    row = {"key": key, "token": hashed(secret), "organiser": organiser}
    with database.writing() as connection:
        known = connection.execute(
            update(people).where(people.c.name == name).values(**row).returning(people.c.id)
        ).first()
        if known is None:
            connection.execute(insert(people).values(name=name, created=now(), **row))
        else:
            connection.execute(delete(sessions).where(sessions.c.person == known.id))
    return f"{MARK}_{key}_{secret}"


def holder(database: Database, token: str) -> Person | None:
    """Whose token it is. Found by its open part; the secret part is compared in constant time."""
    read = TOKEN.fullmatch(token.strip())
    key, secret = read.groups() if read is not None else ("", "")
    with database.reading() as connection:
        row = connection.execute(select(people).where(people.c.key == key)).first()
    same = compare_digest(hashed(secret), row.token if row is not None else NOBODY)
    return _person(row) if row is not None and same else None


def begin_session(database: Database, person: Person) -> str:
    secret = token_urlsafe(32)
    with database.writing() as connection:
        connection.execute(delete(sessions).where(sessions.c.expires < now()))
        connection.execute(insert(sessions).values(hash=hashed(secret), person=person.id, expires=now() + LASTING))
    return secret


def in_session(database: Database, secret: str) -> Person | None:
    wanted = (sessions.c.hash == hashed(secret)) & (sessions.c.expires > now())
    with database.reading() as connection:
        row = connection.execute(select(people).join(sessions, sessions.c.person == people.c.id).where(wanted)).first()
    return _person(row) if row is not None else None


def end_session(database: Database, secret: str) -> None:
    with database.writing() as connection:
        connection.execute(delete(sessions).where(sessions.c.hash == hashed(secret)))


def _person(row: Row[tuple[object, ...]]) -> Person:
    return Person(row.id, row.name, row.organiser)
