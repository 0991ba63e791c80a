"""Derive the answers of an exported FigureQA split again, from annotations.json and the paper alone.

Imports nothing of eyechart. `python tests/independent/figureqa.py FOLDER` prints what it found.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any


@dataclass
class Verdict:
    questions: int = 0
    wrong: list[dict[str, Any]] = field(default_factory=list)
    said: dict[int, tuple[int, int]] = field(default_factory=dict)  # question_id -> how often yes, how often no


def exact(numbers: list[float]) -> list[Fraction]:
    """Decimals as written, so that no rounding decides."""
    return [Fraction(str(number)) for number in numbers]


def single_values(note: dict[str, Any]) -> dict[str, Fraction]:
    models = note["models"]
    if note["type"] == "pie":
        return dict(zip([m["name"] for m in models], exact([m["span"] for m in models]), strict=True))
    values = models[0]["y"] if note["type"] == "vbar_categorical" else models[0]["x"]
    return dict(zip(models[0]["labels"], exact(values), strict=True))


def curve_values(note: dict[str, Any]) -> dict[str, tuple[list[Fraction], list[Fraction]]]:
    return {m["name"]: (exact(m["x"]), exact(m["y"])) for m in note["models"]}


def trapezoids(x: list[Fraction], y: list[Fraction]) -> Fraction:
    return sum(((x[i + 1] - x[i]) * (y[i + 1] + y[i]) / 2 for i in range(len(x) - 1)), Fraction(0))


def unevenness(x: list[Fraction], y: list[Fraction]) -> Fraction:
    total = Fraction(0)
    for i in range(len(x) - 2):
        total += abs((y[i + 2] - y[i + 1]) / (x[i + 2] - x[i + 1]) - (y[i + 1] - y[i]) / (x[i + 1] - x[i]))
    return total


def about_values(id: int, values: dict[str, Fraction], one: str, other: str) -> bool:
    ranked = sorted(values.values())
    mine = values[one]
    if id in (2, 3):
        return mine < values[other] if id == 2 else mine > values[other]
    rank = {0: 0, 1: len(ranked) - 1, 4: (len(ranked) - 1) // 2, 5: len(ranked) // 2}[id]
    return mine == ranked[rank] and ranked.count(mine) == 1


def about_curves(id: int, curves: dict[str, tuple[list[Fraction], list[Fraction]]], one: str, other: str) -> bool:
    if id >= 12:
        pairs = list(zip(curves[one][1], curves[other][1], strict=True))
        less, more = all(a < b for a, b in pairs), all(a > b for a, b in pairs)
        return {12: less, 13: more, 14: not less and not more}[id]
    measure = {6: trapezoids, 7: trapezoids, 8: unevenness, 9: unevenness}.get(id)
    if measure:
        values = {name: measure(*curve) for name, curve in curves.items()}
    else:
        values = {name: (min if id == 10 else max)(curve[1]) for name, curve in curves.items()}
    best = (min if id in (6, 8, 10) else max)(values.values())
    return values[one] == best and list(values.values()).count(best) == 1


def judge(folder: Path) -> Verdict:
    notes = {note["image_index"]: note for note in json.loads((folder / "annotations.json").read_text())}
    verdict = Verdict()
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for pair in json.loads((folder / "qa_pairs.json").read_text())["qa_pairs"]:
        note, id = notes[pair["image_index"]], pair["question_id"]
        names = pair["color1_name"], pair["color2_name"]
        truth = (
            about_values(id, single_values(note), *names) if id < 6 else about_curves(id, curve_values(note), *names)
        )
        verdict.questions += 1
        counts[id][1 - pair["answer"]] += 1
        if truth != bool(pair["answer"]):
            verdict.wrong.append(pair)
    verdict.said = {id: (yes, no) for id, (yes, no) in sorted(counts.items())}
    return verdict


if __name__ == "__main__":
    found = judge(Path(sys.argv[1]))
    print(f"{found.questions:,} questions, {len(found.wrong)} wrong")
    for id, (yes, no) in found.said.items():
        print(f"question_id {id:2d}: {yes:,} yes, {no:,} no")
