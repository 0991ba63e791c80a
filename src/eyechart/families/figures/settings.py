"""What can be set when figures are generated: the defaults, and the preset `paper`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from eyechart.core import Settings
from eyechart.errors import EyechartError, unknown
from eyechart.families.figures.charts import CHARTS, PUBLISHED
from eyechart.families.figures.colours import HALVES, most_apart, palette
from eyechart.families.figures.templates import TEMPLATES

Share = Annotated[float, Meta(ge=0, le=1)]
Pixels = Annotated[float, Meta(ge=0, le=200)]
Count = Annotated[int, Meta(ge=2, le=20)]


class FigureSettings(Settings, frozen=True, kw_only=True):
    """Defaults are the preset `exam`. The first block is Table 1 and section 3.1, the second what makes a figure legible."""

    kinds: tuple[str, ...] = tuple(PUBLISHED)  # files of `charts/`, in turn
    templates: tuple[str, ...] = ()  # that are asked; empty: all
    languages: tuple[str, ...] = ("en",)  # one is drawn for each figure
    bars: tuple[Count, Count] = (2, 10)
    series: tuple[Count, Count] = (2, 7)
    points: tuple[Count, Count] = (5, 20)
    slices: tuple[Count, Count] = (2, 7)
    palette: Annotated[int, Meta(ge=2, le=50)] = 50  # colours of each half; fewer: those that are farthest apart
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
    text: bool = True  # title, names, numbers and a legend; without, the plot fills the figure
    titles: Literal["topics", "plain"] = "topics"
    wording: Literal["clear", "paper"] = "clear"
    shaped: bool = False  # bars stand in the order of their shape, rising, falling or bell-shaped; else in any order
    pairs: bool = (
        False  # of each template a yes and a no (section 3.2); else a page's answers are independent fair coins
    )

    margin: Pixels = 6.0  # least difference in pixels between two heights that a question compares
    gap: Pixels = 5.0  # least distance in pixels of a curve that is everywhere below another
    area_margin: Pixels = 8.0  # least difference of mean heights in pixels, for areas under curves
    pie_margin: Annotated[float, Meta(ge=0, le=90)] = 8.0  # least difference of angles in degrees
    roughness_ratio: Annotated[float, Meta(ge=1, le=10)] = 1.35  # the roughest to the next, the next to the smoothest
    colour_distance: Annotated[float, Meta(ge=0, le=60)] = 14.0  # least CIEDE2000 between two colours of a figure
    paper_distance: Annotated[float, Meta(ge=0, le=60)] = 14.0  # and between a colour and the white page
    visible: Share = 0.7  # least share of a curve that no other one lies upon
    free_legend: bool = True  # a legend inside the plot never lies on data

    def check(self) -> None:
        for name in ("bars", "series", "points", "slices", "width_ratio"):
            low, high = getattr(self, name)
            if low > high:
                raise EyechartError(f"Setting {name}={low},{high} is empty: the first must not exceed the second.")
        if self.points[0] < 3:
            raise EyechartError(f"Setting points={self.points[0]},… is too few: roughness needs three points.")
        if not self.kinds or not self.font_sizes or not self.languages:
            raise EyechartError("Settings kinds, languages and font_sizes need at least one value each.")
        for kind in self.kinds:
            if kind not in CHARTS:
                raise unknown("kind of chart", kind, CHARTS)
        for name in self.templates:
            if name not in TEMPLATES:
                raise unknown("template of figures", name, TEMPLATES)
        most = max(CHARTS[kind].count(self)[1] for kind in self.kinds)
        for half in HALVES:
            if most_apart(palette(half, self.palette), self.colour_distance, self.paper_distance) < most:
                raise EyechartError(
                    f"Setting colour_distance={self.colour_distance:g}: half {half} of the colours has no {most} that far "
                    "apart. Lower it, or ask for fewer bars, series and slices."
                )


# The published look: margins of nothing, so that a question may be too close to call.
PAPER = {
    "titles": "plain",
    "wording": "paper",
    "shaped": True,
    "pairs": True,
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

# For networks that learn on a processor in minutes, after Sort-of-CLEVR: square figures of a few thick bars and nothing else, in
# colours far apart, none of them too close to call.
MINI = {
    **PAPER,
    "kinds": ("vbar", "hbar"),
    "templates": ("maximum", "greater"),
    "bars": (2, 6),
    "text": False,
    "height": 300,
    "width_ratio": (1.0, 1.0),
    "margin": 15.0,
    "colour_distance": 20.0,
    "paper_distance": 14.0,
}
