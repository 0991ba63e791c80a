"""Pages of a study without a browser: the doors of recruiters, what is shown and to whom, files, and the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from study_desk import Clock, begin, planned, right, sit, wrong

from command_line import typed
from eyechart.core import Question
from eyechart.store.folder import Dataset, load
from eyechart.web.app import create_app
from eyechart.web.board.people import admit
from eyechart.web.board.room import room as board
from eyechart.web.database import Database
from eyechart.web.site import Site
from eyechart.web.study.desk import Desk
from eyechart.web.study.identity import MTURK, PROLIFIC
from eyechart.web.study.outcome.answers import answers_of
from eyechart.web.study.room import room
from eyechart.web.study.sitting import Said, sitting_of

TURK = "assignmentId=A1&hitId=H1&workerId=W1&turkSubmitTo=https%3A%2F%2Fworkersandbox.mturk.com"


@pytest.fixture
def site(few: Dataset, tmp_path: Path) -> Site:
    return planned(tmp_path / "site", few, least=0.0)


@pytest.fixture
def client(site: Site) -> Iterator[TestClient]:
    app = create_app(site, [room, board])
    yield TestClient(app)
    app.state.database.close()


@pytest.fixture
def desk(site: Site, client: TestClient) -> Desk:
    return Desk(site, client.app.state.database, Clock())  # type: ignore[attr-defined]


def test_a_whole_sitting_by_forms(client: TestClient, desk: Desk) -> None:
    """From Prolific's link to the code; an old form that is sent again changes nothing, and a stop in the middle is no end."""
    link = f"/studies/demo?key={desk.keys.door('demo', PROLIFIC)}&PROLIFIC_PID=p1&STUDY_ID=s&SESSION_ID=x"
    came = client.get(link)
    here, token = came.url.path, came.url.path.rpartition("/")[2]
    assert "agree to take part" in came.text

    def send(step: str, **data: object) -> str:
        done = client.post(f"{here}/{step}", data=data)
        assert done.status_code == 200, done.text
        return done.text

    assert client.post(f"{here}/consent", data={"age": "19+"}).status_code == 422
    assert "Have you read this?" in send("consent", age="19+", agree="yes", child="true")
    assert "Training 1 of 3" in send("instructions", test0=1, test1=3, test2=1)
    lesson = sitting_of(desk, token)
    q = lesson.study.page(lesson.lessons[0], training=True)[1]
    assert "That is right." in send("training", place=0, answer=q.answers[0])
    assert "That is not right." in send("training", place=0, answer="neither")
    for place in range(3):
        send("trained", place=place)
    while (there := sitting_of(desk, token)).step == "question":
        page = client.get(here).text
        for address in re.findall(r'src="(/sit/[^"]+)"', page):
            assert client.get(address).headers["content-type"].startswith("image/")
        assert there.item is not None or "choose the fourth" in page
        answer = "4" if there.item is None else there.study.page(there.item)[1].answers[0]
        send("reply", place=there.place, answer=answer, boxes="[[0,10,10,90,90]]", flag="unclear")
        send("reply", place=there.place, answer=answer)  # twice
    assert "One last question" in client.get(link).text
    done = send("age", age="19+")
    assert re.search(r"<code>[A-Z2-9]{8}</code>", done)
    [sat] = answers_of(desk, "demo").sat
    assert (sat.state, sat.code in done) == ("counts", True)
    kept = client.get(f"{here}/data.json").json()
    assert len(kept["sittings"][0]["answers"]) == there.length
    assert "p1" not in json.dumps(kept).replace(sat.code, "")
    client.post(f"{here}/delete")
    assert client.get(here).status_code == 404
    assert answers_of(desk, "demo").sat == []


def test_mechanical_turk_frames_the_door_and_takes_the_code(client: TestClient, desk: Desk) -> None:
    base = f"/studies/demo?key={desk.keys.door('demo', MTURK)}"
    preview = client.get(f"{base}&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1")
    assert "Accept the task" in preview.text
    assert "externalSubmit" not in preview.text
    door = client.get(f"{base}&{TURK}")
    assert 'action="https://workersandbox.mturk.com/mturk/externalSubmit"' in door.text
    assert "frame-ancestors https://*.mturk.com" in door.headers["content-security-policy"]
    elsewhere = client.get(f"{base}&assignmentId=A1&workerId=W1&turkSubmitTo=https%3A%2F%2Fevil.example")
    assert "evil.example/mturk" not in elsewhere.text
    link = re.search(r'href="(/studies/demo/turk[^"]+)"', door.text)
    assert link is not None
    first = client.get(link[1].replace("&amp;", "&")).url
    assert client.get(link[1].replace("&amp;", "&")).url == first
    assert "frame-ancestors 'none'" in client.get(first).headers["content-security-policy"]


def test_pictures_and_answers_of_others_are_not_shown(client: TestClient, desk: Desk) -> None:
    token = begin(desk, "ann")
    there = sitting_of(desk, token)
    own = {item.page for item in there.study.plan.batches[there.batch]}
    other = next(item.page for batch in there.study.plan.batches for item in batch if item.page not in own)
    assert client.get(f"/sit/{token}/asked/{min(own)}/picture/0").status_code == 200
    assert client.get(f"/sit/{token}/asked/{other}/picture/0").status_code == 404
    assert client.get("/sit/0000/asked/0/picture/0").status_code == 404


def test_who_is_not_invited_is_told_so_and_results_are_the_organisers(client: TestClient, desk: Desk) -> None:
    for guess in (
        "",
        "?PROLIFIC_PID=p&SESSION_ID=s",
        f"?{TURK}",
        f"?key={desk.keys.door('demo', PROLIFIC, True)}&PROLIFIC_PID=p",
    ):
        assert "is invited" in client.get(f"/studies/demo{guess}").text
    assert client.get("/studies/demo?invitation=" + "0" * 32).status_code == 422
    for page in ("results", "answers.csv", "sittings.csv"):
        assert client.get(f"/studies/demo/{page}").status_code == 401


def test_an_organiser_sees_results_and_every_reason(client: TestClient, desk: Desk) -> None:
    def flags(q: Question) -> Said:
        return Said("answer", wrong(q).answer, flag="unclear")

    assert isinstance(desk.clock, Clock)
    for who, says, fourth in (("a", right, "4"), ("b", flags, "4"), ("c", right, "2")):
        sit(desk, desk.clock, begin(desk, who), says, fourth=fourth)
    client.post("/sign-in", data={"token": admit(desk.database, "Boss", organiser=True)})
    page = client.get("/studies/demo/results").text
    assert "attention: choice 2 taken where the fourth was asked for" in page
    assert "Krippendorff" in page
    assert "unclear" in page
    assert client.get("/studies/demo/sittings.csv").text.count("\r\n") == 4
    assert "Results of demo" in client.get("/studies").text


def test_from_the_command_line(few: Dataset, tmp_path: Path) -> None:
    """Make, invite, sit, look, export, delete; and the tables of the papers with people in them."""
    home = ("--home", tmp_path / "site")
    said = typed("study", "demo", few.folder, "--questions", 12, "--batch", 4, "--people", 2, *home)
    assert "evenly over figure" in said.out, said.err
    assert typed("study", "demo", few.folder, *home).code == 2
    [link] = typed("recruit", "demo", "--address", "https://example.org/", *home).out.split()
    assert link.startswith("https://example.org/studies/demo?invitation=")
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}" in typed("recruit", "demo", "--source", "prolific", *home).out
    database, clock = Database(Site(home=tmp_path / "site").database_url), Clock()
    desk = Desk(Site(home=tmp_path / "site"), database, clock)
    arrival = desk.keys.invited("demo", link.rpartition("=")[2], False)
    sit(desk, clock, desk.enter("demo", arrival))
    sit(desk, clock, begin(desk, "bob"))
    told = typed("people", "demo", "--by", "template", "--validated", tmp_path / "sound", *home)
    assert told.code == 0, told.err
    assert "100.0" in told.out
    assert json.loads(typed("people", "demo", "--json", *home).out)["tables"]
    assert load(tmp_path / "sound").manifest.questions > 0
    assert "A question is validated if" in (tmp_path / "sound" / "README.md").read_text()
    runs = tmp_path / "site" / "studies" / "demo" / "runs"
    table = typed("report", runs, "--like", "figureqa-table4").out
    assert "human" in table
    assert "paper: Human" in table
    assert json.loads(typed("person", "demo", link, *home).out)["source"] == "link"
    assert typed("person", "demo", link, "--delete", *home).code == 0
    assert "Nobody with that id" in typed("person", "demo", link, *home).err
    assert typed("study", "demo", "--close", *home).code == 0
    database.close()
