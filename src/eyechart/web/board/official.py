"""Which marks a leaderboard shows: the family's official columns, how exactly they are told, and who is above whom."""

from __future__ import annotations

from math import ceil, floor, sqrt

from msgspec import Struct, structs

from eyechart import registry
from eyechart.metrics.facets import OVERALL
from eyechart.reporting.layouts.layout import Column, Official
from eyechart.score import Score, Scores, metrics_for

FEWEST = 100  # questions of a column that is told while answers are hidden
STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1)  # as shares: a tenth of a point to ten points


def official_of(family: str) -> Official:
    """The columns that its paper has; for a family without a paper every mark over everything."""
    if family in registry.names("leaderboards"):
        return registry.get("leaderboards", family)
    return Official(family, "answer", tuple(Column(metric.title, metric.name) for metric in metrics_for(family)))


def step_for(questions: int) -> float:
    """How exactly a mark of so many questions is told while answers are hidden: not more so than chance lets it be.

    Of n questions right or wrong the mean has a standard error of up to 0.5 / √n. A finer mark would say more about single
    answers than about the model.
    """
    error = 0.5 / sqrt(max(questions, 1))
    return next((step for step in STEPS if step >= error), STEPS[-1])


class Told(Struct, frozen=True):
    """A mark as it is told: rounded, or as it is."""

    mean: float
    low: float
    high: float


def told(score: Score) -> Told:
    return Told(score.mean, score.low, score.high)


def coarse(own: Scores, step: float) -> Scores:
    """Scores as they are told while answers are hidden: each to the step of the benchmark, or to the coarser one that its
    questions allow; columns of few questions, of which each would be told much about, not at all."""
    enough = [s for s in own.scores if s.facet == OVERALL or s.questions >= FEWEST]
    return structs.replace(own, scores=tuple(rounded(s, max(step, step_for(s.questions))) for s in enough))


def rounded(score: Score, step: float) -> Score:
    """To the nearest step, with an interval rounded outwards: its ends would otherwise give the mean away."""
    return structs.replace(
        score,
        mean=round(round(score.mean / step) * step, 6),
        low=round(max(0.0, floor(score.low / step) * step), 6),
        high=round(min(1.0, ceil(score.high / step) * step), 6),
    )
