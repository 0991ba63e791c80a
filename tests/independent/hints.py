"""Guess the answers of a dataset from the columns beside them, or from what training has had: attacks that share nothing with ours.

Imports nothing of eyechart: reads the Parquet files. `python tests/independent/hints.py columns FOLDER …` trains boosted trees
on every column that stands beside an answer; `… repeats TEST TRAIN` counts problems of a test that training has had, whatever
their colours; `… facts TEST TRAIN` counts facts of commonsense that are asked with the same answer in both.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from sklearn.ensemble import HistGradientBoostingClassifier

TOLD_WITH_ANSWERS = {"signs": ("length", "cross-language")}  # facets that the card says are hidden with the answers
FEWEST = 200  # questions of a template
MOST_ANSWERS = 60  # rarer ones count as one
COLOURS = re.compile(
    r"\b(red|blue|green|yellow|orange|purple|pink|brown|black|white|gr[ae]y|teal|cyan)\b|[红蓝绿黄橙紫粉棕黑白灰青]色?"
)
PLACED = ("panels", "choices", "framed", "x", "y", "size", "turn", "shows", "slide")
DECORATION = ("colour", "icon", "look", "paint", "style")


def pages(folder: Path, columns: list[str]) -> Iterator[dict[str, Any]]:
    for file in sorted((folder / "data").glob("*.parquet")):
        yield from pq.read_table(file, columns=columns).to_pylist()


def columns_of(folder: Path) -> dict[str, list[tuple[dict[str, Any], str, float]]]:
    """What is published, the answer, and the share of blind guesses that are right: of what is chosen from by the number of
    choices, of which the place of the right one is guessed; of the rest by template."""
    hidden = TOLD_WITH_ANSWERS.get(json.loads((folder / "dataset.json").read_text())["family"], ())
    found = defaultdict[str, list[tuple[dict[str, Any], str, float]]](list)
    for row in pages(folder, ["questions"]):
        asked = row["questions"]
        for place, q in enumerate(asked):
            facets = dict(q["facets"]) if not isinstance(q["facets"], str) else json.loads(q["facets"])
            rivals = [other["difficulty"] or 0.0 for other in asked if other["template"] == q["template"]]
            told = {name: value for name, value in facets.items() if name not in hidden}
            told |= {"language": q["language"], "form": q["form"], "choices": float(len(q["choices"]))}
            told |= {"place": float(place), "questions": float(len(asked)), "rivals": float(len(rivals))}
            hard = q["difficulty"] or 0.0
            told |= {
                "difficulty": hard,
                "easier": float(sum(r < hard for r in rivals)),
                "harder": float(sum(r > hard for r in rivals)),
            }
            right = str(q["choices"].index(q["answers"][0])) if q["choices"] else q["answers"][0]
            told["template"] = q["template"]
            kind = f"{len(q['choices'])} choices" if q["choices"] else q["template"]
            found[kind].append((told, right, 1 / len(q["choices"]) if q["choices"] else 0.0))
    return found


def by_columns(questions: list[tuple[dict[str, Any], str, float]]) -> tuple[float, float, int]:
    """How often trees are right on the second half, having learnt from the first; how often the commonest answer is."""
    names = sorted({name for told, _, _ in questions for name in told})
    codes = defaultdict[str, dict[str, int]](dict)

    def number(name: str, value: Any) -> float:
        return value if isinstance(value, float) else float(codes[name].setdefault(str(value), len(codes[name])))

    rows = np.array([[number(name, told.get(name, "")) for name in names] for told, _, _ in questions])
    half = len(questions) // 2
    common = [answer for answer, _ in Counter(a for _, a, _ in questions[:half]).most_common(MOST_ANSWERS)]
    answers = np.array([common.index(a) if a in common else -1 for _, a, _ in questions])
    if len(common) < 2:
        return 1.0, 1.0, len(questions) - half
    trees = HistGradientBoostingClassifier(max_iter=50, max_leaf_nodes=12, min_samples_leaf=10, random_state=0)
    trees.fit(rows[:half], answers[:half])
    said = trees.predict(rows[half:])
    right = (said == answers[half:]) & (said >= 0)
    prior = max(float((answers[half:] == 0).mean()), float(np.mean([fair for _, _, fair in questions[half:]])))
    return float(right.mean()), prior, len(questions) - half


def problem(scene: dict[str, Any], q: dict[str, Any]) -> str:
    """A problem without its decoration: words without colours, what is there by name and number, choices and answer."""
    things = Counter(
        json.dumps(
            [
                thing["name"],
                {k: v for k, v in thing.get("attributes", {}).items() if k not in DECORATION},
                {
                    k: v
                    for k, v in thing.get("data", {}).items()
                    if k not in ("panels", "choices", "framed", "x", "y", "size", "turn", "shows", "slide")
                },
            ],
            sort_keys=True,
        )
        for thing in scene["things"]
        if not thing["id"].startswith(("page", "choice:"))
    )
    words = COLOURS.sub("", q["text"]).split()
    offered = sorted(q["choices"]) if not q["choice_pictures"] else []
    right = q["answers"][0] if not q["choice_pictures"] else ""
    return json.dumps([q["template"], words, offered, right, sorted(things.items())], ensure_ascii=False)


def repeats(test: Path, train: Path) -> tuple[int, int, dict[str, tuple[int, int]]]:
    """Problems of the test that training has had, of how many; by template."""
    known = {
        problem(json.loads(row["scene"]), q) for row in pages(train, ["scene", "questions"]) for q in row["questions"]
    }
    total, again = Counter[str](), Counter[str]()
    for row in pages(test, ["scene", "questions"]):
        for q in row["questions"]:
            total[q["template"]] += 1
            again[q["template"]] += problem(json.loads(row["scene"]), q) in known
    return again.total(), total.total(), {t: (again[t], n) for t, n in total.items() if again[t]}


def facts(test: Path, train: Path) -> tuple[int, int]:
    """Questions of the test whose knowledge and answer were asked together in training, of those that need knowledge."""

    def asked(folder: Path) -> list[tuple[str, str]]:
        rows = (q for row in pages(folder, ["questions"]) for q in row["questions"])
        return [(known, q["answers"][0]) for q in rows if (known := dict(q["facets"]).get("knowledge"))]

    learnt, examined = set(asked(train)), asked(test)
    return sum(pair in learnt for pair in examined), len(examined)


def main(name: str, *folders: str) -> None:
    if name == "repeats":
        again, total, by = repeats(Path(folders[0]), Path(folders[1]))
        print(f"{again} of {total} problems of {folders[0]} are in {folders[1]} ({100 * again / total:.1f} %)")
        for template, (met, of) in sorted(by.items(), key=lambda item: -item[1][0]):
            print(f"  {template:28} {met} of {of}")
        return
    if name == "facts":
        again, total = facts(Path(folders[0]), Path(folders[1]))
        print(
            f"{again} of {total} facts with their answers of {folders[0]} are in {folders[1]} ({100 * again / total:.1f} %)"
        )
        return
    for folder in folders:
        rows = [(t, *by_columns(asked)) for t, asked in columns_of(Path(folder)).items() if len(asked) >= FEWEST]
        count = sum(n for *_, n in rows)
        reached, prior = (sum(row[i] * row[3] for row in rows) / count for i in (1, 2))
        print(f"{folder}: columns {100 * reached:.1f}, prior {100 * prior:.1f}, {count} questions of {len(rows)} kinds")
        for template, got, fair, n in sorted(rows, key=lambda row: row[2] - row[1])[:4]:
            print(f"  {template:28} {100 * got:.1f} (prior {100 * fair:.1f}, {n} questions)")


if __name__ == "__main__":
    main(*sys.argv[1:])
