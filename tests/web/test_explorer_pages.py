"""The explorer's pages over HTTP: every view is a link, nothing is made up, and what is wrong is told in words."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from html import unescape
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient
from msgspec import structs

import eyechart
from eyechart import registry
from eyechart.core import Graph, Page
from eyechart.models import make
from eyechart.predict import predict
from eyechart.store import shards
from eyechart.store.folder import Dataset, Shard, finish
from eyechart.store.run import start_run
from eyechart.web.app import create_app
from eyechart.web.board.people import admit
from eyechart.web.explorer.room import room
from eyechart.web.site import Site

FAMILIES = registry.names("families")


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory, few: Dataset) -> Path:
    """Figures that two models sat."""
    folder = tmp_path_factory.mktemp("exam") / "exam"
    (folder / "datasets").mkdir(parents=True)
    (folder / "datasets" / "figures").symlink_to(few.folder)
    data = eyechart.load(folder / "datasets" / "figures")
    for model in ("chance", "oracle"):
        run = start_run(folder / "runs" / model / "figures", model, data)
        predict(make(model), data, run.predictions)
    return folder


@pytest.fixture(scope="module")
def client(exam: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """For who only looks."""
    site = Site(home=tmp_path_factory.mktemp("site"), folders=(str(exam),), rate=1e6, burst=10**6)
    with TestClient(create_app(site, [room])) as opened:
        yield opened


@pytest.fixture
def empty(exam: Path, tmp_path: Path) -> Iterator[TestClient]:
    """For who writes: a site without flags."""
    with TestClient(create_app(Site(home=tmp_path / "site", folders=(str(exam),)), [room])) as opened:
        yield opened


DATA = "/explore/data/exam-datasets-figures"


def read(client: TestClient, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.text[:2000]
    return response.text


def links(page: str) -> list[str]:
    return [unescape(one) for one in re.findall(r'href="([^"]*)"', page)]


def lit(page: str) -> set[str]:
    """The marks that an address lights."""
    return set(re.findall(r'class="mark [^"]*\blit\b[^"]*" data-mark="([^"]*)"', page))


# ---- what there is


def test_the_shelf_names_datasets_with_who_sat_them_and_all_families(client: TestClient) -> None:
    page = read(client, "/explore")
    assert f'href="{DATA}"' in page
    assert "chance, oracle" in page
    for name in FAMILIES:
        assert f"/explore/live?family={name}" in page


def test_a_folder_of_the_site_itself_is_not_shown(few: Dataset, tmp_path: Path) -> None:
    home = tmp_path / "site"
    (home / "benchmarks").mkdir(parents=True)
    (home / "benchmarks" / "hidden").symlink_to(few.folder)
    import shutil

    shutil.copytree(few.folder, home / "benchmarks" / "copied")
    with TestClient(create_app(Site(home=home, folders=(str(tmp_path),)), [room])) as client:
        assert "site-benchmarks-copied" not in read(client, "/explore")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/explore/data/nothing", "nothing called"),
        (f"{DATA}/4000/0", "There is no page 4,000"),
        (f"{DATA}/3/99", "numbered from 0: there is no 99"),
        (f"{DATA}/3/picture/7", "there is no 7"),
        ("/explore/training/none", "nothing called"),
        ("/explore/live/figures/exam/train/7/-1/0", "There is no page -1"),
        ("/explore/live/figures/exam/train/-7/1/0", "A seed here is from 0"),
    ],
)
def test_what_is_not_there_is_not_found_in_words(client: TestClient, address: str, words: str) -> None:
    assert words in unescape(read(client, address, 404))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/explore/live?family=figure", "Did you mean 'figures'?"),
        ("/explore/live/figures/exams/train/7", "Did you mean 'exam'?"),
        ("/explore/live/figures/exam/trian/7", "Did you mean 'train'?"),
        (f"{DATA}?at=-1", "greater than or equal to 0"),
    ],
)
def test_what_is_misspelt_is_told(client: TestClient, address: str, words: str) -> None:
    assert words in unescape(read(client, address, 422))


# ---- one question


@pytest.mark.parametrize("family", FAMILIES)
def test_a_page_of_each_family_shows_all_that_is_known(client: TestClient, family: str) -> None:
    found = registry.get("families", family)
    preset, split = next(iter(found.presets)), next(iter(found.splits))
    base = f"/explore/live/{family}/{preset}/{split}/7"
    page: Page = eyechart.dataset(family, split=split, seed=7, preset=preset)[3]
    q = page.questions[0]
    text = unescape(read(client, f"{base}/3/0"))
    for words in (q.text, q.id, *q.answers, *q.facets.values(), *(thing.id for thing in page.scene.things)):
        assert words in text, words
    assert q.program is not None
    assert text.count('<a href="?step=') == len(q.program.steps)
    pictures = re.findall(rf'src="({base}/3/picture/\d+)"', text)
    assert len(pictures) == len(q.pictures) + len(q.choice_pictures)
    assert client.get(pictures[0]).content == q.pictures[0].data


def test_evidence_is_drawn_where_it_is(client: TestClient, few: Dataset) -> None:
    q = next(q for q in few[3].questions if q.evidence and q.evidence.regions)
    page = read(client, f"{DATA}/3/{q.id.rpartition('/')[2]}")
    assert q.evidence is not None
    left, top, right, bottom = q.evidence.regions[0].shape
    corners = f"{left:g},{top:g} {right:g},{top:g} {right:g},{bottom:g} {left:g},{bottom:g}"
    assert re.search(rf'class="mark truth[^>]*data-mark="q\d+"><polygon class="halo" points="{corners}"', page)


def test_a_step_lights_the_things_that_it_gives(client: TestClient, few: Dataset) -> None:
    page = few[3]
    q = page.questions[0]
    assert q.program is not None
    numbers = {thing.id: n for n, thing in enumerate(page.scene.things)}
    for number, step in enumerate(q.program.steps):
        wanted = {f"t{numbers[id]}" for id in step.output} if isinstance(step.output, list) else set()
        assert lit(read(client, f"{DATA}/3/0?step={number}")) == wanted


def test_an_address_can_light_evidence_thing_and_model(client: TestClient) -> None:
    assert lit(read(client, f"{DATA}/3/0")) == set()
    assert lit(read(client, f"{DATA}/3/0?evidence=1")) == {"q0"}
    assert "t5" in lit(read(client, f"{DATA}/3/0?thing=5"))
    assert lit(read(client, f"{DATA}/3/0?model=1")) == {"m1"}  # the oracle points; chance does not


def test_what_models_said_stands_side_by_side(client: TestClient, few: Dataset, exam: Path) -> None:
    said = {
        p.question: p.answer
        for p in eyechart.store.predictions.read_lines(exam / "runs/chance/figures/predictions.jsonl")
    }
    for k, q in enumerate(few[3].questions):
        page = read(client, f"{DATA}/3/{k}")
        models = re.findall(
            r'data-lights="m\d+">([^<]+)</a>\s*<span class="(\w+)"><span aria-hidden="true">.</span> (\w+)', page
        )
        assert [(name, answer) for name, _, answer in models] == [("chance", said[q.id]), ("oracle", q.answers[0])]
        assert models[1][1] == "right"


def test_pictures_are_fetched_once(client: TestClient) -> None:
    first = client.get(f"{DATA}/3/picture/0")
    again = client.get(f"{DATA}/3/picture/0", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_a_release_that_says_less_is_shown_as_far_as_it_goes(tmp_path: Path, few: Dataset) -> None:
    nothing = {"answers": (), "evidence": None, "program": None, "facets": {}, "difficulty": None, "template": ""}
    bare = [
        structs.replace(
            page, scene=Graph(()), where={}, questions=tuple(structs.replace(q, **nothing) for q in page.questions)
        )
        for page in few[:3]
    ]
    folder = tmp_path / "bare"
    (folder / "data").mkdir(parents=True)
    images, questions, digest = shards.write_shard(folder / "data/00000.parquet", bare, few.family.facets)
    held = (Shard("data/00000.parquet", images, questions, digest),)
    finish(folder, structs.replace(few.manifest, images=images, questions=questions, shards=held), {})
    with TestClient(create_app(Site(home=tmp_path / "site", folders=(str(folder),)), [room])) as client:
        page = read(client, "/explore/data/bare/1/0")
        assert "hidden by the release" in page
        assert "says nothing of evidence" in page
        assert "/explore/data/bare/1/0" in read(client, "/explore/data/bare?text=is")


def test_a_damaged_dataset_says_what_to_do(copied: Path, tmp_path: Path) -> None:
    shard = copied / "data" / "00000.parquet"
    content = bytearray(shard.read_bytes())
    content[: len(content) // 2] = bytes(len(content) // 2)
    shard.write_bytes(content)
    with TestClient(create_app(Site(home=tmp_path / "site", folders=(str(copied),)), [room])) as client:
        for address in ("/explore/data/copy", "/explore/data/copy/3/0", "/explore/data/copy/3/picture/0"):
            assert "it is damaged or cut off" in read(client, address, 422)
        assert "copy" in read(client, "/explore")


# ---- from question to question


def walked(client: TestClient, address: str) -> list[str]:
    """All questions from one on, by the links to the next."""
    found = [address]
    while after := re.search(r'<link rel="next" href="([^"]*)">', read(client, found[-1])):
        found.append(unescape(after[1]))
    return found


def test_next_and_previous_go_through_all_questions(client: TestClient, few: Dataset) -> None:
    start = len(few) - 4
    wanted = [f"{DATA}/{page.index}/{k}" for page in few[start:] for k in range(len(page.questions))]
    found = walked(client, f"{DATA}/{start}/0")
    assert found == wanted
    for before, here in pairwise(found):
        assert f'<link rel="prev" href="{before}">' in read(client, here)


def test_next_goes_through_what_was_found_only(client: TestClient, few: Dataset) -> None:
    query = "?has.figure=pie&text=is"
    wanted = [
        f"{DATA}/{page.index}/{k}"
        for page in few for k, q in enumerate(page.questions) if q.facets["figure"] == "pie" and "is" in q.text.lower()
    ]  # fmt: skip
    assert len(wanted) > 2
    assert [one.partition("?")[0] for one in walked(client, wanted[0] + query)] == wanted


def test_a_list_shows_each_question_that_was_found(client: TestClient, few: Dataset) -> None:
    query = "?has.figure=pie"
    wanted = [
        f"{DATA}/{p.index}/{k}{query}" for p in few for k, q in enumerate(p.questions) if q.facets["figure"] == "pie"
    ]
    found, address = list[str](), f"{DATA}{query}"
    while address:
        page = read(client, address)
        found += [one for one in links(page) if re.match(rf"{DATA}/\d+/\d+\?", one)]
        address = next((one for one in links(page) if ">after ›" in page and f"at={len(found)}" in one), "")
    assert found == wanted


def test_a_verdict_finds_what_a_model_got_wrong(client: TestClient, few: Dataset) -> None:
    page = read(client, f"{DATA}?said.exam-runs-chance-figures=wrong+answer&said.exam-runs-oracle-figures=right")
    total = int(re.findall(r"questions 1 to \d+ of (\d+)", page)[0])
    count = re.findall(r'aria-label="chance, wrong answer: (\d+) questions"', read(client, DATA))
    assert [str(total)] == count


@pytest.mark.parametrize(
    "query", ["said.nobody=right", "said.exam-runs-chance-figures=odd", "has.colour=red", "text=zzzz"]
)
def test_what_nothing_fits_is_a_page_that_says_so(client: TestClient, query: str) -> None:
    page = read(client, f"{DATA}?{query}")
    assert '<span class="note">nothing</span>' in page
    assert "not among the 0 found" in read(client, f"{DATA}/3/0?{query}")


def test_a_page_beyond_the_last_of_a_list_is_empty_or_not_there(client: TestClient) -> None:
    assert "nothing" in read(client, f"{DATA}?has.figure=pie&at=99999")
    assert "There is no page" not in read(client, f"{DATA}?at=39")


def test_what_was_typed_comes_back_as_text(client: TestClient) -> None:
    page = read(client, f'{DATA}?text="><script>alert(1)</script>&has.figure=<b>')
    assert "<script>alert" not in page
    assert "<b>:" not in page


def test_a_questions_id_leads_to_it(client: TestClient, few: Dataset) -> None:
    response = client.get(DATA, params={"text": few[7].questions[0].id}, follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (303, f"{DATA}/7/0")


def test_facets_of_a_question_lead_to_its_likes(client: TestClient, few: Dataset) -> None:
    figure = few[3].questions[0].facets["figure"]
    assert f"{DATA}?has.figure={figure}" in links(read(client, f"{DATA}/3/0"))


def test_the_form_of_the_generator_leads_to_its_pages(client: TestClient) -> None:
    asked = {"family": "icons", "preset": "exam", "split": "val", "seed": 5, "index": 8}
    response = client.get("/explore/live", params=asked, follow_redirects=False)
    assert response.headers["location"] == "/explore/live/icons/exam/val/5?at=8"
    assert "icons/val/5/8/0" not in read(client, "/explore/live/icons/exam/val/5?at=9")
    assert "/explore/live/icons/exam/val/5/8/0" in read(client, response.headers["location"])


# ---- flags


def test_a_flag_is_kept_shown_and_exported(empty: TestClient, few: Dataset) -> None:
    note = '=HYPERLINK("x") <b>no</b>'
    response = empty.post(f"{DATA}/3/0", data={"note": note}, follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (303, f"{DATA}/3/0#flags")
    assert "&lt;b&gt;no&lt;/b&gt;" in read(empty, f"{DATA}/3/0")
    [flag] = empty.get("/explore/flags.json").json()["flags"]
    assert (flag["question"], flag["note"], flag["address"]) == (few[3].questions[0].id, note, f"{DATA}/3/0")
    [row] = csv.DictReader(StringIO(empty.get("/explore/flags.csv").text))
    assert row["note"] == f"'{note}"
    assert few.manifest.fingerprint in row["source"]
    empty.post(f"/explore/flags/{flag['id']}/remove")
    assert empty.get("/explore/flags.json").json() == {"flags": []}


@pytest.mark.parametrize(("note", "words"), [("  ", "needs a note"), ("x" * 2001, "at most 2,000 characters")])
def test_a_flag_says_something_and_not_too_much(client: TestClient, note: str, words: str) -> None:
    response = client.post(f"{DATA}/3/0", data={"note": note})
    assert response.status_code == 422
    assert words in response.text


def test_where_there_are_organisers_only_they_remove_flags(empty: TestClient) -> None:
    empty.post(f"{DATA}/3/0", data={"note": "odd"})
    admit(empty.app.state.database, "Ada", organiser=True)  # type: ignore[attr-defined]
    [flag] = empty.get("/explore/flags.json").json()["flags"]
    assert empty.post(f"/explore/flags/{flag['id']}/remove").status_code == 403
    assert "remove" not in read(empty, "/explore/flags").partition("<table>")[2]


def test_a_flag_does_not_come_from_another_site(client: TestClient) -> None:
    response = client.post(f"{DATA}/3/0", data={"note": "odd"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert response.status_code == 403


# ---- letters, curves, work


def test_a_page_with_chinese_brings_its_letters_and_others_none(client: TestClient) -> None:
    page = read(client, "/explore/live/commonsense/exam/train/7/3/1")  # white / 白色
    [style] = [one for one in links(page) if one.startswith("/explore/letters.css")]
    css = client.get(style)
    assert css.headers["content-type"].startswith("text/css")
    [font] = re.findall(r"url\(([^)]*)\)", css.text)
    assert client.get(font).content[:4] == b"wOFF"
    assert "letters.css" not in read(client, DATA)


def test_no_page_brings_its_own_script_or_style(client: TestClient) -> None:
    for address in (
        "/explore",
        DATA,
        f"{DATA}/3/0",
        "/explore/flags",
        "/explore/work",
        "/explore/live/signs/default/train/7",
    ):
        page = read(client, address)
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script>|javascript:", page), address
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page), address


def test_work_that_stopped_says_how_to_go_on(few: Dataset, tmp_path: Path) -> None:
    run = start_run(tmp_path / "runs" / "chance", "chance", few)
    run.predictions.write_text("")
    with TestClient(create_app(Site(home=tmp_path / "site", folders=(str(tmp_path / "runs"),)), [room])) as client:
        page = unescape(read(client, "/explore/work"))
    assert "stopped" in page
    assert f"0 of {few.manifest.questions} questions answered" in page
    assert 'data-live="3"' in page


def test_a_learning_curve_is_drawn_while_it_is_taught(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from eyechart.store.job import job

    folder = tmp_path / "nets" / "one"
    looks: dict[str, Any] = {"step": [10, 20], "loss": [2.0, 1.0], "training": [0.5, 0.6], "validation": [0.4, 0.7]}
    site = Site(home=tmp_path / "site", folders=(str(tmp_path / "nets"),))
    with job(folder, "train") as work, TestClient(create_app(site, [room])) as client:
        work.begin({"network": "x"})
        assert "No look at the validation set yet" in read(client, "/explore/training/nets-one")
        pq.write_table(pa.table(looks | {"average": [0.4, 0.55]}), folder / ".eyechart" / "curve.parquet")
        page = read(client, "/explore/training/nets-one")
        assert 'data-live="3"' in page
        assert '<polyline class="line-validation" points="383.0,121.2 720.0,66.6"/>' in page
        assert "/explore/training/nets-one" in read(client, "/explore/work")
