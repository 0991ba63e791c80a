"""Parts of a figure that must not answer its questions: where the names stand, and what a page's questions give away."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from eyechart.core import Question, Sight, View
from eyechart.families.figures.settings import FigureSettings
from eyechart.families.figures.templates import BY_NAME, Row
from eyechart.phrasing import YES_NO
from eyechart.seeding import rng_for

ORDERS = 8_000  # that are tried on a page
Orders = NDArray[np.int64]  # order × element: its rank
Shown = dict[str, str | float]


def names_of(question: Question) -> list[str]:
    """The elements that a question names, in order."""
    steps = question.program.steps if question.program else ()
    return [str(step.arguments[0]) for step in steps if step.function == "find"]


def labels_of(question: Question) -> list[str]:
    return [thing.name for thing in question.scene.things if ":" in thing.id] if question.scene else []


# ---- one question


def label_order(question: Question) -> Sight | None:
    """The kind of figure, and where in the order of its labels the names of the question stand."""
    order = labels_of(question)
    if question.scene is None or question.template not in BY_NAME:
        return None
    places = [float(order.index(name)) for name in names_of(question)]
    last = len(order) - 1
    features: Shown = {"figure": question.scene.things[0].name, "elements": float(len(order))}
    for which, place in zip("xy", places, strict=False):
        features |= {
            which: place,
            f"{which} from the end": last - place,
            f"{which} from the middle": abs(place - last / 2),
        }
    if len(places) == 2:
        features["apart"] = places[0] - places[1]
    return Sight(features=features)


# ---- a page of questions, for who learns


def whole_page(questions: Sequence[Question]) -> dict[str, Sight]:
    """Where the names of all questions of the page stand among the labels, and which of them are this question's own."""
    return {q.id: Sight(features=_among(q, questions)) for q in questions if q.template in BY_NAME}


def siblings_told(questions: Sequence[Question]) -> dict[str, Sight]:
    """The same with the answers of all other questions."""
    return {
        q.id: Sight(features=_among(q, questions) | _told(q, questions)) for q in questions if q.template in BY_NAME
    }


def _among(q: Question, questions: Sequence[Question]) -> Shown:
    alone, order = label_order(q), labels_of(q)
    features: Shown = {**alone.features, "asked": float(len(questions))} if alone else {}
    for other in questions:
        if other is not q:
            for which, name in zip("xy", names_of(other), strict=False):
                features[f"{which} of {other.template}"] = float(order.index(name))
    return features | {what: float(count) for what, count in Counter(what for what, _ in _shared(q, questions)).items()}


def _told(q: Question, questions: Sequence[Question]) -> Shown:
    """Answers as numbers, 1 for yes: of each template, and of each that names an element of the question."""
    others = {f"{other.template} told": _yes(other) for other in questions if other is not q}
    return {**others, **{f"{what} told": _yes(other) for what, other in _shared(q, questions)}}


def _shared(q: Question, questions: Sequence[Question]) -> Iterator[tuple[str, Question]]:
    """Each time that another question names an element of this one."""
    own = dict(zip(names_of(q), "xy", strict=False))
    for other in questions:
        for which, name in zip("xy", names_of(other), strict=False):
            if other is not q and name in own:
                yield f"{own[name]} is {which} of {other.template}", other


def _yes(q: Question) -> float:
    return float(q.answers == (YES_NO[q.language][0],))


# ---- a page of questions, for who thinks


def order_logic(questions: Sequence[Question]) -> dict[str, str]:
    """What the orders of the elements say, each weighed by how likely it is that these questions are asked of it."""
    groups: dict[str, list[Question]] = defaultdict(list)
    for q in questions:
        if q.template in BY_NAME and q.form == "yes/no":
            groups[BY_NAME[q.template].about].append(q)
    said: dict[str, str] = {}
    for about, asked in groups.items():
        if about != "course":  # curves may cross, so that they have no order
            said |= _likeliest(asked)
    return said


def _likeliest(asked: Sequence[Question]) -> dict[str, str]:
    """Yes is as likely as no, and any element as likely as another to be asked about for one; of two of a template, one is yes."""
    numbers: dict[str, int] = {}
    named = [[numbers.setdefault(name, len(numbers)) for name in names_of(q)] for q in asked]
    count = max(len(numbers), int(asked[0].facets.get("elements", 0)))
    random = np.random.default_rng(rng_for("order logic", asked[0].id).bits())
    tried = random.random((ORDERS, count)).argsort(axis=1)
    holds = np.stack([_holds(BY_NAME[q.template], elements, tried) for q, elements in zip(asked, named, strict=True)])
    weights = np.ones(ORDERS)
    for i, elements in enumerate(named):
        if len(elements) == 1:  # one element has it, any of the others may be asked about for a no
            weights *= np.where(holds[i], 1, 1 / max(count - 1, 1))
    for template in {q.template for q in asked}:
        pair = [i for i, q in enumerate(asked) if q.template == template]
        if len(pair) == 2:
            weights *= holds[pair].sum(axis=0) == 1
    share = holds @ weights / max(weights.sum(), 1e-9)
    return {q.id: YES_NO[q.language][0 if yes > 0.5 else 1] for q, yes in zip(asked, share, strict=True)}


def _holds(row: Row, elements: list[int], ranks: Orders) -> NDArray[np.bool_]:
    """In which orders the answer is yes."""
    own, count = ranks[:, elements[0]], ranks.shape[1]
    if len(elements) == 2:
        other = ranks[:, elements[1]]
        return own < other if row.function == "less" else own > other
    wanted = {"least": 0, "most": count - 1, "low_median": (count - 1) // 2, "high_median": count // 2}
    found: NDArray[np.bool_] = own == wanted[row.function]
    return found


def _shaped(settings: FigureSettings) -> bool:
    return settings.shaped


def _pairs(settings: FigureSettings) -> bool:
    return settings.pairs


VIEWS: Mapping[str, View] = {
    "label order": View(
        about="the kind of figure, and where the question's names stand among its labels",
        see=label_order,
        unless=_shaped,
    ),
    "whole page": View(
        about="where the names of all questions of a page stand among its labels", survey=whole_page, unless=_pairs
    ),
    "siblings told": View(
        about="the same, and the answers of all other questions of the page", survey=siblings_told, unless=_pairs
    ),
    "order logic": View(
        about="all questions of a page, and what the orders of the elements say; no picture",
        solve=order_logic,
        prior=0.5,
        unless=_pairs,
    ),
}
