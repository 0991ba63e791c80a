"""What a figure can be asked so that its answer can be seen: what is too close, by a template's margin, is not asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate, pairwise, permutations, product
from math import exp, log

import numpy as np
from msgspec import Struct

from eyechart.core import Drawing
from eyechart.families.figures.charts import CHARTS
from eyechart.families.figures.charts.curves import DIGITS
from eyechart.families.figures.settings import FigureSettings
from eyechart.families.figures.templates import Row
from eyechart.families.figures.world import World

# Roughness has no pixels of its own: a ratio of two counts as far apart as 60 pixels.
ROUGHNESS_PIXELS = 60 / log(2)
ROUNDED = 10.0**-DIGITS  # of y values
COURSES = ("below", "above", "intersect")  # functions of two curves
Named = tuple[int, ...]
"""The elements that a question names, by their numbers."""
Ranked = tuple[list[int], list[float], list[float], float]
"""The elements in order of a property, the steps between them, the sums of these, and the least step that may be asked about."""


class Possible(Struct, frozen=True):
    """All that a template can ask of a figure: whom its yes and its no may name, with the pixels by which it is so."""

    row: Row
    yes: dict[Named, float]
    no: dict[Named, float]

    @property
    def difficulty(self) -> float:
        """Of its yes and its no on the average: that of a single one would tell which it is."""
        hard = [sum([exp(-margin / 40) for margin in side.values()]) / len(side) for side in (self.yes, self.no)]
        return round(sum(hard) / 2, 3)  # 40 px apart is as easy as it gets worth telling: 0.37


class Margins:
    """For one figure: its elements in order of a property with the steps between them, and pairs that can be told apart."""

    def __init__(self, world: World, drawing: Drawing, settings: FigureSettings) -> None:
        self.world, self.settings = world, settings
        self.chart = CHARTS[world.kind]
        left, top, right, bottom = drawing.where["plot"][0]
        self.scale = self.chart.scale(world, (left, top, right, bottom))
        self._ranked: dict[str, Ranked] = {}

    def possible(self, row: Row) -> Possible | None:
        """None, unless there is both a yes and a no."""
        if row.about not in self.chart.properties:
            return None
        yes, no = (
            self._against_all(row) if row.against_all else [self._against_one(row, wanted) for wanted in (True, False)]
        )
        return Possible(row, yes, no) if yes and no else None

    # ---- one against all

    def _against_all(self, row: Row) -> list[dict[Named, float]]:
        """The element that has the property and those that do not, each with the pixels by which it is so."""
        if row.about not in self._ranked:  # several templates ask about one property
            steps = self.steps(row.about)
            self._ranked[row.about] = self.order(row.about), steps, [0.0, *accumulate(steps)], self.least(row.about)
        order, steps, at, least = self._ranked[row.about]
        count = len(order)
        rank = {"least": 0, "most": count - 1, "low_median": (count - 1) // 2, "high_median": count // 2}[row.function]
        beside = min(steps[max(rank - 1, 0) : rank + 1])
        if beside < least:
            return [{}, {}]
        others: dict[Named, float] = {(order[i],): abs(at[i] - at[rank]) for i in range(count) if i != rank}
        return [{(order[rank],): beside}, others]

    def least(self, property: str) -> float:
        """The smallest step that may be asked about; more than nothing, since a tie has no answer."""
        s = self.settings
        if property == "area":
            return max(s.area_margin, 1e-9)
        if property == "roughness":
            return max(ROUGHNESS_PIXELS * log(s.roughness_ratio), 1e-9)
        return max(self.chart.margin(s), 1e-9)

    def order(self, property: str) -> list[int]:
        values = list(self.world.property(property).values())
        return sorted(range(len(values)), key=values.__getitem__)

    def steps(self, property: str) -> list[float]:
        """From each element in the order to the next, in pixels or what else its kind is seen in; none that rounding makes."""
        values = sorted(self.world.property(property).values())
        if property == "roughness":
            least = max(self._rounding(property), self._least_visible_roughness())
            seen = [ROUGHNESS_PIXELS * log(max(value, least)) for value in values]
        else:
            scale = self.scale / self._width() if property == "area" else self.scale
            seen = [scale * value for value in values]
        doubt = 2 * self._rounding(property)
        return [q - p if b - a > doubt else 0.0 for (a, b), (p, q) in zip(*map(pairwise, (values, seen)), strict=True)]

    def _rounding(self, property: str) -> float:
        """How far a property may be off, since y values are rounded. Rounding keeps the order of values and of extremes."""
        if property == "area":
            return ROUNDED / 2 * self._width()
        if property == "roughness":
            x = self._x()
            return 2 * ROUNDED * (len(x) - 2) / min([b - a for a, b in pairwise(x)])
        return 0.0

    def _x(self) -> tuple[float, ...]:
        x: tuple[float, ...] = next(iter(self.world.elements.values())).data["x"]
        return x

    def _width(self) -> float:
        x = self._x()
        return x[-1] - x[0]

    def _least_visible_roughness(self) -> float:
        """Below 15 % of a full swing of the axis over its width all curves look straight."""
        if self.settings.roughness_ratio == 1:
            return 0.0
        axis = self.world.parts["y_axis"].data
        return 0.15 * float(axis["high"] - axis["low"]) / self._width()

    # ---- one against one

    def _against_one(self, row: Row, wanted: bool) -> dict[Named, float]:
        """Pairs (x, y) for which the function gives what is wanted, with the pixels by which it does."""
        return (self._by_value if row.about == "value" else self._by_course)[row.function, wanted]

    @cached_property
    def _by_value(self) -> dict[tuple[str, bool], dict[Named, float]]:
        values, least = list(self.world.property("value").values()), self.least("value")
        less: dict[Named, float] = {}
        greater: dict[Named, float] = {}
        for i, x in enumerate(values):
            for j, y in enumerate(values):
                ahead = self.scale * (y - x)
                if ahead >= least:
                    less[i, j] = ahead
                elif -ahead >= least:
                    greater[i, j] = -ahead
        return {("less", True): less, ("less", False): greater, ("greater", True): greater, ("greater", False): less}

    @cached_property
    def _by_course(self) -> dict[tuple[str, bool], dict[Named, float]]:
        far, near = max(self.settings.margin, 1e-9), max(self.settings.gap, 1e-9)
        found: dict[tuple[str, bool], dict[Named, float]] = {key: {} for key in product(COURSES, (True, False))}
        for named, (least, most) in self._gaps():
            crossing = min(-least, most)  # both ways by at least this much
            for function, holds, turned in (("below", least, -most), ("above", -most, least)):
                if holds >= near:
                    found[function, True][named] = holds
                margin, enough = (crossing, far) if crossing > turned else (turned, near)
                if margin >= enough:
                    found[function, False][named] = margin
            if crossing >= far:
                found["intersect", True][named] = crossing
            elif (apart := max(least, -most)) >= near:
                found["intersect", False][named] = apart
        return found

    def _gaps(self) -> Iterator[tuple[Named, tuple[float, float]]]:
        """For each pair the least and the largest of y_j - y_i over all x, in pixels."""
        heights = np.array([thing.data["y"] for thing in self.world.elements.values()]) * self.scale
        differences = heights[None, :] - heights[:, None]
        low, high = differences.min(axis=2).tolist(), differences.max(axis=2).tolist()
        for i, j in permutations(range(len(heights)), 2):
            yield (i, j), (low[i][j], high[i][j])
