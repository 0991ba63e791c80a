"""The site's database: SQLite in its folder, or PostgreSQL by a URL; the same statements on both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, DateTime, Engine, MetaData, TypeDecorator, create_engine, event, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError

from eyechart.errors import EyechartError

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x6579_6563  # of PostgreSQL, while tables are brought up to date
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets zones, so that what comes back gets its own again."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)


class Database:
    """What is read and written in transactions. Who writes waits for his turn and then sees nobody else's half."""

    def __init__(self, url: str) -> None:
        try:
            self.engine = _engine(url)
        except (ArgumentError, NoSuchModuleError) as error:
            raise EyechartError(
                f"--database {url.split('@')[-1]!r} is no address of a database ({error}). "
                "Type postgresql+psycopg://USER@HOST/NAME, or leave it out for SQLite."
            ) from error
        self._writer = self.engine.execution_options(writes=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._writer.begin() as connection:
            yield connection

    def migrate(self, revision: str = "head") -> None:
        """Bring the tables up to date; several that do so at once wait for each other."""
        from alembic import command  # as long to import as all the rest
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        try:
            with self.writing() as connection:
                if connection.dialect.name == "postgresql":
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
                config.attributes["connection"] = connection
                command.upgrade(config, revision)
        except OperationalError as error:
            raise EyechartError(f"The database cannot be opened: {str(error.orig).splitlines()[0]}") from error

    def close(self) -> None:
        self.engine.dispose()


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=10, max_overflow=30, pool_pre_ping=True)
    made = create_engine(url, pool_size=10, max_overflow=30, connect_args={"timeout": 30, "check_same_thread": False})

    @event.listens_for(made, "connect")
    def _settings(raw: Any, record: Any) -> None:
        raw.isolation_level = None  # transactions begin where we say so, not where the driver thinks best
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(made, "begin")
    def _begin(connection: Connection) -> None:
        # A transaction that reads first and writes later would fail if another wrote in between: writers wait at the door.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return made


def now() -> datetime:
    return datetime.now(UTC)
