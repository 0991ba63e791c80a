"""One question for each matrix, the same for all: which candidate, and by which rule."""

from __future__ import annotations

from eyechart.core import Ask, Drawing, Step, Template
from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import SHOWN, properties
from eyechart.families.matrices.rules import unique
from eyechart.families.matrices.scene import LETTERS, Matrix, MatrixSettings
from eyechart.families.matrices.words import BOOKS
from eyechart.families.matrices.world import FUNCTIONS, World, rivals
from eyechart.program import fitting, program
from eyechart.seeding import Rng
from eyechart.text.wordbook import wordings_of

# `question` is no need: every matrix asks the same.
MATRIX = Template("matrix", wordings_of(BOOKS, "matrix"), needs=("picture", "choices"), form="choose-picture")
TEMPLATES = {MATRIX.name: MATRIX}
PROGRAM = fitting(
    program(Step("show"), Step("explain", (0,)), Step("rule", (1,)), Step("complete", (1,)), evidence=(2,)), FUNCTIONS
)
MOST_RIVALS = max(len(shown) for shown in SHOWN.values()) - 1


def ask(matrix: Matrix, world: World, drawing: Drawing, rng: Rng, settings: MatrixSettings) -> list[Ask]:
    found = unique(world.explanations())
    if found is None:
        raise EyechartError("A matrix without a single explanation cannot be asked about.")
    count = len(world.candidates)
    # One language takes no draw.
    language = settings.languages[0] if len(settings.languages) == 1 else rng.choice(settings.languages)
    facets = {
        "relation": found.relation,
        "kind": properties()[found.property].kind,
        "property": found.property,
        "subject": matrix.subject,
        "regime": matrix.regime,
        "rule": "held out" if matrix.held_out else "familiar",
    }
    return [
        Ask(
            template=MATRIX,
            program=PROGRAM,
            slots={"how": BOOKS[language].how},
            pictures=tuple(range(8)),
            choices=tuple(LETTERS[:count]),
            choice_pictures=tuple(range(8, 8 + count)),
            facets=facets,
            difficulty=round(rivals(world) / MOST_RIVALS, 3),
            language=language,
        )
    ]
