"""What to hold a score against: chance, the most frequent answer, and people's marks in the family's paper."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec import Struct

from eyechart.reporting.layouts import figureqa, iconqa, vprom
from eyechart.reporting.marked import Marked
from eyechart.store.results.judgements import HUMAN


class Reference(Struct, frozen=True):
    name: str
    answer: float
    about: str


# Percent right of people, on the paper's own pictures and questions: near to ours, not the same.
PEOPLE: dict[str, tuple[tuple[str, str, str], ...]] = {
    "figures": (
        (
            "people, as published",
            figureqa.TABLE4["Human"][0],
            "FigureQA, Table 4: its test set in the alternated colour scheme",
        ),
    ),
    "icons": tuple(
        (f"people, as published, {task}", percent, "IconQA, Table 11")
        for task, percent in zip(("picture choices", "text choices", "blanks"), iconqa.TABLE11["Human"], strict=False)
    ),
    "matrices": (("people, as published", vprom.HUMAN, "V-PROM, human study; 4.5 % of its matrices were skipped"),),
}


def references(runs: Sequence[Marked]) -> list[Reference]:
    """Chance and prior are computed on the questions of this exam. What was published of people stands where none sat it."""
    m = runs[0]
    answers = m.column("answers").to_pylist()
    choices = m.run.open_dataset().columns(["choices"]).column("choices").to_pylist()
    templates, images = m.column("template").to_pylist(), m.images
    known = [i for i, some in enumerate(answers) if some]
    if not known:
        return []
    chance = sum(1 / len(choices[i]) for i in known if choices[i]) / len(known)
    frequent = _most_frequent([(templates[i], answers[i][0], int(images[i]) % 2) for i in known])
    sat = any(one.run.model == HUMAN for one in runs)
    published = () if sat else PEOPLE.get(m.scores.family, ())
    people = [Reference(name, float(value) / 100, about) for name, value, about in published]
    return [
        Reference("chance level", chance, "one of the choices by lot; blanks are never hit"),
        Reference(
            "most frequent answer",
            frequent,
            "always the answer that its template has most often on the other half of the images",
        ),
        *people,
    ]


def _most_frequent(asked: list[tuple[str, str, int]]) -> float:
    """Each half of the images is answered with what was most frequent on the other: on its own half it would know too much."""
    seen: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for template, answer, half in asked:
        seen[template, half][answer] += 1
    best = {key: min(counts, key=lambda a: (-counts[a], a)) for key, counts in seen.items()}
    return sum(best.get((template, 1 - half)) == answer for template, answer, half in asked) / len(asked)
