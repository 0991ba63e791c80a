"""Can it be guessed? Each template says what it needs; the audit takes each need away, trains a probe on what is left,
and expects no more than the template's prior, or the prior given a facet that narrows the answers by itself. And it looks
for pictures that are almost the same.

Without the picture a probe reads word n-grams of question and choices; without the question it sees the picture small and
its colours; without the choices it sees both and bets on a position. Probes are logistic regressions, trained on three
images of five and tested on the other two (folds would share what they learn by chance, and their errors with it);
intervals are clustered by image and widened for the number of probes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import skia
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Need, Picture, Question
from eyechart.dataset import Dataset, load
from eyechart.drawing.compose import decode
from eyechart.errors import EyechartError
from eyechart.score import interval

SMALL = 12  # side of the picture that a probe sees
HASH = 32  # side of the picture that is hashed
LEAST = 60  # questions of a template, to train a probe on
Floats = NDArray[np.float64]


class Probe(Struct, frozen=True):
    """How well a template is answered without one of its needs."""

    family: str
    template: str
    without: Need
    questions: int
    prior: float
    accuracy: float
    low: float  # of the probe's accuracy
    high: float

    @property
    def leaks(self) -> bool:
        return self.low > self.prior


class Twins(Struct, frozen=True):
    """Pairs of pictures that are almost the same, within a dataset or across two."""

    first: str
    second: str
    pictures: int
    pairs: int
    example: tuple[int, int] | None


class Audit(Struct, frozen=True):
    probes: tuple[Probe, ...]
    skipped: tuple[str, ...]  # templates with too few questions
    twins: tuple[Twins, ...]

    @property
    def passes(self) -> bool:
        return bool(self.probes) and not any(probe.leaks for probe in self.probes)


class _Seen(Struct, frozen=True):
    """What a probe needs of a question: no pictures, so that a large dataset fits."""

    image: int
    text: str
    choices: tuple[str, ...]
    answer: str
    view: int  # row of its pictures' features
    given: str = ""  # the value of the facet that the template says is given


def audit(folders: Sequence[str | Path], progress: Callable[[str], None] = lambda what: None) -> Audit:
    """Probe each dataset, and compare the pictures of all of them."""
    probes, skipped, prints = list[Probe](), list[str](), dict[str, NDArray[np.float32]]()
    for folder in folders:
        dataset = load(folder)
        progress(f"looking at {dataset.manifest.images:,} pages of {folder}")
        asked, views, prints[str(folder)] = _look(dataset)
        wanted = [(name, need) for name, t in dataset.family.templates.items() for need in t.needs if name in asked]
        enough = {name for name, qs in asked.items() if len(qs) >= LEAST}
        skipped += [f"{name} ({len(qs)} questions)" for name, qs in asked.items() if name not in enough]
        todo = [(name, need) for name, need in wanted if name in enough]
        z = NormalDist().inv_cdf(1 - 0.025 / max(len(todo), 1))  # Bonferroni: 95 % for all of them together
        for name, need in todo:
            progress(f"{name} without {need}")
            probes.append(_probe(dataset.family.name, name, need, asked[name], views, z))
    progress("comparing pictures")
    return Audit(tuple(probes), tuple(skipped), tuple(_all_twins(prints)))


def _look(dataset: Dataset) -> tuple[dict[str, list[_Seen]], Floats, NDArray[np.float32]]:
    """Questions by template, what a probe sees of pictures, and the pictures' prints."""
    asked: dict[str, list[_Seen]] = defaultdict(list)
    views: list[Floats] = []
    prints: list[NDArray[np.float32]] = []
    templates = dataset.family.templates
    for page in dataset:
        known: dict[tuple[int, ...], int] = {}
        for q in page.questions:
            key = tuple(id(p) for p in (*q.pictures, *q.choice_pictures))
            if key not in known:
                known[key] = len(views)
                views.append(_view(q))
            answer = q.answers[0] if q.answers else ""
            given = q.facets.get(templates[q.template].given, "") if q.template in templates else ""
            asked[q.template].append(_Seen(page.index, q.text, q.choices, answer, known[key], given))
        prints += [thumbnail(p) for p in page.pictures[:1]]
    if not views:
        raise EyechartError(f"{dataset.folder} holds no questions to audit.")
    width = max(len(v) for v in views)
    return asked, np.stack([np.pad(v, (0, width - len(v))) for v in views]), np.stack(prints)


def _view(q: Question) -> Floats:
    """The question's pictures, very small, and their colours."""
    return np.concatenate([_features(p) for p in (*q.pictures, *q.choice_pictures)])


def _features(picture: Picture) -> Floats:
    pixels = _shrunk(picture, 48).astype(np.float64) / 255
    small = pixels.reshape(SMALL, 48 // SMALL, SMALL, 48 // SMALL, 3).mean(axis=(1, 3)).mean(axis=2).ravel()
    bins = (pixels * 3.999).astype(int) @ np.array([16, 4, 1])
    return np.concatenate([small, np.sqrt(np.bincount(bins.ravel(), minlength=64) / bins.size)])


def _shrunk(picture: Picture, side: int) -> NDArray[np.uint8]:
    pixels = np.empty((side, side, 4), np.uint8)
    pen = skia.Canvas(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    pen.drawImageRect(decode(picture), skia.Rect(0, 0, side, side), sampling)
    return pixels[:, :, :3]


# ---- probes


def _probe(family: str, template: str, without: Need, asked: list[_Seen], views: Floats, z: float) -> Probe:
    images = np.array([q.image for q in asked])
    held_out = np.unique(images, return_inverse=True)[1] % 5 < 2
    free_choices = len({q.choices for q in asked}) > 1 and without != "choices"
    right = (_ranking if free_choices else _classifying)(without, asked, views, held_out)
    _, place = np.unique(images[held_out], return_inverse=True)
    mean, low, high = interval(np.bincount(place, weights=right).astype(float), np.bincount(place), z)
    tested = [q for q, out in zip(asked, held_out, strict=True) if out]
    prior = _prior(tested, without)
    if without == "picture" and any(q.given for q in asked):
        learned = [(q.given, q.answer) for q, out in zip(asked, held_out, strict=True) if not out]
        prior = max(prior, prior_given(learned, [(q.given, q.answer) for q in tested]))
    return Probe(family, template, without, len(tested), prior, mean, low, high)


def prior_given(learned: Sequence[tuple[str, str]], tested: Sequence[tuple[str, str]]) -> float:
    """How often the commonest answer is right, of all that was learned with the same facet, or with the part of it ("a; b")
    that says most. What was seen once says nothing."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for given, answer in learned:
        for part in _parts(given):
            counts[part][answer] += 1
    best: dict[str, tuple[float, str]] = {}
    for part, answers in counts.items():
        top = min(answers, key=lambda answer: (-answers[answer], answer))
        best[part] = ((answers[top] - 1) / answers.total(), top)
    said = [max(best[part] for part in _parts(given) if part in best)[1] for given, _ in tested]
    return float(np.mean([a == answer for a, (_, answer) in zip(said, tested, strict=True)]))


def _parts(given: str) -> list[str]:
    return list(dict.fromkeys(["", given, *given.split("; ")]))


def _prior(asked: list[_Seen], without: Need) -> float:
    """What blind guessing gives: the commonest answer, or one choice in n where the choices change."""
    if all(q.choices for q in asked) and len({q.choices for q in asked}) > 1:
        guess = float(np.mean([1 / len(q.choices) for q in asked]))
        if without != "choices":
            return guess
        return max(guess, _commonest([q.choices.index(q.answer) for q in asked]))
    return _commonest([q.answer for q in asked])


def _commonest(labels: Sequence[Any]) -> float:
    return float(max(np.unique(labels, return_counts=True)[1])) / len(labels)


def _classifying(without: Need, asked: list[_Seen], views: Floats, held_out: NDArray[np.bool_]) -> Floats:
    """Predict the answer (without choices: its position) of the questions held out, and say where it was right."""
    positional = without == "choices"
    labels = np.array([str(q.choices.index(q.answer)) if positional else q.answer for q in asked])
    features = _inputs(without, asked, views)
    said = _fitted(features[~held_out], labels[~held_out]).predict(features[held_out])
    right: Floats = (said == labels[held_out]).astype(float)
    return right


def _ranking(without: Need, asked: list[_Seen], views: Floats, held_out: NDArray[np.bool_]) -> Floats:
    """Score every choice of every question as right or wrong, and say where the best one was right."""
    pairs = [(i, choice) for i, q in enumerate(asked) for choice in q.choices]
    rows = np.array([i for i, _ in pairs])
    truth = np.array([asked[i].answer == choice for i, choice in pairs])
    spread = [
        _Seen(asked[i].image, f"{asked[i].text} || {choice} || {choice}", (), "", asked[i].view) for i, choice in pairs
    ]
    features = _inputs(without, spread, views)
    test = held_out[rows]
    chances = _fitted(features[~test], truth[~test]).predict_proba(features[test])[:, -1]
    best: dict[int, tuple[float, bool]] = {}
    for row, chance, ok in zip(rows[test], chances, truth[test], strict=True):
        if row not in best or chance > best[row][0]:
            best[row] = (float(chance), bool(ok))
    return np.array([float(best[row][1]) for row in np.nonzero(held_out)[0].tolist()])


def _inputs(without: Need, asked: Sequence[_Seen], views: Floats) -> Any:
    """Sparse features of what is left."""
    from scipy.sparse import csr_matrix, hstack
    from sklearn.feature_extraction.text import HashingVectorizer
    from sklearn.preprocessing import StandardScaler

    parts = []
    if without != "question":
        words = HashingVectorizer(
            n_features=2**16, ngram_range=(1, 2), token_pattern=r"[\u4e00-\u9fff]|\w+|[^\w\s]", norm=None
        )
        parts.append(words.transform([" ".join((q.text, *q.choices)) for q in asked]))
    if without != "picture":
        seen = StandardScaler().fit_transform(views[[q.view for q in asked]]) / 10
        parts.append(csr_matrix(seen))
    return hstack(parts).tocsr()


def _fitted(features: Any, labels: NDArray[Any]) -> Any:
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import SGDClassifier

    if len(np.unique(labels)) < 2:
        return DummyClassifier().fit(features, labels)
    probe = SGDClassifier(loss="log_loss", alpha=1e-3, max_iter=20, tol=None, random_state=0)
    return probe.fit(features, labels)


# ---- pictures that are almost the same


def thumbnail(picture: Picture) -> NDArray[np.float32]:
    """Small pixels from which hashes and differences are taken."""
    return _shrunk(picture, HASH).astype(np.float32)


def perceptual_hash(thumbnails: NDArray[np.float32]) -> NDArray[np.float32]:
    """255 signs (±1) for each thumbnail: whether each low frequency of its brightness is above their median."""
    k = np.arange(HASH)
    cosine = np.cos(np.pi * (2 * k[None, :] + 1) * k[:16, None] / (2 * HASH)).astype(np.float32)
    waves = cosine @ thumbnails.mean(axis=3) @ cosine.T
    low = waves.reshape(len(waves), -1)[:, 1:]
    return np.where(low > np.median(low, axis=1, keepdims=True), np.float32(1), np.float32(-1))


NEAR_BITS, NEAR_LEVELS = 10, 3.0  # of 255 bits; mean difference in grey levels


def near_pairs(a: NDArray[np.float32], b: NDArray[np.float32], same: bool) -> list[tuple[int, int]]:
    """Rows of a and b whose hashes differ in few bits and whose pixels differ little."""
    hashes, others = perceptual_hash(a), perceptual_hash(b)
    found = []
    for start in range(0, len(a), 2000):
        agree = hashes[start : start + 2000] @ others.T
        rows, columns = np.nonzero(agree >= 255 - 2 * NEAR_BITS)
        for i, j in zip(rows + start, columns, strict=True):
            if (not same or i < j) and np.abs(a[i] - b[j]).mean() <= NEAR_LEVELS:
                found.append((int(i), int(j)))
    return found


def _all_twins(prints: dict[str, NDArray[np.float32]]) -> Iterable[Twins]:
    names = list(prints)
    for i, first in enumerate(names):
        for second in names[i:]:
            pairs = near_pairs(prints[first], prints[second], first == second)
            yield Twins(first, second, len(prints[first]), len(pairs), pairs[0] if pairs else None)
