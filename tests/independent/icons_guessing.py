"""Guess the answers of icons without the diagram, or without the question: boosted trees over raw numbers and words.

Imports nothing of eyechart, and has no feature of `audit`'s: reads the Parquet files, and gives the trees each choice's own
numbers and names beside those of its rivals. `python tests/independent/icons_guessing.py FOLDER` prints what it reaches.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from sklearn.ensemble import HistGradientBoostingClassifier

WORDS, NUMBERS, RIVALS = 60, 4, 4
HIDDEN = (
    "look",
    "in",
    "icon",
    "side",
    "slide",
    "load",
    "called",
)  # of a thing: not to be seen on the picture of a choice


@dataclass
class Asked:
    template: str
    text: str
    choices: list[str]  # in words, or what their pictures show
    right: int
    diagram: bool  # does the diagram show anything but the choices?


def asked(folder: Path) -> Iterator[Asked]:
    for file in sorted((folder / "data").glob("*.parquet")):
        for row in pq.read_table(file, columns=["scene", "questions"]).to_pylist():
            things = {t["id"]: t for t in json.loads(row["scene"])["things"]}
            page = things["page"]["data"]
            drawn = {i for panel in page["panels"] for i in panel["things"]}
            offered = {i for panel in page["choices"] for i in panel["things"]}
            for q in row["questions"]:
                if not q["choices"]:
                    continue
                seen = [shown(things, c) if q["choice_pictures"] else c for c in q["choices"]]
                right = q["choices"].index(q["answers"][0])
                yield Asked(q["template"], q["text"], seen, right, not q["choice_pictures"] or not drawn <= offered)


def shown(things: dict[str, Any], letter: str) -> str:
    """The picture of a choice in words: what it is, or what is in its box."""
    thing = things[things["choice:" + letter]["data"]["shows"]]
    inside = [t for t in things.values() if t.get("data", {}).get("in") == thing["id"]]
    return " ; ".join([str(len(inside)), *sorted(told(t) for t in inside)]) if inside else told(thing)


def told(thing: dict[str, Any]) -> str:
    known = {**thing.get("attributes", {}), **thing.get("data", {})}
    return " ".join([thing["name"], *(f"{key} {value}" for key, value in known.items() if key not in HIDDEN)])


def numbers(text: str, count: int) -> list[float]:
    timed = re.sub(r"(\d+):(\d\d)", lambda m: str(int(m[1]) + int(m[2]) / 60), text)
    shares = re.sub(r"(\d+)/(\d+)", lambda m: str(int(m[1]) / int(m[2])), timed)
    found = [float(n) for n in re.findall(r"\d+(?:\.\d+)?", shares)][:count]
    return found + [np.nan] * (count - len(found))


def table(questions: list[Asked], told_text: bool) -> tuple[Any, Any, Any]:
    """A row for each choice: its numbers, its rivals' numbers, its words, its rivals' words, and the question's."""
    used = Counter(w for q in questions for c in q.choices for w in set(words(c)))
    known = [w for w, _ in used.most_common(WORDS)]
    asked_for = [w for w, _ in Counter(w for q in questions for w in set(words(q.text))).most_common(WORDS)]
    rows, labels, owner = list[list[float]](), list[bool](), list[int]()
    for i, q in enumerate(questions):
        text = [*numbers(q.text, 2), *[float(w in words(q.text)) for w in asked_for]] if told_text else []
        for j, choice in enumerate(q.choices):
            rivals = [c for k, c in enumerate(q.choices) if k != j]
            mine = numbers(choice, NUMBERS)
            theirs = sorted(numbers(c, 1)[0] - mine[0] for c in rivals)[:RIVALS]
            around = sorted((numbers(c, 1)[0] - mine[0]) % 12 for c in rivals)[:RIVALS]  # on the face of a clock
            blank = [np.nan] * (RIVALS - len(theirs))
            said, others = words(choice), Counter(w for c in rivals for w in set(words(c)))
            rows.append([
                *mine, *theirs, *blank, *around, *blank, float(len(rivals)),
                *[float(w in said) for w in known], *[float(others[w]) for w in known], *text,
            ])  # fmt: skip
            labels.append(j == q.right)
            owner.append(i)
    return np.nan_to_num(np.array(rows), nan=-1.0), np.array(labels), np.array(owner)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z]+|[\u4e00-\u9fff]", text.lower())


def guessed(questions: list[Asked], told_text: bool) -> tuple[float, float, int]:
    """How often the trees are right on the second half, having learned from the first; and how often guessing is."""
    rows, labels, owner = table(questions, told_text)
    half = len(questions) // 2
    trees = HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=12, min_samples_leaf=8, random_state=0)
    trees.fit(rows[owner < half], labels[owner < half])
    chance = trees.predict_proba(rows)[:, 1]
    marks = []
    for i in range(half, len(questions)):
        of = np.flatnonzero(owner == i)
        best = of[chance[of] >= chance[of].max() - 1e-12]
        marks.append(labels[best].mean())
    return float(np.mean(marks)), float(np.mean([1 / len(q.choices) for q in questions[half:]])), len(marks)


def attack(folder: Path) -> list[tuple[str, str, float, float, int]]:
    """Template, view, reached, fair, questions: the question with its choices, and the choices alone."""
    by_template = defaultdict[str, list[Asked]](list)
    for q in asked(folder):
        by_template[q.template].append(q)
    found = []
    for template, questions in by_template.items():
        if all(q.diagram for q in questions):
            found.append((template, "without diagram", *guessed(questions, True)))
        found.append((template, "without question", *guessed(questions, False)))
    return found


if __name__ == "__main__":
    for template, view, reached, fair, count in sorted(attack(Path(sys.argv[1])), key=lambda row: row[3] - row[2]):
        print(f"{template:28} {view:18} {100 * reached:5.1f} (guessing {100 * fair:.1f}, {count} questions)")
