"""What a page of the workbook shows and asks. No pixels: panels name things and how they are arranged."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from eyechart.core import Program, Relation, Settings, Thing
from eyechart.drawing.packs import PACKS
from eyechart.errors import EyechartError, unknown
from eyechart.families.icons.skills import SKILLS
from eyechart.phrasing import Noun

Weight = Annotated[float, Meta(ge=0)]
GRADES = ("prek", "kindergarten", "grade1", "grade2", "grade3")


class IconSettings(Settings, frozen=True, kw_only=True):
    """Defaults are the preset `exam`: the paper's mix of sub-tasks and of skills per question, in English."""

    languages: tuple[str, ...] = ("en",)  # one is drawn for each page
    packs: tuple[str, ...] = ("twemoji",)  # icon packs; others than twemoji are fetched by `eyechart assets`
    picture_share: Weight = 53.7  # Table 1: of the questions choose a picture, …
    text_share: Weight = 29.4  # … a text, …
    blank_share: Weight = 16.9  # … or fill in a blank
    skills: tuple[str, ...] = SKILLS  # only templates all of whose skills are named
    templates: tuple[str, ...] = ()  # only these; empty: all
    concepts: Literal["shared", "held-out"] = "shared"  # held-out: no icon of a concept in more than one split

    def check(self) -> None:
        if not self.languages or not self.packs or not self.skills:
            raise EyechartError("Settings languages, packs and skills need at least one value each.")
        for skill in self.skills:
            if skill not in SKILLS:
                raise unknown("skill", skill, SKILLS)
        for pack in self.packs:
            if pack not in PACKS:
                raise unknown("icon pack", pack, PACKS)
        if not self.picture_share + self.text_share + self.blank_share:
            raise EyechartError("Settings picture_share, text_share and blank_share are all 0: one must not be.")


class Panel(Struct, frozen=True, omit_defaults=True):
    """Things in an arrangement: a row, a ten frame, a scatter, a scene. With an id, the panel is itself a thing."""

    layout: str
    things: tuple[str, ...]
    options: dict[str, Any] = {}
    id: str | None = None


class Asked(Struct, frozen=True):
    """What the page asks: known to the family alone, the published scene does not tell it."""

    template: str
    language: str
    grade: str
    slots: dict[str, str | Noun]
    program: Program
    choices: tuple[str, ...] = ()
    choice_pictures: int = 0
    accept: str | None = None  # how the answer may also be written: see answers.py
    difficulty: float = 0.0


class Problem(Struct, frozen=True):
    """One diagram with one question, as in IconQA."""

    things: tuple[Thing, ...]
    relations: tuple[Relation, ...]
    panels: tuple[Panel, ...]  # the diagram
    framed: bool  # each panel of the diagram in a box of its own, side by side
    choices: tuple[Panel, ...]  # the pictures to choose from
    asked: Asked
