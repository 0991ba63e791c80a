"""The verbs that run a site, as they are typed."""

from __future__ import annotations

import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest

from eyechart.cli import app as command_line
from eyechart.errors import EyechartError
from eyechart.web.board.submissions import benchmark_named
from eyechart.web.database import Database
from eyechart.web.serve import serve
from eyechart.web.site import Site


def typed(*words: str) -> object:
    return command_line(list(words), result_action="return_value")


def test_a_benchmark_is_registered_and_where_it_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "site"
    typed("register", "mine", "figures", "--count", "2", "--closes", "2027-03-01", "--daily", "4", "--home", str(home))
    said = capsys.readouterr().out
    assert f"participants download: {home / 'public' / 'mine.zip'}" in said
    database = Database(Site(home=home).database_url)
    found = benchmark_named(database, "mine")
    database.close()
    assert (found.daily, found.closes) == (4, datetime(2027, 3, 1, tzinfo=UTC))


def test_a_day_that_is_none_is_said_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="--closes soon is no day and no moment: type 2027-03-01"):
        typed("register", "mine", "figures", "--closes", "soon", "--home", str(tmp_path / "site"))
    assert not (tmp_path / "site" / "hidden" / "mine").exists()


def test_a_port_that_is_taken_is_said_in_a_line(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(EyechartError, match=r"cannot be listened at: .* Choose another --port"),
    ):
        serve(Site(home=tmp_path), port=taken.getsockname()[1])


def test_the_extra_that_is_lacking_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith("eyechart.web.serve")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(EyechartError, match=r"The site needs the web extra .* Type: pip install 'eyechart\[web\]'"):
        typed("serve")
