"""Which marks a leaderboard shows: the family's official columns, how exactly they are told, and who is above whom."""

from __future__ import annotations

from math import ceil, floor, sqrt

from msgspec import Struct, structs

from eyechart import registry
from eyechart.reporting.layouts.layout import Column, Official
from eyechart.score import OVERALL, Score, metrics_for

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


def rounded(score: Score, step: float) -> Told:
    """To the nearest step, with an interval rounded outwards: its ends would otherwise give the mean away."""
    mean = round(score.mean / step) * step
    return Told(
        round(mean, 6),
        round(max(0.0, floor(score.low / step) * step), 6),
        round(min(1.0, ceil(score.high / step) * step), 6),
    )


def overall_only(official: Official) -> Official:
    """Without columns of some questions only: a column of few questions tells much about each."""
    whole = tuple(column for column in official.columns if column.facet == OVERALL)
    return structs.replace(official, columns=whole, conditions={}, ratios={})
