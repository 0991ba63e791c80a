"""One question for each matrix, the same for all: which candidate, and by which rule."""

from __future__ import annotations

from eyechart.core import Ask, Drawing, Step, Template
from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import SHOWN, properties
from eyechart.families.matrices.rules import unique
from eyechart.families.matrices.scene import LETTERS, MatrixSettings
from eyechart.families.matrices.world import World, rivals
from eyechart.phrasing import wordings
from eyechart.program import program
from eyechart.seeding import Rng

HOW = (
    "Say which relation it is (and: all three the same; or: the third is the same as the first or the second; union: every "
    "row holds the same three; progression: numbers in equal steps), and what it is about (object attribute, human "
    "attribute, object category or object count)."
)
# The wordings tell neither relation nor kind. `question` is no need: every matrix asks the same.
MATRIX = Template(
    "matrix",
    wordings(
        en=(
            "The eight pictures are a 3×3 matrix, row by row, whose last picture is missing. In each row the same relation "
            f"holds between the three pictures. Which candidate completes the matrix? {HOW}",
            "Three rows of three pictures follow one rule, row by row. The last picture of the third row is missing. Which "
            f"of the candidates belongs there? {HOW}",
        ),
    ),
    needs=("picture", "choices"),
    form="choose-picture",
)
TEMPLATES = {MATRIX.name: MATRIX}
PROGRAM = program(
    Step("show"), Step("explain", (0,)), Step("rule", (1,)), Step("complete", (1,)), evidence=(2,)
)  # fmt: skip
MOST_RIVALS = max(len(shown) for shown in SHOWN.values()) - 1


def ask(world: World, drawing: Drawing, rng: Rng, settings: MatrixSettings) -> list[Ask]:
    found = unique(world.explanations())
    if found is None:
        raise EyechartError("A matrix without a single explanation cannot be asked about.")
    count = len(world.candidates)
    facets = {
        "relation": found.relation,
        "kind": properties()[found.property].kind,
        "property": found.property,
        "subject": world.subject,
        "regime": world.regime,
    }
    return [
        Ask(
            template=MATRIX,
            program=PROGRAM,
            pictures=tuple(range(8)),
            choices=tuple(LETTERS[:count]),
            choice_pictures=tuple(range(8, 8 + count)),
            facets=facets,
            difficulty=round(rivals(world) / MOST_RIVALS, 3),
        )
    ]
