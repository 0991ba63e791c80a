"""Flags in the database, SQLite and PostgreSQL alike."""

from __future__ import annotations

import pytest

from eyechart.errors import EyechartError
from eyechart.web.board.people import Person
from eyechart.web.board.tables import people
from eyechart.web.database import Database, now
from eyechart.web.explorer import flags
from eyechart.web.explorer.flags import listed, may_remove, raised, removed


def flag(database: Database, question: str = "figures/val1/7/3/0", note: str = "is it? 是吗 🤔") -> None:
    raised(database, question, "figures [f00d]", "/explore/data/x/3/0", "Is red the largest?", note)


def test_flags_come_back_as_they_were_raised(database: Database) -> None:
    before = now()
    flag(database)
    [found] = listed(database)
    assert (found.question, found.note, found.text) == ("figures/val1/7/3/0", "is it? 是吗 🤔", "Is red the largest?")
    assert before <= found.at <= now()


def test_the_flags_of_a_question_are_its_own(database: Database) -> None:
    for question in ("a/b/1/2/0", "a/b/1/2/1", "a/b/1/2/0"):
        flag(database, question)
    assert [one.question for one in listed(database, "a/b/1/2/0")] == ["a/b/1/2/0"] * 2
    assert len(listed(database)) == 3


def test_a_flag_that_is_removed_is_gone_and_others_are_not(database: Database) -> None:
    flag(database, note="one")
    flag(database, note="two")
    removed(database, listed(database)[0].id)
    assert [one.note for one in listed(database)] == ["two"]


def test_there_are_not_more_flags_than_anybody_reads(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flags, "MOST", 1)
    flag(database)
    with pytest.raises(EyechartError, match="There are 1 flags already"):
        flag(database)


def test_who_may_remove_flags(database: Database) -> None:
    assert may_remove(database, None)
    with database.writing() as connection:
        said = {"name": "Ada", "key": "k", "token": b"t", "organiser": True, "created": now()}
        connection.execute(people.insert().values(**said))
    assert not may_remove(database, None)
    assert may_remove(database, Person(id=1, name="Ada", organiser=True))
    assert not may_remove(database, Person(id=2, name="Bob", organiser=False))
