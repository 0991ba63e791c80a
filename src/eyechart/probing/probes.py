"""Each view of each template, what a probe reaches with it, and which of them are no accident."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Features, Need, Sight, Template
from eyechart.engines.engine import Engine, engine_of
from eyechart.metrics.intervals import interval
from eyechart.phrasing import YES_NO
from eyechart.probing.features import Rows, rows_of
from eyechart.probing.learners import Guess, guess, right
from eyechart.probing.seen import Collected, Seen

LEAST = 60  # questions of a template, to train a probe on
FALSE = 0.05  # of what is found, so much may be found by accident: the false discovery rate
STRICT = 0.95  # of pages on which as many are yes as on the others, for a probe to rely on it
TOGETHER = 64  # probes that are handed out at a time, if others learn them
PAIRS, COLUMNS, ALONE, ALL = "pairs", "columns", "choices alone", "(all)"
Glances = NDArray[np.float32]
YES = {words[0] for words in YES_NO.values()}


class Probe(Struct, frozen=True):
    """How well a template is answered with a part of what there is."""

    family: str
    template: str
    view: str  # "without picture", "label order", …
    questions: int
    prior: float
    accuracy: float
    low: float  # of the probe's accuracy, at 95 %
    high: float
    chance: float  # of reaching that much by guessing
    learner: str  # which learned it: linear, trees, constant; or the view's own "logic"
    impossible: bool  # must be at the prior
    above: bool = False  # no accident, by the false discovery rate over all that are alike in `impossible`

    @property
    def leaks(self) -> bool:
        return self.impossible and self.above


class Job(Struct, frozen=True):
    """A view of a template: what is shown of each question, and what is taken for its answer."""

    template: str
    view: str
    asked: list[Seen]
    sights: list[Sight]
    answers: list[tuple[str, ...]]
    pictures: bool = False
    impossible: bool = True


def probes(found: Collected, progress: Callable[[str], None], engine: Engine | None = None) -> Iterator[Probe]:
    """All probes of a dataset, each told whether it is above the prior by accident."""
    tried, todo, engine = list[Probe](), _all_jobs(found, progress), engine or engine_of(1)
    while some := list(islice(todo, TOGETHER if engine.apart else 1)):
        came = engine.each(partial(_try, found.family.name), list(enumerate(some)), lambda done: None)
        for _, one in sorted(((number, one) for (number, _), one in came), key=itemgetter(0)):
            tried += one
    tried += _logic(found)
    yield from judged(tried)


def judged(tried: Sequence[Probe]) -> Iterator[Probe]:
    """Those that must be at the prior are judged by themselves: beside views that are known to tell, accidents pass for leaks."""
    above = dict[int, bool]()
    for impossible in (True, False):
        numbers = [number for number, probe in enumerate(tried) if probe.impossible == impossible]
        above |= zip(numbers, discovered([tried[number].chance for number in numbers]), strict=True)
    for number, probe in enumerate(tried):
        yield msgspec.structs.replace(probe, above=above[number])


def discovered(chances: Sequence[float], rate: float = FALSE) -> list[bool]:
    """Benjamini and Hochberg: the most that can be called found with `rate` of them expected to be accidents."""
    order = np.argsort(chances)
    limits = rate * np.arange(1, len(chances) + 1) / max(len(chances), 1)
    passing = np.nonzero(np.asarray(chances)[order] <= limits)[0]
    found = np.zeros(len(chances), bool)
    found[order[: passing[-1] + 1 if len(passing) else 0]] = True
    return [bool(one) for one in found]


def _all_jobs(found: Collected, progress: Callable[[str], None]) -> Iterator[tuple[Job, Glances | None]]:
    """Each view of each template, with what is seen of its pictures."""
    glances = found.glances()
    for template, asked in found.asked.items():
        if len(asked) < LEAST:
            continue
        progress(f"{found.family.name}: {template}, {len(asked):,} questions")
        declared = found.family.templates.get(template)
        for job in _jobs(found, declared, template, asked) if declared else ():
            yield job, glances[[q.glance for q in job.asked]] if job.pictures else None


def _try(family: str, piece: tuple[int, tuple[Job, Glances | None]], progress: Callable[[int], None]) -> list[Probe]:
    return list(_tried(family, *piece[1]))


# ---- what is shown


def _jobs(found: Collected, declared: Template, template: str, asked: list[Seen]) -> Iterator[Job]:
    answers = [q.answers for q in asked]
    vary = len({frozenset(q.choices) for q in asked}) > 1
    for need in declared.needs:
        sights = [_without(need, q, vary) for q in asked]
        places: list[tuple[str, ...]] = (
            [(str(q.choices.index(q.answer)),) for q in asked] if need == "choices" else answers
        )
        yield Job(template, f"without {need}", asked, sights, places, pictures=need != "picture")
    if "picture" in declared.needs and (vary or asked[0].shown):
        blind = "question" in declared.needs or declared.form != "choose-picture"
        alone = [Sight("", {}, _candidates(q, vary)) for q in asked]
        yield Job(template, ALONE, asked, alone, answers, impossible=blind)
    columns = [Sight("", q.columns, {c: {"text": c} for c in q.choices} if vary else {}) for q in asked]
    yield Job(template, COLUMNS, asked, columns, answers, impossible=bool(asked[0].choices))
    if all(q.answer in q.choices for q in asked) and declared.form == "yes/no":
        told = [Sight(q.text, {"place": q.columns["place"]}) for q in asked]
        yield Job(template, PAIRS, asked, told, answers)
    for name, view in found.family.views.items():
        some = [q for q in asked if name in q.sights]
        if len(some) >= LEAST:
            own = [q.sights[name] for q in some]
            yield Job(template, name, some, own, [q.answers for q in some], impossible=found.impossible(view))


def _without(need: Need, q: Seen, vary: bool) -> Sight:
    order: Features = {"first": q.choices[0]} if q.choices and not vary else {}
    if need == "question":
        return Sight("", order, _candidates(q, vary))
    if need == "picture":
        return Sight(q.text, order, {c: {"text": c} for c in q.choices} if vary else {})
    return Sight(q.text)


def _candidates(q: Seen, vary: bool) -> dict[str, Features]:
    """What a choice shows, or says where the choices change from question to question."""
    return dict(q.shown) or ({c: {"text": c} for c in q.choices} if vary else {})


# ---- what is reached


def _tried(family: str, job: Job, shown: NDArray[np.float32] | None) -> Iterator[Probe]:
    """Learn from two images of five, choose the learner by one, learn again from these three, be tested on two."""
    images = np.array([q.image for q in job.asked])
    turn = np.unique(images, return_inverse=True)[1] % 5
    test = turn < 2
    rows = rows_of(job.sights, job.answers, shown)
    of_row = turn[rows.question]
    if not (of_row < 2).any() or not (of_row == 2).any() or not (of_row > 2).any():
        return
    made = guess(rows, of_row > 2, of_row == 2, of_row < 2)
    if job.view == PAIRS:
        yield from _paired(family, job, rows, made, test)
        return
    marks = right(rows, of_row < 2, made)
    yield _probe(family, job, images[test], marks, _prior(job, test), made.learner)


def _probe(
    family: str, job: Job, images: NDArray[Any], marks: NDArray[np.float64], prior: float, learner: str
) -> Probe:
    _, place = np.unique(images, return_inverse=True)
    counts = np.bincount(place)
    mean, low, high = interval(np.bincount(place, weights=marks).astype(float), counts)
    chance = accident(mean, effective(marks, place), prior)
    return Probe(family, job.template, job.view, len(marks), prior, mean, low, high, chance, learner, job.impossible)


def effective(marks: NDArray[np.float64], place: NDArray[np.int64]) -> float:
    """How many questions that have nothing to do with each other would say as much: at most as many as there are."""
    n, mean = len(marks), float(marks.mean())
    spread = np.bincount(place, weights=marks - mean)
    variance = float((spread**2).sum())
    return min(n, n**2 * mean * (1 - mean) / variance) if variance > 0 else float(len(spread))


def accident(mean: float, questions: float, prior: float) -> float:
    """The chance of being right that often or more by guessing: the binomial's tail, for any number of questions."""
    from scipy.special import betainc

    hits = mean * questions
    return float(betainc(hits, questions - hits + 1, prior)) if hits > 0 else 1.0


def _prior(job: Job, test: NDArray[np.bool_]) -> float:
    """What blind guessing gives: what the view says, one candidate in n, or the commonest answer of all or of a facet."""
    told = [sight for sight, out in zip(job.sights, test, strict=True) if out]
    answers = [a[0] if a else "" for a, out in zip(job.answers, test, strict=True) if out]
    fair = [sight.prior for sight in told if sight.prior is not None]
    if fair:
        return float(np.mean(fair))
    if all(sight.candidates for sight in told):
        return float(np.mean([1 / len(sight.candidates) for sight in told]))
    prior = max(Counter(answers).values()) / len(answers)
    tested = [q for q, out in zip(job.asked, test, strict=True) if out]
    if job.view == "without choices":
        return max(prior, float(np.mean([1 / len(q.choices) for q in tested])))
    if job.view in ("without picture", COLUMNS) and any(q.given for q in job.asked):
        learned = [(q.given, q.answer) for q, out in zip(job.asked, test, strict=True) if not out]
        prior = max(prior, prior_given(learned, [(q.given, q.answer) for q in tested]))
    return prior


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


# ---- whole pages


def _paired(family: str, job: Job, rows: Rows, made: Guess, test: NDArray[np.bool_]) -> Iterator[Probe]:
    """Who knows how many of a page's questions of one template are yes says yes to those that are likeliest to be."""
    yes = np.array([q.answer in YES for q in job.asked])
    pages: dict[int, list[int]] = defaultdict(list)
    for i, q in enumerate(job.asked):
        pages[q.image].append(i)
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for some in pages.values():
        if len(some) > 1 and not test[some[0]]:
            counts[len(some)][int(yes[some].sum())] += 1
    strict = {n: c.most_common(1)[0] for n, c in counts.items()}
    known = {n: k for n, (k, times) in strict.items() if times >= STRICT * counts[n].total()}
    likely = np.zeros(len(yes))
    likely[rows.question[test[rows.question]]] = made.chances[:, [c in YES for c in made.classes]].sum(axis=1)
    images, marks, fair = list[int](), list[float](), list[float]()
    for image, some in pages.items():
        k, n = known.get(len(some), 0), len(some)
        if n not in known or not test[some[0]]:
            continue
        first = np.argsort(-likely[some], kind="stable")[:k]
        said = np.isin(np.arange(n), first)
        images += [image] * n
        marks += (said == yes[some]).astype(float).tolist()
        fair += [(k / n) ** 2 + (1 - k / n) ** 2] * n
    if marks:
        yield _probe(family, job, np.array(images), np.array(marks), float(np.mean(fair)), made.learner)


def _logic(found: Collected) -> Iterator[Probe]:
    """What the family's own solvers make of the questions of a page without its picture."""
    for name, solved in found.solved.items():
        impossible = found.impossible(found.family.views[name])
        for template in (*dict.fromkeys(t for _, t, _, _ in solved), ALL):
            some = [s for s in solved if template in (s[1], ALL)]
            if len(some) < LEAST:
                continue
            job = Job(template, name, [], [], [], impossible=impossible)
            marks = np.array([float(ok) for _, _, ok, _ in some])
            prior = float(np.mean([p for _, _, _, p in some]))
            yield _probe(found.family.name, job, np.array([s[0] for s in some]), marks, prior, "logic")
