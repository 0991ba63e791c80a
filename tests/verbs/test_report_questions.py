"""What a report holds: every question, every picture once, as small as it must be; and where a run comes from."""

from __future__ import annotations

import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from eyechart.models import make
from eyechart.models.endpoint import Endpoint
from eyechart.predict import predict
from eyechart.reporting import album, questions
from eyechart.reporting.album import Book
from eyechart.reporting.marked import Marked, marked
from eyechart.reporting.provenance import _traffic
from eyechart.reporting.questions import Asked, Said, Sitting, shortened, sittings
from eyechart.store.folder import Dataset
from eyechart.store.run import begun, open_run, start_run
from eyechart.talk.asking import Asking, Reply


def sat(few: Dataset, folder: Path) -> dict[str, list[Marked]]:
    run = start_run(folder / "run", "chance", few)
    predict(make("chance"), few, run.predictions)
    return {"figures": [marked(run)]}


def test_every_question_is_in_the_page_and_every_picture_once(few: Dataset, tmp_path: Path) -> None:
    book = Book()
    [found] = sittings(sat(few, tmp_path), {"figures": {}}, book)
    assert [q.id for q in found.questions] == [q.id for q in few.questions()]
    assert len(book.pictures) == len({p.data for q in few.questions() for p in q.pictures})


@pytest.mark.slow
def test_pictures_shrink_until_they_fit(few: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, small = Book(), Book()
    sittings(sat(few, tmp_path), {"figures": {}}, whole)
    room = sum(len(p.url) for p in whole.pictures) // 2
    monkeypatch.setattr(album, "ROOM", room)
    sittings(sat(few, tmp_path / "again"), {"figures": {}}, small)
    assert len(small.pictures) == len(whole.pictures)
    assert sum(len(p.url) for p in small.pictures) <= album.OVER * room
    assert [(p.width, p.height) for p in small.pictures] == [
        (p.width, p.height) for p in whole.pictures
    ]  # as boxes count


def test_what_went_wrong_comes_first_where_there_is_no_room(
    few: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "MOST", 6)
    [found] = sittings(sat(few, tmp_path), {"figures": {}}, Book())
    pages: dict[str, list[str]] = {q.id.rpartition("/")[0]: [] for q in found.questions}
    for q in found.questions:
        pages[q.id.rpartition("/")[0]].append(q.said[0].outcome)
    assert 0 < len(found.questions) <= 6 < found.total
    assert all(set(outcomes) != {"right"} for outcomes in pages.values())


def test_long_replies_lose_their_middle_and_others_nothing() -> None:
    said = [Said("yes", "right", raw="abcdef"), Said("no", "right", raw="abc"), Said("no", "right")]
    asked = Asked("id", "text", "template", ("yes",), [], said, {})
    [cut] = shortened([Sitting("figures", "figures", ["m"], ["m"], 1, [asked])], 4)
    assert [s.raw for s in cut.questions[0].said] == ["ab … ef", "abc", None]


# ---- provenance


def test_a_run_knows_when_and_by_what_it_was_begun(
    few: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys, "argv", ["/venv/bin/eyechart", "predict", "openai:a b", "--base-url", "http://me:secret@host/v1"]
    )
    start_run(tmp_path / "run", "a b", few)
    told = begun(open_run(tmp_path / "run"))
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", told.started)
    assert told.eyechart == version("eyechart")
    assert told.command == "eyechart predict 'openai:a b' --base-url http://host/v1"


def test_a_run_begun_from_python_has_no_command(few: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["notebook.py", "--token", "secret"])
    assert begun(start_run(tmp_path / "run", "m", few)).command == ""


def test_a_run_that_goes_on_keeps_its_date(few: Dataset, tmp_path: Path) -> None:
    first = begun(start_run(tmp_path / "run", "m", few))
    about = tmp_path / "run" / "run.json"
    about.write_text(about.read_text().replace(first.started, "2020-01-01T00:00:00Z"))
    assert begun(start_run(tmp_path / "run", "m", few)).started == "2020-01-01T00:00:00Z"


def test_an_endpoint_is_told_without_who_logs_in() -> None:
    model = make("openai:m", Asking(base_url="http://me:secret@host:8000/v1"))
    assert isinstance(model, Endpoint)
    assert model.address == "http://host:8000/v1/chat/completions"


def test_cost_and_seconds_by_hand() -> None:
    said = [
        Reply(question=str(n), prompt="p", text=text, attempts=n, seconds=float(n), tokens_in=1000, tokens_out=100)
        for n, text in ((1, "yes"), (2, None), (3, "no"))
    ]
    found = _traffic(said, [], (2.0, 10.0))
    assert (found.replies, found.failed, found.repeated, found.tokens_in, found.tokens_out) == (3, 1, 3, 3000, 300)
    assert found.cost == pytest.approx(0.009)
    assert (found.median, found.slow) == pytest.approx((2.0, 2.9))
    assert _traffic(said, [], None).cost is None
    assert _traffic(said, said[:1], (2.0, 10.0)).cost == pytest.approx(
        0.012
    )  # what was asked beforehand was paid for too
