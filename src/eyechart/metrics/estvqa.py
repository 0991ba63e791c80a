"""EST-VQA's metrics, each under its own name.

The paper: VQA accuracy s_v (eq. 1), normalised Levenshtein similarity s_l (eq. 2, τ 0.75), the sufficiency of evidence (eq. 3,
θ 0.5, true polygon IoU) and the evidence-based evaluation s_e (eq. 4). Its challenges are means of these: TC of s_l, LC of the
IoU, CLC of s_e. The official script: text in lower case and simplified Chinese, space around it kept, τ 0.5; the overlap of the
convex hulls of the two quadrilaterals, over the hull of both in place of the union.

They apply to questions that are answered in words ("fill-in"). The case of letters does not count, nor, but in the official
script, does space around a text.
"""

from __future__ import annotations

import re
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
from eyechart.metrics import answer, quads, regions
from eyechart.metrics.answer import Texts
from eyechart.metrics.evidence import placed, regions_at
from eyechart.store.shards import whole

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


@cache
def _traditional() -> str:
    """A pattern for the letters that the converter replaces, alone or in a phrase: a text without them stays as it is."""
    tables = [table for _, _, table in _converter().dict_cache.values()]
    replaced = {
        a for table in tables for key, value in table.items() for a, b in zip(key, value, strict=False) if a != b
    }
    return f"[{''.join(sorted(replaced))}]"


@lru_cache(maxsize=1 << 16)
def simplified(text: str) -> str:
    """As the official script compares: lower case, simplified Chinese. Space around a text stays and counts."""
    said = text.lower()
    return str(_converter().convert(said)) if re.search(_traditional(), said) else said


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
    a, b = ([quads.corners(shape) for shape in placed(e.regions)] for e in (truth, said))
    if not a or not b:
        return float(not a and not b)
    if len(a) == len(b) == 1 and len(a[0]) == len(b[0]) == 8:
        return float(quads.overlap(np.array(a).reshape(1, 4, 2), np.array(b).reshape(1, 4, 2), with_hull)[0])
    return regions.overlap(a, b)


# ---- over columns


def distances(sheet: Sheet) -> Floats:
    """The least normalised distance to an accepted answer in each row; 1 where nothing was said."""
    return _least(sheet.once(answer.texts), sheet.once(_each))


def official_distances(sheet: Sheet) -> Floats:
    """The same between texts as the script has them: measured again where a letter is replaced or space was taken off."""
    texts, each = sheet.once(answer.texts), sheet.once(_each).copy()
    answers, said = whole(sheet.questions.column("answers")), whole(sheet.predictions.column("answer"))
    written = Texts(answers.flatten(), said.take(pa.array(texts.row)), texts.row, texts.rows)
    other = r"^\s|\s$|" + _traditional()
    _measure(
        each,
        written,
        pc.or_(*(pc.match_substring_regex(c, other) for c in (written.said, written.accepted))),
        simplified,
    )
    return _least(texts, each)


def _each(sheet: Sheet) -> Floats:
    """The normalised distance of each accepted answer to what was said; 1 where nothing was."""
    texts = sheet.once(answer.texts)
    each = np.where(texts.same(), 0.0, 1.0)
    _measure(each, texts, pc.not_equal(texts.said, texts.accepted), str)
    return each


def _measure(each: Floats, texts: Texts, some: pa.Array, turned: Callable[[str], str]) -> None:
    """Fill in some distances; null, where nothing was said, stays as it is."""
    a, b = ([turned(text) for text in column.filter(some).to_pylist()] for column in (texts.said, texts.accepted))
    rows = pc.fill_null(some, False).to_numpy(zero_copy_only=False)
    each[rows] = cpdist(a, b, scorer=Levenshtein.normalized_distance, dtype=np.float64)


def _least(texts: Texts, each: Floats) -> Floats:
    least = np.ones(texts.rows)
    np.minimum.at(least, texts.row, each)
    return least


def overlaps(sheet: Sheet) -> Floats:
    """The IoU of each row: single quadrilaterals and boxes all at once, whatever else one by one."""
    return _overlaps(sheet, with_hull=False)


def official_overlaps(sheet: Sheet) -> Floats:
    return _overlaps(sheet, with_hull=True)


def _overlaps(sheet: Sheet, with_hull: bool) -> Floats:
    n, m = sheet.once(quads.true_side).counts, sheet.once(quads.said_side).counts
    truth, said, four = sheet.once(quads.true_singles), sheet.once(quads.said_singles), sheet.once(quads.pairs)
    found: Floats = ((n == 0) & (m == 0)).astype(np.float64)
    found[four.rows] = (
        quads.over_hull(four.truth, four.said, four.both) if with_hull else quads.over(four.both, four.either)
    )
    left = (n > 0) & (m > 0)
    left[four.rows] = False
    boxes = np.nonzero(left & truth.alone & said.alone)[0]
    found[boxes] = quads.overlap(truth.corners[boxes], said.corners[boxes], with_hull)
    left[boxes] = False
    odd = np.nonzero(left)[0]
    for row, ours, theirs in zip(odd, *regions_at(sheet, odd), strict=True):
        found[row] = iou(Evidence(ours), Evidence(theirs), with_hull)
    return found


def _fill_in(sheet: Sheet) -> NDArray[np.bool_]:
    form: NDArray[np.bool_] = pc.equal(sheet.questions.column("form"), "fill-in").to_numpy(zero_copy_only=False)
    return form


def _asked(sheet: Sheet) -> NDArray[np.bool_]:
    some: NDArray[np.bool_] = sheet.once(_fill_in) & answer.metric.mark(sheet).applies
    return some


def _shown(sheet: Sheet) -> NDArray[np.bool_]:
    """Evidence is known, and is a place on a picture."""
    truth, labels = sheet.questions.column("evidence"), sheet.questions.column("labels")
    known: NDArray[np.bool_] = truth.is_valid().to_numpy() & labels.is_null().to_numpy()
    return sheet.once(_fill_in) & known


def similarity(distance: Floats, tau: float) -> Floats:
    """Equation 2 over columns, from distances: one pass for a whole sweep of τ."""
    return np.where(distance < tau, 1 - distance, 0.0)


def sweep(sheet: Sheet, taus: Sequence[float]) -> list[float]:
    """Figure 9: the mean of s_e at each τ."""
    distance, enough = sheet.once(distances), sheet.once(overlaps) >= THETA
    some = _asked(sheet) & _shown(sheet)
    return [float((similarity(distance, tau) * enough)[some].mean()) for tau in taus]


# ---- metrics


def _known(question: Question) -> bool:
    return question.form == "fill-in" and question.evidence is not None and not question.evidence.labels


def _tc(
    name: str, title: str, tau: float, normal: Callable[[str], str], distances: Callable[[Sheet], Floats]
) -> Metric:
    def score(question: Question, prediction: Prediction) -> float | None:
        if question.form != "fill-in" or not question.answers:
            return None
        if prediction.answer is None:
            return 0.0
        said = normal(prediction.answer)
        return max(s_l(said, normal(truth), tau) for truth in question.answers)

    def columns(sheet: Sheet) -> Marks:
        return Marks(similarity(sheet.once(distances), tau), sheet.once(_asked))

    return Metric(name, title, score, columns, FAMILIES)


def _lc(name: str, title: str, with_hull: bool, overlaps: Callable[[Sheet], Floats]) -> Metric:
    def score(question: Question, prediction: Prediction) -> float | None:
        if not _known(question) or question.evidence is None:
            return None
        return iou(question.evidence, prediction.evidence, with_hull)

    def columns(sheet: Sheet) -> Marks:
        return Marks(sheet.once(overlaps), sheet.once(_shown))

    return Metric(name, title, score, columns, FAMILIES)


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
    texts = sheet.once(answer.texts)
    counts, agreeing = (np.bincount(row, minlength=texts.rows) for row in (texts.row, texts.row[texts.same()]))
    return Marks(np.minimum(agreeing / 3, 1.0), sheet.once(_fill_in) & (counts >= HUMANS))


located = _lc("iou", "IoU", False, overlaps)  # LC is its mean


def at(tau: float) -> tuple[Metric, Metric]:
    """What TC and CLC are means of, with a penalty threshold of one's own."""
    similar = _tc("levenshtein", "s_l", tau, plain, distances)
    return similar, _clc("eve", "EvE", similar, located)


similar, evidence_based = at(TAU)
agreed = Metric("vqa", "VQA accuracy", _vqa_score, _vqa_columns, FAMILIES)
official_tc = _tc("estvqa-tc", "official TC", OFFICIAL_TAU, simplified, official_distances)
official_lc = _lc("estvqa-lc", "official LC", True, official_overlaps)
official_clc = _clc("estvqa-clc", "official CLC", official_tc, official_lc)
