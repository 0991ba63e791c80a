"""OCR tokens as an input: what is written on a picture, and where; from the scene, with as many faults as wanted, or by an engine.

    ocr=scene          the scene's texts, each a token, without a fault
    ocr=words          the same, cut at its spaces: a token for each word, as EST-VQA's engine reads
    ocr=scene:0.1      one token in ten goes wrong (`words:0.1` likewise): it is missed, runs into its neighbour, or is
                       misread; and all corners are off by up to a tenth of the text's height
    ocr=rapidocr       the engine reads the picture; once for a dataset, and kept beside it like features

Tokens come in reading order, since a scene's own would tell which texts belong together. A token is read as fastText reads a
word [11]: as the mean of what its pieces of one to three signs, and the whole, stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import pairwise
from statistics import median
from typing import Any
from zlib import crc32

import numpy as np
from msgspec import Struct

from eyechart.core import Picture, Question, Shape, boxed
from eyechart.errors import EyechartError, unknown
from eyechart.models.learning.looking import longer, padded
from eyechart.models.learning.pixels import is_single
from eyechart.models.ocr import Token, perfect, rapidocr
from eyechart.seeding import Rng, rng_for
from eyechart.store.features import tables
from eyechart.store.folder import Dataset

MOST = 50  # tokens of a picture, as LoRRA has it [29]
PIECES = 3  # signs of the longest piece
FAULTS = ("missed", "merged", "misread")
SIGNS = (
    "abcdefghijklmnopqrstuvwxyz0123456789"  # that another is misread as; of a Chinese sign, its neighbour in Unicode
)
ENGINE = "rapidocr"


class Texts:
    """What is written on the picture of a question, by the setting `ocr`. What an engine read before is looked up."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.name, _, noise = spec.partition(":")
        if self.name not in (*OF_SCENE, ENGINE):
            raise unknown("way to read text, setting ocr,", self.name, (*OF_SCENE, ENGINE))
        try:
            self.noise = float(noise or 0)
        except ValueError:
            self.noise = -1.0
        if not 0 <= self.noise <= 1 or (noise and self.name == ENGINE):
            raise EyechartError(f"Setting ocr={spec}: what goes wrong is a share from 0 to 1, as in ocr=scene:0.1.")
        self.stored: dict[bytes, tuple[Token, ...]] = {}
        self.last: tuple[bytes, tuple[Token, ...]] | None = None  # questions about a picture come one after another

    def __call__(self, q: Question) -> tuple[Token, ...]:
        """At most MOST, in reading order."""
        key = digest(q.pictures[0])
        if self.last is None or self.last[0] != key:
            self.last = key, in_order(self.stored[key] if key in self.stored else self._read(q, key))[:MOST]
        return self.last[1]

    def _read(self, q: Question, key: bytes) -> Sequence[Token]:
        if self.name == ENGINE:
            return rapidocr(q)
        found = OF_SCENE[self.name](perfect(q))
        if not found and _tells_nothing(q):
            raise EyechartError(f"{q.id} has a picture of which nobody tells the texts. Set ocr={ENGINE}.")
        return faulty(found, self.noise, q.pictures[0], rng_for("ocr", key.hex())) if self.noise else found


def texts_of(settings: Any) -> Texts | None:
    """None: the network reads nothing on pictures."""
    return Texts(settings.ocr) if hasattr(settings, "ocr") else None


def digest(picture: Picture) -> bytes:
    return blake2b(picture.data, digest_size=16).digest()


def has_texts(q: Question) -> bool:
    """Its scene tells the texts of its one picture; or tells nothing at all, so that only an engine can."""
    return is_single(q) and (bool(perfect(q)) or _tells_nothing(q))


def _tells_nothing(q: Question) -> bool:
    """A photograph's, of an official release."""
    return q.scene is None or len(q.scene.things) <= 1


def in_order(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Row by row, and from left to right. Rows run as texts do, which are seldom level; a text begins a new one where it stands
    further below the last than half the height that texts usually have."""
    if not tokens:
        return ()
    slope = median(_slope(token.shape) for token in tokens)
    places = {id(token): _middle(token.shape) for token in tokens}
    high = max(1.0, median(bottom - top for _, top, _, bottom in (boxed(token.shape) for token in tokens)))

    def below(token: Token) -> float:
        x, y = places[id(token)]
        return y - slope * x

    rows: list[list[Token]] = []
    for token in sorted(tokens, key=lambda one: (below(one), places[id(one)])):
        if rows and below(token) - below(rows[-1][-1]) <= high / 2:
            rows[-1].append(token)
        else:
            rows.append([token])
    return tuple(token for row in rows for token in sorted(row, key=lambda one: places[id(one)]))


def _slope(shape: Shape) -> float:
    """Of the upper side of a quadrilateral; a box is level."""
    wide = shape[2] - shape[0]
    return (shape[3] - shape[1]) / wide if len(shape) == 8 and wide > 0 else 0.0


def _middle(shape: Shape) -> tuple[float, float]:
    left, top, right, bottom = boxed(shape)
    return (left + right) / 2, (top + bottom) / 2


def cut(tokens: Sequence[Token]) -> list[Token]:
    """Texts at their spaces; a word takes its share of the text's length by the number of its signs."""
    return [Token(word, shape) for token in tokens for word, shape in _words(token)]


def _words(token: Token) -> list[tuple[str, Shape]]:
    words, corners = token.words.split(), np.array(token.shape, float).reshape(-1, 2)
    if len(words) < 2 or len(corners) != 4:
        return [(token.words, token.shape)]
    ends = np.cumsum([len(word) + 1 for word in words]) / (sum(map(len, words)) + len(words) - 1)
    first, second, third, fourth = corners

    def part(start: float, end: float) -> Shape:
        top, bottom = second - first, third - fourth
        quad = (first + start * top, first + end * top, fourth + end * bottom, fourth + start * bottom)
        return tuple(round(float(v), 2) for v in np.concatenate(quad))

    gap = 1 / (sum(map(len, words)) + len(words) - 1)
    starts = [0.0, *ends[:-1]]
    return [(word, part(start, end - gap)) for word, start, end in zip(words, starts, ends, strict=True)]


OF_SCENE: dict[str, Callable[[Sequence[Token]], Sequence[Token]]] = {"scene": lambda tokens: tokens, "words": cut}


# ---- faults


def faulty(tokens: Sequence[Token], noise: float, picture: Picture, rng: Rng) -> list[Token]:
    """Something goes wrong with so many of the tokens, each fault as often; and no corner is where it was."""
    made: list[Token] = []
    runs_on = False
    for token in in_order(tokens):
        fault = rng.choice(FAULTS) if rng.coin(noise) else ""
        words, shape = token.words, _moved(token.shape, noise, picture, rng)
        if runs_on:
            before = made.pop()
            words, shape = before.words + words, _around(before.shape, shape)
        runs_on = fault == "merged"
        if fault != "missed":
            made.append(Token(_misread(words, rng) if fault == "misread" else words, shape))
    return made


def _misread(words: str, rng: Rng) -> str:
    """One sign is taken for another."""
    at = rng.integer(0, len(words) - 1)
    old = words[at]
    new = rng.choice([sign for sign in SIGNS if sign != old.lower()]) if old.isascii() else chr(ord(old) + 1)
    return words[:at] + new + words[at + 1 :]


def _moved(shape: Shape, noise: float, picture: Picture, rng: Rng) -> Shape:
    _, top, _, bottom = boxed(shape)
    reach, size = noise * (bottom - top), (picture.width, picture.height)
    moved = [v + rng.uniform(-reach, reach) for v in shape]
    return tuple(round(min(max(v, 0.0), float(size[n % 2])), 1) for n, v in enumerate(moved))


def _around(some: Shape, other: Shape) -> Shape:
    one, two = boxed(some), boxed(other)
    left, top, right, bottom = min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3])
    return left, top, right, top, right, bottom, left, bottom


# ---- read once for a dataset


def known(texts: Texts, dataset: Dataset, progress: Callable[[int], None] = lambda pages: None) -> None:
    """Have what the engine reads on all pictures of a dataset at hand, from beside it. Scenes need no engine."""
    if texts.name != ENGINE:
        return
    for table in tables(dataset, _engine_name(), _table, progress):
        for row in table.to_pylist():
            texts.stored[row["digest"]] = tuple(map(Token, row["words"], map(tuple, row["shapes"])))


def _engine_name() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{ENGINE}-{version(ENGINE)}"
    except PackageNotFoundError:
        return ENGINE  # which it will say is not installed, unless all is read already


def _table(pages: Any) -> Any:
    import pyarrow as pa

    read = {digest(q.pictures[0]): rapidocr(q) for page in pages for q in page.questions[:1] if is_single(q)}
    return pa.table(
        {
            "digest": pa.array(read, pa.binary(16)),
            "words": pa.array([[t.words for t in found] for found in read.values()], pa.list_(pa.string())),
            "shapes": pa.array(
                [[list(t.shape) for t in found] for found in read.values()], pa.list_(pa.list_(pa.float32()))
            ),
        }
    )


# ---- for a network


class Written(Struct, frozen=True):
    """Of one picture."""

    pieces: tuple[Any, ...]  # of each token: numbers of its pieces
    boxes: Any  # tokens × 4, by the picture's longer side
    digits: Any  # tokens: has it any?

    @property
    def nbytes(self) -> int:
        return int(self.boxes.nbytes + sum(one.nbytes for one in self.pieces))


def pieces(words: str) -> Any:
    """The pieces of a token by numbers that mean nothing, none of them 0. A network takes them modulo as many as it has."""
    text = f"<{words.lower()}>"
    found = {text, *(text[at : at + n] for n in range(1, PIECES + 1) for at in range(len(text) - n + 1))}
    return np.array(sorted(1 + crc32(piece.encode()) % (2**31 - 1) for piece in found), np.int64)


def written_on(q: Question, texts: Texts) -> Written:
    tokens = texts(q)
    boxes = np.array([boxed(token.shape) for token in tokens], np.float32).reshape(-1, 4)
    digits = np.array([any(map(str.isdigit, token.words)) for token in tokens], bool)
    return Written(tuple(pieces(token.words) for token in tokens), boxes / longer(q.pictures[0]), digits)


def collated(once: Sequence[Written]) -> dict[str, Any]:
    """All tokens in a row, the first being none; and which of them are on each picture, pictures × the most."""
    flat = [np.zeros(1, np.int64), *(piece for one in once for piece in one.pieces)]
    ends = np.cumsum([0, *(len(one.pieces) for one in once)])
    at = np.zeros((len(once), max(1, *(len(one.pieces) for one in once))), np.int64)
    digits = np.zeros(at.shape, bool)
    for row, has, one, (start, end) in zip(at, digits, once, pairwise(ends), strict=True):
        row[: end - start] = np.arange(start, end) + 1
        has[: end - start] = one.digits
    return {
        "ocr_pieces": np.concatenate(flat),
        "ocr_starts": np.cumsum([0, *map(len, flat[:-1])]),
        "ocr_at": at,
        "ocr_digits": digits,
        "ocr_boxes": padded([one.boxes for one in once]),
    }
