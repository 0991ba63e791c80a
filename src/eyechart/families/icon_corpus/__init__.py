"""Icon645: single icons with a class, to teach a network what icons show before it sees diagrams of them."""

from pathlib import Path

from eyechart.core import Family, Split
from eyechart.drawing.packs import PACKS
from eyechart.families.icon_corpus.scene import WHAT, CorpusSettings, ask, draw, graph, name, sample, the_icon
from eyechart.program import functions

family = Family(
    name="icon-corpus",
    version=2,
    title="Icon645: single icons and what they show",
    settings=CorpusSettings,
    presets={"small": {}, "large": {"packs": [name for name, pack in PACKS.items() if not pack.share_alike]}},
    splits={
        "train": Split(516_550, "half of each class's drawings or more, the classes with a long tail"),
        "val": Split(64_569, "other drawings, a quarter, each class as often"),
        "test": Split(64_568, "other drawings, a quarter, each class as often"),
    },
    facets=("cluster",),
    templates={WHAT.name: WHAT},
    sample=sample,
    draw=draw,
    graph=graph,
    ask=ask,
    world=lambda graph: graph,
    functions=functions(the_icon, name),
    card=Path(__file__).parent / "CARD.md",
)
