"""What a site is: the folders that it shows, where it keeps what is sent to it, its limits; and what a room of it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import APIRouter

SITE = "site"  # the folder of a site, unless told otherwise


@dataclass(frozen=True)
class Site:
    """All that the rooms are built from. Processes are handed it whole, so it is plain data."""

    home: Path = Path(SITE)  # benchmarks, submissions and the database, unless that is elsewhere
    folders: tuple[str, ...] = ()  # datasets, runs and exams to be looked at
    database: str = ""  # as SQLAlchemy writes it; empty: SQLite in `home`
    secure: bool = False  # people come by https (behind a proxy): cookies are sent by no other way
    upload: int = 64 * 2**20  # bytes of a request
    rate: float = 50.0  # requests a second from one address, on average
    burst: int = 200  # as many at once
    scoring_seconds: int = 600  # of processor time for one submission
    scoring_bytes: int = 4 * 2**30  # of memory for one submission

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{(self.home / 'site.sqlite3').resolve()}"


def _no_life(site: Site) -> AbstractContextManager[None]:
    return nullcontext()


@dataclass(frozen=True)
class Room:
    """A part of the site: its routes, its templates, and what goes on as long as the site is open."""

    title: str  # in the navigation
    path: str  # where its first page is
    templates: Path
    routes: Callable[[Site], APIRouter]
    life: Callable[[Site], AbstractContextManager[None]] = _no_life
    about: str = ""  # on the first page
