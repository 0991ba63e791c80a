"""Wrong boxes, or right boxes in the wrong frame? A run's boxes are read once more in every usual frame.

A frame error is a question whose evidence is insufficient in the run's frame and sufficient in that one other frame that
suits the run best. One frame for the whole run: with a frame of its own for each question, luck would explain too much.
"""

from __future__ import annotations

from msgspec import Struct

from eyechart.core import Prediction, Question
from eyechart.metrics.evidence import overlap_score
from eyechart.metrics.joint import SUFFICIENT
from eyechart.reporting.marked import asking_of
from eyechart.store.run import Run
from eyechart.talk.converse import REPLIES, asked_how, read_replies
from eyechart.talk.frames import ORDERS, Frame, Space, frame_from
from eyechart.talk.parsing import Parsed, parse, wanted
from eyechart.talk.replies import evidence

SPACES: tuple[tuple[Space, float], ...] = (("sent", 0.0), ("stretched", 1.0), ("stretched", 1000.0))
FRAMES = tuple(Frame(order, space, size) for space, size in SPACES for order in ORDERS)


class Grounding(Struct, frozen=True):
    model: str
    frame: str  # the run's
    other: str  # the frame that suits it best besides
    right: int
    frame_errors: frozenset[str]  # ids of questions
    grounding_errors: int
    silent: int  # no box where there is something to box


def grounding(run: Run) -> Grounding | None:
    """None for models that are not talked to, and where evidence is not boxes."""
    path = asking_of(run)
    if path is None or run.altered or not (run.folder / REPLIES).exists():
        return None
    how = asked_how(path)
    frame, sheet = frame_from(how["frame"]), how["pictures"] == "sheet"
    others = [f for f in FRAMES if f != frame]
    replies = {reply.question: reply.text for reply in read_replies(run.folder / REPLIES)}
    right = silent = 0
    wrong: list[str] = []
    mended: dict[Frame, set[str]] = {f: set() for f in others}
    for q in run.open_dataset().questions():
        if q.evidence is None or not q.evidence.regions or q.id not in replies:
            continue
        parsed = parse(replies[q.id], wanted(q))
        if not parsed.boxes:
            silent += 1
            continue
        if _sufficient(q, parsed, frame, sheet):
            right += 1
            continue
        wrong.append(q.id)
        for f in others:
            if _sufficient(q, parsed, f, sheet):
                mended[f].add(q.id)
    best = max(others, key=lambda f: len(mended[f]))
    return Grounding(
        model=run.model,
        frame=str(frame),
        other=str(best),
        right=right,
        frame_errors=frozenset(mended[best]),
        grounding_errors=len(wrong) - len(mended[best]),
        silent=silent,
    )


def _sufficient(q: Question, parsed: Parsed, frame: Frame, sheet: bool) -> bool:
    """Do the boxes, read in this frame, overlap enough with the truth?"""
    said = Prediction(question=q.id, answer=None, evidence=evidence(q, parsed, frame, sheet))
    return (overlap_score(q, said) or 0.0) >= SUFFICIENT
