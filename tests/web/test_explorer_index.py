"""How the explorer finds questions: an index that is made once, verdicts of runs beside it, and nothing read whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fastapi")

import eyechart
from eyechart.errors import EyechartError
from eyechart.metrics.facets import BANDS
from eyechart.models import make
from eyechart.predict import predict
from eyechart.store.folder import Dataset, load
from eyechart.store.run import Run, start_run
from eyechart.web.explorer import index, verdicts
from eyechart.web.explorer.desk import Desk
from eyechart.web.explorer.index import Column, Index
from eyechart.web.explorer.keeping import Making, Told, Workshop
from eyechart.web.explorer.query import Query, asked, hits
from eyechart.web.explorer.sources import found, sittings
from eyechart.web.explorer.verdicts import OUTCOMES, Verdicts


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    made = Workshop(tmp_path / "kept")
    yield made
    made.close()


def indexed(dataset: Dataset, folder: Path) -> Index:
    folder.mkdir()
    index.make(dataset, folder)
    return Index(folder)


def ran(dataset: Dataset, folder: Path, model: str = "chance") -> Run:
    run = start_run(folder, model, dataset)
    predict(make(model), dataset, run.predictions)
    return run


def judged(run: Run, dataset: Dataset, folder: Path) -> Verdicts:
    folder.mkdir()
    verdicts.make(run, dataset, folder)
    return Verdicts(folder)


@pytest.fixture(scope="module")
def sharded(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Icons in three shards, the last one short; one in seven is of several skills."""
    return eyechart.generate("icons", tmp_path_factory.mktemp("sharded") / "icons", count=25, seed=3, shard=10, jobs=1)


# ---- the index


def test_each_column_says_what_the_questions_say(dataset: Dataset, tmp_path: Path) -> None:
    made, questions = indexed(dataset, tmp_path / "index"), list(dataset.questions())
    assert len(made) == len(questions)
    for name, column in made.columns.items():
        told = [None if code < 0 else column.values[code] for code in made.codes[name]]
        truth = {"template": lambda q: q.template, "form": lambda q: q.form, "language": lambda q: q.language}
        truth["difficulty"] = lambda q: None if q.difficulty is None else BANDS[min(int(q.difficulty * 3), 2)]
        assert told == [truth.get(name, lambda q, name=name: q.facets.get(name))(q) for q in questions], name
        assert sum(column.counts) == sum(one is not None for one in told)


def test_a_row_knows_its_page_and_its_number_there(dataset: Dataset, tmp_path: Path) -> None:
    made = indexed(dataset, tmp_path / "index")
    places = [(page.index, k) for page in dataset for k in range(len(page.questions))]
    assert [made.place(row) for row in range(len(made))] == places


def test_words_are_found_in_capitals_or_not(dataset: Dataset, tmp_path: Path) -> None:
    made, questions = indexed(dataset, tmp_path / "index"), list(dataset.questions())
    wanted = [row for row, q in enumerate(questions) if "lowest" in q.text.lower()]
    assert wanted
    assert hits(Query(text="LOWEST"), made, {}).tolist() == wanted


def test_what_is_looked_for_holds_all_together(dataset: Dataset, tmp_path: Path) -> None:
    made, questions = indexed(dataset, tmp_path / "index"), list(dataset.questions())
    query = Query(has=(("figure", "pie"), ("difficulty", "hard")))
    wanted = [
        row for row, q in enumerate(questions)
        if q.facets["figure"] == "pie" and q.difficulty is not None and q.difficulty * 3 >= 2
    ]  # fmt: skip
    assert hits(query, made, {}).tolist() == wanted


@pytest.mark.parametrize(
    "query", [Query(has=(("colour", "red"),)), Query(has=(("figure", "cube"),)), Query(said=(("nobody", "right"),))]
)
def test_what_nothing_is_called_finds_nothing(few: Dataset, tmp_path: Path, query: Query) -> None:
    assert hits(query, indexed(few, tmp_path / "index"), {}).tolist() == []


def test_shards_follow_each_other(sharded: Dataset, tmp_path: Path) -> None:
    made = indexed(sharded, tmp_path / "index")
    assert [made.place(row) for row in range(len(made))] == [
        (p.index, k) for p in sharded for k in range(len(p.questions))
    ]
    wanted = [row for row, q in enumerate(sharded.questions()) if "how many" in q.text.lower()]
    assert hits(Query(text="how many"), made, {}).tolist() == wanted


def test_a_question_of_several_skills_has_each_of_them(sharded: Dataset, tmp_path: Path) -> None:
    made = indexed(sharded, tmp_path / "index")
    several = next(q.facets["skills"] for q in sharded.questions() if " + " in q.facets["skills"])
    for one in (several, *several.split(" + ")):
        wanted = [
            row for row, q in enumerate(sharded.questions())
            if one == q.facets["skills"] or one in q.facets["skills"].split(" + ")
        ]  # fmt: skip
        assert hits(Query(has=(("skills", one),)), made, {}).tolist() == wanted


def test_a_question_without_a_value_has_none_of_them(few: Dataset, tmp_path: Path) -> None:
    made = indexed(few, tmp_path / "index")
    made.codes["figure"] = np.full(len(made), -1, np.int32)  # as in a release that does not say
    for figure in made.columns["figure"].values:
        assert not made.having("figure", figure).any()


def test_a_combination_is_found_by_each_of_its_parts() -> None:
    column = Column("skills", ("counting + algebra", "algebra", "10", "9"), (3, 2, 1, 1))
    assert column.shown() == [("9", 1), ("10", 1), ("algebra", 5), ("counting", 3), ("counting + algebra", 3)]


def test_an_address_says_a_query_and_a_query_its_address() -> None:
    pairs = [("has.figure", "pie"), ("said.a-run", "wrong answer"), ("text", "red"), ("has.empty", " "), ("at", "12")]
    query = asked(pairs)
    assert query.pairs == pairs[:3]
    assert query.but(has={"figure": ""}).link(at=12) == "?said.a-run=wrong+answer&text=red&at=12"


# ---- verdicts


def test_verdicts_are_those_of_the_metrics(few: Dataset, tmp_path: Path) -> None:
    made = judged(ran(few, tmp_path / "run"), few, tmp_path / "verdicts")
    for row, q in enumerate(few.questions()):
        said = made.of(row)
        assert said is not None
        assert said.prediction.question == q.id
        assert (said.outcome == "wrong answer") == (said.prediction.answer not in q.answers)
    assert sum(made.counts.values()) == few.manifest.questions


def test_an_oracle_is_right_everywhere_with_its_regions(few: Dataset, tmp_path: Path) -> None:
    made = judged(ran(few, tmp_path / "run", "oracle"), few, tmp_path / "verdicts")
    assert made.counts["right"] == few.manifest.questions
    said = [made.of(row) for row in range(few.manifest.questions)]
    told = [one.prediction.evidence.regions for one in said if one]
    assert [[r.shape for r in some] for some in told] == [
        [r.shape for r in q.evidence.regions] for q in few.questions() if q.evidence
    ]


def test_a_run_of_some_questions_has_not_asked_the_others(few: Dataset, tmp_path: Path) -> None:
    some = few.limited(7)
    made = judged(ran(some, tmp_path / "run"), load(few.folder), tmp_path / "verdicts")
    asked_ids = {q.id for q in some.questions()}
    assert made.counts["not asked"] == few.manifest.questions - 7
    for row, q in enumerate(few.questions()):
        assert (made.of(row) is not None) == (q.id in asked_ids)


def test_predictions_in_any_order_are_found(sharded: Dataset, tmp_path: Path) -> None:
    run = ran(sharded, tmp_path / "run")
    ordered = judged(run, sharded, tmp_path / "one")
    lines = run.predictions.read_text().splitlines(keepends=True)
    run.predictions.write_text("".join(reversed(lines)))
    turned = judged(run, sharded, tmp_path / "other")
    assert np.array_equal(ordered.outcomes, turned.outcomes)
    for row, q in enumerate(sharded.questions()):
        said, other = ordered.of(row), turned.of(row)
        assert said == other
        assert said is not None
        assert said.prediction.question == q.id


def test_a_run_that_says_more_has_another_stamp(few: Dataset, tmp_path: Path) -> None:
    run = ran(few, tmp_path / "run")
    before = verdicts.stamp(run)
    run.predictions.write_text("".join(run.predictions.read_text().splitlines(keepends=True)[:-1]))
    assert verdicts.stamp(run) != before


def test_every_outcome_has_a_number() -> None:
    assert OUTCOMES[0] == "not asked"
    assert len(set(OUTCOMES)) == len(OUTCOMES)


# ---- the workshop


def test_what_takes_long_is_told_and_then_there(workshop: Workshop) -> None:
    from threading import Event

    told, go = Event(), Event()

    def make(folder: Path, tell: Told) -> None:
        tell(0.25)
        told.set()
        go.wait(30)
        (folder / "x").write_text("y")

    assert isinstance(workshop.folder("name", make, patience=0), Making)
    told.wait(30)
    assert workshop.folder("name", make, patience=0) == Making(0.25)
    go.set()
    place = workshop.folder("name", make, patience=30)
    assert isinstance(place, Path)
    assert (place / "x").read_text() == "y"


def test_a_failure_is_told_and_leaves_nothing(workshop: Workshop) -> None:
    def fail(folder: Path, tell: Told) -> None:
        (folder / "x").touch()
        raise EyechartError("no")

    with pytest.raises(EyechartError, match="no"):
        workshop.folder("name", fail, patience=30)
    assert list(workshop.home.iterdir()) == []
    assert isinstance(workshop.folder("name", lambda folder, tell: None, patience=30), Path)


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    made = Workshop(tmp_path / "file" / "kept")
    with pytest.raises(EyechartError, match="cannot be written .* EYECHART_CACHE=FOLDER"):
        made.folder("name", lambda folder, tell: None, patience=30)
    made.close()


# ---- the folders


def test_what_is_below_the_folders_has_a_key(few: Dataset, tmp_path: Path) -> None:
    exam = tmp_path / "My Exam"
    (exam / "datasets").mkdir(parents=True)
    (exam / "datasets" / "figures").symlink_to(few.folder)
    ran(load(exam / "datasets" / "figures"), exam / "runs" / "figures" / "chance")
    (exam / "other").mkdir()
    shelf = found([str(exam)])
    assert list(shelf.datasets) == ["my-exam-datasets-figures"]
    assert list(shelf.runs) == ["my-exam-runs-figures-chance"]
    [sat] = sittings(shelf)["my-exam-datasets-figures"]
    assert sat.name == "chance"


def test_folders_whose_names_read_alike_are_told_apart(few: Dataset, tmp_path: Path) -> None:
    import shutil

    for name in ("a b", "a-b"):
        shutil.copytree(few.folder, tmp_path / "data" / name)
    keys = list(found([str(tmp_path / "data")]).datasets)
    assert len(keys) == 2
    assert keys[0] == "data-a-b"
    assert keys[1].startswith("data-a-b-")


def test_a_key_that_nobody_has_is_not_found(workshop: Workshop, tmp_path: Path) -> None:
    from starlette.exceptions import HTTPException

    with pytest.raises(HTTPException, match="nothing called '../etc'"):
        Desk((str(tmp_path),), workshop).dataset("../etc")


def test_a_list_that_was_found_is_not_looked_for_again(few: Dataset, workshop: Workshop) -> None:
    desk = Desk((str(few.folder),), workshop)
    made = desk.index(few)
    assert isinstance(made, Index)
    query = Query(text="is")
    assert desk.hits(query, made, {}) is desk.hits(query, made, {})


def test_a_run_that_goes_on_is_looked_at_now_and_then(
    few: Dataset, workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ran(few, tmp_path / "runs" / "chance")
    lines = run.predictions.read_text().splitlines(keepends=True)
    desk = Desk((str(few.folder), str(tmp_path / "runs")), workshop)
    sat = desk.sittings(next(iter(desk.look()[0].datasets)))

    def asked_so_far(lines: list[str]) -> int:
        run.predictions.write_text("".join(lines))
        found = desk.verdicts(few, sat)
        assert isinstance(found, dict)
        return few.manifest.questions - found[sat[0].source.key].counts["not asked"]

    assert asked_so_far(lines[:5]) == 5
    assert asked_so_far(lines[:9]) == 5  # a moment later
    monkeypatch.setattr("eyechart.web.explorer.desk.SETTLED", -1.0)
    while asked_so_far(lines[:9]) != 9:
        pass
