"""How many hidden answers somebody finds who probes a leaderboard for a year, and how many if marks were told exactly.

A yes/no benchmark, the easiest to probe: half of its questions public, two submissions a day. Each attacker knows all of our code
and sees what a participant sees. `found` is the share of answers that are known rather than guessed: 2 × right − 1, so that who
guesses has 0 and who knows everything 1; of the public half, of the private half, of both.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from benchmarks.claim import Claim, at_most, print_rows
from eyechart.score import Score
from eyechart.web.board.official import rounded, step_for
from eyechart.web.board.queue import better

DAYS, DAILY = 365, 2
QUESTIONS = 2000  # of a benchmark of usual size; half of them are public
BAR = 0.10  # of all answers, at most, by the best attacker that we know of

Bits = NDArray[np.bool_]
Tell = Callable[[float, int], float | None]  # a mean of so many questions -> what is told of it; None: nothing


class Probed:
    """The server as an attacker sees it: he sends answers, and is told what the leaderboard tells."""

    def __init__(self, rng: np.random.Generator, questions: int, tell: Tell) -> None:
        self.truth = rng.random(questions) < 0.5
        self.public = rng.permutation(questions) < questions // 2
        self.tell, self.left = tell, DAYS * DAILY

    def ask(self, said: Bits, sent: Bits | None = None) -> float | None:
        """Answers, and which of them are any: nonsense is wrong for sure."""
        self.left -= 1
        right = (said == self.truth) & (True if sent is None else sent)
        return self.tell(float(right[self.public].mean()), int(self.public.sum()))


def exactly(mark: float, questions: int) -> float | None:
    return mark


class Ladder:
    """What our leaderboard tells: steps, and only when one is climbed."""

    def __init__(self) -> None:
        self.best: float | None = None

    def __call__(self, mark: float, questions: int) -> float | None:
        step = step_for(questions)
        score = Score("answer", "all", "all", mark, mark, mark, questions, questions)
        told = better(rounded(score, step).mean, self.best, step)
        self.best = told if told is not None else self.best
        return told


class Rounding:
    """Steps without the ladder: every mark is told, rounded."""

    def __call__(self, mark: float, questions: int) -> float | None:
        score = Score("answer", "all", "all", mark, mark, mark, questions, questions)
        return rounded(score, step_for(questions)).mean


# ---- attackers: each gives what he believes at the end


def regression(server: Probed, rng: np.random.Generator) -> Bits:
    """Random answers every time, and least squares over all that was told."""
    asked, told = [], []
    while server.left:
        said = rng.random(len(server.truth)) < 0.5
        mark = server.ask(said)
        if mark is not None:
            asked.append(said)
            told.append(mark)
    design = np.where(np.array(asked), 1.0, -1.0)
    marks = np.array(told) - 0.5
    if len(marks) < 2:
        return asked[0]
    # Ridge: of all explanations the smallest, as there are more answers than marks.
    weights = np.linalg.solve(design @ design.T + 1.0 * np.eye(len(marks)), marks)
    return np.asarray(design.T @ weights > 0)


def climbing(flips: int) -> Callable[[Probed, np.random.Generator], Bits]:
    """Some answers of the best turned round by lot; kept when the mark rises."""

    def attack(server: Probed, rng: np.random.Generator) -> Bits:
        best = rng.random(len(server.truth)) < 0.5
        server.ask(best)
        while server.left:
            tried = best.copy()
            tried[rng.choice(len(tried), flips, replace=False)] ^= True
            if server.ask(tried) is not None:
                best = tried
        return best

    return attack


def blocks(size: int) -> Callable[[Probed, np.random.Generator], Bits]:
    """From nothing: a block of answers more each time, first yes, then no; what raises the mark stays."""

    def attack(server: Probed, rng: np.random.Generator) -> Bits:
        said, sent = np.zeros(len(server.truth), bool), np.zeros(len(server.truth), bool)
        order = rng.permutation(len(said))
        for start in range(0, len(order), size):
            block = order[start : start + size]
            for answer in (True, False):
                if server.left:
                    tried, with_it = said.copy(), sent.copy()
                    tried[block], with_it[block] = answer, True
                    if server.ask(tried, with_it) is not None:
                        said, sent = tried, with_it
                        break
        unsent = ~sent
        said[unsent] = rng.random(int(unsent.sum())) < 0.5
        return climb_on(server, rng, said)

    return attack


def climb_on(server: Probed, rng: np.random.Generator, best: Bits) -> Bits:
    """What is left of the year, spent climbing."""
    if server.left:
        server.ask(best)
    while server.left:
        tried = best.copy()
        tried[rng.choice(len(tried), 100, replace=False)] ^= True
        if server.ask(tried) is not None:
            best = tried
    return best


class Found(Struct, frozen=True):
    public: float
    private: float
    all: float


def found(server: Probed, said: Bits) -> Found:
    right = said == server.truth
    return Found(*(float(2 * right[some].mean() - 1) for some in (server.public, ~server.public, slice(None))))


ATTACKERS: dict[str, Callable[[Probed, np.random.Generator], Bits]] = {
    "regression": regression,
    **{f"climbing, {n} at a time": climbing(n) for n in (20, 100, 500)},
    **{f"blocks of {n}": blocks(n) for n in (40, 80, 160)},
}
TELLING: dict[str, Callable[[], Tell]] = {
    "exact marks": lambda: exactly,
    "rounded": Rounding,
    "rounded, when they rise (ours)": Ladder,
}


def measured(questions: int, rounds: int) -> dict[tuple[str, str], Found]:
    made = {}
    for how, tell in TELLING.items():
        for name, attack in ATTACKERS.items():
            if how != "rounded, when they rise (ours)" and name != "regression":
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
    made = measured(QUESTIONS, 3 if quick else 20)
    rows = [
        (f"{how}; {name}", *(f"{100 * one:.1f} %" for one in (f.public, f.private, f.all)))
        for (how, name), f in made.items()
    ]
    print_rows(
        f"answers found in a year of {DAILY} a day, {QUESTIONS:,} questions, public marks in steps of "
        f"{100 * step_for(QUESTIONS // 2):g} points",
        ("what is told; who probes", "public half", "private half", "all"),
        rows,
    )
    ours = {name: f for (how, name), f in made.items() if how.endswith("(ours)")}
    worst = max(ours, key=lambda name: ours[name].all)
    return [
        at_most(f"answers found by the best attacker ({worst}), of all", 100 * ours[worst].all, 100 * BAR, "%"),
        at_most("answers of the private half found by any", 100 * max(abs(f.private) for f in ours.values()), 5.0, "%"),
    ]
