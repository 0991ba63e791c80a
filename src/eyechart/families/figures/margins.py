"""How far apart, in pixels, the things are that a question compares. What is too close is not asked."""

from __future__ import annotations

import itertools
from math import log

import numpy as np
from numpy.typing import NDArray

from eyechart.core import Drawing
from eyechart.families.figures.scene import FigureSettings
from eyechart.families.figures.world import World
from eyechart.seeding import Rng

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
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
            total = sum(world.property("value").values())
            self.scale = 360 / total  # degrees
        elif world.kind == "hbar":
            self.scale = (right - left) / (parts["x_axis"].data["high"] - parts["x_axis"].data["low"])
        else:
            self.scale = (bottom - top) / (parts["y_axis"].data["high"] - parts["y_axis"].data["low"])
        self.ids = list(world.elements)
        self._low_high: tuple[Floats, Floats] | None = None

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

    def pick(self, function: str, wanted: bool, rng: Rng) -> tuple[tuple[str, str], float] | None:
        """By lot a pair (x, y) for which the function gives what is wanted, with the pixels by which it does."""
        if function in ("less", "greater"):
            margins, enough = self._of_values(function == "less", wanted)
        else:
            margins, enough = self._of_curves(function, wanted)
        np.fill_diagonal(enough, False)
        pairs = np.argwhere(enough)
        if not len(pairs):
            return None
        i, j = rng.choice(pairs.tolist())
        return (self.ids[i], self.ids[j]), float(margins[i, j])

    def _of_values(self, less: bool, wanted: bool) -> tuple[Floats, Bools]:
        """For each pair by how much x is less (or greater) than y, or is not; and whether that is enough."""
        values = np.array(list(self.world.property("value").values()))
        margins = self.scale * (values[None, :] - values[:, None])
        if less != wanted:
            margins = -margins
        return margins, margins >= self.least("value")

    def _of_curves(self, function: str, wanted: bool) -> tuple[Floats, Bools]:
        low, high = self._gaps()
        if function == "above":
            low, high = -high, -low
        far, near = max(self.settings.margin, 1e-9), max(self.settings.gap, 1e-9)
        crossing = np.minimum(-low, high)  # both ways by at least this much
        if function == "intersect" and wanted:
            return crossing, crossing >= far
        if function == "intersect":
            apart = np.maximum(low, -high)  # one way throughout by at least this much
            return apart, apart >= near
        if wanted:
            return low, low >= near
        crosses = crossing > -high
        margins = np.where(crosses, crossing, -high)
        return margins, margins >= np.where(crosses, far, near)

    def _gaps(self) -> tuple[Floats, Floats]:
        """For each pair the least and the largest of y_j - y_i over all x, in pixels."""
        if self._low_high is None:
            heights = np.array([thing.data["y"] for thing in self.world.elements.values()]) * self.scale
            differences = heights[None, :] - heights[:, None]
            self._low_high = differences.min(axis=2), differences.max(axis=2)
        return self._low_high


def _safe_log(value: float) -> float:
    return log(value) if value > 0 else -1e6
