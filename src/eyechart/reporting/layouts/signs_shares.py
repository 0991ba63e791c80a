"""What a signs dataset asks for, in shares, and what reading without understanding gives.

`python -m eyechart.reporting.layouts.signs_shares DATASET [TRAINING DATASET]`; who reads without understanding says a random
text of the right role, or any random text.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable

from eyechart.core import Page, Question, Thing
from eyechart.metrics.estvqa import plain, s_l
from eyechart.models.vocabulary import Vocabulary
from eyechart.seeding import rng_for
from eyechart.store.folder import load


def shares(pages: Iterable[Page]) -> dict[str, float]:
    """Share of the questions, or mean mark, by name."""
    sums: Counter[str] = Counter()
    count = 0
    for page in pages:
        texts = [thing for thing in page.scene.things if "role" in thing.attributes]
        for q in page.questions:
            count += 1
            for name, value in _marks(q, texts).items():
                sums[name] += value  # type: ignore[assignment]
    return {name: total / count for name, total in sums.items()}


def _marks(q: Question, texts: list[Thing]) -> dict[str, float]:
    target = next(t for t in texts if q.evidence is not None and t.id == q.evidence.regions[0].things[0])
    rivals = [t for t in texts if t.attributes["role"] == target.attributes["role"]]
    rng = rng_for("shares", q.id)
    same_role, any_text = rng.choice(rivals), rng.choice(texts)
    truth = plain(q.answers[0])
    return {
        "two others share the answer's role": float(len(rivals) >= 3),
        "cross-language": float(q.facets["cross-language"] == "yes"),
        "long answers": float(q.facets["length"] == "long"),
        "need a second thing": float(q.facets["second thing"] == "yes"),
        "random text of the right role, exact": float(same_role.id == target.id),
        "random text of the right role, s_l": s_l(plain(same_role.name), truth),
        "any random text, exact": float(any_text.id == target.id),
        "any random text, s_l": s_l(plain(any_text.name), truth),
    }


def vocabulary_bounds(pages: Iterable[Page], training: Iterable[Page]) -> dict[str, float]:
    """Table 3's SV and LV, each language with its own vocabulary: share of the test's answers that training had."""
    training = list(training)
    found: dict[str, float] = {}
    questions = [q for page in pages for q in page.questions]
    for size in ("small", "large"):
        model = Vocabulary(f"{size}-mono")
        model.fit(training)
        said = model.answer(questions)
        for language in sorted({q.language for q in questions}):
            mine = [bool(p.answer) for q, p in zip(questions, said, strict=True) if q.language == language]
            found[f"{size} vocabulary, {language}"] = sum(mine) / len(mine)
    return found


def main(folder: str, training: str | None = None) -> None:
    for name, value in shares(load(folder)).items():
        print(f"{100 * value:5.1f} %  {name}")
    if training is not None:
        for name, value in vocabulary_bounds(load(folder), load(training)).items():
            print(f"{100 * value:5.1f} %  {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
