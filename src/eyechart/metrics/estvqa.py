"""EST-VQA's metrics, each under its own name.

The paper: VQA accuracy s_v (eq. 1), normalised Levenshtein similarity s_l (eq. 2, τ 0.75), the sufficiency of evidence (eq. 3,
θ 0.5, true polygon IoU) and the evidence-based evaluation s_e (eq. 4). Its challenges are means of these: TC of s_l, LC of the
IoU, CLC of s_e. The official script: text in lower case and simplified Chinese, τ 0.5, and the convex hull in place of the union.

They apply to questions that are answered in words ("fill-in"). Space around a text and the case of its letters do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from eyechart.core import Evidence, Marks, Metric, Prediction, Question, Sheet
from eyechart.metrics import regions
from eyechart.metrics.evidence import placed
from eyechart.metrics.quads import corners, overlap, singles
from eyechart.segment import has_chinese
from eyechart.shards import regions_of

Floats = NDArray[np.float64]
FAMILIES = ("signs",)
TAU, THETA = 0.75, 0.5  # section 3.2 and equation 3
OFFICIAL_TAU = 0.5
HUMANS = 10  # answers that s_v needs

# ---- one question


def plain(text: str) -> str:
    return text.strip().lower()


@cache
def _converter() -> Any:
    from opencc import OpenCC

    return OpenCC("t2s")


@lru_cache(maxsize=1 << 16)
def simplified(text: str) -> str:
    """As the official script compares: lower case, simplified Chinese."""
    said = plain(text)
    return str(_converter().convert(said)) if has_chinese(said) else said


def nl(answer: str, truth: str) -> float:
    """Normalised Levenshtein distance: edits over the length of the longer."""
    return float(Levenshtein.normalized_distance(answer, truth))


def s_l(answer: str, truth: str, tau: float = TAU) -> float:
    """Equation 2."""
    distance = nl(answer, truth)
    return 1 - distance if distance < tau else 0.0


def s_v(answer: str, humans: Sequence[str]) -> float:
    """Equation 1."""
    return min(sum(human == answer for human in humans) / 3, 1.0)


def sufficiency(iou: float, theta: float = THETA) -> Literal["incorrect", "insufficient", "sufficient"]:
    """Equation 3."""
    if iou <= 0:
        return "incorrect"
    return "sufficient" if iou >= theta else "insufficient"


def s_e(answer: str, truth: str, iou: float, tau: float = TAU, theta: float = THETA) -> float:
    """Equation 4."""
    return s_l(answer, truth, tau) if sufficiency(iou, theta) == "sufficient" else 0.0


def iou(truth: Evidence, said: Evidence, with_hull: bool = False) -> float:
    """Of the two sets of regions; a box is the quadrilateral of its corners. The hull is defined for one region each."""
    a, b = ([corners(shape) for shape in placed(e.regions)] for e in (truth, said))
    if not a or not b:
        return float(not a and not b)
    if len(a) == len(b) == 1 and len(a[0]) == len(b[0]) == 8:
        return float(overlap(np.array(a).reshape(1, 4, 2), np.array(b).reshape(1, 4, 2), with_hull)[0])
    return regions.overlap(a, b)


# ---- over columns


def _texts(sheet: Sheet, normal: Callable[[str], str]) -> tuple[list[str | None], list[str], NDArray[np.int64]]:
    """What was said in each row, all accepted answers one after another, and the row of each."""
    answers = sheet.questions.column("answers").combine_chunks()
    counts = np.nan_to_num(answers.value_lengths().to_numpy(zero_copy_only=False)).astype(np.int64)
    said = _normal(sheet.predictions.column("answer").combine_chunks(), normal)
    return said, [t or "" for t in _normal(answers.flatten(), normal)], np.repeat(np.arange(len(counts)), counts)


def _normal(column: pa.Array, normal: Callable[[str], str]) -> list[str | None]:
    """Each different text is turned once."""
    if normal is plain:
        turned: list[str | None] = pc.utf8_lower(pc.utf8_trim_whitespace(column)).to_pylist()
        return turned
    coded = pc.dictionary_encode(column)
    values = [None if v is None else normal(v) for v in coded.dictionary.to_pylist()]
    return [None if i is None else values[i] for i in coded.indices.to_pylist()]


def distances(sheet: Sheet, normal: Callable[[str], str] = plain) -> Floats:
    """The least normalised distance to an accepted answer in each row; 1 where nothing was said."""
    said, truth, row = _texts(sheet, normal)
    spoken = np.array([s is not None for s in said], bool)
    least = np.ones(len(said))
    if len(row):
        each = cpdist([said[i] or "" for i in row], truth, scorer=Levenshtein.normalized_distance, dtype=np.float64)
        np.minimum.at(least, row, each)
    return np.where(spoken, least, 1.0)


def overlaps(sheet: Sheet, with_hull: bool = False) -> Floats:
    """The IoU of each row: single quadrilaterals and boxes all at once, whatever else one by one."""
    truth = sheet.questions.column("evidence").combine_chunks()
    said = sheet.predictions.column("evidence").combine_chunks()
    (a, a_single, n), (b, b_single, m) = singles(truth), singles(said)
    fast = a_single & b_single
    found: Floats = ((n == 0) & (m == 0)).astype(np.float64)
    found[fast] = overlap(a[fast], b[fast], with_hull)
    odd = np.nonzero(~fast & (n > 0) & (m > 0))[0]
    pick = pa.array(odd)
    for row, ours, theirs in zip(odd, regions_of(truth.take(pick)), regions_of(said.take(pick)), strict=True):
        found[row] = iou(Evidence(tuple(ours or ())), Evidence(tuple(theirs or ())), with_hull)
    return found


def _fill_in(sheet: Sheet) -> NDArray[np.bool_]:
    form: NDArray[np.bool_] = pc.equal(sheet.questions.column("form"), "fill-in").to_numpy(zero_copy_only=False)
    return form


def _asked(sheet: Sheet) -> NDArray[np.bool_]:
    answers = sheet.questions.column("answers").combine_chunks()
    some: NDArray[np.bool_] = np.nan_to_num(answers.value_lengths().to_numpy(zero_copy_only=False)) > 0
    return _fill_in(sheet) & some


def _shown(sheet: Sheet) -> NDArray[np.bool_]:
    """Evidence is known, and is a place on a picture."""
    truth = sheet.questions.column("evidence").combine_chunks()
    labels = sheet.questions.column("labels").combine_chunks().is_null()
    known: NDArray[np.bool_] = pc.and_(truth.is_valid(), labels).to_numpy(zero_copy_only=False)
    return _fill_in(sheet) & known


def similarity(distance: Floats, tau: float) -> Floats:
    """Equation 2 over columns, from distances: one pass for a whole sweep of τ."""
    return np.where(distance < tau, 1 - distance, 0.0)


def sweep(sheet: Sheet, taus: Sequence[float]) -> list[float]:
    """Figure 9: the mean of s_e at each τ."""
    distance, enough = distances(sheet), overlaps(sheet) >= THETA
    some = _asked(sheet) & _shown(sheet)
    return [float((similarity(distance, tau) * enough)[some].mean()) for tau in taus]


# ---- metrics


def _known(question: Question) -> bool:
    return question.form == "fill-in" and question.evidence is not None and not question.evidence.labels


def _tc(name: str, title: str, tau: float, normal: Callable[[str], str]) -> Metric:
    def score(question: Question, prediction: Prediction) -> float | None:
        if question.form != "fill-in" or not question.answers:
            return None
        if prediction.answer is None:
            return 0.0
        said = normal(prediction.answer)
        return max(s_l(said, normal(truth), tau) for truth in question.answers)

    return Metric(
        name, title, score, lambda sheet: Marks(similarity(distances(sheet, normal), tau), _asked(sheet)), FAMILIES
    )


def _lc(name: str, title: str, with_hull: bool) -> Metric:
    def score(question: Question, prediction: Prediction) -> float | None:
        if not _known(question) or question.evidence is None:
            return None
        return iou(question.evidence, prediction.evidence, with_hull)

    return Metric(name, title, score, lambda sheet: Marks(overlaps(sheet, with_hull), _shown(sheet)), FAMILIES)


def _clc(name: str, title: str, answered: Metric, located: Metric) -> Metric:
    def score(question: Question, prediction: Prediction) -> float | None:
        right, place = answered.score(question, prediction), located.score(question, prediction)
        if right is None or place is None:
            return None
        return right if place >= THETA else 0.0

    def columns(sheet: Sheet) -> Marks:
        right, place = answered.mark(sheet), located.mark(sheet)
        return Marks(np.where(place.values >= THETA, right.values, 0.0), right.applies & place.applies)

    return Metric(name, title, score, columns, FAMILIES)


def _vqa_score(question: Question, prediction: Prediction) -> float | None:
    if question.form != "fill-in" or len(question.answers) < HUMANS:
        return None
    said = plain(prediction.answer) if prediction.answer is not None else None
    return 0.0 if said is None else s_v(said, [plain(a) for a in question.answers])


def _vqa_columns(sheet: Sheet) -> Marks:
    said, truth, row = _texts(sheet, plain)
    counts = np.bincount(row, minlength=len(said))
    same = np.array([said[i] == t for i, t in zip(row, truth, strict=True)], bool)
    agreeing = np.bincount(row[same], minlength=len(said)) if len(row) else np.zeros(len(said))
    return Marks(np.minimum(agreeing / 3, 1.0), _fill_in(sheet) & (counts >= HUMANS))


similar = _tc("levenshtein", "s_l", TAU, plain)  # TC is its mean
located = _lc("iou", "IoU", False)  # LC
evidence_based = _clc("eve", "EvE", similar, located)  # CLC
agreed = Metric("vqa", "VQA accuracy", _vqa_score, _vqa_columns, FAMILIES)
official_tc = _tc("estvqa-tc", "official TC", OFFICIAL_TAU, simplified)
official_lc = _lc("estvqa-lc", "official LC", True)
official_clc = _clc("estvqa-clc", "official CLC", official_tc, official_lc)
