"""The database: tables as the migrations make them, on SQLite and PostgreSQL alike."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import insert, inspect, select

from eyechart.errors import EyechartError
from eyechart.web.board.tables import people
from eyechart.web.database import MIGRATIONS, Database, metadata


def test_migrations_run_back_to_nothing(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    with closing(Database(f"sqlite:///{tmp_path / 'db'}")) as database:
        database.migrate()
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with database.writing() as connection:
            config.attributes["connection"] = connection
            command.downgrade(config, "base")
        assert inspect(database.engine).get_table_names() == ["alembic_version"]


def test_migrations_make_the_tables_that_the_code_knows(database: Database) -> None:
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_migrating_twice_changes_nothing(database: Database) -> None:
    database.migrate()
    assert set(inspect(database.engine).get_table_names()) == {*metadata.tables, "alembic_version"}


def test_moments_come_back_in_utc(database: Database) -> None:
    there = datetime(2026, 11, 17, 18, 30, tzinfo=timezone(timedelta(hours=2)))
    with database.writing() as connection:
        connection.execute(insert(people).values(name="a", key="k", token=b"t", organiser=False, created=there))
    with database.reading() as connection:
        found = connection.execute(select(people.c.created)).scalar_one()
    assert (found, found.tzinfo) == (there, UTC)


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    row = {"name": "a", "key": "k", "token": b"t", "organiser": False, "created": datetime.now(UTC)}

    def fails() -> None:
        with database.writing() as connection:
            connection.execute(insert(people).values(**row))
            raise RuntimeError("planned")

    with pytest.raises(RuntimeError, match="planned"):
        fails()
    with database.reading() as connection:
        assert connection.execute(select(people)).all() == []


def test_what_is_no_address_is_said_so() -> None:
    with pytest.raises(EyechartError, match="is no address of a database"):
        Database("nonsense://here")
