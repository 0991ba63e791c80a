"""Models that have seen no picture, on pages made by hand: what each may know, and what it must not."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from msgspec import structs

import eyechart
from eyechart.core import Evidence, Graph, Page, Prediction, Question
from eyechart.exam.plan import plan_from
from eyechart.metrics.evidence import overlap
from eyechart.models import make
from eyechart.models.chance import Chance
from eyechart.models.prior import Prior
from eyechart.models.words import Words


def matrix(number: int, relation: str, kind: str) -> Question:
    return Question(
        id=f"m/train/0/{number}/0", text="Which?", form="choose-picture", choices=("A", "B"), answers=("A",),
        evidence=Evidence((), {"relation": relation, "kind": kind}), template="matrix",
    )  # fmt: skip


def blank(number: int, text: str, *answers: str, template: str = "t", choices: tuple[str, ...] = ()) -> Question:
    form = "choose-text" if choices else "fill-in"
    return Question(
        id=f"q/train/0/{number}/0", text=text, form=form, answers=answers, choices=choices, template=template,
        evidence=Evidence(),
    )  # fmt: skip


def page(*questions: Question) -> Page:
    return Page(family="m", split="train", seed=0, index=0, pictures=(), scene=Graph(()), where={}, questions=questions)


LABELLED = page(
    matrix(0, "and", "count"), matrix(1, "and", "count"), matrix(2, "or", "count"), matrix(3, "or", "colour")
)


def scores(said: list[Prediction], questions: list[Question]) -> list[float | None]:
    return [overlap.score(q, p) for q, p in zip(questions, said, strict=True)]


def test_prior_names_the_commonest_labels() -> None:
    model = Prior()
    model.fit([LABELLED])
    questions = [matrix(9, "and", "count"), matrix(9, "or", "count"), matrix(9, "or", "colour")]
    assert scores(model.answer(questions), questions) == [
        1.0,
        1 / 3,
        0.0,
    ]  # of 2, 3 and 4 labels in either, 2, 1 and 0 agree


def test_chance_draws_a_label_for_each_key() -> None:
    """Two relations and two kinds: both right in 1 of 4 (worth 1), one of them in 2 of 4 (worth 1/3): 5/12."""
    model = Chance()
    model.fit([LABELLED])
    questions = [matrix(number, "or", "colour") for number in range(3000)]
    assert np.mean(scores(model.answer(questions), questions)) == pytest.approx(5 / 12, abs=0.02)


@pytest.mark.parametrize("name", ["chance", "prior"])
def test_nobody_names_labels_where_evidence_is_regions(name: str) -> None:
    model = make(name)
    model.fit([LABELLED])  # type: ignore[attr-defined]
    [said] = model.answer([structs.replace(matrix(9, "and", "count"), evidence=Evidence())])
    assert said.evidence.labels == {}


# ---- words

TOOLS = [("bread", "knife"), ("hair", "scissors")] * 5
SPOKEN = page(
    *(blank(k, f"What do you use to cut {what}?", tool) for k, (what, tool) in enumerate(TOOLS)),
    *(blank(k, "Which is it?", "cat", template="c", choices=("dog", "cat", "cow")) for k in range(5)),
    blank(99, "What do you use to cut wood?", "saw"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "choices", "answer"),
    [
        ("What do you use to cut the bread?", (), "knife"),
        ("What do you use to cut her hair?", (), "scissors"),
        ("Which is it?", ("cow", "dog", "cat"), "cat"),  # by the words of the choice, wherever it stands
    ],
)
def test_words_learns_what_the_words_give_away(text: str, choices: tuple[str, ...], answer: str) -> None:
    model = Words()
    model.fit([SPOKEN])
    [said] = model.answer([blank(1, text, "?", template="c" if choices else "t", choices=choices)])
    assert (said.answer, said.evidence) == (answer, Evidence())


def test_words_learns_without_the_audit_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sklearn", "scipy"):
        monkeypatch.setitem(sys.modules, name, None)
    model = Words()
    model.fit([SPOKEN])
    assert [said.answer for said in model.answer(SPOKEN.questions[:2])] == ["knife", "scissors"]


def test_words_weighs_a_choice_against_its_rivals() -> None:
    """Each is right where the other is not offered: alone, no word of a choice tells."""
    ranks = [("gold", "silver"), ("silver", "bronze"), ("bronze", "tin")] * 4
    model = Words()
    model.fit([page(*(blank(k, "Best?", pair[0], choices=pair) for k, pair in enumerate(ranks)))])
    [said] = model.answer([blank(1, "Best?", "?", choices=("tin", "bronze", "gold", "silver"))])
    assert said.answer == "gold"


def test_words_does_not_look_at_the_answer() -> None:
    model = Words()
    model.fit([SPOKEN])
    told = [model.answer([blank(1, "What do you use to cut bread?", answer)])[0].answer for answer in ("knife", "saw")]
    assert told == ["knife", "knife"]


def test_words_answers_without_training_and_whatever_else_is_asked() -> None:
    some = list(SPOKEN.questions)
    eyechart.check_model(Words(), some)
    taught = Words()
    taught.fit([SPOKEN])
    eyechart.check_model(taught, some)


def test_words_reaches_beyond_prior_where_words_tell_and_not_where_they_do_not() -> None:
    """The same questions, once answered by what they name and once by a coin."""
    rng = np.random.default_rng(3)
    things = ["bread", "hair", "wood", "cloth", "grass"]
    for tells, least, most in ((True, 0.95, 1.0), (False, 0.1, 0.35)):
        asked = []
        for k in range(600):
            thing = things[rng.integers(5)]
            asked.append(blank(k, f"What is for {thing}?", thing + "er" if tells else things[rng.integers(5)] + "er"))
        model = Words()
        model.fit([page(*asked[:400])])
        said = model.answer(asked[400:])
        right = np.mean([p.answer == q.answers[0] for q, p in zip(asked[400:], said, strict=True)])
        assert least <= right <= most


@pytest.mark.parametrize(
    ("named", "sitting"),
    [
        (["chance", "prior", "oracle"], ["chance", "prior", "words", "oracle"]),
        (["words", "prior"], ["words", "prior"]),
        (["chance", "oracle"], ["chance", "oracle"]),
    ],
)
def test_prior_does_not_sit_an_exam_without_words(named: list[str], sitting: list[str]) -> None:
    seats = plan_from({"families": ["figures"], "models": named}).seats
    assert [seat.name for seat in seats] == sitting
