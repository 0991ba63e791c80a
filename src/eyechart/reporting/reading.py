"""How replies were read: by which rule, and how many could not be."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from eyechart.store.run import Run
from eyechart.talk.converse import REPLIES, read_replies
from eyechart.talk.parsing import RULES, parse, wanted

CUT_OFF = "cut off"  # by the limit of tokens; such replies are read as well
KINDS = ("json", *(name for name, _ in RULES), "unparsed", "no reply", CUT_OFF)


class Reading(Struct, frozen=True):
    model: str
    replies: Counter[str]  # of each kind


def reading(run: Run) -> Reading | None:
    """None for models that are not talked to."""
    path = run.folder / REPLIES
    if not path.exists():
        return None
    replies = {reply.question: reply for reply in read_replies(path)}
    counts: Counter[str] = Counter()
    for q in run.open_dataset().questions():
        reply = replies.get(q.id)
        if reply is None or reply.text is None:
            counts["no reply"] += 1
            continue
        counts[parse(reply.text, wanted(q)).rule or "unparsed"] += 1
        counts[CUT_OFF] += reply.finish == "length"
    return Reading(run.model, counts)
