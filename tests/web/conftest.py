"""Databases to test with: SQLite in a folder, and Debian's PostgreSQL, started for the tests by who may."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the web extra")

from fastapi.testclient import TestClient
from sqlalchemy import insert, select, text

from eyechart.store.folder import load
from eyechart.web.app import create_app
from eyechart.web.board.doors import TRIES
from eyechart.web.board.halves import halves_in
from eyechart.web.board.marking import Order, write
from eyechart.web.board.neighbours import compare_neighbours
from eyechart.web.board.people import Person, admit, holder
from eyechart.web.board.register import Making, Rules, hidden_in, register
from eyechart.web.board.submissions import Benchmark, Offered, benchmark_named, submit
from eyechart.web.board.tables import benchmarks
from eyechart.web.board.worker import Marker, score_next
from eyechart.web.database import Database, metadata
from eyechart.web.site import Site


def _as_somebody(folder: Path) -> dict[str, int]:
    """PostgreSQL refuses to run as root: then it runs as the user that Debian made for it."""
    if os.getuid() != 0:
        return {}
    somebody = pwd.getpwnam("postgres")
    os.chown(folder, somebody.pw_uid, somebody.pw_gid)
    return {"user": somebody.pw_uid, "group": somebody.pw_gid}


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A cluster of PostgreSQL behind a socket in a folder of its own: no port is taken."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not found:
        pytest.skip("no PostgreSQL here: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="eyechart-pg-"))
    folder.chmod(0o755)
    try:
        who = _as_somebody(folder)
    except KeyError:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
    tools, data = found[-1].parent, folder / "data"
    run = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder, **who}
    fast = "-c fsync=off -c full_page_writes=off -c shared_buffers=16MB -c max_connections=200"
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} {fast}"
    subprocess.run([tools / "initdb", "-D", data, "-U", "eyechart", "-A", "trust", "--no-sync"], **run)
    subprocess.run([tools / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"], **run)
    yield f"postgresql+psycopg://eyechart@/postgres?host={folder}"
    subprocess.run([tools / "pg_ctl", "-D", data, "-m", "immediate", "stop"], **run)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with all tables and nothing in them, made once."""
    path = tmp_path_factory.mktemp("tables") / "site.sqlite3"
    made = Database(f"sqlite:///{path}")
    made.migrate()
    made.close()
    return path


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind with nothing in its tables."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("tables"), tmp_path / "site.sqlite3")
        return f"sqlite:///{tmp_path / 'site.sqlite3'}"
    cluster: str = request.getfixturevalue("cluster")
    with closing(Database(cluster)) as there:
        there.migrate()
        with there.writing() as connection:  # what the test before has left
            names = ", ".join(table.name for table in metadata.sorted_tables)
            connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
    return cluster


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with closing(Database(url)) as made:
        yield made


# ---- a site with a benchmark


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site with the benchmark `demo` of twenty figures, made once; tests get copies."""
    site = Site(home=tmp_path_factory.mktemp("prepared") / "site")
    site.home.mkdir()
    database = Database(site.database_url)
    database.migrate()
    register(site, database, "demo", Making(["figures"], count=20), Rules(title="Figures, demo", daily=3))
    database.close()
    return site


@pytest.fixture
def site(prepared: Site, database: Database, url: str, tmp_path: Path) -> Site:
    """The same on a database of its own, with a team and an organiser."""
    for name in ("hidden", "public", "secrets"):
        shutil.copytree(prepared.home / name, tmp_path / "site" / name)
    known = Database(prepared.database_url)
    with known.reading() as there, database.writing() as here:
        row = there.execute(select(benchmarks)).one()
        here.execute(insert(benchmarks).values(**{k: v for k, v in row._mapping.items() if k != "id"}))
    known.close()
    return Site(home=tmp_path / "site", database=url, rate=10_000.0, burst=10_000)


@pytest.fixture
def demo(site: Site, database: Database) -> Benchmark:
    return benchmark_named(database, "demo")


@pytest.fixture
def team(database: Database) -> Person:
    return person_of(database, "Team A")


def person_of(database: Database, name: str, organiser: bool = False) -> Person:
    found = holder(database, admit(database, name, organiser))
    assert found is not None
    return found


@contextmanager
def visiting(site: Site, **options: Any) -> Iterator[TestClient]:
    """A browser without pictures; no worker runs unless a test calls it."""
    app = create_app(site)
    try:
        yield TestClient(app, follow_redirects=False, **options)
    finally:
        app.state.database.close()
        TRIES.left.clear()


@pytest.fixture
def client(site: Site) -> Iterator[TestClient]:
    with visiting(site) as made:
        yield made


@pytest.fixture
def token(database: Database) -> str:
    return admit(database, "Team A")


def answers(site: Site, right: float = 1.0, name: str = "demo") -> bytes:
    """Predictions for a benchmark: so large a share of each half's pages answered right, the others wrong.

    Which pages are public is drawn by lot for every site: a share of all pages would be another one of the public half.
    """
    lines = []
    pages = list(load(hidden_in(site, name) / "dataset"))
    public = set(halves_in(hidden_in(site, name)).public)
    halves = (sorted(public), [page.index for page in pages if page.index not in public])
    known = {index for half in halves for index in half[: round(right * len(half))]}
    for page in pages:
        for q in page.questions:
            wrong = next((one for one in q.choices if one not in q.answers), "nothing")
            said = q.answers[0] if page.index in known else wrong
            lines.append(json.dumps({"question": q.id, "answer": said}))
    return "\n".join(lines).encode() + b"\n"


def entered(site: Site, database: Database, person: Person, content: bytes, method: str = "m", **more: Any) -> str:
    """Submitted; its id."""
    offered = Offered(method, "predictions.jsonl", **more)
    return submit(site, database, benchmark_named(database, "demo"), person, offered, BytesIO(content)).id


def here(order: Order, ours: Callable[[], bool]) -> int:
    """Marked in this process, which is quicker to begin than another."""
    write(order)
    return 0


def scored(site: Site, database: Database, mark: Marker = here) -> None:
    """All that waits is scored."""
    while score_next(site, database, "w", mark):
        pass
    compare_neighbours(site, database)


# ---- a browser


@pytest.fixture(scope="session")
def open_site() -> Any:
    """Opens a site behind a port of the system's choice, in a thread of its own: `with open_site(site, [room]) as address`."""
    from contextlib import contextmanager
    from threading import Thread
    from time import sleep

    import uvicorn

    @contextmanager
    def opened(site: Site, rooms: Any) -> Iterator[str]:
        server = uvicorn.Server(uvicorn.Config(create_app(site, rooms), port=0, log_level="error", ws="none"))
        thread = Thread(target=server.run)
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the site did not open"
                sleep(0.01)
            yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()

    return opened


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, which npm brings."""
    if shutil.which("npm") is None:
        pytest.skip("no npm here: apt-get install npm")
    folder = tmp_path_factory.mktemp("axe")
    words = ["npm", "install", "--silent", "--no-audit", "--no-fund", "axe-core@4"]
    done = subprocess.run(words, cwd=folder, check=False, timeout=120)
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if done.returncode or not script.exists():
        pytest.skip("npm cannot bring axe-core here")
    return script.read_text(encoding="utf-8")
