"""Ways to answer with text: of a vocabulary, small or large (EST-VQA's SV and LV), of the OCR tokens, of both; or word by word.

What can be said of both is right twice, as LoRRA has it: the vocabulary's answers come first in the scores, then the tokens.
Evidence is found afterwards, as EST-VQA does for classifiers: by lot among the tokens that read like the answer, or else the token
that differs least from it; unless a network says which token it means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from eyechart.core import Picture, Question, Region, Shape, boxed
from eyechart.errors import EyechartError
from eyechart.models.learning.inputs import Reading
from eyechart.models.learning.network import Facts
from eyechart.models.learning.ocr_tokens import MOST
from eyechart.models.learning.side import Row, Side, labels_of
from eyechart.models.ocr import ENOUGH, Token, as_one, box_overlap
from eyechart.seeding import rng_for

OFTEN = 2  # times that an answer of the small vocabulary occurs in training: more than once
END = 0  # the score of saying no more, where words are put together
MOST_WORDS = 6  # of an answer, with its end
COMMON_WORDS = 5_000  # that can be written without being copied, as M4C has it


def same(words: str) -> str:
    """What two ways to write it have in common."""
    return words.strip().lower()


# ---- vocabularies


def often(answers: Counter[str]) -> Iterable[str]:
    found = [answer for answer, count in answers.items() if count >= OFTEN]
    if not found:
        raise EyechartError(
            "No answer occurs more than once in training, so that a small vocabulary has none. Train on more pages, or take a "
            "network with a large one."
        )
    return found


def every(answers: Counter[str]) -> Iterable[str]:
    return answers


def none(answers: Counter[str]) -> Iterable[str]:
    return ()


def words_of(answers: Counter[str]) -> Iterable[str]:
    """The commonest words of all answers."""
    counts = Counter[str]()
    for answer, count in answers.items():
        counts.update(dict.fromkeys(same(answer).split(), count))
    return (word for word, _ in counts.most_common(COMMON_WORDS))


@lru_cache(maxsize=4)
def _places(answers: tuple[str, ...]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, answer in enumerate(answers):
        found.setdefault(same(answer), []).append(place)
    return found


# ---- what is right, and what may be said


class Words(Struct, frozen=True):
    """What can be said in answer to a question, in the order of the scores."""

    vocabulary: tuple[str, ...]
    tokens: Sequence[Token]  # in the places after the vocabulary

    def right(self, wanted: Iterable[str]) -> Any:
        made = np.zeros(len(self.vocabulary) + MOST, bool)
        places = _places(self.vocabulary)
        read = [same(token.words) for token in self.tokens]
        for answer in {same(one) for one in wanted}:
            made[places.get(answer, [])] = True
            made[[len(self.vocabulary) + at for at, words in enumerate(read) if words == answer]] = True
        return made

    def allowed(self, choices: Sequence[str]) -> Any:
        """All that there is; where there are choices, one of these."""
        made = np.zeros(len(self.vocabulary) + MOST, bool)
        made[: len(self.vocabulary) + len(self.tokens)] = True
        return made & self.right(choices) if choices else made

    def at(self, number: int) -> str | None:
        if number < len(self.vocabulary):
            return self.vocabulary[number]
        at = number - len(self.vocabulary)
        return self.tokens[at].words if at < len(self.tokens) else None  # nothing was read


def words_for(q: Question, reading: Reading) -> Words:
    return Words(reading.facts.answers, reading.tokens(q))


def _fitting(q: Question, said: str | None) -> str | None:
    """A choice as it is worded."""
    if said is None or not q.choices:
        return said
    return next((choice for choice in q.choices if same(choice) == same(said)), None)


# ---- of the vocabulary alone


def _of_vocabulary(q: Question, reading: Reading) -> Row:
    words = Words(reading.facts.answers, ())
    size = len(words.vocabulary)
    return words.right(q.answers)[None, :size], words.allowed(q.choices)[None, :size], labels_of(q, reading.facts)


# ---- of vocabulary and tokens, or of tokens alone


def _copied(q: Question, reading: Reading) -> Row:
    words = words_for(q, reading)
    return words.right(q.answers)[None], words.allowed(q.choices)[None], labels_of(q, reading.facts)


def _only_copied(q: Question, reading: Reading) -> Row:
    """Where no token reads like the answer, because it was misread, that on the evidence is to be found."""
    right, allowed, labels = _copied(q, reading)
    if not right.any() and q.evidence:
        for region in q.evidence.regions:
            for at, token in enumerate(reading.tokens(q)):
                right[0, at] |= box_overlap(boxed(token.shape), boxed(region.shape)) >= ENOUGH
    return right, allowed, labels


def _said(q: Question, reading: Reading, numbers: Sequence[int]) -> str | None:
    return _fitting(q, words_for(q, reading).at(numbers[0]))


# ---- word by word


def _written(q: Question, reading: Reading) -> Row:
    """A row for each word and one for the end; those after it are no rows to learn from."""
    words = words_for(q, reading)
    size = 1 + len(words.vocabulary) + MOST
    right, allowed = np.zeros((MOST_WORDS, size), bool), np.zeros((MOST_WORDS, size), bool)
    allowed[:, 1:], allowed[1:, END] = words.allowed(()), True
    if not words.vocabulary and not words.tokens:
        allowed[:, END] = True
    parts = same(q.answers[0]).split() if q.answers else []
    for row, part in zip(right, parts[: MOST_WORDS - 1], strict=False):
        row[1:] = words.right([part])
    if parts and len(parts) < MOST_WORDS:
        right[len(parts), END] = True
    return right, allowed, labels_of(q, reading.facts)


def _until_end(numbers: Sequence[int]) -> list[int]:
    return [number - 1 for number in (numbers[: numbers.index(END)] if END in numbers else numbers)]


def _put_together(q: Question, reading: Reading, numbers: Sequence[int]) -> str | None:
    words = words_for(q, reading)
    said = [part for part in map(words.at, _until_end(list(numbers))) if part is not None]
    return _fitting(q, " ".join(said) or None)


# ---- evidence


def _on(q: Question, shape: Shape) -> tuple[Region, ...]:
    return (Region(_within(shape, q.pictures[0])),)


def _within(shape: Shape, picture: Picture) -> Shape:
    """An engine's corners may lie a little outside."""
    size = (picture.width, picture.height)
    return tuple(min(max(v, 0.0), float(size[n % 2])) for n, v in enumerate(shape))


def like_the_answer(q: Question, reading: Reading, shares: Any, answer: str | None) -> tuple[Region, ...]:
    """One of the tokens that read like the answer, by lot; or else the one that differs least from it."""
    from rapidfuzz.distance import Levenshtein

    tokens = reading.tokens(q)
    if answer is None or not tokens:
        return ()
    far = [Levenshtein.normalized_distance(same(token.words), same(answer)) for token in tokens]
    nearest = [token for token, distance in zip(tokens, far, strict=True) if distance == min(far)]
    return _on(q, rng_for("evidence", q.id).choice(nearest if min(far) == 0 else nearest[:1]).shape)


def best_token(q: Question, reading: Reading, shares: Any, answer: str | None) -> tuple[Region, ...]:
    """The token with the best score, whatever is said."""
    tokens = reading.tokens(q)
    if not tokens:
        return ()
    start = len(reading.facts.answers)
    return _on(q, tokens[int(shares[0, start : start + len(tokens)].argmax())].shape)


def pointed_at(q: Question, reading: Reading, shares: Any, answer: str | None) -> tuple[Region, ...]:
    """From the first to the last of the tokens that were copied; of an answer without any, the token that reads most like it."""
    tokens, start = reading.tokens(q), len(reading.facts.answers)
    copied = [number - start for number in _until_end(shares.argmax(1).tolist()) if number >= start]
    if answer is None or not copied or max(copied) >= len(tokens):
        return like_the_answer(q, reading, shares, answer)
    return _on(q, as_one([tokens[at] for at in copied]).shape)


# ---- by name


def _size(facts: Facts) -> int:
    return len(facts.answers) + MOST


def _side(
    name: str, known: Callable[[Counter[str]], Iterable[str]], prepare: Callable[[Question, Reading], Row], points: Any
) -> Side:
    """One that may copy."""
    return Side(
        name=name,
        about="texts on the picture",
        size=_size,
        offered=lambda q: True,
        prepare=prepare,
        said=_said,
        known=known,
        points=points,
    )


def _classes(name: str, known: Callable[[Counter[str]], Iterable[str]]) -> Side:
    return Side(
        name=name,
        about="answers",
        size=lambda facts: len(facts.answers),
        offered=lambda q: bool(q.pictures),
        prepare=_of_vocabulary,
        said=lambda q, reading, numbers: _fitting(q, reading.facts.answers[numbers[0]]),
        known=known,
        points=like_the_answer,
    )


SIDES = (
    _classes("small vocabulary", often),
    _classes("large vocabulary", every),
    _side("small vocabulary and OCR", often, _copied, like_the_answer),
    _side("large vocabulary and OCR", every, _copied, like_the_answer),
    _side("OCR", none, _only_copied, best_token),
    _side("OCR and vocabulary", often, _copied, best_token),
    Side(
        name="words and OCR",
        about="texts on the picture",
        size=lambda facts: 1 + _size(facts),
        offered=lambda q: True,
        prepare=_written,
        said=_put_together,
        rows=MOST_WORDS,
        known=words_of,
        points=pointed_at,
    ),
)
