"""How far apart, in pixels, the things are that a question compares. What is too close is not asked."""

from __future__ import annotations

import itertools
from math import log

import numpy as np

from eyechart.core import Drawing
from eyechart.families.figures.scene import FigureSettings
from eyechart.families.figures.world import World

CURVES = ("area", "roughness", "lowest", "highest")
# Roughness has no pixels of its own: a ratio of two counts as far apart as 60 pixels.
ROUGHNESS_PIXELS = 60 / log(2)


class Margins:
    """For one figure: its elements in order of a property with the steps between them, and pairs that can be told apart."""

    def __init__(self, world: World, drawing: Drawing, settings: FigureSettings) -> None:
        self.world, self.settings = world, settings
        self.properties = CURVES if world.kind in ("line", "dot_line") else ("value",)
        left, top, right, bottom = drawing.where["plot"][0]
        parts = world.parts
        if world.kind == "pie":
            self.scale, self.tall = 1.0, 0.0
            total = sum(world.property("value").values())
            self.scale = 360 / total  # degrees
        elif world.kind == "hbar":
            self.scale = (right - left) / (parts["x_axis"].data["high"] - parts["x_axis"].data["low"])
        else:
            self.scale = (bottom - top) / (parts["y_axis"].data["high"] - parts["y_axis"].data["low"])
        self.ids = list(world.elements)
        self._differences: np.ndarray | None = None

    def least(self, property: str) -> float:
        """The smallest step that may be asked about; more than nothing, since a tie has no answer."""
        s = self.settings
        if property == "area":
            return max(s.area_margin, 1e-9)
        if property == "roughness":
            return max(ROUGHNESS_PIXELS * log(s.roughness_ratio), 1e-9)
        return max(s.pie_margin if self.world.kind == "pie" else s.margin, 1e-9)

    def order(self, property: str) -> list[str]:
        values = self.world.property(property)
        return sorted(values, key=values.__getitem__)

    def steps(self, property: str) -> list[float]:
        """From each element in the order to the next, in pixels (pies: degrees)."""
        values = sorted(self.world.property(property).values())
        if property == "roughness":
            floor = self._least_visible_roughness()
            logs = [log(max(value, floor)) if floor else _safe_log(value) for value in values]
            return [ROUGHNESS_PIXELS * (b - a) for a, b in itertools.pairwise(logs)]
        scale = self.scale / self._width() if property == "area" else self.scale
        return [scale * (b - a) for a, b in itertools.pairwise(values)]

    def _width(self) -> float:
        x = next(iter(self.world.elements.values())).data["x"]
        return float(x[-1] - x[0])

    def _least_visible_roughness(self) -> float:
        """Straight lines differ by rounding only: below 15 % of a full swing of the axis over its width all count the same."""
        if self.settings.roughness_ratio == 1:
            return 0.0
        axis = self.world.parts["y_axis"].data
        return 0.15 * float(axis["high"] - axis["low"]) / self._width()

    def pairs(self, function: str, wanted: bool) -> list[tuple[tuple[str, str], float]]:
        """Pairs (x, y) for which the function gives what is wanted, with the pixels by which it does."""
        n = len(self.ids)
        return [
            ((self.ids[i], self.ids[j]), margin)
            for i in range(n)
            for j in range(n)
            if i != j and (margin := self._margin(function, wanted, i, j)) is not None
        ]

    def _margin(self, function: str, wanted: bool, i: int, j: int) -> float | None:
        if function in ("less", "greater"):
            values = self.world.property("value")
            difference = self.scale * (values[self.ids[j]] - values[self.ids[i]])
            if function == "greater":
                difference = -difference
            margin = difference if wanted else -difference
            return margin if margin >= self.least("value") else None
        low, high = self._gaps(i, j)
        if function == "above":
            low, high = -high, -low
        crossing = min(-low, high)  # both ways by at least this much
        apart = max(low, -high)  # one way throughout by at least this much
        if function == "intersect":
            margin, least = (crossing, self.settings.margin) if wanted else (apart, self.settings.gap)
        elif wanted:
            margin, least = low, self.settings.gap
        elif crossing > -high:
            margin, least = crossing, self.settings.margin
        else:
            margin, least = -high, self.settings.gap
        return margin if margin >= max(least, 1e-9) else None

    def _gaps(self, i: int, j: int) -> tuple[float, float]:
        """The least and the largest of y_j - y_i over all x, in pixels."""
        if self._differences is None:
            heights = np.array([thing.data["y"] for thing in self.world.elements.values()]) * self.scale
            self._differences = heights[None, :] - heights[:, None]
            self._low = self._differences.min(axis=2).tolist()
            self._high = self._differences.max(axis=2).tolist()
        return self._low[i][j], self._high[i][j]


def _safe_log(value: float) -> float:
    return log(value) if value > 0 else -1e6
