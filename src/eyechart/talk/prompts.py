"""Question -> prompt: pictures and the words of prompts.toml, in the order in which a model gets them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from msgspec import Struct

from eyechart.core import Picture, Question
from eyechart.errors import EyechartError, unknown
from eyechart.phrasing import YES_NO

if TYPE_CHECKING:  # the command line says how prompts are made without drawing any
    import skia

PROMPTS = Path(__file__).parent / "prompts.toml"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHEET_WIDTH = 1600.0  # pixels, at most

Words = Mapping[str, Mapping[str, str]]
"""language -> name of the piece -> its words."""
Vocabulary = Mapping[str, Sequence[str]]
"""The labels that evidence may carry: key -> the values that it takes."""


class Prompt(Struct, frozen=True):
    """What is sent: words and pictures in turn. The question itself stays here, for whoever rehearses or keeps the reply."""

    question: Question
    parts: tuple[str | Picture, ...]
    sample: int = 1  # where a question is asked several times over: which of these it is

    def written(self) -> str:
        """As it is kept with the run: the pictures are in the dataset."""
        return "\n".join(p if isinstance(p, str) else f"[picture {p.width}×{p.height}]" for p in self.parts)


@cache
def words(override: Path | None = None) -> Words:
    """The pieces of all prompts; those of another file take the place of ours."""
    ours: dict[str, dict[str, str]] = tomllib.loads(PROMPTS.read_text(encoding="utf-8"))
    if override is None:
        return ours
    try:
        theirs = tomllib.loads(override.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise EyechartError(
            f"The prompts in {override} cannot be read: {error}. Start from a copy of {PROMPTS}."
        ) from error
    for language, pieces in theirs.items():
        if not isinstance(pieces, dict):
            raise EyechartError(f"{override}: '{language}' stands outside of any language. Begin with [en] or [zh].")
        for name, piece in pieces.items():
            if name not in ours["en"]:
                raise unknown(f"prompt in {override}", name, ours["en"])
            if _gaps(piece) - _gaps(ours["en"][name]):
                gaps = ", ".join(sorted(map(str, _gaps(ours["en"][name]))))
                raise EyechartError(
                    f"{override}: '{name}' of '{language}' is no text with no other gaps than: {gaps or 'none'}."
                )
        ours[language] = ours.get(language, ours["en"]) | pieces
    return ours


def _gaps(piece: object) -> set[str | None]:
    """What a piece wants filled in; None among them if it is no text, its braces do not pair, or a gap is more than a name."""
    if not isinstance(piece, str):
        return {None}
    try:
        gaps = [rest for _, *rest in Formatter().parse(piece) if rest[0] is not None]
    except ValueError:
        return {None}
    return {None if width or conversion else name for name, width, conversion in gaps}


def prompt(q: Question, pieces: Words, vocabulary: Vocabulary, sheet: bool = False) -> Prompt:
    """The prompt for a question; with `sheet` all its pictures are composed into one."""
    say = pieces.get(q.language, pieces["en"])
    pictures = [sheet_of(q)[0]] if sheet and len(q.pictures) + len(q.choice_pictures) > 1 else list(q.pictures)
    parts: list[str | Picture] = []
    for number, picture in enumerate(pictures, 1):
        if len(pictures) > 1:
            parts.append(say["picture"].format(number=number))
        parts.append(picture)
    if q.choice_pictures and not sheet:
        for letter, picture in zip(q.choices, q.choice_pictures, strict=True):
            parts += [say["choice"].format(letter=letter), picture]
    parts.append("\n".join(_lines(q, say, vocabulary, several=len(pictures) > 1)))
    return Prompt(q, tuple(parts))


def _lines(q: Question, say: Mapping[str, str], vocabulary: Vocabulary, several: bool) -> list[str]:
    yes, no = q.choices if q.form == "yes/no" and len(q.choices) == 2 else YES_NO["en"]
    listed_choices, letters = "\n".join(listed(q.choices)), ", ".join(q.choices)
    lines = [q.text, say[q.form].format(choices=listed_choices, letters=letters, yes=yes, no=no)]
    wanted: dict[str, object] = {"answer": say["said-answer"]}
    if q.evidence is not None and vocabulary:
        rows = [say["label"].format(key=key, values=", ".join(values)) for key, values in vocabulary.items()]
        lines.append(say["labels"].format(labels="\n".join(rows)))
        wanted["evidence"] = dict.fromkeys(vocabulary, say["said-label"])
    elif q.evidence is not None:
        first = q.choice_pictures and not several
        lines.append(say["boxes-in-several" if several else "boxes-in-first" if first else "boxes"])
        wanted["evidence"] = [{"picture": 1, "box": [0, 0, 0, 0]}] if several else [[0, 0, 0, 0]]
    wanted["confidence"] = 0.5
    lines.append(say["reply"].format(json=json.dumps(wanted, ensure_ascii=False)))
    return lines


def listed(choices: Sequence[str]) -> list[str]:
    """`A. red`; choices that are letters themselves are not lettered, since one could not tell which is meant."""
    if lettered(choices):
        return [f"{letter}. {choice}" for letter, choice in zip(LETTERS, choices, strict=False)]
    return [f"- {choice}" for choice in choices]


def lettered(choices: Sequence[str]) -> bool:
    return len(choices) <= len(LETTERS) and not any(c.strip().upper() in tuple(LETTERS) for c in choices)


def sheet_of(q: Question) -> tuple[Picture, list[skia.Matrix]]:
    """All pictures of a question on one, and where each of its own went."""
    from eyechart.drawing.canvas import canvas
    from eyechart.drawing.compose import GAP, columns_of, columns_of_choices, composed
    from eyechart.drawing.png import png

    own = columns_of(len(q.pictures))
    wide = [own * max(p.width for p in q.pictures) + GAP * (own - 1)]
    if q.choice_pictures:
        columns = columns_of_choices(len(q.choice_pictures))
        wide.append(columns * max(p.width for p in q.choice_pictures) + GAP * (columns - 1))
    width = min(max(wide), SHEET_WIDTH)
    drawn, height, places = composed(q, width)
    pen, pixels = canvas(round(width), round(height))
    pen.drawPicture(drawn)
    return Picture(png(pixels), round(width), round(height)), places
