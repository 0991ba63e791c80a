"""The interpreter."""

from __future__ import annotations

import pytest

from eyechart.core import Evidence, Region, Step
from eyechart.errors import EyechartError
from eyechart.program import answer_of, evidence_of, program, run

FUNCTIONS = {
    "both": lambda world: list(world),
    "first": lambda world, ids: ids[:1],
    "count": lambda world, ids, plus: len(ids) + plus,
    "is": lambda world, ids, value: ids == value,
    "rule": lambda world: {"relation": "and", "kind": "count"},
}
WHERE = {"a": ((0.0, 0.0, 5.0, 5.0),), "b": ((5.0, 0.0, 9.0, 5.0), (9.0, 0.0, 9.5, 1.0))}


def test_every_step_records_its_output() -> None:
    done = run(program(Step("both"), Step("first", (0,)), Step("count", (1,), (10,))), "ab", FUNCTIONS)
    assert [step.output for step in done.steps] == [["a", "b"], ["a"], 11]


def test_the_answer_is_the_last_output() -> None:
    done = run(program(Step("both"), Step("count", (0,), (0,))), "ab", FUNCTIONS)
    assert answer_of(done) == "2"


@pytest.mark.parametrize(("language", "said"), [("en", "yes"), ("zh", "是")])
def test_true_is_said_in_the_questions_language(language: str, said: str) -> None:
    done = run(program(Step("both"), Step("is", (0,), (["a", "b"],))), "ab", FUNCTIONS)
    assert answer_of(done, language) == said


def test_evidence_is_where_the_named_things_landed() -> None:
    done = run(program(Step("both"), Step("count", (0,), (0,)), evidence=(0,)), "ab", FUNCTIONS)
    shapes = [(region.shape, region.things) for region in evidence_of(done, WHERE).regions]
    assert shapes == [((0, 0, 5, 5), ("a",)), ((5, 0, 9, 5), ("b",)), ((9, 0, 9.5, 1), ("b",))]


def test_evidence_may_be_labels() -> None:
    done = run(program(Step("rule"), evidence=(0,)), "ab", FUNCTIONS)
    assert evidence_of(done, WHERE) == Evidence((), {"relation": "and", "kind": "count"})


def test_a_program_without_evidence_steps_has_empty_evidence() -> None:
    assert evidence_of(run(program(Step("both")), "ab", FUNCTIONS), WHERE) == Evidence()
    assert Evidence() != Evidence((Region((0, 0, 1, 1)),))


def test_an_unknown_function_is_named() -> None:
    with pytest.raises(EyechartError, match="No program function 'cont'. Did you mean 'count'"):
        run(program(Step("cont")), "ab", FUNCTIONS)
