"""The steps of programs that a model ran, drawn: a strip of pictures for each question, what each step found outlined on its own.

For runs whose replies tell steps, as NMN-CS's do. Blue is what the step found; green what the true program has at this place, if it
has the same function there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import skia
from msgspec import Struct

from eyechart.core import Prediction, Question, Step
from eyechart.drawing.canvas import fill
from eyechart.drawing.compose import outlined
from eyechart.drawing.decoding import decode
from eyechart.drawing.text import text, write
from eyechart.errors import EyechartError
from eyechart.metrics.cric import candidates, ran
from eyechart.store.atomic import write_atomic
from eyechart.store.predictions import read_lines
from eyechart.store.run import ABOUT, Run, open_run

FOUND, TRUE, WRONG, GREY = "#1565C0", "#2E7D32", "#C62828", "#546E7A"
CELL, GAP, LINE = 300.0, 10.0, 18.0
SIZE = 13.0  # of letters


class Strip(Struct, frozen=True):
    """A question with the functions that were run, and what each gave."""

    question: Question
    said: Prediction
    functions: list[str]
    outputs: list[Any]

    def true(self, place: int) -> Step | None:
        """The step of the true program at this place, if it is one of the same function."""
        steps = self.question.program.steps if self.question.program is not None else ()
        found = steps[place] if place < len(steps) else None
        return found if found is not None and found.function == self.functions[place] else None


def is_run(folder: str | Path) -> bool:
    return (Path(folder) / ABOUT).is_file()


def draw_steps(folder: str | Path, out: str | Path, count: int = 12, start: int = 0) -> Path:
    """Write a PNG of a run's strips."""
    run = open_run(folder)
    strips = list(islice(_strips(run), start, start + count))
    if not strips:
        raise EyechartError(
            f"No steps to show in {folder}: {run.model} tells none, or --start is after its last question."
        )
    cells = max(len(strip.functions) for strip in strips) - 1
    scale = [CELL / strip.question.pictures[0].width for strip in strips]
    heights = [
        s * strip.question.pictures[0].height + 3 * LINE + 2 * GAP for s, strip in zip(scale, strips, strict=True)
    ]
    surface = skia.Surface(int(cells * (CELL + GAP) + GAP), int(sum(heights) + GAP))
    pen = surface.getCanvas()
    pen.clear(skia.ColorWHITE)
    top = GAP
    for strip, height, by in zip(strips, heights, scale, strict=True):
        _draw(pen, strip, top, by)
        top += height
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, bytes(surface.makeImageSnapshot().encodeToData(skia.kPNG, 100)))
    return path


def _strips(run: Run) -> Iterator[Strip]:
    said = {p.question: p for p in read_lines(run.predictions)}
    for page in run.open_dataset():
        for q in page.questions:
            reply = said.get(q.id)
            found = ran(reply.raw, q.program) if reply is not None and reply.raw is not None else None
            if reply is not None and found is not None and len(q.pictures) == 1:
                yield Strip(q, reply, *found)


def _draw(pen: skia.Canvas, strip: Strip, top: float, scale: float) -> None:
    q = strip.question
    asked = text(q.text, SIZE, "bold")
    write(pen, asked, GAP, top + SIZE)
    right = strip.said.answer in q.answers
    answer = f"{strip.said.answer}" + ("" if right else f"  (right: {q.answers[0]})")
    write(pen, text(answer, SIZE, "bold"), GAP + asked.width + 12, top + SIZE, TRUE if right else WRONG)
    image, boxes = decode(q.pictures[0]), candidates(q.scene)
    shown = [place for place, function in enumerate(strip.functions) if function != "Initial"]
    for column, place in enumerate(shown):
        x, y = GAP + column * (CELL + GAP), top + 2 * LINE + SIZE
        step, output = strip.true(place), strip.outputs[place]
        words = f" {' '.join(map(str, step.arguments))}" if step is not None and step.arguments else ""
        same = step is not None and _same(output, step.output)
        write(pen, text(_cut(f"{strip.functions[place]}{words}"), SIZE), x, y - 5, TRUE if same else WRONG)
        where = skia.Matrix.Scale(scale, scale).postTranslate(x, y)
        pen.drawImageRect(image, where.mapRect(skia.Rect.MakeWH(image.width(), image.height())), skia.SamplingOptions())
        if not isinstance(output, list):
            pen.drawRect(skia.Rect.MakeXYWH(x, y, CELL, scale * image.height()), fill("#FFFFFFB0"))
            write(pen, text(_said(output), 22, "bold"), x + 20, y + 40, TRUE if same else WRONG)
            continue
        truth = step.output if step is not None and isinstance(step.output, list) else []
        for ids, ink, width in ((truth, TRUE, 5.0), (output, FOUND, 2.0)):
            for id in ids:
                if id in boxes:
                    outlined(pen, boxes[id], where, ink, width)


def _same(output: Any, true: Any) -> bool:
    return {*output} == {*true} if isinstance(output, list) and isinstance(true, list) else bool(output == true)


def _said(output: Any) -> str:
    return {True: "yes", False: "no"}.get(output, str(output)) if isinstance(output, bool) else str(output)


def _cut(words: str) -> str:
    """To the width of a picture."""
    while text(words, SIZE).width > CELL:
        words = words[:-2] + "…"
    return words
