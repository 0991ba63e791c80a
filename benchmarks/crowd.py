"""A crowd of 500 with planted behaviour sits a study: what the filters keep, and whether the planted accuracies come back.

Careful people of three ages are right as often as is planted, each a little more or less, and so is each question. Others
click at random, are programs, choose one place throughout, lie about their age, or stop half-way. One crowd goes through the
database, by the functions below the pages; many more through checks and intervals alone, to see how often these hold.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

import eyechart
from benchmarks.claim import Claim, at_least, at_most, print_rows
from eyechart.core import Question
from eyechart.web.database import Database
from eyechart.web.site import Site
from eyechart.web.study import sitting as steps
from eyechart.web.study.checks import Conduct, Reply, reasons
from eyechart.web.study.desk import Desk
from eyechart.web.study.identity import PROLIFIC, Arrival
from eyechart.web.study.making import Wanted, make
from eyechart.web.study.outcome.answers import answers_of
from eyechart.web.study.outcome.results import Results, results
from eyechart.web.study.outcome.statistics import crossed
from eyechart.web.study.plan import LEAST, MOST
from eyechart.web.study.sitting import Said, sitting_of

SPREAD = 0.04  # by which a person or a question is easier or harder than the planted accuracy, at most


class Kind(Struct, frozen=True):
    """How people of a kind go about it."""

    name: str
    share: float  # of the crowd
    age: str
    right: float | None = None  # of the answers; None: by lot
    seconds: float = 6.0  # over a question, in the middle
    reads: float = 1.0  # the instructions: chance of each question about them
    attends: float | None = 1.0  # to the planted question; None: a choice by lot
    lies: bool = False  # about the age, at the end by lot
    straight: bool = False  # the first choice, always
    stops: bool = False  # half-way
    careful: bool = False


CROWD = (
    Kind("adults", 0.30, "19+", 0.92, careful=True),
    Kind("adolescents", 0.20, "9-18", 0.88, careful=True),
    Kind("children", 0.16, "3-8", 0.80, 9.0, careful=True),
    Kind("random clickers", 0.12, "19+", None, 2.5, 0.42, None, lies=True),
    Kind("bots", 0.08, "19+", None, 0.2, 1.0, None),
    Kind("straight-liners", 0.06, "9-18", None, 3.0, 1.0, 0.0, straight=True),
    Kind("who lies about age", 0.02, "3-8", 0.92, lies=True),
    Kind("who stops half-way", 0.06, "19+", 0.92, stops=True),
)


class Manner(Struct, frozen=True):
    """One of them."""

    kind: Kind
    test: tuple[int, ...]
    fourth: str
    again: str
    shift: float


def manners(rng: random.Random, people: int) -> list[Manner]:
    made = []
    for kind in CROWD:
        for _ in range(round(kind.share * people)):
            last = (1, 3, 1)  # the right ones
            test = tuple(right if rng.random() < kind.reads else rng.randrange(right) for right in last)
            fourth = str(rng.randint(1, 5)) if kind.attends is None else "4" if rng.random() < kind.attends else "1"
            again = rng.choice(("3-8", "9-18", "19+")) if kind.lies else kind.age
            made.append(Manner(kind, test, fourth, again, rng.uniform(-SPREAD, SPREAD)))
    rng.shuffle(made)
    return made


def chance(manner: Manner, question: str) -> float:
    """Of being right: of the kind, the person, the question."""
    return (manner.kind.right or 0.5) + manner.shift + random.Random(question).uniform(-SPREAD, SPREAD)


def said(manner: Manner, q: Question, rng: random.Random) -> str:
    if manner.kind.straight:
        return q.choices[0]
    if manner.kind.right is None:
        return rng.choice(q.choices)
    wrong = [one for one in q.choices if one not in q.answers]
    return q.answers[0] if rng.random() < chance(manner, q.id) else rng.choice(wrong)


def pause(manner: Manner, rng: random.Random) -> float:
    return manner.kind.seconds * rng.lognormvariate(0, 0.4)


# ---- through the database


class Clock:
    """Time that passes when somebody says so."""

    def __init__(self) -> None:
        self.now = datetime(2027, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def sit(desk: Desk, clock: Clock, name: str, id: str, manner: Manner, rng: random.Random) -> None:
    token = desk.enter(name, Arrival(PROLIFIC, id, "s"))
    steps.consent(desk, sitting_of(desk, token), manner.kind.age, child=False)
    steps.instruct(desk, sitting_of(desk, token), manner.test)
    while (now := sitting_of(desk, token)).step == "training":
        steps.train(desk, now, now.trained)
    while now.step == "question":
        if manner.kind.stops and now.place > now.length // 2:
            return
        steps.opened(desk, now)
        clock.wait(pause(manner, rng))
        answer = manner.fourth if now.item is None else said(manner, now.study.page(now.item)[1], rng)
        steps.reply(desk, sitting_of(desk, token), now.place, Said("answer", answer))
        now = sitting_of(desk, token)
    steps.finish(desk, now, manner.again)


def crowd(
    folder: Path, people: int, seed: int = 1, batch: int = 20
) -> tuple[Results, dict[str, Counter[str]], list[str]]:
    """What came of it; of each kind how many sittings came to what; and sittings that do not count without a reason."""
    rng, clock = random.Random(seed), Clock()
    data = eyechart.generate("figures", folder / "data", split="test2", count=people // 2 + 40, seed=seed)
    site = Site(home=folder / "site")
    site.home.mkdir()
    with closing(Database(site.database_url)) as database:
        database.migrate()
        make(site, database, "crowd", data, Wanted(questions=people, people=30, batch=batch, evidence="none"))
        desk = Desk(site, database, clock)
        some = manners(rng, people)
        for number, manner in enumerate(some):
            sit(desk, clock, "crowd", f"person-{number}", manner, rng)
        clock.wait(24 * 3600)
        found = answers_of(desk, "crowd")
    kinds: dict[str, Counter[str]] = {kind.name: Counter() for kind in CROWD}
    for one, manner in zip(found.sat, some, strict=True):
        kinds[manner.kind.name][one.state] += 1
    unexplained = [one.code for one in found.sat if one.state == "excluded" and not one.reasons]
    return results(found), kinds, unexplained


# ---- through checks and intervals alone


def held(rng: random.Random, people: int, size: int = 20) -> Iterator[bool]:
    """Of each age: is the planted accuracy inside the interval of a crowd of its own?"""
    some, batches = manners(rng, people), max(people // 20, 1)
    salt = rng.random()
    marks: dict[str, list[tuple[float, int, str]]] = {}
    for person, manner in enumerate(some):
        if manner.kind.stops:
            continue
        batch, replies, right = rng.randrange(batches), [], []
        for place in range(size):
            question = f"{salt}/{batch}/{place}"
            wrong = manner.kind.straight or manner.kind.right is None
            good = rng.random() < (0.5 if wrong else chance(manner, question))
            position = 0 if manner.kind.straight else rng.randrange(2)
            replies.append(Reply(pause(manner, rng), position))
            right.append((float(good), person, question))
        minutes = sum(reply.seconds for reply in replies) / 60
        test = [a == b for a, b in zip(manner.test, (1, 3, 1), strict=True)]
        conduct = Conduct(test=test, planted=manner.fourth, age=manner.kind.age, again=manner.again, minutes=minutes,
                          replies=replies, least=LEAST, most=MOST)  # fmt: skip
        if not list(reasons(conduct)):
            marks.setdefault(manner.kind.age, []).extend(right)
    for kind in CROWD[:3]:
        values, who, what = zip(*marks[kind.age], strict=True)
        _, low, high = crossed(values, who, what)
        yield low <= (kind.right or 0.0) <= high


def _percent(*shares: float) -> list[str]:
    return [f"{100 * share:.1f}" for share in shares]


def claims(quick: bool = False) -> list[Claim]:
    people, times = (100, 60) if quick else (500, 400)
    with TemporaryDirectory(prefix="eyechart-crowd-") as folder:
        found, kinds, unexplained = crowd(Path(folder), people)
    print_rows(
        f"a crowd of {people}",
        ("who", "counts", "excluded", "left"),
        [(name, *(str(states[state]) for state in ("counts", "excluded", "left"))) for name, states in kinds.items()],
    )
    ages = {one.age: one for one in found.by("all", "3-8") + found.by("all", "9-18") + found.by("all", "19+")}
    rows = [(kind, ages[kind.age]) for kind in CROWD[:3]]
    print_rows(
        "accuracies",
        ("who", "planted", "found", "low", "high"),
        [(kind.name, *_percent(kind.right or 0.0, one.mean, one.low, one.high)) for kind, one in rows],
    )
    print_rows("reasons", ("check", "sittings"), [(name, str(count)) for name, count in found.excluded.items()])
    careful = sum((kinds[kind.name] for kind in CROWD if kind.careful), Counter[str]())
    others = sum((kinds[kind.name] for kind in CROWD if not kind.careful), Counter[str]())
    rng = random.Random(2)
    inside = [tuple(held(rng, people)) for _ in range(times)]
    rates = [100 * sum(some) / times for some in zip(*inside, strict=True)]
    print_rows(
        f"planted accuracies inside their 95 % intervals, of {times} crowds",
        ("who", "%"),
        [(kind.name, f"{rate:.1f}") for kind, rate in zip(CROWD[:3], rates, strict=True)],
    )
    rate = sum(rates) / len(rates)
    return [
        at_most("careful people who are excluded", 100 * careful["excluded"] / careful.total(), 1.0, "%"),
        at_most(
            "of those who count, who are not careful",
            100 * others["counts"] / (others["counts"] + careful["counts"]),
            2.0,
            "%",
        ),
        at_most("sittings excluded without a reason", float(len(unexplained)), 0.0, "sittings"),
        at_least(f"planted accuracies inside 95 % intervals, {3 * times:,} of them", rate, 93.0, "%"),
        at_most(f"planted accuracies inside 95 % intervals, {3 * times:,} of them", rate, 98.0, "%"),
    ]
