"""Leaderboards: what is told when, in which order, in which columns, and how sure the order is."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from conftest import answers, entered, person_of, scored
from eyechart import registry
from eyechart.metrics.facets import OVERALL
from eyechart.score import Score, Scores
from eyechart.store.folder import load
from eyechart.web.board.api import leaderboard_told
from eyechart.web.board.halves import halves_in
from eyechart.web.board.official import coarse, official_of, rounded, step_for
from eyechart.web.board.people import Person
from eyechart.web.board.queue import better
from eyechart.web.board.register import Making, Rules, hidden_in, register
from eyechart.web.board.standing import leaderboard
from eyechart.web.board.submissions import Benchmark, benchmark_named, submission_of
from eyechart.web.board.tables import benchmarks, submissions
from eyechart.web.board.verdict import verdict
from eyechart.web.database import Database, now
from eyechart.web.site import Site


def closed(database: Database) -> Benchmark:
    with database.writing() as connection:
        connection.execute(update(benchmarks).values(closes=now() - timedelta(seconds=1)))
    return benchmark_named(database, "demo")


def split_answers(site: Site, public: bool, private: bool) -> bytes:
    """All right or all wrong on each half."""
    hidden, lines = hidden_in(site, "demo"), []
    own = frozenset(halves_in(hidden).public)
    for page in load(hidden / "dataset"):
        right = public if page.index in own else private
        for q in page.questions:
            wrong = next(one for one in q.choices if one not in q.answers)
            lines.append(json.dumps({"question": q.id, "answer": q.answers[0] if right else wrong}))
    return "\n".join(lines).encode()


def test_the_public_half_is_told_before_and_the_private_half_after(
    site: Site, database: Database, team: Person
) -> None:
    entered(site, database, team, split_answers(site, public=True, private=False))
    scored(site, database)
    before, after = leaderboard(database, benchmark_named(database, "demo")), leaderboard(database, closed(database))
    assert (before.half, before.entries[0].marks["All"].mean) == ("public", 1.0)
    assert (after.half, after.entries[0].marks["All"].mean) == ("private", 0.0)


def test_nothing_of_the_private_half_is_told_before(
    site: Site, database: Database, demo: Benchmark, team: Person
) -> None:
    """Two entries that differ on the private half alone are told alike."""
    other = person_of(database, "Team B")
    ids = [
        entered(site, database, team, split_answers(site, public=True, private=True)),
        entered(site, database, other, split_answers(site, public=True, private=False)),
    ]
    scored(site, database)
    told = [
        verdict(database, demo, submission_of(database, id, who)) for id, who in zip(ids, (team, other), strict=True)
    ]
    assert told[0] == told[1]
    first, second = leaderboard(database, demo).entries
    assert first.marks == second.marks
    assert second.above is not None
    assert not second.above.clear


def test_columns_of_few_questions_and_exact_differences_wait_for_the_end(
    site: Site, database: Database, demo: Benchmark, team: Person
) -> None:
    entered(site, database, team, answers(site))
    entered(site, database, person_of(database, "Team B"), answers(site, 0.2))
    scored(site, database)
    before = leaderboard(database, demo)
    assert before.headings == ("All",)
    assert before.entries[1].above is not None
    assert (before.entries[1].above.difference, before.entries[1].above.adjusted) == (None, None)
    ended = closed(database)
    scored(site, database)
    after = leaderboard(database, ended)
    assert len(after.headings) > 1
    assert after.entries[1].above is not None
    assert after.entries[1].above.difference is not None
    assert after.entries[1].above.difference.mean > 0


def test_marks_are_told_when_they_rise_by_a_step(site: Site, database: Database, demo: Benchmark, team: Person) -> None:
    ids = []
    for share in (0.5, 0.5, 1.0):
        ids.append(entered(site, database, team, answers(site, share), method=f"m{len(ids)}"))
        scored(site, database)
    shown = [submission_of(database, id, team).shown for id in ids]
    assert (shown[0] is not None, shown[1], shown[2]) == (True, None, 1.0)
    said = verdict(database, demo, submission_of(database, ids[1], team))
    assert (said.halves, "points above your best so far" in said.note) == ({}, True)
    assert [one.method for one in leaderboard(database, demo).entries] == ["m2", "m0"]


def test_once_closed_every_method_is_listed(site: Site, database: Database, team: Person) -> None:
    for number, share in enumerate((1.0, 0.5)):
        entered(site, database, team, answers(site, share), method=f"m{number}")
        scored(site, database)
    assert [one.method for one in leaderboard(database, closed(database)).entries] == ["m0", "m1"]


def test_of_one_method_the_entry_that_was_told_best_counts_and_not_the_privately_best(
    site: Site, database: Database, team: Person
) -> None:
    ids = []
    for public, private in ((False, True), (True, False), (False, True)):
        ids.append(entered(site, database, team, split_answers(site, public, private)))
        scored(site, database)
    assert [one.id for one in leaderboard(database, closed(database)).entries] == [ids[1]]


def test_who_is_told_the_same_stands_in_the_order_of_coming(site: Site, database: Database, demo: Benchmark) -> None:
    names = ["Zoe", "Ann", "Max"]
    for name in names:
        entered(site, database, person_of(database, name), answers(site))
    scored(site, database)
    assert [one.team for one in leaderboard(database, demo).entries] == names


def test_a_neighbour_that_withdraws_has_the_others_compared_anew(
    site: Site, database: Database, demo: Benchmark
) -> None:
    for name, share in (("A", 1.0), ("B", 0.6), ("C", 0.0)):
        entered(site, database, person_of(database, name), answers(site, share))
    scored(site, database)
    with database.writing() as connection:
        gone = submissions.c.id == leaderboard(database, demo).entries[1].id
        connection.execute(update(submissions).where(gone).values(withdrawn=now()))
    assert leaderboard(database, demo).entries[1].above is None
    scored(site, database)
    last = leaderboard(database, demo).entries[1]
    assert last.above is not None
    assert (last.team, last.above.clear) == ("C", True)


@pytest.mark.parametrize(
    ("questions", "step"), [(1, 0.1), (50, 0.1), (100, 0.05), (1000, 0.02), (5000, 0.01), (10**6, 0.001)]
)
def test_the_step_is_no_finer_than_chance(questions: int, step: float) -> None:
    assert step_for(questions) == step


def test_what_is_told_is_on_the_steps_and_the_interval_holds_the_true_one() -> None:
    told = rounded(Score("answer", "all", "all", 0.734, 0.701, 0.766, 500, 100), 0.05)
    assert (told.mean, told.low, told.high) == (0.75, 0.7, 0.8)


def scores_of(*scores: Score) -> Scores:
    return Scores(
        model="m", dataset="d", family="figures", split="test1", questions=1, images=1, unparsed=0, scores=scores
    )


def test_a_column_of_few_questions_is_not_told_while_answers_are_hidden() -> None:
    whole = Score("answer", OVERALL, OVERALL, 0.734, 0.70, 0.77, 90, 30)
    few, many = (Score("answer", "figure", name, 0.734, 0.70, 0.77, n, 30) for name, n in (("pie", 99), ("line", 100)))
    assert [(one.facet, one.value) for one in coarse(scores_of(whole, few, many), 0.01).scores] == [
        (OVERALL, OVERALL),
        ("figure", "line"),
    ]


def test_a_column_is_told_in_the_steps_that_its_own_questions_allow() -> None:
    column = Score("answer", "figure", "line", 0.734, 0.71, 0.77, 100, 30)
    [told] = coarse(scores_of(column), 0.01).scores
    assert (told.mean, told.low, told.high) == (0.75, 0.7, 0.8)


@pytest.mark.parametrize(
    ("mark", "best", "told"), [(0.5, None, 0.5), (0.5, 0.5, None), (0.55, 0.5, 0.55), (0.45, 0.5, None)]
)
def test_the_ladder_has_no_half_steps(mark: float, best: float | None, told: float | None) -> None:
    assert better(mark, best, 0.05) == told


def test_a_family_without_a_paper_has_every_mark_over_everything() -> None:
    own = official_of("somebody's own")
    assert own.metric == "answer"
    assert {column.metric for column in own.columns} >= {"answer", "evidence", "joint"}


HEADINGS = {  # of each family: over everything, and some of the others
    "figures": (["All"], ["Vertical Bar", "Pie", "15 Does X intersect Y?"]),
    "icons": (["All"], ["Img.", "Txt.", "Blank", "Cou.", "Pro."]),
    "signs": (["CLC", "LC", "TC", "Δr"], ["CLC\nMo\nEn", "CLC\nBi\nL", "LC\nBi\nCh", "TC\nBi\nAcc"]),
    "commonsense": (["Ans", "Grd", "Final"], ["Verify\nAns", "Recognize\nGrd"]),
    "matrices": (["All", "neutral"], ["held-out\nobjects", "and", "union"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("family", registry.names("leaderboards"))
def test_every_family_has_its_official_columns(family: str, tmp_path: Path) -> None:
    """A perfect reader of each has 100 in the first, and Δr is 1."""
    site = Site(home=tmp_path)
    database = Database(site.database_url)
    database.migrate()
    register(site, database, "demo", Making([family], count=24), Rules(closes=now() + timedelta(hours=1)))
    lines = []
    for page in load(hidden_in(site, "demo") / "dataset"):
        for q in page.questions:
            assert q.evidence is not None
            said = {"regions": [{"shape": region.shape, "picture": region.picture} for region in q.evidence.regions]}
            row = {"question": q.id, "answer": q.answers[0], "evidence": said | {"labels": q.evidence.labels}}
            lines.append(json.dumps(row))
    person = person_of(database, "Team A")
    id = entered(site, database, person, "\n".join(lines).encode())
    scored(site, database)
    assert submission_of(database, id, person).faults == ()
    told = leaderboard_told(leaderboard(database, closed(database)))["entries"][0]
    database.close()
    whole, parts = HEADINGS[family]
    means = {heading: mark["mean"] for heading, mark in told["marks"].items()} | told["ratios"]
    assert {heading: means.get(heading) for heading in whole} == pytest.approx(dict.fromkeys(whole, 1.0))
    assert set(parts) <= set(official_of(family).headings())
    assert set(means) - set(whole) <= set(official_of(family).headings())
