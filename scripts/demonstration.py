"""Something to look at on the site: a benchmark with some entries, and a study. `make serve` runs it once before it opens the site.

python scripts/demonstration.py HOME
"""

from __future__ import annotations

import sys
from contextlib import closing
from io import BytesIO
from pathlib import Path
from random import Random

import msgspec

import eyechart
from eyechart.store.folder import load
from eyechart.web.board.people import admit, holder
from eyechart.web.board.register import Making, Rules, hidden_in, register
from eyechart.web.board.submissions import Card, Offered, all_benchmarks, benchmark_named, submit
from eyechart.web.database import Database
from eyechart.web.site import Site
from eyechart.web.study.desk import Desk
from eyechart.web.study.making import Wanted, make

NAME = "demonstration"
ENTRIES = {"Sees most": 0.95, "Sees some": 0.7, "Guesses": 0.0}  # what each knows; it guesses the rest


def main() -> None:
    site = Site(home=Path(sys.argv[1]))
    site.home.mkdir(parents=True, exist_ok=True)
    with closing(Database(site.database_url)) as database:
        database.migrate()
        if NAME not in {one.name for one in all_benchmarks(database)}:
            register(
                site, database, NAME, Making(["figures"], count=100), Rules(title="Figures, a demonstration", daily=5)
            )
            for number, (method, knows) in enumerate(ENTRIES.items()):
                _enter(site, database, method, knows, number)
        desk = Desk(site, database)
        if NAME not in {one.name for one in desk.listed()}:
            asked = eyechart.generate("figures", site.home / "figures", split="test2", count=40, seed=7)
            make(site, database, NAME, asked, Wanted(40, title="Figures, a study", evidence="box"))
        print(
            f"to take part in the study: http://localhost:8000/studies/{NAME}?invitation={desk.keys.invitation(NAME)}"
        )
        print(f"to look at the organisers' page, sign in with {admit(database, 'Demonstrator', organiser=True)}")


def _enter(site: Site, database: Database, method: str, knows: float, seed: int) -> None:
    """As if somebody had sent it: a team of its own, with answers of which it knows some."""
    team, rng = holder(database, admit(database, f"Team {seed + 1}")), Random(seed)
    assert team is not None
    lines = [
        msgspec.json.encode(
            {"question": q.id, "answer": q.answers[0] if rng.random() < knows else rng.choice(q.choices)}
        )
        for q in load(hidden_in(site, NAME) / "dataset").questions()
    ]
    offered = Offered(
        method, "predictions.jsonl", Card(f"Knows {100 * knows:.0f} % of the answers and guesses the rest.")
    )
    submit(site, database, benchmark_named(database, NAME), team, offered, BytesIO(b"\n".join(lines)))


if __name__ == "__main__":
    main()
