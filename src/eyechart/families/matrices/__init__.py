"""V-PROM: 3×3 matrices of pictures, the last of which is missing."""

from pathlib import Path

from eyechart.core import Family, Split
from eyechart.families.matrices.ask import TEMPLATES, ask
from eyechart.families.matrices.draw import draw
from eyechart.families.matrices.export import write
from eyechart.families.matrices.sample import sample
from eyechart.families.matrices.scene import MINI, PAPER, MatrixSettings
from eyechart.families.matrices.views import VIEWS, shows
from eyechart.families.matrices.words import BOOKS
from eyechart.families.matrices.world import FUNCTIONS, World, graph

family = Family(
    name="matrices",
    version=4,
    title="V-PROM: visual progressive matrices",
    settings=MatrixSettings,
    presets={"exam": {}, "mini": MINI, "paper": PAPER},
    splits={
        "train": Split(148_667, "what a rule may be about in training; see the setting regime"),
        "val": Split(8_000, "as training, other matrices"),
        "test": Split(78_333, "as training, other problems; in all regimes but neutral also what is held out"),
    },
    facets=("relation", "kind", "property", "subject", "regime", "rule"),
    templates=TEMPLATES,
    languages=tuple(BOOKS),
    sample=sample,
    draw=draw,
    graph=graph,
    ask=ask,
    world=World,
    functions=FUNCTIONS,
    card=Path(__file__).parent / "CARD.md",
    exporters={"vprom": write},
    shows=shows,
    views=VIEWS,
)
