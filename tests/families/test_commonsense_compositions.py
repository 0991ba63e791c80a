"""Commonsense: pairs of function and relation that training lacks, and a test of nothing else."""

from __future__ import annotations

import pytest

import eyechart
from eyechart.core import Page
from eyechart.families.commonsense.question.compositions import HELD_OUT, pairs


def some(compositions: str) -> list[Page]:
    return list(eyechart.dataset("commonsense", split="train", seed=4, compositions=compositions)[:30])


@pytest.fixture(scope="module")
def seen() -> list[Page]:
    return some("seen")


def test_no_question_has_a_composition_that_is_held_out(seen: list[Page]) -> None:
    assert not any(HELD_OUT & pairs(q.program.steps) for page in seen for q in page.questions if q.program)


def test_every_question_has_a_composition_that_is_held_out() -> None:
    asked = [q for page in some("unseen") for q in page.questions]
    assert len(asked) > 10
    assert all(HELD_OUT & pairs(q.program.steps) for q in asked if q.program)


def test_each_half_of_what_is_held_out_is_seen_with_others(seen: list[Page]) -> None:
    there = {pair for page in seen for q in page.questions if q.program for pair in pairs(q.program.steps)}
    assert {function for function, _ in HELD_OUT} <= {function for function, _ in there}
    assert {relation for _, relation in HELD_OUT} <= {relation for _, relation in there}


def test_who_holds_out_nothing_has_the_pages_of_always() -> None:
    """They are the same bytes as without the setting, and some have what others lack."""
    default = eyechart.dataset("commonsense", split="train", seed=4)
    every = eyechart.dataset("commonsense", split="train", seed=4, compositions="all")
    assert [default[i] for i in range(3)] == [every[i] for i in range(3)]
    asked = [q for i in range(30) for q in default[i].questions]
    assert any(HELD_OUT & pairs(q.program.steps) for q in asked if q.program)
