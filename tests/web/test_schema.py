"""The API held to its own schema by schemathesis: whatever is sent, nothing breaks and nothing unheard of comes back."""

from __future__ import annotations

import shutil
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from conftest import answers, entered, person_of, visiting
from eyechart.web.board.people import admit
from eyechart.web.database import Database
from eyechart.web.site import Site

EACH = 25  # cases of each call and mode
SENT = ("method", "url", "headers", "params", "json", "data", "files")
Seen = Counter[tuple[str, int]]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of schemathesis and what it brings
def test_nothing_that_fits_the_schema_or_does_not_breaks_the_api(prepared: Site, tmp_path: Path) -> None:
    """Cases that the schema allows and cases that it forbids, of every call; what comes back is as the schema says."""
    schemathesis = pytest.importorskip("schemathesis", reason="pip install schemathesis")
    shutil.copytree(prepared.home, tmp_path / "site")
    site, seen = Site(home=tmp_path / "site", rate=1e9, burst=10**9), Seen()
    with closing(Database(site.database_url)) as database:
        own = {"name": "demo", "id": entered(site, database, person_of(database, "Team A"), answers(site))}
        token = admit(database, "Team A")
    with visiting(site, raise_server_exceptions=False) as client:
        schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
        for found in schema.get_all_operations():
            for mode in schemathesis.GenerationMode:
                with suppress(Unsatisfiable):  # a call that takes nothing cannot be sent anything wrong
                    attack(client, token, found.ok(), mode, {}, seen)
                with suppress(Unsatisfiable):  # and the same of what there is
                    attack(client, token, found.ok(), mode, own, seen)
    print(*(f"{call} {code}: {count}" for (call, code), count in sorted(seen.items())), sep="\n")
    assert sum(seen.values()) > 100


def attack(client: TestClient, token: str, operation: Any, mode: Any, own: dict[str, str], seen: Seen) -> None:
    known = {int(code) for code in operation.definition.raw["responses"]}

    @settings(max_examples=EACH, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Any) -> None:
        case.path_parameters.update({name: own[name] for name in case.path_parameters if name in own})
        case.headers["Authorization"] = f"Bearer {token}"
        words = case.as_transport_kwargs(base_url="http://testserver")
        response = client.request(**{name: value for name, value in words.items() if name in SENT})
        seen[f"{operation.method.upper()} {operation.path}", response.status_code] += 1
        assert response.status_code in known, (case.method, words["url"], response.status_code, response.text[:500])

    one()
