"""Batches are given to as many people as they are for, whoever comes when; nobody's id is kept; what is deleted is gone."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import MetaData, select
from study_desk import Clock, begin, moved, plan_of, planned, right, sit, wrong

from eyechart.core import Question
from eyechart.errors import EyechartError
from eyechart.store.folder import Dataset
from eyechart.web.database import Database
from eyechart.web.site import Site
from eyechart.web.study import personal, sitting
from eyechart.web.study.desk import Desk, GoneError, NotThereError
from eyechart.web.study.identity import LINK, Arrival
from eyechart.web.study.outcome.answers import answers_of
from eyechart.web.study.outcome.results import results
from eyechart.web.study.outcome.runs import human_runs
from eyechart.web.study.sitting import Said, sitting_of
from eyechart.web.study.tables import sittings


@pytest.fixture(scope="module")
def made(few: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Site:
    return planned(tmp_path_factory.mktemp("study") / "site", few)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(made: Site, database: Database, url: str, tmp_path: Path, clock: Clock) -> Desk:
    return Desk(moved(made, tmp_path / "site", database, url), database, clock)


def batches(desk: Desk) -> Counter[int]:
    with desk.database.reading() as connection:
        return Counter(connection.execute(select(sittings.c.batch)).scalars())


# ---- giving out


def test_many_who_come_at_once_get_each_batch_as_often_as_it_is_for(desk: Desk) -> None:
    wanted = 2 * len(plan_of(desk.site).batches)

    def come(number: int) -> bool:
        try:
            return bool(begin(desk, f"w{number}"))
        except GoneError:
            return False

    with ThreadPoolExecutor(8) as pool:
        came = list(pool.map(come, range(wanted + 4)))
    assert sum(came) == wanted
    assert set(batches(desk).values()) == {2}


def test_who_comes_again_finds_what_was_begun(desk: Desk) -> None:
    first = begin(desk, "ann")
    assert begin(desk, "ann") == first
    assert begin(desk, "ann", session="another assignment") != first
    assert sitting_of(desk, first).step == "returned"


def test_what_is_handed_back_left_or_does_not_count_is_given_to_others(desk: Desk, clock: Clock) -> None:
    back, left, hasty = (begin(desk, who) for who in ("back", "left", "hasty"))
    first = [sitting_of(desk, one).batch for one in (back, left, hasty)]
    assert first == [0, 0, 1]  # a batch that is begun comes first
    sitting.give_back(desk, sitting_of(desk, back))
    assert sitting_of(desk, begin(desk, "second")).batch == 0
    sit(desk, clock, hasty, seconds=0.1)
    assert sitting_of(desk, begin(desk, "third")).batch == 1
    clock.wait(hours=2)
    assert sitting_of(desk, begin(desk, "fourth")).batch == 0  # all others are silent
    sit(desk, clock, left)  # and may still come to the end
    assert [one.state for one in answers_of(desk, "demo").sat if one.batch == 0] == [
        "returned",
        "counts",
        "left",
        "going on",
    ]


def test_nobody_gets_a_batch_twice(desk: Desk, clock: Clock) -> None:
    token, seen = begin(desk, "ann"), list[int]()
    for _ in plan_of(desk.site).batches:
        sit(desk, clock, token)
        seen.append(sitting_of(desk, token).batch)
        if len(seen) < len(plan_of(desk.site).batches):
            token = desk.another(token)
    assert sorted(seen) == list(range(len(seen)))
    with pytest.raises(GoneError):
        desk.another(token)


def test_a_closed_study_lets_nobody_begin(desk: Desk) -> None:
    token = begin(desk, "ann")
    desk.close("demo")
    with pytest.raises(GoneError, match="closed"):
        begin(desk, "bob")
    assert begin(desk, "ann") == token


def test_a_pilot_is_kept_apart(desk: Desk, clock: Clock) -> None:
    sit(desk, clock, begin(desk, "ann", pilot=True))
    assert (len(answers_of(desk, "demo").sat), len(answers_of(desk, "demo", pilot=True).given)) == (
        0,
        len(plan_of(desk.site).batches[0]),
    )


def test_links_and_invitations_of_others_are_refused(desk: Desk) -> None:
    token = begin(desk, "ann")
    forged = token[:-1] + ("0" if token[-1] != "0" else "1")
    with pytest.raises(NotThereError):
        sitting_of(desk, forged)
    invitation = desk.keys.invitation("demo")
    assert desk.keys.invited("demo", invitation, False) == Arrival(LINK, invitation[:16])
    for study, pilot in (("other", False), ("demo", True)):
        with pytest.raises(EyechartError, match="not of this study"):
            desk.keys.invited(study, invitation, pilot)


def test_what_is_sent_twice_counts_once(desk: Desk, clock: Clock) -> None:
    token = begin(desk, "ann")
    sit(desk, clock, token)
    before = answers_of(desk, "demo").given
    there = sitting_of(desk, token)
    sitting.reply(desk, there, 0, Said("answer", "no"))
    sitting.finish(desk, there, "3-8")
    assert answers_of(desk, "demo").given == before


# ---- what came of it


def test_people_become_runs_that_score_as_they_answered(desk: Desk, clock: Clock, tmp_path: Path) -> None:
    from eyechart.reporting.marked import all_marked

    def unsure(q: Question) -> Said:
        return Said("unknown")

    for who, says, age in (("a", right, "19+"), ("b", wrong, "3-8"), ("c", unsure, "19+")):
        sit(desk, clock, begin(desk, who), says, age)
    found = answers_of(desk, "demo")
    told = results(found)
    n, m = (len(batch) for batch in plan_of(desk.site).batches[:2])  # two sat the first, one the second
    assert (told.people, told.answers, told.unknown) == (3, 2 * n + m, pytest.approx(m / (2 * n + m)))
    runs = human_runs(found, tmp_path / "runs")
    marks = {m.name: m.scores.overall("answer") for m in all_marked(runs)}
    assert {name: (one.mean, one.questions) for name, one in marks.items() if one} == {
        "human": (pytest.approx(n / 2 / (n + m)), n + m),
        "human (3-8)": (0.0, n),
        "human (19+)": (pytest.approx(n / (n + m)), n + m),
    }


# ---- nothing is left


def everything(database: Database, home: Path) -> bytes:
    """All that the database holds, table by table, and all bytes of the site's files."""
    known = MetaData()
    known.reflect(database.engine)
    rows = [str(row) for table in known.sorted_tables for row in _rows(database, table)]
    files = [path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file() and path.suffix != ".key"]
    return "\n".join(rows).encode() + b"".join(files)


def _rows(database: Database, table: object) -> list[object]:
    with database.reading() as connection:
        return list(connection.execute(select(table)).all())  # type: ignore[call-overload]


def test_nothing_of_a_person_is_left_after_deletion(
    desk: Desk, clock: Clock, database: Database, tmp_path: Path
) -> None:
    def odd(q: Question) -> Said:
        return Said("answer", q.choices[0], flag="unseen")

    token, other = begin(desk, "A1MARKEDWORKER"), begin(desk, "bystander")
    sit(desk, clock, token, odd)
    sit(desk, clock, other)
    human_runs(answers_of(desk, "demo"), desk.site.home / "studies" / "demo" / "runs")
    name, key = token[:16], desk.keys.person("demo", "prolific", "A1MARKEDWORKER")
    before = everything(database, tmp_path)
    assert b"A1MARKEDWORKER" not in before  # not even while they take part
    assert name.encode() in before
    assert b"unseen" in before
    assert len(personal.of_id(desk, "demo", "A1MARKEDWORKER").sittings[0]["answers"]) == plan_of(desk.site).length(0)
    personal.delete_id(desk, "demo", "A1MARKEDWORKER")
    after = everything(database, tmp_path)
    for trace in (name.encode(), token.encode(), key, str(key)[2:-1].encode(), b"unseen"):
        assert trace not in after, trace
    assert other[:16].encode() in after
    assert not list((desk.site.home / "studies" / "demo").glob("runs/*"))
    with pytest.raises(EyechartError, match="Nobody with that id"):
        personal.of_id(desk, "demo", "A1MARKEDWORKER")
