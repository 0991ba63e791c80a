"""The interpreter."""

from __future__ import annotations

import pytest

from eyechart.core import Evidence, Region, Step
from eyechart.errors import EyechartError
from eyechart.program import (
    Labels,
    Number,
    One,
    Text,
    Things,
    Truth,
    Whole,
    answer_of,
    evidence_of,
    fitting,
    functions,
    program,
    run,
)


def both(world: str) -> Things:
    return list(world)


def first(world: str, ids: Things) -> One:
    return ids[:1]


def count(world: str, ids: Things, plus: Whole) -> Number:
    return len(ids) + plus


def are(world: str, ids: Things, others: Things) -> Truth:
    return ids == others


def rule(world: str) -> Labels:
    return {"relation": "and", "kind": "count"}


def called(world: str, ids: One, *words: Text) -> Text:
    return " ".join((*words, *ids))


def without(world: str, ids: Things, less: Whole = 1) -> Things:
    return ids[less:]


FUNCTIONS = functions(both, first, count, rule, called, without, **{"are the same": are})
WHERE = {"a": ((0.0, 0.0, 5.0, 5.0),), "b": ((5.0, 0.0, 9.0, 5.0), (9.0, 0.0, 9.5, 1.0))}


def test_every_step_records_its_output() -> None:
    done = run(program(Step("both"), Step("first", (0,)), Step("count", (1,), (10,))), "ab", FUNCTIONS)
    assert [step.output for step in done.steps] == [["a", "b"], ["a"], 11]


def test_the_answer_is_the_last_output() -> None:
    done = run(program(Step("both"), Step("count", (0,), (0,))), "ab", FUNCTIONS)
    assert answer_of(done) == "2"


@pytest.mark.parametrize(("language", "said"), [("en", "yes"), ("zh", "是")])
def test_true_is_said_in_the_questions_language(language: str, said: str) -> None:
    done = run(program(Step("both"), Step("are the same", (0,), (["a", "b"],))), "ab", FUNCTIONS)
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


# ---- programs are typed


def test_annotations_say_what_a_function_takes_and_gives() -> None:
    assert (FUNCTIONS["count"].takes, FUNCTIONS["count"].gives) == (("things", "number"), "number")


@pytest.mark.parametrize(
    "steps",
    [
        (Step("both"), Step("first", (0,)), Step("count", (1,), (10,))),
        (Step("both"), Step("called", (0,), ("the", "first"))),  # that it is one is seen when it runs
        (Step("both"), Step("called", (0,))),
        (Step("both"), Step("without", (0,)), Step("without", (1,), (2,))),
        (Step("both"), Step("are the same", (0,), (["a", "b"],))),
    ],
)
def test_a_program_that_fits_is_given_back(steps: tuple[Step, ...]) -> None:
    assert fitting(program(*steps), FUNCTIONS) == program(*steps)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((Step("cont"),), "No program function 'cont'. Did you mean 'count'"),
        ((Step("first", (0,)),), "Step 0 of the program, first: step 0 does not come before it"),
        ((Step("both"), Step("count", (0,))), "Step 1 of the program, count: takes things, number, not 1"),
        ((Step("both", (), ("all",)),), "Step 0 of the program, both: takes nothing, not 1"),
        ((Step("both"), Step("count", (0,), ("ten",))), "count: the argument of type str is not number"),
        ((Step("both"), Step("count", (0,), (True,))), "count: the argument of type bool is not number"),
        (
            (Step("both"), Step("count", (0,), (0,)), Step("first", (1,))),
            "Step 2 of the program, first: input 0 is number from step 1; things is wanted",
        ),
        ((Step("both"), Step("called", (0,), ("the", 1))), "called: the argument of type int is not text"),
    ],
)
def test_a_program_that_does_not_fit_is_refused_before_it_runs(steps: tuple[Step, ...], message: str) -> None:
    with pytest.raises(EyechartError, match=message):
        fitting(program(*steps), FUNCTIONS)


@pytest.mark.parametrize(("number", "message"), [(2, "names step 2 of a program of 2"), (1, "step 1 .* gives number")])
def test_evidence_that_is_no_thing_is_refused(number: int, message: str) -> None:
    with pytest.raises(EyechartError, match=message):
        fitting(program(Step("both"), Step("count", (0,), (0,)), evidence=(number,)), FUNCTIONS)


def test_a_function_without_types_is_refused() -> None:
    def loose(world: str, ids: list[str]) -> Things:
        return ids

    with pytest.raises(EyechartError, match="Program function loose: ids has no type that programs know"):
        functions(loose)
