"""Something to look at on the site: an exam of every family, a benchmark with entries, and a study. `make serve` runs it first.

python scripts/demonstration.py EXAM HOME
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path

import msgspec

import eyechart
from eyechart.core import Evidence, Prediction, Question
from eyechart.models.chance import random_box
from eyechart.seeding import rng_for
from eyechart.store.folder import load
from eyechart.web.board.people import admit, holder
from eyechart.web.board.register import Making, Rules, hidden_in, register
from eyechart.web.board.submissions import Card, Offered, all_benchmarks, benchmark_named, submit
from eyechart.web.database import Database
from eyechart.web.site import Site
from eyechart.web.study.desk import Desk
from eyechart.web.study.making import Wanted, make

NAME = "demonstration"
PAGES = 12  # of each family in the exam; those of the benchmark are more, for the halves to say something
ENTRIES = {"sees-most": 0.95, "sees-some": 0.7, "guesses": 0.0}  # what each knows; it guesses the rest


class Sees:
    """Somebody who knows a share of the answers with what decides them. Nothing has to be learnt first, so that it is quick."""

    def __init__(self, name: str, share: float) -> None:
        self.name, self.share = name, share

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._say(q) for q in questions]

    def _say(self, q: Question) -> Prediction:
        rng = rng_for("demonstration", self.name, q.id)
        if rng.coin(self.share):
            return Prediction(question=q.id, answer=q.answers[0], evidence=q.evidence or Evidence())
        guess = rng.choice(q.choices) if q.choices else "I cannot tell"
        return Prediction(question=q.id, answer=guess, evidence=random_box(q, rng))


def main() -> None:
    models = [Sees(name, share) for name, share in ENTRIES.items()]
    eyechart.exam(models, Path(sys.argv[1]), count=PAGES)
    site = Site(home=Path(sys.argv[2]))
    site.home.mkdir(parents=True, exist_ok=True)
    with closing(Database(site.database_url)) as database:
        database.migrate()
        if NAME not in {one.name for one in all_benchmarks(database)}:
            register(
                site, database, NAME, Making(["figures"], count=100), Rules(title="Figures, a demonstration", daily=5)
            )
            for number, model in enumerate(models):
                _enter(site, database, model, number)
        desk = Desk(site, database)
        if NAME not in {one.name for one in desk.listed()}:
            asked = eyechart.generate("figures", site.home / "figures", split="test2", count=40, seed=7)
            make(site, database, NAME, asked, Wanted(40, title="Figures, a study", evidence="box"))
        print(
            f"to take part in the study: http://localhost:8000/studies/{NAME}?invitation={desk.keys.invitation(NAME)}"
        )
        print(f"to look at the organisers' page, sign in with {admit(database, 'Demonstrator', organiser=True)}")


def _enter(site: Site, database: Database, model: Sees, number: int) -> None:
    """As if somebody had sent it: a team of its own."""
    team = holder(database, admit(database, f"Team {number + 1}"))
    assert team is not None
    said = model.answer(list(load(hidden_in(site, NAME) / "dataset").questions()))
    offered = Offered(
        model.name,
        "predictions.jsonl",
        Card(f"Knows {100 * model.share:.0f} % of the answers and guesses the rest."),
    )
    lines = b"\n".join(msgspec.json.encode(one) for one in said)
    submit(site, database, benchmark_named(database, NAME), team, offered, BytesIO(lines))


if __name__ == "__main__":
    main()
