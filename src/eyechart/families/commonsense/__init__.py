"""CRIC: questions composed from what a scene shows and what everybody knows, answered with a word and an object."""

from pathlib import Path

from eyechart.core import Family, Split
from eyechart.families.commonsense.ask import FACET_NAMES, TEMPLATES, ask
from eyechart.families.commonsense.export import write
from eyechart.families.commonsense.language.lexicon import LANGUAGES
from eyechart.families.commonsense.places import EXAM, PLACES
from eyechart.families.commonsense.plan.board import HELD_OUT
from eyechart.families.commonsense.sample import draw, graph, sample
from eyechart.families.commonsense.settings import CommonsenseSettings
from eyechart.families.commonsense.views import VIEWS
from eyechart.families.commonsense.world import FUNCTIONS, world_of

family = Family(
    name="commonsense",
    version=8,
    title="CRIC: vision and commonsense, composed",
    settings=CommonsenseSettings,
    presets={"exam": {}, "bilingual": {"languages": ["en", "zh"]}},
    beyond={"places": tuple(name for name in PLACES if name not in EXAM)},
    splits={
        "train": Split(67_369, "seven tenths of the paper's images; four fifths of the facts"),
        "val": Split(9_624, "one tenth; the same facts"),
        "test_seen": Split(19_248, "two tenths; the same facts"),
        HELD_OUT: Split(19_248, "two tenths; the other fifth of the facts, which no other split asks about"),
    },
    facets=FACET_NAMES,
    templates=TEMPLATES,
    languages=LANGUAGES,
    sample=sample,
    draw=draw,
    graph=graph,
    ask=ask,
    world=world_of,
    functions=FUNCTIONS,
    card=Path(__file__).parent / "CARD.md",
    exporters={"cric": write},
    views=VIEWS,
)
