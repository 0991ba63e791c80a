"""Does it look? How the answers change when the evidence is painted over, and when nothing that matters is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import pyarrow.compute as pc
from msgspec import Struct

from eyechart.reporting.marked import Marked

TITLES = {"erased": "evidence painted over", "perturbed": "harmless edits"}


class Change(Struct, frozen=True):
    """On the questions that the alteration touches."""

    questions: int
    changed: float  # share of answers that are not the same any more
    before: float  # share right
    after: float


def change(plain: Marked, altered: Marked) -> Change | None:
    touched = np.ones(plain.sheet.questions.num_rows, bool)
    if altered.run.altered == "erased":
        lengths = pc.fill_null(pc.list_value_length(plain.column("evidence").combine_chunks()), 0)
        touched = lengths.to_numpy(zero_copy_only=False) > 0
    touched &= plain.answer.applies
    if not touched.any():
        return None
    differs = np.array([a != b for a, b in zip(plain.said(), altered.said(), strict=True)])
    return Change(
        int(touched.sum()),
        float(differs[touched].mean()),
        float(plain.answer.values[touched].mean()),
        float(altered.answer.values[touched].mean()),
    )


def looking(plain: Sequence[Marked], altered: Sequence[Marked]) -> str:
    rows = []
    for m in plain:
        for other in altered:
            if (other.run.model, other.run.dataset) == (m.run.model, m.run.dataset):
                found = change(m, other)
                if found is not None:
                    rows.append(_row(m, other.run.altered, found))
    if not rows:
        return ""
    return (
        "<details open><summary>does it look?</summary><p class='note'>Who looks changes the answer when the evidence is "
        "painted over, and keeps it under harmless edits (a little smaller, shifted, recompressed). Who does not look "
        "changes nothing either way.</p><div class='wide'><table><thead><tr><th>model</th><th>pictures</th>"
        "<th>answers changed</th><th>right before</th><th>right after</th><th class='n'>questions</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div></details>"
    )


def _row(m: Marked, kind: str, c: Change) -> str:
    return (
        f"<tr><th scope='row'>{escape(m.name)}</th><td>{TITLES[kind]}</td><td><b>{100 * c.changed:.1f}&nbsp;%</b></td>"
        f"<td>{100 * c.before:.1f}</td><td>{100 * c.after:.1f}</td><td class='n'>{c.questions:,}</td></tr>"
    )
