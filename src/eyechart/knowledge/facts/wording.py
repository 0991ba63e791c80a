"""How each relation is said: one frame per relation and language, so that similar facts are worded alike.

`frames/CODE.toml` holds the frames of a language.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.knowledge.facts import ASKED

FRAMES = Path(__file__).parent / "frames"


class Frame(Struct, frozen=True, forbid_unknown_fields=True):
    """Versions of each form. {p} is the predicate's phrase, {s} a thing that is named, {w} "which tool", "哪种工具"."""

    relative: tuple[str, ...]  # beside a noun: behind it in English, before it in Chinese
    ask: tuple[str, ...]
    verify: tuple[str, ...]
    reverse: tuple[str, ...] = ()  # relative to the second object, whose gap ends the phrase: "that {s} can cut"


@cache
def frames_in(language: str) -> dict[str, Frame]:
    """Relation -> how it is said in a language."""
    file = FRAMES / f"{language}.toml"
    if not file.exists():
        raise unknown("language of facts", language, [other.stem for other in sorted(FRAMES.glob("*.toml"))])
    try:
        found = msgspec.toml.decode(file.read_bytes(), type=dict[str, Frame])
    except msgspec.MsgspecError as error:
        raise EyechartError(f"{file}: {error}.") from error
    if odd := sorted({*found} ^ {*ASKED}):
        raise EyechartError(f"{file}: expected a frame for each relation that can be asked; look at '{odd[0]}'.")
    return found


def frame(relation: str, language: str) -> Frame:
    """How a relation is said in a language."""
    found = frames_in(language)
    if relation not in found:
        raise unknown("relation that can be asked", relation, found)
    return found[relation]
