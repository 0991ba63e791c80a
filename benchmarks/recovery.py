"""How many hidden answers somebody finds who probes a leaderboard for a year, and how many if marks were told exactly.

A yes/no benchmark, the easiest to probe: half of its questions public, two submissions a day, marks over everything and over the
questions of each official column. Each attacker knows all of our code and sees what a participant sees. `found` is the share
of answers that are known rather than guessed: 2 × right − 1, so that who guesses has 0 and who knows everything 1; of the public
half, of the private half, of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import mean

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from benchmarks.claim import Claim, at_most, print_rows
from eyechart.score import Score
from eyechart.web.board.official import FEWEST, rounded, step_for
from eyechart.web.board.queue import better

DAYS, DAILY = 365, 2
SIZES = (
    2000,
    4000,
)  # questions of a benchmark of usual size, and of one in which every column has enough; half are public
COLUMNS = (5, 15)  # kinds of chart, and templates: as many as FigureQA's tables have
BAR = 0.10  # of all answers, at most, by the best attacker that we know of

Bits = NDArray[np.bool_]
Marks = NDArray[np.float64]
Counts = NDArray[np.int64]
Tell = Callable[[Marks, Counts], Marks | None]
"""Means over everything and over each column, of so many questions -> what is told of them; None: nothing."""


class Probed:
    """The server as an attacker sees it: he sends answers, and is told what the leaderboard tells."""

    def __init__(self, rng: np.random.Generator, questions: int, tell: Tell) -> None:
        self.truth = rng.random(questions) < 0.5
        self.public = rng.permutation(questions) < questions // 2
        kinds = [rng.integers(0, count, questions) for count in COLUMNS]
        columns = [of == number for of, count in zip(kinds, COLUMNS, strict=True) for number in range(count)]
        self.columns = np.array([np.ones(questions, bool), *columns])
        self.tell, self.left = tell, DAYS * DAILY
        self.said: list[Marks] = []  # of what was told something: yes is 1, no -1, nonsense 0
        self.told: list[Marks] = []

    def ask(self, said: Bits, sent: Bits | None = None) -> bool:
        """Answers, and which of them are any: nonsense is wrong for sure. Was anything told?"""
        self.left -= 1
        any_ = np.ones(len(said), bool) if sent is None else sent
        among = self.columns & self.public
        counts = among.sum(axis=1)
        told = self.tell((among & any_ & (said == self.truth)).sum(axis=1) / counts, counts)
        if told is not None:
            self.said.append(np.where(said, 1.0, -1.0) * any_)
            self.told.append(told)
        return told is not None

    def explained(self, guess: Bits) -> Bits:
        """Least squares over all that was told; where that says nothing, the guess.

        Of all explanations the smallest (ridge), as there are more answers than marks. He does not know which questions
        are public, and takes a column's mark for that of all its questions.
        """
        known = [~np.isnan(marks) for marks in self.told]
        design = np.concatenate([self.columns[some] * said for some, said in zip(known, self.said, strict=True)])
        counts = np.concatenate([self.columns[some].sum(axis=1) for some in known])
        told = np.concatenate([marks[some] for some, marks in zip(known, self.told, strict=True)])
        values = 2 * told * counts - np.abs(design).sum(axis=1)
        belief = design.T @ np.linalg.solve(design @ design.T + np.diag(counts), values)
        return np.where(np.abs(belief) > 1e-6, belief > 0, guess)


def exactly(marks: Marks, counts: Counts) -> Marks | None:
    return _alone(marks)


def every_time(marks: Marks, counts: Counts) -> Marks | None:
    return _alone(in_steps(marks, counts))


def _alone(marks: Marks) -> Marks:
    """The mark over everything, as elsewhere."""
    return np.where(np.arange(len(marks)) == 0, marks, np.nan)


def in_steps(marks: Marks, counts: Counts) -> Marks:
    return np.array([_step(mark, count) for mark, count in zip(marks, counts.tolist(), strict=True)])


def _step(mark: float, questions: int) -> float:
    return rounded(Score("answer", "all", "all", mark, mark, mark, questions, questions), step_for(questions)).mean


class Ladder:
    """What our leaderboard tells: steps, of columns of questions enough, and only when the mark over everything climbs one."""

    def __init__(self) -> None:
        self.best: float | None = None

    def __call__(self, marks: Marks, counts: Counts) -> Marks | None:
        told = better(_step(marks[0], int(counts[0])), self.best, step_for(int(counts[0])))
        if told is None:
            return None
        self.best = told
        enough = (np.arange(len(counts)) == 0) | (counts >= FEWEST)
        return np.where(enough, in_steps(marks, counts), np.nan)


# ---- attackers: each gives what he holds for right at the end


def regression(server: Probed, rng: np.random.Generator) -> Bits:
    """Random answers every time: what they say together is seen at the end."""
    while server.left:
        server.ask(said := rng.random(len(server.truth)) < 0.5)
    return said


def climbing(flips: int) -> Callable[[Probed, np.random.Generator], Bits]:
    """Some answers of the best turned round by lot; kept when the mark rises."""

    def attack(server: Probed, rng: np.random.Generator) -> Bits:
        return _climb_on(server, rng, rng.random(len(server.truth)) < 0.5, flips)

    return attack


def _climb_on(server: Probed, rng: np.random.Generator, best: Bits, flips: int) -> Bits:
    """What is left of the year, spent climbing."""
    if server.left:
        server.ask(best)
    while server.left:
        tried = best.copy()
        tried[rng.choice(len(tried), flips, replace=False)] ^= True
        if server.ask(tried):
            best = tried
    return best


def blocks(size: int, by_column: bool = False) -> Callable[[Probed, np.random.Generator], Bits]:
    """From nothing: a block of answers more each time, first yes, then no; what raises the mark stays.

    By column: a block is of one template, so that its column tells of nothing else.
    """

    def attack(server: Probed, rng: np.random.Generator) -> Bits:
        said, sent = np.zeros(len(server.truth), bool), np.zeros(len(server.truth), bool)
        for block in _blocks(server, rng, size, by_column):
            for answer in (True, False):
                if server.left:
                    tried, with_it = said.copy(), sent.copy()
                    tried[block], with_it[block] = answer, True
                    if server.ask(tried, with_it):
                        said, sent = tried, with_it
                        break
        unsent = ~sent
        said[unsent] = rng.random(int(unsent.sum())) < 0.5
        return _climb_on(server, rng, said, 100)

    return attack


def _blocks(server: Probed, rng: np.random.Generator, size: int, by_column: bool) -> Iterable[Counts]:
    parts = server.columns[-COLUMNS[-1] :] if by_column else server.columns[:1]
    for part in parts:
        order = rng.permutation(np.nonzero(part)[0])
        yield from (order[start : start + size] for start in range(0, len(order), size))


class Found(Struct, frozen=True):
    public: float
    private: float
    all: float


def found(server: Probed, held: Bits) -> Found:
    """By what explains all that he was told."""
    right = server.explained(held) == server.truth
    return Found(*(float(2 * right[some].mean() - 1) for some in (server.public, ~server.public, slice(None))))


ATTACKERS: dict[str, Callable[[Probed, np.random.Generator], Bits]] = {
    "regression": regression,
    **{f"climbing, {n} at a time": climbing(n) for n in (20, 100, 500)},
    **{f"blocks of {n}": blocks(n) for n in (40, 80, 160)},
    **{f"blocks of {n} of a column": blocks(n, by_column=True) for n in (40, 80)},
}
OURS = "rounded, when they rise (ours)"
TELLING: dict[str, Callable[[], Tell]] = {
    "exact marks": lambda: exactly,
    "rounded": lambda: every_time,
    OURS: Ladder,
}


def measured(questions: int, rounds: int) -> dict[tuple[str, str], Found]:
    made = {}
    for how, tell in TELLING.items():
        for name, attack in ATTACKERS.items():
            if how != OURS and name != "regression":
                continue  # where everything is told, nothing does better than regression
            some = []
            for number in range(rounds):
                rng = np.random.default_rng([number, questions])
                server = Probed(rng, questions, tell())
                some.append(found(server, attack(server, rng)))
            made[how, name] = Found(
                *(mean(getattr(one, part) for one in some) for part in ("public", "private", "all"))
            )
    return made


def claims(quick: bool) -> list[Claim]:
    return [claim for questions in SIZES for claim in _claims(questions, 3 if quick else 20)]


def _claims(questions: int, rounds: int) -> list[Claim]:
    made = measured(questions, rounds)
    rows = [
        (f"{how}; {name}", *(f"{100 * one:.1f} %" for one in (f.public, f.private, f.all)))
        for (how, name), f in made.items()
    ]
    told = [count for count in COLUMNS if questions // 2 // count >= FEWEST]
    print_rows(
        f"answers found in a year of {DAILY} a day, {questions:,} questions, public marks in steps of "
        f"{100 * step_for(questions // 2):g} points, and {sum(told)} columns",
        ("what is told; who probes", "public half", "private half", "all"),
        rows,
    )
    ours = {name: f for (how, name), f in made.items() if how == OURS}
    worst = max(ours, key=lambda name: ours[name].all)
    private = 100 * max(abs(f.private) for f in ours.values())
    return [
        at_most(
            f"of {questions:,} answers, found by the best attacker ({worst})", 100 * ours[worst].all, 100 * BAR, "%"
        ),
        at_most(f"of {questions:,} answers, the private half's found by any", private, 5.0, "%"),
    ]
