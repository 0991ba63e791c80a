"""What a commonsense dataset asks for, and whether it can be guessed: shares, and two probes beside their priors.

`python -m eyechart.reporting.layouts.commonsense_shares DATASET …` prints shares of types, functions and lengths; assembled
skeletons; what the words of a question tell about its answer; what one sees who knows nothing; and how many facts, with
their answers, of each dataset are in the first, too.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from eyechart.core import Page, Question
from eyechart.errors import lacking
from eyechart.families.commonsense.ask import knowledge_items
from eyechart.families.commonsense.models.half_oracle import HalfOracle
from eyechart.families.commonsense.question.query import TYPES, skeleton
from eyechart.families.commonsense.world import FUNCTIONS
from eyechart.metrics import answer
from eyechart.phrasing import YES_NO
from eyechart.probing.probes import prior_given
from eyechart.store.folder import load

TOP = 10  # skeletons


def shares(questions: Sequence[Question]) -> list[tuple[str, float]]:
    """By name: means, and shares in percent."""
    programs = [q.program for q in questions if q.program is not None]
    count = len(programs)
    lengths = [len(p.steps) for p in programs]
    used = Counter(name for p in programs for name in {step.function for step in p.steps})
    kinds = Counter(skeleton(p.steps) for p in programs)
    words = [len(q.text.split()) for q in questions if q.language == "en"]
    rows = [
        ("functions, mean", sum(lengths) / count),
        ("functions, least", float(min(lengths))),
        ("functions, most", float(max(lengths))),
        ("% with more than four functions", 100 * sum(n > 4 for n in lengths) / count),
        ("words of an English question, mean", sum(words) / max(len(words), 1)),
        (
            "% with a region in the place of VISION",
            100 * sum(q.facets.get("region") == "yes" for q in questions) / count,
        ),
        ("skeletons", float(len(kinds))),
        (f"% that the {TOP} commonest skeletons have", 100 * sum(n for _, n in kinds.most_common(TOP)) / count),
    ]
    rows += [(f"% of programs with {name}", 100 * used[name] / count) for name in FUNCTIONS]
    rows += [(f"% {type}", 100 * sum(q.template == type for q in questions) / count) for type in TYPES]
    return rows


class Guess:
    """How often a type is right, by the prior given (type, knowledge) and by the words of the question."""

    def __init__(self, type: str, questions: Sequence[tuple[int, Question]]) -> None:
        held = [image % 5 < 2 for image, _ in questions]
        self.type = type
        self.train = [q for (_, q), out in zip(questions, held, strict=True) if not out]
        self.test = [q for (_, q), out in zip(questions, held, strict=True) if out]

    def prior(self, given: bool = True) -> float:
        """The commonest training answer; given the knowledge, of its type and knowledge, or of the item of it that says most."""
        train, test = ([(self._told(q, given), q.answers[0]) for q in some] for some in (self.train, self.test))
        return prior_given(train, test)

    def _told(self, q: Question, given: bool) -> str:
        known = "; ".join(f"{q.template} {item}" for item in self._key(q).split("; "))
        return f"{known}; {q.template}" if given else ""

    def _key(self, q: Question) -> str:
        return q.facets.get("knowledge", "")

    def probe(self) -> float:
        """A logistic regression on words and pairs of words, and on the knowledge as one word."""
        try:
            from scipy.sparse import hstack
            from sklearn.feature_extraction.text import HashingVectorizer
            from sklearn.linear_model import SGDClassifier
        except ImportError as error:
            raise lacking("What guesses reach", "audit", error) from error

        words = HashingVectorizer(n_features=2**17, ngram_range=(1, 2), token_pattern=r"[\u4e00-\u9fff]|\w+", norm=None)
        whole = HashingVectorizer(n_features=2**15, analyzer=lambda known: [known], norm=None)

        def features(some: Sequence[Question]) -> object:
            return hstack(
                [words.transform([q.text for q in some]), whole.transform([self._key(q) for q in some])]
            ).tocsr()

        model = SGDClassifier(loss="log_loss", alpha=1e-4, max_iter=20, tol=None, random_state=0)
        model.fit(features(self.train), np.array([q.answers[0] for q in self.train]))
        said = model.predict(features(self.test))
        return float(np.mean([a == q.answers[0] for a, q in zip(said, self.test, strict=True)]))


def guesses(pages: Iterable[Page]) -> dict[str, Guess]:
    by_type: dict[str, list[tuple[int, Question]]] = defaultdict(list)
    for page in pages:
        for q in page.questions:
            by_type[q.template].append((page.index, q))
            by_type["Verify" if q.template.startswith("Verify") else "Recognize"].append((page.index, q))
    return {type: Guess(type, by_type[type]) for type in (*TYPES, "Verify", "Recognize") if by_type[type]}


def unknowing(questions: Sequence[Question]) -> float:
    """How often the oracle without knowledge is right."""
    said = HalfOracle("knowledge").answer(questions)
    return float(np.mean([answer.score(q, p) or 0.0 for q, p in zip(questions, said, strict=True)]))


def pairs(questions: Iterable[Question]) -> set[tuple[str, str]]:
    """Each fact that a question takes, with its answer; categories are no facts."""
    found = [(item, q.answers[0]) for q in questions if q.program for item in knowledge_items(q.program.steps)]
    return {(" ".join(item), answer) for item, answer in found if item[1] != "IsA"}


def main(*folders: str) -> None:
    pages = [page for folder in folders for page in load(folder)]
    questions = [q for page in pages for q in page.questions]
    print(f"{len(questions):,} questions on {len(pages):,} pictures, {len(questions) / len(pages):.2f} each")
    for name, value in shares(questions):
        print(f"{value:8.2f}  {name}")
    print(
        "\nPercent right on two images of five, learned from the other three: the prior of the type, the prior given type"
    )
    print("and knowledge (the oracle without image), words of the question, the oracle without knowledge.")
    print("Q-Only of the paper: Verify 68.79, Recognize 49.57.")
    for type, guess in guesses(pages).items():
        rates = (guess.prior(given=False), guess.prior(), guess.probe(), unknowing(guess.test))
        print(f"{type:12} {'  '.join(f'{100 * r:6.2f}' for r in rates)}   {len(guess.test):,} questions")
    yes = [q.answers[0] == YES_NO[q.language][0] for q in questions if q.form == "yes/no"]
    print(f"\n{100 * sum(yes) / max(len(yes), 1):.2f} % of {len(yes):,} Verify questions are answered yes")
    first, *others = [(folder, pairs(q for page in load(folder) for q in page.questions)) for folder in folders]
    for folder, some in others:
        share = 100 * len(some & first[1]) / max(len(some), 1)
        print(f"{share:.1f} % of the {len(some):,} facts with an answer in {folder} are in {first[0]}, too")


if __name__ == "__main__":
    main(*sys.argv[1:])
