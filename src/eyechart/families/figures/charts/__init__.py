"""Every kind of chart by name: each file of this folder that has a `chart` is one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from eyechart.families.figures.chart import Chart
from eyechart.families.figures.layout import Layout
from eyechart.families.figures.legend import placed_legend
from eyechart.families.figures.scene import Figure
from eyechart.registry import modules


def found() -> Iterator[tuple[str, Chart]]:
    """What this folder holds now."""
    for name, module in modules(__name__, __path__):
        chart = getattr(module, "chart", None)
        if isinstance(chart, Chart):
            yield name, chart


CHARTS = dict(found())
_theirs = {name: chart.published for name, chart in CHARTS.items() if chart.published is not None}
PUBLISHED = dict(sorted(_theirs.items(), key=lambda item: item[1].row))
"""What FigureQA says of its kinds, in the order of its Table 1."""


@lru_cache(maxsize=8)
def layout(figure: Figure) -> Layout:
    """Made once for sampling, painting, boxes and graph. A legend inside takes no room, wherever it is."""
    chart = CHARTS[figure.kind]
    if chart.key is None or figure.legend is None or not figure.legend.inside:
        return chart.layout(figure)
    plan = layout(replace(figure, legend=None))
    return replace(plan, legend=placed_legend(figure, plan.plot, chart.key))
