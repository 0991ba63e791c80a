"""What a page of the explorer shows of a question: pictures with marks that can be lit, program, scene, facets, what was said.

A mark has a name: t3 is the scene's third thing, q0 the evidence of the page's first question, m1 what the second model pointed at.
Whatever names marks in its `data-lights` lights them; an address can do the same, so that every view is a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from eyechart.core import Page, Picture, Question, Region, Shape, Thing
from eyechart.drawing.compose import columns_of
from eyechart.metrics.facets import BANDS
from eyechart.reporting.cards import points
from eyechart.web.explorer.sources import Sitting
from eyechart.web.explorer.verdicts import Said

INKS = 6  # colours of marks, which the style sheet has
LONGEST = 160  # characters of an output or of a thing's data that are shown in a line


class Mark(Struct, frozen=True):
    """A shape on a picture."""

    name: str
    points: str  # as SVG writes them
    kind: str  # truth, thing or said
    ink: int = 0


class Shown(Struct, frozen=True):
    """A picture where it stands on the page."""

    address: str
    width: int
    height: int
    alt: str
    caption: str = ""
    marks: tuple[Mark, ...] = ()


class Chip(Struct, frozen=True):
    """A thing by its name."""

    number: int
    name: str
    id: str


class StepShown(Struct, frozen=True):
    """A step of a program: what it was given, what it gave, and which marks that lights."""

    number: int
    function: str
    inputs: tuple[int, ...]
    arguments: tuple[str, ...]
    things: tuple[Chip, ...]
    output: str  # in words where it is no things
    is_evidence: bool

    @property
    def lights(self) -> str:
        return " ".join(f"t{chip.number}" for chip in self.things)


class Answered(Struct, frozen=True):
    """What one model said."""

    name: str
    key: str
    ink: int
    said: Said | None  # None: it was not asked


class Scene:
    """Things of a page by number: those of the scene in their order, then whatever else has a place in the picture."""

    def __init__(self, page: Page) -> None:
        self.page = page
        known = [thing.id for thing in page.scene.things]
        self.ids = [*known, *(id for id in page.where if id not in set(known))]
        self.numbers = {id: number for number, id in enumerate(self.ids)}
        self.things = {thing.id: thing for thing in page.scene.things}

    def chip(self, id: str) -> Chip:
        thing = self.things.get(id)
        return Chip(self.numbers[id], thing.name if thing is not None else id, id)

    def chips(self, output: Any) -> tuple[Chip, ...]:
        """The things that an output names; none, if it is anything else."""
        ids = output if isinstance(output, list | tuple) else [output]
        named = bool(ids) and all(isinstance(id, str) and id in self.numbers for id in ids)
        return tuple(self.chip(id) for id in dict.fromkeys(ids)) if named else ()

    def marks(self) -> list[Mark]:
        """Of every thing that has a place, on the first picture."""
        return [
            Mark(f"t{self.numbers[id]}", points(shape), "thing")
            for id, shapes in self.page.where.items()
            for shape in shapes
        ]


def pictures(base: str, page: Page, q: Question, marks: Sequence[tuple[int, Mark]]) -> tuple[list[Shown], int]:
    """The pictures that a question is about, with what is marked on each by its number; and how many stand in a row."""
    several = len(q.pictures) > 1
    made = [
        _shown(base, page, picture, f"picture {n + 1} of {len(q.pictures)}" if several else "the picture asked about",
               str(n + 1) if several else "", [mark for on, mark in marks if on == n])
        for n, picture in enumerate(q.pictures)
    ]  # fmt: skip
    return made, columns_of(len(made)) if made else 1


def choices(base: str, page: Page, q: Question) -> list[Shown]:
    """The pictures that it is answered by."""
    return [
        _shown(base, page, picture, f"choice {choice}", choice, ())
        for picture, choice in zip(q.choice_pictures, q.choices, strict=False)
    ]


def _shown(base: str, page: Page, picture: Picture, alt: str, caption: str, marks: Iterable[Mark]) -> Shown:
    number = next(n for n, one in enumerate(page.pictures) if one is picture or one == picture)
    address = f"{base}/{page.index}/picture/{number}"
    return Shown(address, picture.width, picture.height, alt, caption, tuple(marks))


def truth(q: Question, number: int) -> list[tuple[int, Mark]]:
    return _regions(q.evidence.regions if q.evidence else (), f"q{number}", "truth", number)


def pointed(answered: Sequence[Answered]) -> list[tuple[int, Mark]]:
    """What each model pointed at."""
    return [
        one
        for n, model in enumerate(answered) if model.said is not None
        for one in _regions(model.said.prediction.evidence.regions, f"m{n}", "said", n)
    ]  # fmt: skip


def _regions(regions: Iterable[Region], name: str, kind: str, ink: int) -> list[tuple[int, Mark]]:
    return [(r.picture, Mark(name, points(_whole(r.shape)), kind, ink % INKS)) for r in regions]


def _whole(shape: Shape) -> Shape:
    return tuple(round(value, 1) for value in shape)


def steps(q: Question, scene: Scene) -> list[StepShown]:
    """The program, step by step."""
    if q.program is None:
        return []
    return [
        StepShown(
            number=number,
            function=step.function,
            inputs=step.inputs,
            arguments=tuple(_told(argument) for argument in step.arguments),
            things=scene.chips(step.output),
            output=_told(step.output),
            is_evidence=number in q.program.evidence,
        )
        for number, step in enumerate(q.program.steps)
    ]


def _told(value: Any) -> str:
    words = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


class Row(Struct, frozen=True):
    """A thing in the scene as a list."""

    chip: Chip
    placed: bool
    attributes: str
    data: str


def rows(scene: Scene) -> list[Row]:
    return [_row(scene, thing) for thing in scene.page.scene.things]


def _row(scene: Scene, thing: Thing) -> Row:
    attributes = ", ".join(f"{name}: {value}" for name, value in thing.attributes.items())
    data = ", ".join(f"{name}: {_told(value)}" for name, value in thing.data.items())
    return Row(scene.chip(thing.id), thing.id in scene.page.where, attributes, _told(data))


def facets(q: Question) -> list[tuple[str, str]]:
    """All that a question can be found by, each with its value."""
    band = {} if q.difficulty is None else {"difficulty": BANDS[min(int(q.difficulty * 3), 2)]}
    found = {"template": q.template, "form": q.form, "language": q.language, **q.facets, **band}
    return [(name, value) for name, value in found.items() if value]


def answered(sat: Sequence[Sitting], said: Sequence[Said | None]) -> list[Answered]:
    return [
        Answered(sitting.name, sitting.source.key, n % INKS, one)
        for n, (sitting, one) in enumerate(zip(sat, said, strict=True))
    ]
