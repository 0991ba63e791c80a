"""Rows of a matrix with its candidates: with a row missing nobody can tell the rule, and with two only guess it."""

from __future__ import annotations

from functools import partial

from eyechart.core import Features, Graph, Question, Sight, View
from eyechart.families.matrices.world import World

ROWS = {"1": (1, 2, 3), "2": (4, 5, 6), "3": (7, 8)}
THIRD_ROW = (
    0.25  # it is continued by some rule over each property: at least four candidates are as likely as each other
)


def shows(scene: Graph, letter: str) -> Features:
    return {name: _value(value) for name, value in World(scene).candidates.get(letter, {}).items()}


def _value(value: str) -> str | float:
    return float(value) if value.isdigit() else value


def some_rows(question: Question, rows: str, prior: float | None = None) -> Sight | None:
    """The candidates, and how each stands to the panels of these rows."""
    if question.scene is None:
        return None
    world = World(question.scene)
    panels = {i: world.context[f"panel:{i}"] for row in rows for i in ROWS[row] if f"panel:{i}" in world.context}
    found = {letter: _against(shown, panels) for letter, shown in world.candidates.items()}
    return Sight(candidates={c: {**shows(question.scene, c), **found[c]} for c in question.choices}, prior=prior)


def _against(shown: dict[str, str], panels: dict[int, dict[str, str]]) -> dict[str, str | float]:
    """Of each property, as which panels the candidate is and whether it goes on in equal steps; of all, how many are so."""
    found: dict[str, str | float] = {}
    as_many = dict.fromkeys((*panels, "steps", "both", "either"), 0)
    for name, value in shown.items():
        same = {i: panel.get(name) == value for i, panel in panels.items()}
        found[f"{name} as"] = " ".join(f"p{i}" for i, is_same in same.items() if is_same)
        for i, is_same in same.items():
            as_many[i] += is_same
        if 8 in panels:
            before, last = panels[7].get(name, ""), panels[8].get(name, "")
            as_many["both"] += same[7] and same[8]
            as_many["either"] += (same[7] or same[8]) and before != last
            if before.isdigit() and last.isdigit() and value.isdigit():
                step, next_step = int(last) - int(before), int(value) - int(last)
                as_many["steps"] += step == next_step and step != 0
    return found | {f"all as {i}": float(count) for i, count in as_many.items()}


VIEWS = {
    "row 3": View(about="row 3 and the candidates", see=partial(some_rows, rows="3", prior=THIRD_ROW)),
    # They tell the rule, and of a Union the three values, which two or three candidates show: more than one in eight.
    "rows 1 and 2": View(about="rows 1 and 2 and the candidates", see=partial(some_rows, rows="12"), impossible=False),
    "rows 1 and 3": View(about="rows 1 and 3 and the candidates", see=partial(some_rows, rows="13"), impossible=False),
    "rows 2 and 3": View(about="rows 2 and 3 and the candidates", see=partial(some_rows, rows="23"), impossible=False),
}
