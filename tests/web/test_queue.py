"""The queue and its worker: everything accepted is scored, once, within limits, whoever dies in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sqlalchemy import func, select, update

from conftest import answers, entered, here, person_of, scored
from eyechart.score import Scores
from eyechart.web.board import worker as module
from eyechart.web.board.people import Person
from eyechart.web.board.queue import GIVEN_UP, MOST, claim, fail, record, renew, requeue
from eyechart.web.board.submissions import Benchmark, submission_of
from eyechart.web.board.tables import scores, submissions
from eyechart.web.board.worker import apart, score_next
from eyechart.web.database import Database, now
from eyechart.web.site import Site


def of_halves(database: Database, id: str) -> dict[str, Scores]:
    with database.reading() as connection:
        rows = connection.execute(select(scores.c.half, scores.c.scores).where(scores.c.submission == id)).all()
    return {row.half: msgspec.json.decode(row.scores, type=Scores) for row in rows}


def silent(database: Database) -> None:
    """As if the worker had said nothing for long."""
    with database.writing() as connection:
        connection.execute(update(submissions).values(lease=now() - timedelta(seconds=1)))


def test_both_halves_are_scored(site: Site, database: Database, team: Person, demo: Benchmark) -> None:
    id = entered(site, database, team, answers(site))
    scored(site, database)
    found = of_halves(database, id)
    assert {half: one.overall("answer").mean for half, one in found.items()} == {"public": 1.0, "private": 1.0}  # type: ignore[union-attr]
    assert sum(one.questions for one in found.values()) == demo.questions
    assert {half: one.images for half, one in found.items()} == {"public": 10, "private": 10}


def test_the_oldest_is_first(site: Site, database: Database, team: Person) -> None:
    ids = [entered(site, database, team, b"{}") for _ in range(3)]
    claims = [claim(database, "w") for _ in range(4)]
    assert [one.id if one else None for one in claims] == [*ids, None]


def test_many_workers_at_once_never_get_the_same(site: Site, database: Database, team: Person) -> None:
    ids = [entered(site, database, person_of(database, f"Team {n}"), b"{}") for n in range(12)]
    with ThreadPoolExecutor(6) as pool:
        claims = list(pool.map(lambda n: claim(database, f"w{n}"), range(24)))
    assert sorted(one.id for one in claims if one) == sorted(ids)


def test_a_silent_worker_loses_its_claim_and_another_gets_it(site: Site, database: Database, team: Person) -> None:
    id = entered(site, database, team, answers(site))
    lost = claim(database, "dead")
    requeue(database)
    assert claim(database, "alive") is None  # it is believed for a while
    silent(database)
    requeue(database)
    found = claim(database, "alive")
    assert lost is not None
    assert found is not None
    assert (found.id, renew(database, lost), renew(database, found)) == (id, False, True)


def test_who_lost_its_claim_records_nothing(site: Site, database: Database, team: Person) -> None:
    """Two workers come to an end with the same submission: one result stands."""
    id = entered(site, database, team, answers(site))
    lost = claim(database, "slow")
    silent(database)
    requeue(database)
    scored(site, database)
    halves = of_halves(database, id)
    assert lost is not None
    assert not record(database, lost, halves)
    assert not fail(database, lost, ["late"])
    assert submission_of(database, id, team).state == "scored"
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(scores)).scalar_one() == 2


def test_what_is_recorded_is_not_recorded_again(site: Site, database: Database, team: Person) -> None:
    entered(site, database, team, answers(site))
    claimed = claim(database, "w")
    assert claimed is not None
    result = module._marked(site, database, claimed, here)
    assert result is not None
    halves = {half: msgspec.json.decode(raw, type=Scores) for half, raw in result.halves.items()}
    assert [record(database, claimed, halves) for _ in range(2)] == [True, False]


def test_what_kills_its_worker_again_and_again_is_given_up(site: Site, database: Database, team: Person) -> None:
    id = entered(site, database, team, b"{}")
    for _ in range(MOST):
        assert claim(database, "w") is not None
        silent(database)
        requeue(database)
    assert claim(database, "w") is None
    found = submission_of(database, id, team)
    assert (found.state, found.faults) == ("failed", (GIVEN_UP,))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rows", "words"])
def test_a_file_that_takes_too_much_memory_fails_alone(
    site: Site, database: Database, team: Person, tmp_path: Path, kind: str
) -> None:
    """A Parquet file of some kilobytes that unpacks to gigabytes: of one long word, or of very many rows."""
    path = tmp_path / "bomb.parquet"
    word, rows = ("a" * 2**20, 4000) if kind == "words" else ("a" * 100, 40_000_000)
    column = pa.DictionaryArray.from_arrays(np.zeros(rows, np.int32), pa.array([word]))
    pq.write_table(pa.table({"question": column, "answer": column}), path, compression="zstd", store_schema=False)
    assert path.stat().st_size < 2**20
    bomb = entered(site, database, team, path.read_bytes())
    fine = entered(site, database, team, answers(site))
    small = replace(site, scoring_bytes=2 * 2**30)
    score_next(small, database, "w", apart)
    score_next(small, database, "w", apart)
    assert submission_of(database, bomb, team).faults[0].endswith(("fits into memory.", "of memory and was stopped."))
    assert submission_of(database, fine, team).state == "scored"


def test_when_the_process_that_marks_is_killed_it_is_marked_again(site: Site, database: Database, team: Person) -> None:
    id = entered(site, database, team, answers(site))
    assert score_next(site, database, "w", lambda order, ours: -signal.SIGKILL)
    assert submission_of(database, id, team).state == "queued"
    scored(site, database)
    assert submission_of(database, id, team).state == "scored"


@pytest.mark.slow
def test_a_file_that_takes_too_long_is_stopped(site: Site, database: Database, team: Person) -> None:
    """48 MB of JSON: no processor reads them in a second."""
    id = entered(site, database, team, b"[" + b"1," * 24_000_000 + b"1]")
    scored(replace(site, scoring_seconds=1), database, apart)
    assert submission_of(database, id, team).faults == ("Scoring took more than 1 seconds and was stopped.",)


def test_where_files_lie_here_is_not_told(site: Site, database: Database, team: Person) -> None:
    id = entered(site, database, team, b'{"question": "a", "answer": "yes"}\n{"question": 3}\n')
    scored(site, database)
    said = "\n".join(submission_of(database, id, team).faults)
    assert "predictions.jsonl, line 2" in said
    assert str(site.home) not in said


def test_faults_are_told_row_by_row(site: Site, database: Database, team: Person) -> None:
    lines = answers(site).splitlines()
    lines[3] = b'{"question": "none", "answer": "yes"}'
    lines[5] = lines[4]
    lines[7] = b'{"question": '
    lines[9] = b'{"question": "x"}'
    id = entered(site, database, team, b"\n".join(lines) + b"\n")
    scored(site, database)
    told = submission_of(database, id, team).faults
    starts = [one.removeprefix("predictions.jsonl, ").partition(":")[0] for one in told[:-1]]
    assert starts == ["line 8", "line 10", "line 4", "line 6"]
    assert told[-1].startswith(f"4 of {len(lines)} questions have no prediction, such as 'demo/")


@pytest.mark.slow
def test_a_worker_is_there_while_the_site_is_and_ends_with_it(site: Site, database: Database, team: Person) -> None:
    id = entered(site, database, team, answers(site))
    script = (
        "import sys, time; from pathlib import Path; from eyechart.web.site import Site; "
        "from eyechart.web.board.worker import working\n"
        f"site = Site(home=Path({str(site.home)!r}), database={site.database!r})\n"
        "with working(site): print('there', flush=True); time.sleep(600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=dict(os.environ))
    assert parent.stdout is not None
    parent.stdout.readline()
    while submission_of(database, id, team).state in ("queued", "scoring"):
        signal.sigtimedwait([], 0.2)
    children = subprocess.run(["pgrep", "-P", str(parent.pid)], capture_output=True, text=True).stdout.split()
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert children
    for child in map(int, children):
        while _alive(child):
            signal.sigtimedwait([], 0.05)
    assert submission_of(database, id, team).state == "scored"


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_nothing_waits_nothing_is_done(site: Site, database: Database) -> None:
    assert not score_next(site, database, "w")
