"""The campaign on the site in small: some clients for a moment, and two kills; and that what goes wrong is seen."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest
from campaigns import site as campaign
from campaigns.rig.totals import Totals
from sqlalchemy import delete

from conftest import entered, here, person_of
from eyechart.web.board.tables import scores
from eyechart.web.board.worker import score_next
from eyechart.web.database import Database


@pytest.mark.slow
def test_load_and_kills_lose_nothing(tmp_path: Path) -> None:
    totals, stage = Totals(), campaign.prepared(tmp_path / "site")
    campaign.loaded(stage, 8, 2.0, totals)
    campaign.killed(stage, 3, random.Random(1), totals, apart=(1.0, 3.0))
    assert totals.holds, str(totals)
    assert stage.acknowledged


def test_a_submission_that_is_lost_or_not_scored_once_is_seen(tmp_path: Path) -> None:
    stage = campaign.prepared(tmp_path / "site")
    stage.acknowledged.append("0" * 32)
    assert list(campaign.unsettled(stage)) == [f"{'0' * 32} was acknowledged and is lost"]
    with closing(Database(stage.site.database_url)) as database:
        stage.acknowledged[:] = [entered(stage.site, database, person_of(database, "A"), stage.content)]
        assert [line.rpartition(" ")[2] for line in campaign.unsettled(stage)] == ["queued"]
        score_next(stage.site, database, "w", here)
        assert list(campaign.unsettled(stage)) == []
        with database.writing() as connection:
            connection.execute(delete(scores).where(scores.c.half == "private"))
    assert [line.partition(" has ")[2] for line in campaign.unsettled(stage)] == ["scores of 1 halves"]
