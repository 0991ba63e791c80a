"""Wrong boxes, or right boxes in the wrong frame? A run's boxes are read once more in every usual frame.

A frame error is a question whose evidence is insufficient in the run's frame and sufficient in that one other frame that
suits the run best. One frame for the whole run: with a frame of its own for each question, luck would explain too much.
"""

from __future__ import annotations

from html import escape

import msgspec
from msgspec import Struct

from eyechart.converse import REPLIES, read_replies
from eyechart.core import Prediction, Question
from eyechart.frames import ORDERS, Frame, Space, frame_from
from eyechart.metrics.evidence import overlap_score
from eyechart.metrics.joint import SUFFICIENT
from eyechart.parsing import Parsed, parse, wanted
from eyechart.replies import evidence
from eyechart.reporting.marked import Marked, asking_of
from eyechart.run import Run

SPACES: tuple[tuple[Space, float], ...] = (("sent", 0.0), ("stretched", 1.0), ("stretched", 1000.0))
FRAMES = tuple(Frame(order, space, size) for space, size in SPACES for order in ORDERS)


class Grounding(Struct, frozen=True):
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
    how = msgspec.json.decode(path.read_bytes())
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
    return Grounding(str(frame), str(best), right, frozenset(mended[best]), len(wrong) - len(mended[best]), silent)


def _sufficient(q: Question, parsed: Parsed, frame: Frame, sheet: bool) -> bool:
    """Do the boxes, read in this frame, overlap enough with the truth?"""
    said = Prediction(question=q.id, answer=None, evidence=evidence(q, parsed, frame, sheet))
    return (overlap_score(q, said) or 0.0) >= SUFFICIENT


def grounding_table(found: list[tuple[Marked, Grounding]]) -> str:
    if not found:
        return ""
    rows = "".join(
        f"<tr><th scope='row'>{escape(m.name)}</th><td>{escape(g.frame)}</td><td class='n'>{g.right:,}</td>"
        f"<td class='n'>{len(g.frame_errors):,}</td><td>{escape(g.other) if g.frame_errors else '–'}</td>"
        f"<td class='n'>{g.grounding_errors:,}</td><td class='n'>{g.silent:,}</td></tr>"
        for m, g in found
    )
    return (
        "<details open><summary>boxes: frame or sight?</summary><p class='note'>Boxes that are insufficient as read, and "
        "sufficient when read in the one other frame that suits the run best, are frame errors: the model saw it and said it "
        "in other units. The rest are grounding errors.</p><div class='wide'><table><thead><tr><th>model</th>"
        "<th>frame</th><th class='n'>sufficient</th><th class='n'>frame errors</th><th>in frame</th>"
        f"<th class='n'>grounding errors</th><th class='n'>no box</th></tr></thead><tbody>{rows}</tbody></table></div></details>"
    )
