"""What people are told of a family's questions, and how a study of it draws its sample: a text file by the family's name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

GUIDES = Path(__file__).parent / "guides"
OTHER = "other"
Pointing = Literal["none", "box", "labels"]


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """How a family is put before people."""

    evenly: tuple[str, ...]  # facets whose values are drawn as often as each other
    overview: tuple[str, ...]  # sentences of the instructions
    whole: bool = False  # pages are drawn, with all their questions; else questions
    together: str = ""  # a facet of which a batch holds one value
    unknown: bool = False  # "I don't know" is an answer
    skip: bool = False  # a question may be left out
    evidence: Pointing = "none"  # what people are asked for beside the answer, unless the study says otherwise
    hints: dict[str, str] = {}  # beside the questions of a template; "": beside all others

    def hint(self, template: str) -> str:
        return self.hints.get(template, self.hints.get("", ""))


@cache
def guide_of(family: str) -> Guide:
    path = GUIDES / f"{family}.toml"
    found = path if path.exists() else GUIDES / f"{OTHER}.toml"
    return msgspec.toml.decode(found.read_bytes(), type=Guide)
