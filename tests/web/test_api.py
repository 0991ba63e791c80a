"""The API, and the verbs that speak it."""

from __future__ import annotations

import csv
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from fastapi.testclient import TestClient

from conftest import answers, here, scored
from eyechart.cli import app as command_line
from eyechart.errors import EyechartError
from eyechart.web import client as api_client
from eyechart.web.app import create_app
from eyechart.web.board.people import admit
from eyechart.web.board.worker import score_next
from eyechart.web.client import board_at, leaderboard, submit
from eyechart.web.database import Database
from eyechart.web.site import Site


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def post(client: TestClient, token: str, content: bytes, **fields: str) -> dict[str, object]:
    response = client.post(
        "/api/benchmarks/demo/submissions",
        headers=bearer(token),
        data={"method": "m", **fields},
        files={"file": ("predictions.jsonl", content)},
    )
    assert response.status_code == 202, response.text
    found: dict[str, object] = response.json()
    return found


def test_benchmarks_are_listed(client: TestClient) -> None:
    [one] = client.get("/api/benchmarks").json()
    assert (one["name"], one["images"], one["closed"]) == ("demo", 20, False)
    assert client.get("/api/benchmarks/demo").json() == one


def test_the_download_is_what_was_packed(client: TestClient, site: Site) -> None:
    response = client.get("/api/benchmarks/demo/questions.zip")
    assert response.content == (site.home / "public" / "demo.zip").read_bytes()
    assert "demo/dataset.json" in zipfile.ZipFile(io.BytesIO(response.content)).namelist()


def test_a_submission_goes_from_queued_to_its_marks(
    client: TestClient, site: Site, database: Database, token: str
) -> None:
    taken = post(client, token, answers(site), method="My model", about="What it is", parameters="7 B")
    assert (taken["state"], taken["left_today"]) == ("queued", 2)
    scored(site, database)
    found = client.get(f"/api/submissions/{taken['id']}", headers=bearer(token)).json()
    assert (found["state"], found["halves"]["public"]["All"]["mean"]) == ("scored", 1.0)
    [entry] = client.get("/api/benchmarks/demo/leaderboard").json()["entries"]
    assert (entry["method"], entry["team"], entry["card"]["parameters"]) == ("My model", "Team A", "7 B")
    assert "id" not in entry


def test_what_is_withdrawn_is_gone_from_the_leaderboard(
    client: TestClient, site: Site, database: Database, token: str
) -> None:
    taken = post(client, token, answers(site))
    scored(site, database)
    gone = client.delete(f"/api/submissions/{taken['id']}", headers=bearer(token))
    assert gone.json()["withdrawn"] is not None
    assert client.get("/api/benchmarks/demo/leaderboard").json()["entries"] == []


def test_the_quota_is_said_with_its_code(client: TestClient, token: str) -> None:
    for _ in range(3):
        post(client, token, b"{}")
    more = {"headers": bearer(token), "data": {"method": "m"}, "files": {"file": ("p", b"{}")}}
    response = client.post("/api/benchmarks/demo/submissions", **more)
    assert (response.status_code, "3 submissions a day" in response.json()["detail"]) == (429, True)


FILES = {  # the same answers in the forms that `score` reads
    "ours": lambda rows: "\n".join(json.dumps({"question": id, "answer": said}) for id, _, _, said in rows),
    "array": lambda rows: json.dumps([{"question": id, "answer": said} for id, _, _, said in rows]),
    "csv": lambda rows: "question,answer\n" + "\n".join(f"{id},{said}" for id, _, _, said in rows),
    "EST-VQA and CRIC": lambda rows: json.dumps([{"question_id": id[-16:], "answer": said} for id, _, _, said in rows]),
    "IconQA and V-PROM": lambda rows: json.dumps({"results": {id[-16:]: said for id, _, _, said in rows}}),
    "FigureQA": lambda rows: (
        "question_index,image_index,question_id,question_string,answer\n"
        + "\n".join(f"{n},{image},0,{text},{int(said == 'yes')}" for n, (_, image, text, said) in enumerate(rows))
    ),
}


@pytest.mark.parametrize("form", FILES)
def test_every_form_that_score_reads_is_taken(
    client: TestClient, site: Site, database: Database, token: str, form: str
) -> None:
    from eyechart.store.folder import load

    pages = load(site.home / "hidden" / "demo" / "dataset")
    rows = [(q.id, page.index, q.text, q.answers[0]) for page in pages for q in page.questions]
    taken = post(client, token, FILES[form](rows).encode())
    scored(site, database)
    found = client.get(f"/api/submissions/{taken['id']}", headers=bearer(token)).json()
    assert found["faults"] == []
    assert found["halves"]["public"]["All"]["mean"] == 1.0


def test_a_parquet_file_is_taken(
    client: TestClient, site: Site, database: Database, token: str, tmp_path: Path
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist([json.loads(line) for line in answers(site).splitlines()]), tmp_path / "p")
    taken = post(client, token, (tmp_path / "p").read_bytes())
    scored(site, database)
    assert client.get(f"/api/submissions/{taken['id']}", headers=bearer(token)).json()["state"] == "scored"


def test_csv_says_what_json_says(client: TestClient, site: Site, database: Database, token: str) -> None:
    post(client, token, answers(site, 0.5))
    scored(site, database)
    told = client.get("/api/benchmarks/demo/leaderboard").json()["entries"][0]
    [row] = csv.DictReader(io.StringIO(client.get("/api/benchmarks/demo/leaderboard.csv").text))
    assert (row["team"], float(row["All"])) == ("Team A", pytest.approx(100 * told["marks"]["All"]["mean"]))


def test_the_schema_names_every_call(client: TestClient) -> None:
    schema = client.get("/openapi.json").json()
    calls = {(path, verb) for path, verbs in schema["paths"].items() for verb in verbs}
    assert ("/api/benchmarks/{name}/submissions", "post") in calls
    assert all(path.startswith("/api/") for path, _ in calls)


# ---- the verbs


def typed(*words: str) -> object:
    return command_line(list(words), result_action="return_value")


@pytest.fixture
def address(site: Site) -> Iterator[str]:
    """The site on a port that the system chose."""
    app = create_app(site)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}/boards/demo"
    server.should_exit = True
    thread.join()
    app.state.database.close()


@pytest.fixture
def scoring(site: Site, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for marks scores meanwhile."""
    monkeypatch.setattr(api_client.time, "sleep", lambda seconds: score_next(site, database, "w", here))


@pytest.mark.usefixtures("scoring")
def test_predictions_are_handed_in_and_the_leaderboard_printed(
    site: Site,
    address: str,
    token: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("EYECHART_TOKEN", token)
    (tmp_path / "p.jsonl").write_bytes(answers(site))
    code = typed("submit", str(tmp_path / "p.jsonl"), "--to", address, "--method", "My model")
    typed("leaderboard", address, "--json")
    said = capsys.readouterr().out
    assert (code, "100.0" in said, '"My model"' in said) == (0, True, True)


@pytest.mark.usefixtures("scoring")
def test_faults_are_printed_row_by_row(
    address: str, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EYECHART_TOKEN", token)
    (tmp_path / "p.jsonl").write_text('{"question": "a", "answer": "yes"}\n{"question": "[bold]b", "answer": "no"}\n')
    code = typed("submit", str(tmp_path / "p.jsonl"), "--to", address, "--method", "m")
    said = capsys.readouterr().err
    assert (code, "line 1: there is no question 'a'." in said, "'[bold]b'" in said) == (1, True, True)


def test_without_a_token_it_is_said_what_to_type(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EYECHART_TOKEN", raising=False)
    (tmp_path / "p").write_text("x")
    with pytest.raises(EyechartError, match="export EYECHART_TOKEN"):
        submit(tmp_path / "p", address, "m")


def test_a_wrong_token_is_said_and_not_repeated(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EYECHART_TOKEN", "eyechart_wrong")
    (tmp_path / "p").write_text("x")
    with pytest.raises(EyechartError, match="says 401: That is no token of this site") as told:
        submit(tmp_path / "p", address, "m")
    assert "eyechart_wrong" not in str(told.value)


@pytest.mark.parametrize("url", ["", "demo", "http://host", "ftp://host/boards/demo", "http://host/boards/../x"])
def test_what_is_no_leaderboards_address_is_said_so(url: str) -> None:
    with pytest.raises(EyechartError, match="is no leaderboard's address"):
        board_at(url)


def test_a_site_below_a_path_is_found() -> None:
    board = board_at("https://host/eye/boards/demo/")
    assert (board.site, board.name) == ("https://host/eye", "demo")


def test_nobody_there_is_said_in_a_line() -> None:
    with pytest.raises(EyechartError, match="cannot be reached: ConnectError. Is the site open"):
        leaderboard("http://127.0.0.1:9/boards/demo")


def test_admit_prints_a_token_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed("admit", "Team A", "--home", str(tmp_path / "site"))
    assert capsys.readouterr().out.startswith("eyechart_")


def test_a_new_token_for_a_name(database: Database) -> None:
    assert admit(database, "Team A") != admit(database, "Team A")
