"""What a figure shows: its kind, its data and how it is dressed. No pixels here but the figure's own size."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from eyechart.core import Settings
from eyechart.drawing.colour import distance
from eyechart.errors import EyechartError
from eyechart.families.figures.colours import COLOURS, HALVES, Colour, Half
from eyechart.families.figures.topics import BARS, CURVES, PIES
from eyechart.seeding import Rng

Kind = Literal["vbar", "hbar", "line", "dot_line", "pie"]
KINDS: tuple[Kind, ...] = ("vbar", "hbar", "line", "dot_line", "pie")
# Table 1: the half of the colours that each kind takes in training; the alternated scheme takes the other.
TRAINING_HALF: dict[Kind, Half] = {"vbar": "A", "hbar": "B", "line": "A", "dot_line": "B", "pie": "A"}
ALTERNATED_SPLITS = ("val2", "test2")
STYLES = ("solid", "dashed", "dotted", "dotdash", "dashdot")

Share = Annotated[float, Meta(ge=0, le=1)]
Pixels = Annotated[float, Meta(ge=0, le=200)]
Count = Annotated[int, Meta(ge=2, le=20)]


class FigureSettings(Settings, frozen=True, kw_only=True):
    """Defaults are the preset `exam`. The first block is Table 1 and section 3.1, the second what makes a figure legible."""

    kinds: tuple[Kind, ...] = KINDS
    bars: tuple[Count, Count] = (2, 10)
    series: tuple[Count, Count] = (2, 7)
    points: tuple[Count, Count] = (5, 20)
    slices: tuple[Count, Count] = (2, 7)
    height: Annotated[int, Meta(ge=300, le=1200)] = 400
    width_ratio: tuple[Annotated[float, Meta(ge=1)], Annotated[float, Meta(le=3)]] = (1.0, 2.0)
    side_legend_ratio: Annotated[float, Meta(ge=1, le=3)] = 1.33  # the least, when the legend stands beside the plot
    font_sizes: tuple[Annotated[int, Meta(ge=6, le=24)], ...] = (8, 9, 10, 11)  # points
    gridlines: Share = 0.5
    legend_inside: Share = 0.5
    legend_border: Share = 0.5
    legend_horizontal: Share = 0.5
    legend_horizontal_most: Annotated[int, Meta(ge=0, le=7)] = 3  # elements
    solid: Share = 0.5  # of the line plots have solid lines only; the others go through five styles
    titles: Literal["topics", "plain"] = "topics"
    wording: Literal["clear", "paper"] = "clear"

    margin: Pixels = 6.0  # least difference in pixels between two heights that a question compares
    gap: Pixels = 5.0  # least distance in pixels of a curve that is everywhere below another
    area_margin: Pixels = 8.0  # least difference of mean heights in pixels, for areas under curves
    pie_margin: Annotated[float, Meta(ge=0, le=90)] = 8.0  # least difference of angles in degrees
    roughness_ratio: Annotated[float, Meta(ge=1, le=10)] = 1.35  # the roughest to the next, the next to the smoothest
    colour_distance: Annotated[float, Meta(ge=0, le=60)] = 14.0  # least CIEDE2000 between two colours of a figure
    paper_distance: Annotated[float, Meta(ge=0, le=60)] = 14.0  # and between a colour and the white page
    visible: Share = 0.75  # least share of a curve that no later one covers
    free_legend: bool = True  # a legend inside the plot never lies on data

    def check(self) -> None:
        for name in ("bars", "series", "points", "slices", "width_ratio"):
            low, high = getattr(self, name)
            if low > high:
                raise EyechartError(f"Setting {name}={low},{high} is empty: the first must not exceed the second.")
        if self.points[0] < 3:
            raise EyechartError(f"Setting points={self.points[0]},… is too few: roughness needs three points.")
        if not self.kinds or not self.font_sizes:
            raise EyechartError("Settings kinds and font_sizes need at least one value each.")
        most = max(self.bars[1], self.series[1], self.slices[1])
        for half in HALVES:
            if _most_apart(half, self.colour_distance, self.paper_distance) < most:
                raise EyechartError(
                    f"Setting colour_distance={self.colour_distance:g}: half {half} of the colours has no {most} that far "
                    "apart. Lower it, or ask for fewer bars, series and slices."
                )


# The published look: margins of nothing, so that a question may be too close to call.
PAPER = {
    "titles": "plain",
    "wording": "paper",
    "margin": 0.0,
    "gap": 0.0,
    "area_margin": 0.0,
    "pie_margin": 0.0,
    "roughness_ratio": 1.0,
    "colour_distance": 0.0,
    "paper_distance": 0.0,
    "visible": 0.0,
    "free_legend": False,
}


class Element(Struct, frozen=True):
    """A bar, a slice (one value each) or a series (one value for each x)."""

    colour: Colour
    values: tuple[float, ...]
    style: str = "solid"


class Legend(Struct, frozen=True):
    inside: bool
    horizontal: bool
    border: bool
    column: int = 2  # 0 left, 1 centre, 2 right
    row: int = 0  # 0 top, 1 middle, 2 bottom


class Figure(Struct, frozen=True):
    kind: Kind
    width: int
    height: int
    font_size: int  # points
    gridlines: bool
    title: str
    x_label: str
    y_label: str
    elements: tuple[Element, ...]
    x: tuple[float, ...] = ()  # shared by all series
    start: float = 0.0  # pies: where the first slice begins, in radians from three o'clock
    legend: Legend | None = None  # bars have their names on the axis


def data_for(kind: Kind, rng: Rng, settings: FigureSettings) -> tuple[tuple[float, ...], list[tuple[float, ...]]]:
    """x values (curves only) and the values of each element."""
    if kind in ("vbar", "hbar"):
        return (), [(value,) for value in _bar_values(rng, rng.integer(*settings.bars))]
    if kind == "pie":
        shares = [rng.random() + 0.05 for _ in range(rng.integer(*settings.slices))]
        return (), [(round(share / sum(shares), 4),) for share in shares]
    points = rng.integer(*settings.points)
    x = tuple(round(100 * i / (points - 1), 2) for i in range(points))
    low = rng.integer(0, 99)
    high = rng.integer(low + 1, 100)
    return x, [_curve(rng, x, low, high) for _ in range(rng.integer(*settings.series))]


def _bar_values(rng: Rng, count: int) -> list[float]:
    """Uniform random four times in seven, linear twice, bell-shaped once, as published; within 0 to 99."""
    shape = rng.weighted(("uniform", "linear", "bell"), (4, 2, 1))
    if shape == "uniform":
        values = [rng.uniform(0, 99) for _ in range(count)]
    elif shape == "linear":
        first, last = rng.uniform(0, 99), rng.uniform(0, 99)
        values = [first + (last - first) * i / (count - 1) + rng.uniform(-5, 5) for i in range(count)]
    else:
        middle, width, peak = rng.uniform(0, count - 1), rng.uniform(0.8, count / 2 + 0.5), rng.uniform(40, 99)
        values = [
            peak * 2.718281828459045 ** (-(((i - middle) / width) ** 2) / 2) + rng.uniform(-5, 5) for i in range(count)
        ]
    return [round(min(max(value, 0.5), 99.0), 1) for value in values]


def _curve(rng: Rng, x: tuple[float, ...], low: float, high: float) -> tuple[float, ...]:
    """Linear, linear with noise, or quadratic, within low to high."""
    shape, span = rng.integer(0, 2), high - low
    if shape == 2:
        turn, k = rng.uniform(0, 100), rng.uniform(low, high)
        up = rng.coin((high - k) / span)  # towards the side that has room
        bend = rng.uniform(0.3, 1.0) * ((high - k) if up else (k - low)) / max(turn, 100 - turn) ** 2
        values = [k + (bend if up else -bend) * (at - turn) ** 2 for at in x]
    else:
        first, last = rng.uniform(low, high), rng.uniform(low, high)
        noise = 0.05 * span if shape == 1 else 0.0
        values = [first + (last - first) * at / 100 + (rng.uniform(-noise, noise) if noise else 0.0) for at in x]
    digits = 2 if span >= 10 else 3
    return tuple([round(min(max(value, low), high), digits) for value in values])


def colours_for(kind: Kind, split: str, count: int, rng: Rng, settings: FigureSettings) -> list[Colour]:
    """Different colours of the half that this kind takes in this split, as far apart as the settings say."""
    half = TRAINING_HALF[kind]
    if split in ALTERNATED_SPLITS:
        half = "B" if half == "A" else "A"
    allies = _allies(settings.colour_distance, settings.paper_distance)
    for _ in range(1000):
        chosen: list[Colour] = []
        allowed = allies[100]
        for colour in rng.shuffled(HALVES[half]):
            if allowed >> colour.id & 1:
                chosen.append(colour)
                allowed &= allies[colour.id]
                if len(chosen) == count:
                    return chosen
    raise EyechartError(f"Setting colour_distance={settings.colour_distance:g}: no {count} colours that far apart.")


_ALLIES: dict[tuple[float, float], tuple[int, ...]] = {}


def _allies(apart: float, from_paper: float) -> tuple[int, ...]:
    """For each colour id the set (as bits) of ids that may stand beside it; last, those that may stand on white."""
    key = (apart, from_paper)
    if key not in _ALLIES:
        sets = [
            sum(1 << other.id for other in COLOURS if other.id != one.id and distance(one.hex, other.hex) >= apart)
            for one in COLOURS
        ]
        on_white = sum(1 << one.id for one in COLOURS if distance(one.hex, "#FFFFFF") >= from_paper)
        _ALLIES[key] = (*sets, on_white)
    return _ALLIES[key]


def _most_apart(half: Half, apart: float, from_paper: float) -> int:
    """How many colours a greedy choice finds that keep their distance: a lower bound, by fifty orders."""
    allies, best = _allies(apart, from_paper), 0
    for order in range(50):
        allowed, count = allies[100], 0
        for colour in Rng(order).shuffled(HALVES[half]):
            if allowed >> colour.id & 1:
                allowed &= allies[colour.id]
                count += 1
        best = max(best, count)
    return best


def words_for(kind: Kind, rng: Rng, settings: FigureSettings) -> tuple[str, str, str]:
    """Title, x label, y label."""
    if settings.titles == "plain":
        return ("title", "", "") if kind == "pie" else ("title", "xaxis_label", "yaxis_label")
    if kind == "pie":
        return rng.choice(PIES), "", ""
    if kind == "hbar":
        title, categories, amount = rng.choice(BARS)
        return title, amount, categories
    return rng.choice(BARS if kind == "vbar" else CURVES)
