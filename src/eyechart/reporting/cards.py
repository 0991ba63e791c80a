"""A page or a question as a notebook shows it: the pictures with the evidence outlined, question, choices, answer."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from eyechart.core import Picture, Question, Shape, outline
from eyechart.drawing.compose import columns_of
from eyechart.reporting.pages import environment

INKS = ("#D81B60", "#1565C0", "#2E7D32", "#6A1B9A", "#E65100", "#00838F")


class Outline(Struct, frozen=True):
    points: str  # as SVG writes them
    ink: str


class Image(Struct, frozen=True):
    uri: str
    width: int
    height: int
    caption: str = ""
    outlines: list[Outline] = []


class Asked(Struct, frozen=True):
    question: Question
    ink: str
    choices: list[Image]


class Card(Struct, frozen=True):
    """Pictures, and the questions that are asked about just these."""

    pictures: list[Image]
    columns: int
    asked: list[Asked]


def cards(questions: Sequence[Question]) -> str:
    """HTML that needs nothing else; questions about the same pictures stand below them together."""
    numbered = list(enumerate(questions))
    grouped = [_card(list(some)) for _, some in groupby(numbered, key=lambda item: item[1].pictures)]
    return environment().get_template("cards.html").render(cards=grouped)


def _card(numbered: list[tuple[int, Question]]) -> Card:
    asked = [Asked(q, INKS[n % len(INKS)], _choices(q)) for n, q in numbered]
    pictures = []
    for place, picture in enumerate(numbered[0][1].pictures):
        outlines = [Outline(points(shape), one.ink) for one in asked for shape in _shapes(one.question, place)]
        pictures.append(_image(picture, outlines=outlines))
    return Card(pictures, columns_of(len(pictures)), asked)


def _choices(question: Question) -> list[Image]:
    return [_image(p, caption=c) for p, c in zip(question.choice_pictures, question.choices, strict=False)]


def _image(picture: Picture, *, caption: str = "", outlines: Iterable[Outline] = ()) -> Image:
    uri = f"data:image/{picture.format};base64,{b64encode(picture.data).decode()}"
    return Image(uri, picture.width, picture.height, caption, list(outlines))


def _shapes(question: Question, picture: int) -> list[Shape]:
    return [r.shape for r in question.evidence.regions if r.picture == picture] if question.evidence else []


def points(shape: Shape) -> str:
    """The corners of a shape as SVG writes them."""
    return " ".join(f"{x:g},{y:g}" for x, y in outline(shape))
