"""Hostile use, each a fact: what is sent, said and tried that should not be."""

from __future__ import annotations

import asyncio
import csv
import gzip
import io
import pickle
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from conftest import answers, entered, person_of, scored, visiting
from eyechart.web.board.people import Person, admit, begin_session
from eyechart.web.board.submissions import submission_of
from eyechart.web.board.tables import submissions
from eyechart.web.buckets import NAMES, Buckets
from eyechart.web.database import Database
from eyechart.web.guards import HEADERS
from eyechart.web.site import Site
from eyechart.web.spreadsheet import safe

UPLOAD = "/api/benchmarks/demo/submissions"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def signed_in(client: TestClient, database: Database, person: Person) -> None:
    client.cookies.set("session", begin_session(database, person))


# ---- files


class Boom:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, (Path("/tmp/eyechart-was-here"),)  # type: ignore[return-value]


def zipped(name: str, content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return file.getvalue()


HOSTILE = {
    "a zip bomb": zipped("predictions.jsonl", b"0" * 50_000_000),
    "a zip that leads out": zipped("../../../../tmp/eyechart-was-here", b"x"),
    "a gzip bomb": gzip.compress(b"0" * 50_000_000),
    "a pickle": pickle.dumps(Boom()),
    "HTML": b"<!doctype html><script>alert(1)</script>",
    "a program": b"\x7fELF" + bytes(100),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "deep brackets": b"[" * 100_000,
    "a large number": b'{"question": "a", "answer": ' + b"9" * 100_000 + b"}",
    "words of no encoding": b'{"question": "\xff\xfe", "answer": "yes"}',
    "nulls": b'{"question": "a\\u0000b", "answer": "\\u0000"}',
    "half a letter": b'{"question": "\\ud800", "answer": "yes"}',
    "no Parquet": b"PAR1" + bytes(100) + b"PAR1",
    "nothing but space": b" \n" * 1000,
    "CSV without its fields": b"question,answer\n1,2,3,4\n",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_of_another_kind_fails_with_words(site: Site, database: Database, team: Person, kind: str) -> None:
    id = entered(site, database, team, HOSTILE[kind])
    scored(site, database)
    found = submission_of(database, id, team)
    assert (found.state, bool(found.faults)) == ("failed", True)
    assert all(len(one) < 2000 and str(site.home) not in one for one in found.faults)
    assert not Path("/tmp/eyechart-was-here").exists()


def test_more_than_is_taken_is_refused_before_it_is_read(site: Site, token: str) -> None:
    def stream() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="p"\r\n\r\n'
        for _ in range(20):
            yield b"x" * 1000

    large = {"data": {"method": "m"}, "files": {"file": ("p", b"x" * 20_000)}}
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    with visiting(replace(site, upload=10_000)) as client:
        responses = [
            client.post(UPLOAD, headers=bearer(token), **large),
            client.post(UPLOAD, headers=bearer(token) | kind, content=stream()),
            client.post(UPLOAD, headers={"Content-Length": "-1"}, content=b""),
        ]
    assert [one.status_code for one in responses] == [413] * 3
    assert all("At most 10,000 bytes" in one.text for one in responses)


@pytest.mark.parametrize("path", [UPLOAD, "/boards/demo/submit"])
def test_nothing_of_a_strangers_upload_is_read(client: TestClient, path: str) -> None:
    read, sent = [], []

    async def receive() -> dict[str, object]:
        read.append(1)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message: dict[str, object]) -> None:
        sent.append(message.get("status"))

    kind = (b"content-type", b"multipart/form-data; boundary=x")
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [kind],
    }
    scope |= {
        "scheme": "http",
        "server": ("testserver", 80),
        "client": ("1.2.3.4", 5),
        "http_version": "1.1",
        "root_path": "",
    }
    asyncio.run(client.app(scope, receive, send))  # type: ignore[arg-type]
    assert (sent[0], read) == (401, [])


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "/etc/passwd", "..\\..\\x", "a\x00b", "x" * 5000, "\u202egnp.exe", ""]
)
def test_the_name_of_a_file_leads_nowhere(
    client: TestClient, site: Site, database: Database, token: str, name: str
) -> None:
    response = client.post(UPLOAD, headers=bearer(token), data={"method": "m"}, files={"file": (name, b"x")})
    if response.status_code in (400, 422):  # without a name it is no file, nor with one that has no end
        return
    found = response.json()["file"]
    assert len(found) <= 120
    assert not set(found) & set("/\\\x00\u202e")
    kept = {path.name for path in (site.home / "submissions").rglob("*") if path.is_file()}
    assert kept == {"upload"}


# ---- words


WORDS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7777 * 77 }}",
    "=1+1",
    "'; DROP TABLE people; --",
]


@pytest.mark.parametrize("words", WORDS)
def test_words_are_shown_as_words(client: TestClient, site: Site, database: Database, token: str, words: str) -> None:
    fields = {"method": words, "about": words, "parameters": words, "data": words}
    id = client.post(UPLOAD, headers=bearer(token), data=fields, files={"file": (words, answers(site))}).json()["id"]
    scored(site, database)
    signed_in(client, database, person_of(database, "Boss", organiser=True))
    for path in (
        "/boards/demo",
        f"/boards/demo/entries/{id}",
        f"/submissions/{id}",
        "/organiser",
        "/boards/demo/submit",
    ):
        page = client.get(path)
        assert page.status_code == 200, path
        shown = re.sub(r"<script src=\"/static/\w+\.js\"( defer)?></script>", "", page.text)
        assert "<script" not in shown
        assert "<img" not in shown
        assert "598829" not in shown


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", " =1", "|calc", "%0A"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert safe(text) == f"'{text}"


def test_no_name_in_the_csv_is_a_formula(client: TestClient, site: Site, database: Database) -> None:
    token = admit(database, "=cmd|'/C calc'!A0")
    fields = {"method": "@SUM(1+1)*cmd|' /C calc'!A0"}
    client.post(UPLOAD, headers=bearer(token), data=fields, files={"file": ("=x", answers(site))})
    scored(site, database)
    signed_in(client, database, person_of(database, "Boss", organiser=True))
    for path in ("/api/benchmarks/demo/leaderboard.csv", "/organiser/demo/export.csv"):
        rows = list(csv.reader(io.StringIO(client.get(path).text)))
        assert not any(cell.startswith(("=", "+", "@", "-")) for row in rows for cell in row), path


def test_a_link_that_runs_is_refused(client: TestClient, token: str) -> None:
    fields = {"method": "m", "link": "javascript:alert(1)"}
    response = client.post(UPLOAD, headers=bearer(token), data=fields, files={"file": ("p", b"x")})
    assert (response.status_code, "is no link" in response.text) == (422, True)


# ---- who


def test_without_a_token_nothing_is_taken_or_told(
    client: TestClient, site: Site, database: Database, team: Person
) -> None:
    id = entered(site, database, team, b"x")
    calls = [
        ("POST", UPLOAD),
        ("GET", "/api/submissions"),
        ("GET", f"/api/submissions/{id}"),
        ("DELETE", f"/api/submissions/{id}"),
    ]
    assert [client.request(*call).status_code for call in calls] == [401] * 4
    for path in (
        "/submissions",
        f"/submissions/{id}",
        "/boards/demo/submit",
        "/organiser",
        "/organiser/demo/export.csv",
    ):
        assert client.get(path).status_code == 401, path


def test_a_session_is_no_token_for_the_api(client: TestClient, database: Database, team: Person) -> None:
    """So that no page of another site can use it there."""
    signed_in(client, database, team)
    assert client.get("/submissions").status_code == 200
    assert client.get("/api/submissions").status_code == 401


def test_other_peoples_submissions_are_as_if_they_were_not(
    client: TestClient, site: Site, database: Database, team: Person
) -> None:
    id = entered(site, database, team, b"x")
    token = admit(database, "Team B")
    theirs = client.get(f"/api/submissions/{id}", headers=bearer(token))
    none = client.get(f"/api/submissions/{'0' * 32}", headers=bearer(token))
    assert (theirs.status_code, none.status_code) == (404, 404)
    assert theirs.json()["detail"].replace(id, "") == none.json()["detail"].replace("0" * 32, "")
    assert client.delete(f"/api/submissions/{id}", headers=bearer(token)).status_code == 404
    signed_in(client, database, person_of(database, "Team C"))
    assert client.get(f"/submissions/{id}").status_code == 404
    assert client.post(f"/submissions/{id}/withdraw").status_code == 404
    assert submission_of(database, id, team).withdrawn is None


def test_the_organisers_page_is_theirs(client: TestClient, database: Database, team: Person) -> None:
    signed_in(client, database, team)
    assert client.get("/organiser").status_code == 403
    assert client.get("/organiser/demo/export.csv").status_code == 403


def test_entries_that_are_not_on_the_leaderboard_have_no_card(
    client: TestClient, site: Site, database: Database, team: Person
) -> None:
    id = entered(site, database, team, b"x")
    assert client.get(f"/boards/demo/entries/{id}").status_code == 404


def test_who_guesses_tokens_is_slowed_down(client: TestClient, token: str) -> None:
    codes = [
        client.get("/api/submissions", headers=bearer(f"eyechart_{n:016x}_{'A' * 43}")).status_code for n in range(12)
    ]
    assert codes == [401] * 10 + [429] * 2
    assert client.post("/sign-in", data={"token": "x"}).status_code == 429


def test_a_session_cookie_is_kept_from_scripts_and_other_sites(client: TestClient, token: str) -> None:
    cookie = client.post("/sign-in", data={"token": token}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_behind_https_cookies_go_no_other_way(site: Site, token: str) -> None:
    with visiting(replace(site, secure=True)) as client:
        response = client.post("/sign-in", data={"token": token})
    assert "secure" in response.headers["set-cookie"].lower()
    assert "max-age" in response.headers["strict-transport-security"]


# ---- from elsewhere


ELSEWHERE = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://testserver.evil.example"},
]


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_what_another_sites_page_sends_is_refused(
    client: TestClient, site: Site, database: Database, team: Person, headers: dict[str, str]
) -> None:
    id = entered(site, database, team, b"x")
    signed_in(client, database, team)
    assert client.post(f"/submissions/{id}/withdraw", headers=headers).status_code == 403
    assert client.post("/sign-in", data={"token": "x"}, headers=headers).status_code == 403
    assert submission_of(database, id, team).withdrawn is None


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://testserver"}, {}])
def test_what_our_own_page_sends_is_taken(
    client: TestClient, site: Site, database: Database, team: Person, headers: dict[str, str]
) -> None:
    id = entered(site, database, team, b"x")
    signed_in(client, database, team)
    assert client.post(f"/submissions/{id}/withdraw", headers=headers).status_code == 303


# ---- floods


def test_a_flood_from_one_address_is_told_to_wait(site: Site) -> None:
    with visiting(replace(site, rate=0.001, burst=5)) as client:
        codes = [client.get("/api/benchmarks").status_code for _ in range(7)]
    assert codes == [200] * 5 + [429] * 2


def test_a_bucket_fills_again() -> None:
    clock = iter([0.0, 0.0, 0.0, 1.0, 1.0])
    buckets = Buckets(rate=1.0, burst=2, clock=lambda: next(clock))
    assert [buckets.take("a") for _ in range(5)] == [True, True, False, True, False]


def test_many_addresses_do_not_fill_the_memory() -> None:
    buckets = Buckets(rate=1.0, burst=1)
    for number in range(NAMES + 500):
        buckets.take(str(number))
    assert len(buckets.left) == NAMES


# ---- headers


def test_every_response_says_what_a_browser_may_do(client: TestClient, database: Database, team: Person) -> None:
    paths = [
        "/",
        "/boards",
        "/boards/demo",
        "/sign-in",
        "/nowhere",
        "/api/benchmarks",
        "/api/nowhere",
        "/static/site.css",
        "/openapi.json",
    ]
    for path in paths:
        headers = client.get(path).headers
        assert {name: headers.get(name) for name in HEADERS} == HEADERS, path
    refused = client.post("/sign-in", headers={"Origin": "null"}).headers
    assert {name: refused.get(name) for name in HEADERS} == HEADERS


def test_the_policy_allows_no_inline_script_or_style_and_nobody_else() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "default-src 'none'" in policy


def test_no_page_names_another_host_or_holds_inline_code(
    client: TestClient, site: Site, database: Database, team: Person
) -> None:
    id = entered(site, database, team, answers(site))
    scored(site, database)
    signed_in(client, database, person_of(database, "Boss", organiser=True))
    for path in (
        "/",
        "/boards",
        "/boards/demo",
        "/sign-in",
        "/submissions",
        f"/submissions/{id}",
        "/boards/demo/submit",
        "/organiser",
    ):
        page = client.get(path).text
        fetched = re.findall(r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=\"([^\"]+)\"", page)
        assert fetched
        assert all(one.startswith("/static/") for one in fetched), path
        assert not re.search(r"\son\w+=|\sstyle=|<style|<script(?![^>]*src=)", page), path


def test_a_fault_of_ours_tells_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from eyechart.web.board import api

    def broken(database: object) -> None:
        raise RuntimeError("secret of the house")

    monkeypatch.setattr(api, "all_benchmarks", broken)
    with visiting(site, raise_server_exceptions=False) as client:
        response = client.get("/api/benchmarks")
    assert (response.status_code, "secret" in response.text) == (500, False)


@pytest.mark.parametrize(
    "path",
    [
        "/boards/..%2f..%2fsecrets",
        "/static/../site.py",
        "/static/%2e%2e/app.py",
        "/api/benchmarks/%00",
        "/boards/" + "a" * 5000,
    ],
)
def test_paths_lead_nowhere(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 422)


def test_texts_that_no_database_takes_are_taken_without_them(
    client: TestClient, database: Database, token: str
) -> None:
    fields = {"method": "a\x00b", "about": "c\x00\ud7ff\nd", "training": ""}
    response = client.post(UPLOAD, headers=bearer(token), data=fields, files={"file": ("p", b"x")})
    assert response.status_code == 202
    with database.reading() as connection:
        assert connection.execute(select(submissions.c.method)).scalar_one() == "ab"
