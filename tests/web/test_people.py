"""Tokens and sessions: hashed at rest, compared in constant time, void when replaced."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from eyechart.errors import EyechartError
from eyechart.web.board import people as module
from eyechart.web.board.people import admit, begin_session, end_session, hashed, holder, in_session
from eyechart.web.board.tables import people, sessions
from eyechart.web.database import Database, now


def test_a_token_tells_whose_it_is(database: Database) -> None:
    admit(database, "Somebody else")
    found = holder(database, admit(database, "Team A"))
    assert found is not None
    assert (found.name, found.organiser) == ("Team A", False)


@pytest.mark.parametrize(
    "spoil", [lambda t: t[:-1], lambda t: t[:-1] + ("A" if t[-1] != "A" else "B"), lambda t: "", str.upper]
)
def test_what_is_not_quite_a_token_is_nobodys(database: Database, spoil: object) -> None:
    assert holder(database, spoil(admit(database, "Team A"))) is None  # type: ignore[operator]


@pytest.mark.parametrize(
    "text", ["\x00", "eyechart__", "' OR 1=1 --", "é" * 300, "eyechart_" + "0" * 16 + "_" + "A" * 43]
)
def test_strange_words_are_nobodys_token(database: Database, text: str) -> None:
    assert holder(database, text) is None


def test_neither_tokens_nor_sessions_are_stored(database: Database) -> None:
    token = admit(database, "Team A")
    found = holder(database, token)
    assert found is not None
    session = begin_session(database, found)
    secret = token.split("_", 2)[2]
    with database.reading() as connection:
        kept = str([*connection.execute(select(people)), *connection.execute(select(sessions))])
    assert secret not in kept
    assert session not in kept
    with database.reading() as connection:
        assert connection.execute(select(people.c.token)).scalar_one() == hashed(secret)


def test_no_file_of_the_database_holds_a_token(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'db'}")
    database.migrate()
    secret = admit(database, "Team A").split("_", 2)[2]
    database.close()
    assert not any(secret.encode() in path.read_bytes() for path in tmp_path.iterdir())


def test_a_token_of_nobody_is_compared_as_long_as_any(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """In constant time, and as well where there is nothing to compare with."""
    compared = []
    real = module.compare_digest
    monkeypatch.setattr(module, "compare_digest", lambda a, b: compared.append((len(a), len(b))) or real(a, b))
    holder(database, admit(database, "Team A"))
    holder(database, "eyechart_0000000000000000_" + "A" * 43)
    holder(database, "nonsense")
    assert compared == [(32, 32)] * 3


def test_a_new_token_makes_the_old_one_and_its_sessions_void(database: Database) -> None:
    old = admit(database, "Team A")
    found = holder(database, old)
    assert found is not None
    session = begin_session(database, found)
    new = holder(database, admit(database, "Team A"))
    assert (holder(database, old), in_session(database, session)) == (None, None)
    assert new is not None
    assert new.id == found.id


def test_a_session_ends_when_told_and_by_itself(database: Database) -> None:
    found = holder(database, admit(database, "Team A"))
    assert found is not None
    told, late = begin_session(database, found), begin_session(database, found)
    assert in_session(database, told) == in_session(database, late) == found
    end_session(database, told)
    with database.writing() as connection:
        connection.execute(update(sessions).values(expires=now() - timedelta(seconds=1)))
    assert (in_session(database, told), in_session(database, late)) == (None, None)


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "x" * 81, "a\u202eb"])
def test_what_is_no_name_gets_no_token(database: Database, name: str) -> None:
    with pytest.raises(EyechartError, match="A name has 1 to 80 letters"):
        admit(database, name)
