"""The fifteen templates of Table 2 with their numbers and programs; their wordings are in `languages/CODE.toml`.

A program has one of two shapes: one element against all, or one against one. All are held to the types of their
functions here, before anything is drawn.
"""

from __future__ import annotations

from msgspec import Struct

from eyechart.core import Program, Step, Template
from eyechart.families.figures.words import WORDS
from eyechart.families.figures.world import FUNCTIONS, PROPERTIES
from eyechart.program import fitting, program
from eyechart.text.wordbook import wordings_of

STYLES = ("clear", "paper")  # of wordings, in every language
AGAINST_ALL = ("least", "most", "low_median", "high_median")


class Row(Struct, frozen=True):
    """Of Table 2: a template, its number there, its question_id in the released files, and how its program ends."""

    template: Template
    number: int
    id: int
    function: str
    about: str  # a property of elements; or their course, which is compared as a whole

    @property
    def against_all(self) -> bool:
        return self.function in AGAINST_ALL


def row_of(number: int, id: int, name: str, function: str, about: str) -> Row:
    """A row whose wordings and types are seen to be in order."""
    texts = wordings_of(WORDS, name)
    for language in texts.texts:
        for style in STYLES:
            texts.options(language, style)  # an error if it is missing
    row = Row(Template(name, texts), number, id, function, about)
    fitting(program_for(row, "one", *() if row.against_all else ("other",)), FUNCTIONS)
    return row


def program_for(row: Row, x: str, y: str | None = None, *, ending: str = "same") -> Program:
    """x and y are names of elements, as a question says them. `ending` holds x against those that stand out: `same`, `among`."""
    arguments = (row.about,) if row.about in PROPERTIES else ()
    if row.against_all:
        return program(
            Step("find", (), (x,)),
            Step("elements"),
            Step(row.function, (1,), arguments),
            Step(ending, (0, 2)),
            evidence=(0,),
        )
    return program(
        Step("find", (), (x,)),
        Step("find", (), (y,)),
        Step(row.function, (0, 1), arguments),
        evidence=(0, 1),
    )


ROWS = (
    row_of(1, 0, "minimum", "least", "value"),
    row_of(2, 1, "maximum", "most", "value"),
    row_of(3, 4, "low median", "low_median", "value"),
    row_of(4, 5, "high median", "high_median", "value"),
    row_of(5, 2, "less", "less", "value"),
    row_of(6, 3, "greater", "greater", "value"),
    row_of(7, 6, "minimum area", "least", "area"),
    row_of(8, 7, "maximum area", "most", "area"),
    row_of(9, 8, "smoothest", "least", "roughness"),
    row_of(10, 9, "roughest", "most", "roughness"),
    row_of(11, 10, "lowest value", "least", "lowest"),
    row_of(12, 11, "highest value", "most", "highest"),
    row_of(13, 12, "less throughout", "below", "course"),
    row_of(14, 13, "greater throughout", "above", "course"),
    row_of(15, 14, "intersect", "intersect", "course"),
)
BY_NAME = {row.template.name: row for row in ROWS}
BY_ID = {row.id: row for row in ROWS}
TEMPLATES = {row.template.name: row.template for row in ROWS}
