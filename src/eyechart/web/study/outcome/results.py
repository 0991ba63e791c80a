"""What came of a study: shares right with intervals, agreement, times, evidence, and which questions people find wanting."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from msgspec import Struct

from eyechart.core import Evidence, Question
from eyechart.metrics.facets import BANDS, JOIN, OVERALL, natural
from eyechart.web.study.boxes import Agreement, agreement
from eyechart.web.study.checks import AGES
from eyechart.web.study.outcome.answers import Answers, Given
from eyechart.web.study.outcome.statistics import alpha, crossed, spearman

WORST = 20  # questions that are listed
AGREED = 2 / 3  # of those who answered: a question that so many get right is validated
ENOUGH = 2  # answers that a question needs for that
RULE = (
    f"A question is validated if at least {ENOUGH} people whose sittings count answered it, at least two thirds of them right, "
    "and none of them flagged it."
)


class Mean(Struct, frozen=True):
    """The share right of those questions, by people of this age or of all."""

    facet: str
    value: str
    age: str
    mean: float
    low: float
    high: float
    answers: int
    people: int


class Pace(Struct, frozen=True):
    """How long questions of a third of the scale of difficulty take."""

    band: str
    seconds: float  # the median
    answers: int


class Item(Struct, frozen=True):
    """A question as people found it."""

    question: str
    text: str
    template: str
    key: str
    answers: int
    right: float
    unknown: int
    skipped: int
    flags: dict[str, int]
    said: dict[str, int]


class Results(Struct, frozen=True, kw_only=True):
    name: str
    title: str
    data: str
    rule: str
    states: dict[str, int]  # of sittings
    excluded: dict[str, int]  # by check: how many sittings it excludes, alone or with others
    people: int  # whose sittings count
    answers: int
    asked: int  # questions that anybody answered
    questions: int
    unknown: float | None  # share of answers
    skipped: float | None
    means: list[Mean]
    alpha: float | None
    alphas: dict[str, float | None]  # by age
    paces: list[Pace]
    slower: float | None  # rank correlation of a question's difficulty and its median time
    evidence: Agreement
    worst: list[Item]
    validated: int

    def by(self, facet: str, age: str = OVERALL) -> list[Mean]:
        return [one for one in self.means if (one.facet, one.age) == (facet, age)]

    def facets(self) -> list[str]:
        return list(dict.fromkeys(one.facet for one in self.means))


def results(answers: Answers) -> Results:
    given, plan = answers.given, answers.study.plan
    items = list(_items(answers))
    return Results(
        name=plan.name,
        title=plan.title,
        data=plan.data,
        rule=plan.rule,
        states=dict(Counter(one.state for one in answers.sat)),
        excluded=dict(Counter(reason.partition(":")[0] for one in answers.sat for reason in one.reasons)),
        people=len({one.person for one in given}),
        answers=len(given),
        asked=len({one.question for one in given}),
        questions=len(answers.questions),
        unknown=_share(given, "unknown"),
        skipped=_share(given, "skip"),
        means=list(_means(answers)),
        alpha=alpha(_units(given)),
        alphas={age: alpha(_units([one for one in given if one.age == age])) for age in AGES},
        paces=list(_paces(answers)),
        slower=_slower(answers),
        evidence=agreement(_pointed(given), answers.questions),
        worst=_worst(items),
        validated=sum(map(is_validated, items)),
    )


def _share(given: Sequence[Given], kind: str) -> float | None:
    return sum(one.kind == kind for one in given) / len(given) if given else None


def _means(answers: Answers) -> Iterator[Mean]:
    cells: dict[tuple[str, str, str], list[Given]] = defaultdict(list)
    for one in answers.given:
        if one.right is None:
            continue
        for facet, value in facets_of(answers.questions[one.question]):
            for age in (OVERALL, one.age):
                cells[facet, value, age].append(one)
    order = {age: n for n, age in enumerate((OVERALL, *AGES))}
    names = list(dict.fromkeys(facet for facet, _, _ in cells))
    for facet, value, age in sorted(cells, key=lambda c: (names.index(c[0]), order.get(c[2], 9), natural(c[1]))):
        some = cells[facet, value, age]
        mean = crossed([one.right or 0.0 for one in some], [one.person for one in some], [one.image for one in some])
        yield Mean(facet, value, age, *mean, len(some), len({one.person for one in some}))


def facets_of(q: Question) -> Iterator[tuple[str, str]]:
    """All that a question counts for; one of counting + geometry for both."""
    yield OVERALL, OVERALL
    for facet, value in {"form": q.form, "template": q.template, "language": q.language, **q.facets}.items():
        for one in value.split(JOIN) if value else ():
            yield facet, one
    if q.difficulty is not None:
        yield "difficulty", band(q.difficulty)


def band(difficulty: float) -> str:
    return BANDS[min(int(difficulty * 3), 2)]


def _units(given: Iterable[Given]) -> list[list[str]]:
    """What was said of each question; who skips it says nothing."""
    said: dict[str, list[str]] = defaultdict(list)
    for one in given:
        if one.kind != "skip":
            said[one.question].append("" if one.answer is None else one.answer.strip().lower())
    return list(said.values())


def _times(answers: Answers) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for one in answers.given:
        found[one.question].append(one.seconds)
    return found


def _paces(answers: Answers) -> Iterator[Pace]:
    bands: dict[str, list[float]] = defaultdict(list)
    for id, seconds in _times(answers).items():
        difficulty = answers.questions[id].difficulty
        if difficulty is not None:
            bands[band(difficulty)] += seconds
    for name in BANDS:
        if bands[name]:
            yield Pace(name, median(bands[name]), len(bands[name]))


def _slower(answers: Answers) -> float | None:
    pairs = [
        (difficulty, median(seconds))
        for id, seconds in _times(answers).items()
        if (difficulty := answers.questions[id].difficulty) is not None
    ]
    return spearman([a for a, _ in pairs], [b for _, b in pairs])


def _pointed(given: Iterable[Given]) -> dict[str, list[Evidence]]:
    found: dict[str, list[Evidence]] = defaultdict(list)
    for one in given:
        found[one.question].append(one.evidence)
    return found


def _items(answers: Answers) -> Iterator[Item]:
    said: dict[str, list[Given]] = defaultdict(list)
    for one in answers.given:
        said[one.question].append(one)
    for id, some in said.items():
        q = answers.questions[id]
        marked = [one.right for one in some if one.right is not None]
        yield Item(
            question=id,
            text=q.text,
            template=q.template,
            key=" / ".join(q.answers[:3]),
            answers=len(marked),
            right=sum(marked) / len(marked) if marked else 0.0,
            unknown=sum(one.kind == "unknown" for one in some),
            skipped=sum(one.kind == "skip" for one in some),
            flags=dict(Counter(one.flag for one in some if one.flag)),
            said=dict(Counter(one.answer for one in some if one.answer is not None)),
        )


def _worst(items: Iterable[Item]) -> list[Item]:
    """Flagged or failed, most of all first."""
    wanting = [one for one in items if one.flags or (one.answers and one.right < 1)]
    return sorted(wanting, key=lambda one: (-sum(one.flags.values()), one.right, -one.answers, one.question))[:WORST]


def is_validated(item: Item) -> bool:
    return item.answers >= ENOUGH and item.right >= AGREED and not item.flags


def validated(answers: Answers) -> list[str]:
    """The ids of questions that people find sound, by RULE."""
    return [one.question for one in _items(answers) if is_validated(one)]
