"""Flags: questions that look wrong to somebody, each with a note; kept in the site's database, exported as CSV and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from sqlalchemy import Column, Integer, String, Table, Text, func, select

from eyechart.errors import EyechartError
from eyechart.web.board.people import Person
from eyechart.web.board.tables import people
from eyechart.web.database import Database, Moment, metadata, now

NOTE = 2_000  # characters
MOST = 10_000  # flags of a site

flags = Table(
    "flags",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("question", String(300), nullable=False, index=True),
    Column("source", String(300), nullable=False),  # the dataset in words, with its fingerprint where it has one
    Column("address", String(600), nullable=False),  # where on the site it is
    Column("text", Text, nullable=False),  # what is asked, so that a list can be read by itself
    Column("note", Text, nullable=False),
    Column("at", Moment, nullable=False),
)


class Flag(Struct, frozen=True):
    id: int
    question: str
    source: str
    address: str
    text: str
    note: str
    at: datetime


def raised(database: Database, question: str, source: str, address: str, text: str, note: str) -> None:
    """Flag a question."""
    note = note.strip()
    if not note:
        raise EyechartError("A flag needs a note: say what looks wrong.")
    if len(note) > NOTE:
        raise EyechartError(f"A note has at most {NOTE:,} characters, and this one {len(note):,}.")
    with database.writing() as connection:
        if (connection.scalar(select(func.count()).select_from(flags)) or 0) >= MOST:
            raise EyechartError(f"There are {MOST:,} flags already. Export them, and remove those that are dealt with.")
        said = {"question": question, "source": source, "address": address, "text": text, "note": note, "at": now()}
        connection.execute(flags.insert().values(**said))


def removed(database: Database, id: int) -> None:
    with database.writing() as connection:
        connection.execute(flags.delete().where(flags.c.id == id))


def listed(database: Database, question: str | None = None) -> list[Flag]:
    """All, or those of one question; the oldest first."""
    wanted = select(flags).order_by(flags.c.id)
    if question is not None:
        wanted = wanted.where(flags.c.question == question)
    with database.reading() as connection:
        return [Flag(**row._mapping) for row in connection.execute(wanted)]


def as_json(some: Sequence[Flag]) -> bytes:
    return msgspec.json.format(msgspec.json.encode({"flags": some})) + b"\n"


def rows(some: Sequence[Flag]) -> list[list[str]]:
    """As a table has them, the names of the columns first."""
    return [
        list(Flag.__struct_fields__),
        *([str(getattr(one, name)) for name in Flag.__struct_fields__] for one in some),
    ]


def may_remove(database: Database, person: Person | None) -> bool:
    """Organisers; on a site that has none, such as one's own machine, whoever comes."""
    if person is not None and person.organiser:
        return True
    with database.reading() as connection:
        return not connection.scalar(select(func.count()).select_from(people).where(people.c.organiser))
