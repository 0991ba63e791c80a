"""How replies were read: by which rule, and how many could not be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from eyechart.converse import REPLIES, read_replies
from eyechart.parsing import RULES, parse, wanted
from eyechart.reporting.marked import Marked
from eyechart.run import Run

KINDS = ("json", *(name for name, _ in RULES), "unparsed", "no reply")


def reading(run: Run) -> Counter[str]:
    """Rule -> number of replies; and, besides, how many were cut off by the limit of tokens."""
    replies = {reply.question: reply for reply in read_replies(run.folder / REPLIES)}
    counts: Counter[str] = Counter()
    for q in run.open_dataset().questions():
        reply = replies.get(q.id)
        if reply is None or reply.text is None:
            counts["no reply"] += 1
            continue
        counts[parse(reply.text, wanted(q)).rule or "unparsed"] += 1
        counts["cut off"] += reply.finish == "length"
    return counts


def reading_table(runs: Sequence[Marked]) -> str:
    talked_to = [(m, reading(m.run)) for m in runs if (m.run.folder / REPLIES).exists()]
    if not talked_to:
        return ""
    head = "".join(f"<th class='n'>{kind}</th>" for kind in (*KINDS, "cut off"))
    rows = "".join(
        f"<tr><th scope='row'>{escape(m.name)}</th>"
        + "".join(f"<td class='n'>{counts[kind]:,}</td>" for kind in (*KINDS, "cut off"))
        + "</tr>"
        for m, counts in talked_to
    )
    return (
        "<details open><summary>how replies were read</summary><p class='note'>By which rule of the parser; unparsed and "
        "missing replies count as wrong and can be looked at above. Cut off: ended by the limit of tokens.</p>"
        f"<div class='wide'><table><thead><tr><th>model</th>{head}</tr></thead><tbody>{rows}</tbody></table></div></details>"
    )
