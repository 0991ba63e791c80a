"""Databases to test with: SQLite in a folder, and Debian's PostgreSQL, started for the tests by who may."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

pytest.importorskip("fastapi", reason="needs the web extra")

from eyechart.web.database import Database


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
    yield f"postgresql+psycopg://eyechart@/{{name}}?host={folder}"
    subprocess.run([tools / "pg_ctl", "-D", data, "-m", "immediate", "stop"], **run)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'site.sqlite3'}"
    import psycopg

    cluster, name = request.getfixturevalue("cluster"), f"test_{uuid4().hex[:12]}"
    host = cluster.rpartition("host=")[2]
    with psycopg.connect(f"host={host} user=eyechart dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return str(cluster.format(name=name))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A database of each kind, with its tables."""
    made = Database(url)
    made.migrate()
    yield made
    made.close()
