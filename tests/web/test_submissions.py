"""Submissions: the quota, who sees what, withdrawing, and that nothing stays of what was refused."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from msgspec import structs
from sqlalchemy import func, select, update

from conftest import answers, entered, person_of, scored
from eyechart.errors import EyechartError
from eyechart.web.board.people import Person
from eyechart.web.board.standing import leaderboard
from eyechart.web.board.submissions import (
    Benchmark,
    Card,
    ClosedError,
    NotFoundError,
    QuotaError,
    benchmark_named,
    left_today,
    submission_of,
    submissions_of,
    sweep,
    withdraw,
)
from eyechart.web.board.tables import benchmarks, submissions
from eyechart.web.database import Database, now
from eyechart.web.site import Site


def kept(site: Site) -> int:
    return len(list((site.home / "submissions").glob("*")))


def test_a_day_has_so_many_submissions(site: Site, database: Database, demo: Benchmark, team: Person) -> None:
    for _ in range(3):
        entered(site, database, team, b"{}")
    assert left_today(database, demo, team) == 0
    with pytest.raises(QuotaError, match="3 submissions a day, and 3 were made today. Come again after"):
        entered(site, database, team, b"{}")
    assert kept(site) == 3


def test_another_day_has_its_own(site: Site, database: Database, demo: Benchmark, team: Person) -> None:
    for _ in range(3):
        entered(site, database, team, b"{}")
    with database.writing() as connection:
        connection.execute(update(submissions).values(created=now() - timedelta(days=1)))
    assert left_today(database, demo, team) == 3


def test_another_team_has_its_own(site: Site, database: Database, demo: Benchmark, team: Person) -> None:
    for _ in range(3):
        entered(site, database, team, b"{}")
    entered(site, database, person_of(database, "Team B"), b"{}")


def test_files_that_cannot_be_read_are_not_counted_but_not_endless(
    site: Site, database: Database, team: Person
) -> None:
    for _ in range(30):
        entered(site, database, team, b"{}")
        with database.writing() as connection:
            connection.execute(update(submissions).values(state="failed"))
    with pytest.raises(QuotaError, match="30 files were looked at today"):
        entered(site, database, team, b"{}")


def test_twenty_at_once_do_not_get_past_the_quota(site: Site, database: Database, team: Person) -> None:
    def tried(_: int) -> bool:
        try:
            entered(site, database, team, b"{}")
        except QuotaError:
            return False
        return True

    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(tried, range(20))) == 3
    assert kept(site) == 3


def test_a_closed_benchmark_takes_no_more(site: Site, database: Database, team: Person) -> None:
    with database.writing() as connection:
        connection.execute(update(benchmarks).values(closes=now()))
    with pytest.raises(ClosedError, match="closed on"):
        entered(site, database, team, b"{}")


@pytest.mark.parametrize(
    ("content", "method", "more", "said"),
    [
        (b"", "m", {}, "empty"),
        (b"x", "", {}, "what the method is called"),
        (b"x", "a\nb", {}, "what the method is called"),
        (b"x", "m", {"card": Card(link="javascript:alert(1)")}, "is no link"),
        (b"x", "m", {"training": "bi"}, "No training condition 'bi'"),
    ],
)
def test_what_is_refused_leaves_nothing(
    site: Site, database: Database, team: Person, content: bytes, method: str, more: dict[str, object], said: str
) -> None:
    with pytest.raises(EyechartError, match=said):
        entered(site, database, team, content, method, **more)
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(submissions)).scalar_one() == 0
    assert kept(site) == 0


def test_others_see_nothing_and_organisers_all(site: Site, database: Database, team: Person) -> None:
    id = entered(site, database, team, b"{}")
    other, organiser = person_of(database, "Team B"), person_of(database, "Boss", organiser=True)
    for forbidden in (submission_of, withdraw):
        with pytest.raises(NotFoundError, match="You have no submission"):
            forbidden(database, id, other)
    assert submissions_of(database, other) == []
    assert submission_of(database, id, organiser).team == "Team A"


def test_what_is_withdrawn_leaves_the_leaderboard_and_stays_counted(
    site: Site, database: Database, demo: Benchmark, team: Person
) -> None:
    id = entered(site, database, team, answers(site))
    scored(site, database)
    assert [one.id for one in leaderboard(database, demo).entries] == [id]
    first = withdraw(database, id, team)
    again = withdraw(database, id, team)
    assert first.withdrawn == again.withdrawn is not None
    assert leaderboard(database, demo).entries == ()
    assert left_today(database, demo, team) == 2


def test_files_that_were_never_acknowledged_are_swept_after_a_while(
    site: Site, database: Database, team: Person
) -> None:
    old, fresh, known = "0" * 32, "1" * 32, entered(site, database, team, b"{}")
    for id in (old, fresh):
        (site.home / "submissions" / id).mkdir()
    for id in (old, known):
        os.utime(site.home / "submissions" / id, (0, 0))
    sweep(site, database)
    assert {path.name for path in (site.home / "submissions").iterdir()} == {fresh, known}


def test_no_benchmark_of_that_name_is_said(database: Database) -> None:
    with pytest.raises(NotFoundError, match="There is no benchmark 'nothing'"):
        benchmark_named(database, "nothing")


def test_a_benchmark_closes_by_the_clock(demo: Benchmark) -> None:
    soon, past = (structs.replace(demo, closes=now() + timedelta(hours=h)) for h in (1, -1))
    assert (demo.closed, soon.closed, past.closed) == (False, False, True)
