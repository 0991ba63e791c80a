"""Reference models that only read: `ocr-bound:ENGINE`, `ocr-random:ENGINE`.

The engine `perfect` reads the scene's own texts; `rapidocr` reads the picture (extra `ocr`: its weights are inside the wheel).
The bound picks the best of all tokens and of up to four of them joined, knowing the answer; the other takes one by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from itertools import chain, combinations
from typing import Any

from msgspec import Struct

from eyechart.core import Evidence, Prediction, Question, Region, Shape, boxed
from eyechart.errors import EyechartError, unknown
from eyechart.seeding import rng_for
from eyechart.text.segment import has_chinese

MOST_JOINED = 4  # tokens, as in the paper
ENOUGH = 0.5  # θ of equation 3
Box = tuple[float, float, float, float]
LIKELY = 8  # tokens that come into question for an answer of several; all orders of more would be too many


class Token(Struct, frozen=True):
    words: str
    shape: Shape


Engine = Callable[[Question], list[Token]]


def perfect(q: Question) -> list[Token]:
    """The texts that the scene says are there."""
    things = q.scene.things if q.scene else ()
    return [Token(thing.name, tuple(thing.data["quad"])) for thing in things if "quad" in thing.data]


@cache
def _rapidocr() -> Any:
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise EyechartError("Engine rapidocr is not installed. Type: pip install 'eyechart[ocr]'") from error
    return RapidOCR(params={"Global.log_level": "error"})


_read: dict[bytes, list[Token]] = {}  # the last picture: questions about it come one after another


def rapidocr(q: Question) -> list[Token]:
    data = q.pictures[0].data
    key = blake2b(data, digest_size=16).digest()
    tokens = _read.get(key)
    if tokens is None:
        found = _rapidocr()(data)
        boxes, texts = (found.boxes, found.txts) if found.boxes is not None else ((), ())
        tokens = [
            Token(text, tuple(round(float(v), 1) for point in box for v in point))
            for box, text in zip(boxes, texts, strict=True)
        ]
        _read.clear()
        _read[key] = tokens
    return tokens


ENGINES: dict[str, Engine] = {"perfect": perfect, "rapidocr": rapidocr}


def _engine(name: str) -> Engine:
    if name not in ENGINES:
        raise unknown("OCR engine", name, ENGINES)
    return ENGINES[name]


class RandomToken:
    """Any token, and where it stands."""

    def __init__(self, engine: str) -> None:
        self.name, self.read = f"ocr-random-{engine}", _engine(engine)

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._guess(q) for q in questions]

    def _guess(self, q: Question) -> Prediction:
        tokens = self.read(q)
        if not tokens:
            return Prediction(question=q.id, answer="")
        return _said(q, rng_for("ocr-random", q.id).choice(tokens))


class Bound:
    """The best that can be put together from what was read."""

    def __init__(self, engine: str) -> None:
        self.name, self.read = f"ocr-bound-{engine}", _engine(engine)

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._best(q) for q in questions]

    def _best(self, q: Question) -> Prediction:
        from rapidfuzz.distance import Levenshtein

        truth = [answer.strip().lower() for answer in q.answers]
        places = [boxed(region.shape) for region in q.evidence.regions] if q.evidence else []
        best, top = Prediction(question=q.id, answer=""), (0.0, 0.0, 0.0)
        tokens = self.read(q)
        for token in chain(tokens, joined(tokens, truth)):
            if top[0] == 1.0:
                break  # word for word, and in its place: nothing joined is better
            words = token.words.strip().lower()
            right = max((Levenshtein.normalized_similarity(words, answer) for answer in truth), default=0.0)
            place = max((box_overlap(boxed(token.shape), box) for box in places), default=0.0)
            marks = (right if place >= ENOUGH else 0.0, right, place)
            if marks > top:
                best, top = _said(q, token), marks
        return best


def box_overlap(a: Box, b: Box) -> float:
    """Of the boxes around two shapes: good enough to choose by; metrics judge the shapes themselves."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    both = max(wide, 0.0) * max(high, 0.0)
    either = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both
    return both / either if either > 0 else 0.0


def _said(q: Question, token: Token) -> Prediction:
    return Prediction(question=q.id, answer=token.words, evidence=Evidence((Region(token.shape),)))


def joined(tokens: Sequence[Token], truth: Sequence[str]) -> Iterator[Token]:
    """Two to four of the likely tokens in reading order as one."""
    from rapidfuzz.fuzz import partial_ratio

    def likeness(token: Token) -> float:
        return max((partial_ratio(token.words.lower(), answer) for answer in truth), default=0.0)

    likely = sorted(tokens, key=likeness, reverse=True)[:LIKELY]
    rows = sorted(likely, key=lambda token: (round(token.shape[1] / 12), token.shape[0]))
    for count in range(2, MOST_JOINED + 1):
        yield from map(as_one, combinations(rows, count))


def as_one(tokens: Sequence[Token]) -> Token:
    """Tokens in a line as one: from the first's left side to the last's right."""
    words = [token.words for token in tokens]
    first, last = tokens[0].shape, tokens[-1].shape
    return Token(("" if any(map(has_chinese, words)) else " ").join(words), (*first[:2], *last[2:6], *first[6:]))
