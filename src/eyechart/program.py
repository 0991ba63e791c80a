"""The interpreter. Families register functions; a program calls them in order and each step records what it gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eyechart.core import Evidence, Function, Program, Region, Shape, Step
from eyechart.errors import unknown
from eyechart.phrasing import YES_NO


def program(*steps: Step, evidence: Sequence[int] = ()) -> Program:
    return Program(steps, tuple(evidence))


def run(todo: Program, world: Any, functions: Mapping[str, Function]) -> Program:
    """The same program with every step's output recorded."""
    outputs: list[Any] = []
    done: list[Step] = []
    for step in todo.steps:
        function = functions.get(step.function)
        if function is None:
            raise unknown("program function", step.function, functions)
        output = function(world, *[outputs[i] for i in step.inputs], *step.arguments)
        outputs.append(output)
        done.append(Step(step.function, step.inputs, step.arguments, output))
    return Program(tuple(done), todo.evidence)


def answer_of(done: Program, language: str = "en") -> str:
    """The last step's output as text."""
    output = done.steps[-1].output
    if output is True or output is False:
        yes, no = YES_NO[language]
        return yes if output else no
    return str(output)


def evidence_of(done: Program, where: Mapping[str, tuple[Shape, ...]]) -> Evidence:
    """The things that the evidence steps named, where the drawing put them; or the labels that they gave."""
    regions: list[Region] = []
    labels: dict[str, str] = {}
    for number in done.evidence:
        output = done.steps[number].output
        if isinstance(output, dict):
            labels.update(output)
        else:
            for thing in output:
                regions.extend(Region(shape, (thing,)) for shape in where[thing])
    return Evidence(tuple(regions), labels)
