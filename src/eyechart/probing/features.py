"""Sights as rows to learn from: words and pairs of words, numbers, and how each candidate stands to the others.

A question whose candidates differ gives a row for each of them, right or wrong; any other gives one row, whose label is its
answer. Whatever tells a candidate from its rivals without a look is meant to be here: that it is the least, the most or the
middle one, how far it is from the next and from the question's own numbers, how many others share what it has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Features, Sight

Floats = NDArray[np.float32]
WORD = re.compile(r"[\u4e00-\u9fff]|\w+|[^\w\s]")
NUMBER = re.compile(r"(\d{1,2}):(\d\d)(?:\s*([AP])\.?M)?|(\d+)/(\d+)|\d[\d,]*(?:\.\d+)?")
SMALL_NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
MOST_CROSSED = 24  # words of a question that are crossed with what a candidate shows
MOST_PAIRED = 4  # candidates, for each to be paired with each other
HASHED = 2**16


class Rows(Struct, frozen=True):
    """What is learned from. Row r is of question `question[r]`, and of its candidate `candidate[r]` where it ranks them."""

    tokens: Any  # scipy sparse, 0 or 1
    numbers: Floats  # NaN where there is none
    labels: NDArray[Any]  # of each row: right or not, where candidates are ranked; else the answer
    question: NDArray[np.int64]
    ranks: bool


def numbers_in(text: str) -> list[float]:
    """Times as hours, fractions as what they come to, digits, small numbers in words."""
    found: list[float] = []
    for match in NUMBER.finditer(text):
        hour, minute, half, part, whole = match.groups()
        if hour:
            found.append(
                int(hour) % 12 + 12 * (half == "P") + int(minute) / 60 if half else int(hour) + int(minute) / 60
            )
        elif part:
            found.append(int(part) / max(int(whole), 1))
        else:
            found.append(float(match.group().replace(",", "")))
    words = text.lower().split()
    return found or [float(SMALL_NUMBERS.index(word)) for word in words if word in SMALL_NUMBERS]


def rows_of(sights: Sequence[Sight], answers: Sequence[tuple[str, ...]], pictures: Floats | None) -> Rows:
    """`pictures` has what is seen of each question's pictures, if they are shown."""
    ranks = all(sight.candidates for sight in sights)
    tokens, numbers, labels, question = list[list[str]](), list[dict[str, float]](), list[Any](), list[int]()
    for i, (sight, accepted) in enumerate(zip(sights, answers, strict=True)):
        said, own = _of_question(sight)
        if not ranks:
            tokens.append(said)
            numbers.append(own)
            labels.append(accepted[0] if accepted else "")
            question.append(i)
            continue
        for answer, (words, values) in zip(sight.candidates, _of_candidates(sight, said, own), strict=True):
            tokens.append(words)
            numbers.append(values)
            labels.append(answer in accepted)
            question.append(i)
    where = np.array(question, np.int64)
    table = _table(numbers)
    if pictures is not None:
        table = np.concatenate([table, pictures[where]], axis=1)
    return Rows(_hashed(tokens), table, np.array(labels), where, ranks)


def _of_question(sight: Sight) -> tuple[list[str], dict[str, float]]:
    words = WORD.findall(sight.text.lower())
    tokens = [*words, *(f"{a} {b}" for a, b in pairwise(words))]
    numbers: dict[str, float] = {"words": len(words)}
    for i, value in enumerate(numbers_in(sight.text)[:4]):
        numbers[f"number {i}"] = value
    if "number 1" in numbers:
        numbers["difference"] = numbers["number 0"] - numbers["number 1"]
        numbers["sum"] = numbers["number 0"] + numbers["number 1"]
    for name, shown in sight.features.items():
        if isinstance(shown, str):
            tokens.append(f"{name}={shown}")
        else:
            numbers[name] = float(shown)
    return tokens, numbers


def _of_candidates(
    sight: Sight, said: list[str], own: dict[str, float]
) -> Iterator[tuple[list[str], dict[str, float]]]:
    shown = [_both(features) for features in sight.candidates.values()]
    asked = numbers_in(sight.text)[:2]
    values = _columns([numbers for _, numbers in shown])
    texts = _columns([words for words, _ in shown])
    crossed = [token for token in said if " " not in token][:MOST_CROSSED]
    for i, (words, numbers) in enumerate(shown):
        tokens = [f"{name}={value}" for name, value in words.items()]
        tokens += [f"{name}:{w}" for name, value in words.items() for w in set(WORD.findall(value.lower()))]
        tokens += [f"{word}~{token}" for token in tokens for word in crossed]
        found = {"place": float(i), "candidates": float(len(shown)), **own}
        shares = 0
        for name, word in words.items():
            same = sum(other == word for other in texts[name]) - 1
            shares += same
            found[f"{name} shared"] = same
            if len(shown) <= MOST_PAIRED:
                tokens += [f"{name}={word}<>{other}" for j, other in enumerate(texts[name]) if j != i]
        for name, value in numbers.items():
            others = [other for j, other in enumerate(values[name]) if j != i and other is not None]
            shares += others.count(value)
            found |= {f"{name} {what}": stand for what, stand in _standing(value, others, asked).items()}
        found["all shared"] = shares
        yield tokens, found


def _both(features: Features) -> tuple[dict[str, str], dict[str, float]]:
    """Words and numbers of a candidate; a number that words hold is both."""
    words = {name: value for name, value in features.items() if isinstance(value, str)}
    numbers = {name: float(value) for name, value in features.items() if not isinstance(value, str)}
    for name, value in words.items():
        for i, number in enumerate(numbers_in(value)[:2]):
            numbers[f"{name} #{i}"] = number
    return words, numbers


def _columns(shown: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    return {name: [one.get(name) for one in shown] for name in dict.fromkeys(name for one in shown for name in one)}


def _standing(value: float, others: list[float], asked: list[float]) -> dict[str, float]:
    """How a number stands to those of the other candidates and to those of the question."""
    below, above = [o for o in others if o < value], [o for o in others if o > value]
    found = {
        "": value,
        "shared": float(len(others) - len(below) - len(above)),
        "rank": (len(below) + 1) / (len(below) + len(above) + 2),
        "least": float(not below),
        "most": float(not above),
        "middle": float(len(below) == len(above)),
        "odd": value % 2,
        "over the next": value - max(below) if below else np.nan,
        "under the next": min(above) - value if above else np.nan,
    }
    for k, number in enumerate(asked):
        found[f"minus {k}"] = value - number
        found[f"is {k}"] = float(value == number)
        # who adds the question's number to another choice gets this one: once as it is, once on the face of a clock
        found[f"reached by {k}"] = float(sum(value == o + number or (value - o - number) % 12 == 0 for o in others))
        found[f"starts {k}"] = float(sum(o == value + number or (o - value - number) % 12 == 0 for o in others))
    return found


def _table(numbers: Sequence[Mapping[str, float]]) -> Floats:
    """The commonest columns of all rows; a name that is rare is left out."""
    seen = Counter(name for row in numbers for name in row)
    names = [name for name, count in seen.most_common(150) if count * 50 >= len(numbers)]
    place = {name: i for i, name in enumerate(names)}
    table = np.full((len(numbers), len(names)), np.nan, np.float32)
    for r, row in enumerate(numbers):
        for name, value in row.items():
            if name in place:
                table[r, place[name]] = value
    return table


def _hashed(tokens: Sequence[list[str]]) -> Any:
    from sklearn.feature_extraction.text import HashingVectorizer

    hasher = HashingVectorizer(
        analyzer=lambda row: row, n_features=HASHED, norm=None, alternate_sign=False, binary=True
    )
    made = hasher.transform(tokens).tocsr()
    return made[:, np.unique(made.indices)]  # learners go through all columns; of 65,536 few are used
