"""A reply read as a prediction: its answer by the rules of parsing, its boxes in pixels of the pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eyechart.core import Evidence, Prediction, Question, Region, Shape
from eyechart.talk.asking import Speaker
from eyechart.talk.frames import PIXELS, Frame, frame_from
from eyechart.talk.parsing import Parsed, parse, wanted
from eyechart.talk.prompts import prompt, sheet_of, words


def answered(speaker: Speaker, questions: Sequence[Question]) -> list[Prediction]:
    """The plain contract of a model, for a few questions at a time; `predict` converses instead and keeps the replies."""
    asking, said = speaker.asking, dict[str, str | None]()
    frame = PIXELS if asking.frame == "auto" else frame_from(asking.frame)
    sheet = asking.pictures == "sheet"
    prompts = (prompt(q, words(asking.prompts), {}, sheet) for q in questions)
    speaker.converse(prompts, lambda reply: said.update({reply.question: reply.text}))
    return [prediction(q, said[q.id], frame, sheet) for q in questions]


def prediction(q: Question, text: str | None, frame: Frame, sheet: bool = False) -> Prediction:
    """A reply read as a prediction, its boxes in pixels of the question's own pictures."""
    parsed = parse(text, wanted(q))
    return Prediction(
        question=q.id,
        answer=parsed.answer,
        evidence=evidence(q, parsed, frame, sheet),
        confidence=parsed.confidence,
        raw=text,
    )


def evidence(q: Question, parsed: Parsed, frame: Frame, sheet: bool = False) -> Evidence:
    if sheet and len(q.pictures) + len(q.choice_pictures) > 1:
        return Evidence(tuple(_off_sheet(q, parsed, frame)), parsed.labels)
    regions = []
    for number, numbers in parsed.boxes:
        if 1 <= number <= len(q.pictures):
            picture = q.pictures[number - 1]
            shape = frame.read(numbers, picture.width, picture.height)
            if shape is not None:
                regions.append(Region(shape, (), number - 1))
    return Evidence(tuple(regions), parsed.labels)


def _off_sheet(q: Question, parsed: Parsed, frame: Frame) -> Iterator[Region]:
    """Boxes on the composed sheet, moved back onto the picture that holds their middle."""
    import skia

    sheet, places = sheet_of(q)
    for _, numbers in parsed.boxes:
        shape = frame.read(numbers, sheet.width, sheet.height)
        if shape is None:
            continue
        for number, (picture, place) in enumerate(zip(q.pictures, places, strict=True)):
            back = skia.Matrix()
            if place.invert(back):
                points = [back.mapXY(shape[i], shape[i + 1]) for i in range(0, len(shape), 2)]
                moved: Shape = tuple(round(v, 2) for p in points for v in (p.x(), p.y()))
                x, y = sum(moved[0::2]) / len(points), sum(moved[1::2]) / len(points)
                if 0 <= x <= picture.width and 0 <= y <= picture.height:
                    yield Region(moved, (), number)
                    break
