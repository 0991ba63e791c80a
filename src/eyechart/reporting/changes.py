"""Does it look? How answers change when the evidence is painted over, and when what does not matter is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from eyechart.reporting.marked import Marked

TITLES = {
    "erased": "evidence painted over",
    "elsewhere": "as much painted over elsewhere",
    "perturbed": "harmless edits",
}


class Change(Struct, frozen=True):
    """On the questions that the alteration touches."""

    model: str
    pictures: str  # what was done to them
    questions: int
    changed: float  # share of answers that are not the same any more
    before: float  # share right
    after: float


def change(plain: Marked, altered: Marked) -> Change | None:
    touched = np.ones(plain.sheet.questions.num_rows, bool)
    if altered.run.altered != "perturbed":  # decoys count: who takes them for evidence is to be seen
        touched = plain.column("evidence").is_valid().to_numpy() & plain.column("labels").is_null().to_numpy()
    touched &= plain.answer.applies
    if not touched.any():
        return None
    differs = np.array([a != b for a, b in zip(plain.said(), altered.said(), strict=True)])
    return Change(
        plain.name,
        TITLES[altered.run.altered],
        int(touched.sum()),
        float(differs[touched].mean()),
        float(plain.answer.values[touched].mean()),
        float(altered.answer.values[touched].mean()),
    )


def changes(plain: Sequence[Marked], altered: Sequence[Marked]) -> list[Change]:
    """Of each model that sat the same dataset both ways."""
    both = [(m, other) for m in plain for other in altered if _sitting(m) == _sitting(other)]
    return [found for m, other in both if (found := change(m, other)) is not None]


def _sitting(m: Marked) -> tuple[str, str, int | None]:
    return m.run.model, m.run.fingerprint, m.run.limit
