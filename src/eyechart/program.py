"""Programs: functions with types, the interpreter, and what a program that was run gives as answer and evidence.

A function's annotations say what it takes and gives:

    def least(world: World, ids: Things, name: Text) -> Things: ...

`functions` reads them once, and `fitting` holds every program to them before it runs: the number of inputs and arguments,
and the type of each. Where one thing is wanted a step may give several things: that it gave one is seen when it runs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from eyechart.core import Evidence, Function, Program, Region, Shape, Step
from eyechart.errors import EyechartError, unknown
from eyechart.phrasing import YES_NO

Things = Annotated[list[str], "things"]  # ids of things
One = Annotated[list[str], "one thing"]  # the id of a thing, alone in its list
Number = Annotated[int | float, "number"]
Whole = Annotated[int, "number"]
Text = Annotated[str, "text"]
Truth = Annotated[bool, "bool"]
Labels = Annotated[dict[str, str], "labels"]  # evidence that has no place in the picture
Records = Annotated[list[Any], "records"]  # what a step finds out for a later one, in the family's own form
Anything = Annotated[Any, "anything"]

EVIDENCE = ("things", "one thing", "labels", "anything")  # what a step must give to be evidence
_LITERALS: Mapping[str, tuple[type, ...]] = {
    "number": (int, float),
    "text": (str,),
    "bool": (bool,),
    "things": (list, tuple),
    "one thing": (list, tuple),
    "labels": (dict,),
    "records": (list, tuple, dict),
    "anything": (object,),
}


def functions(*made: Callable[..., Any], **named: Callable[..., Any]) -> dict[str, Function]:
    """Functions by name, with the types that their annotations declare. `**{"Find KG": find_kg}` gives one another name."""
    calls = {call.__name__: call for call in made} | named
    return {name: _declared(name, call) for name, call in calls.items()}


def _declared(name: str, call: Callable[..., Any]) -> Function:
    hints = get_type_hints(call, include_extras=True)
    parameters = list(inspect.signature(call).parameters.values())[1:]  # the first is the world
    takes = tuple([_type(name, p.name, hints.get(p.name)) for p in parameters if p.kind is not p.VAR_POSITIONAL])
    rest = next((_type(name, p.name, hints.get(p.name)) for p in parameters if p.kind is p.VAR_POSITIONAL), None)
    needed = sum(p.default is p.empty and p.kind is not p.VAR_POSITIONAL for p in parameters)
    return Function(call, takes, needed, _type(name, "what it gives", hints.get("return")), rest)


def _type(name: str, what: str, hint: Any) -> str:
    if get_origin(hint) is not Annotated:
        raise EyechartError(
            f"Program function {name}: {what} has no type that programs know. Annotate it with one of "
            "eyechart.program's Things, One, Number, Whole, Text, Truth, Labels, Records, Anything."
        )
    return str(get_args(hint)[1])


def fitting(todo: Program, known: Mapping[str, Function]) -> Program:
    """The program itself, if each step gets what its function takes; an error that names the step otherwise."""
    outline = tuple([(s.function, s.inputs, tuple(map(type, s.arguments))) for s in todo.steps])
    problem = _misfit(outline, todo.evidence, _Known(known))
    if problem:
        raise EyechartError(problem)
    return todo


class _Known:
    """A family's functions, equal to themselves only: a key for what was checked before."""

    __slots__ = ("functions",)

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self.functions = functions

    def __hash__(self) -> int:
        return id(self.functions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and other.functions is self.functions


Outline = tuple[tuple[str, tuple[int, ...], tuple[type, ...]], ...]


@lru_cache(maxsize=4096)  # programs differ in their words; their outlines are few
def _misfit(outline: Outline, evidence: tuple[int, ...], known: _Known) -> str:
    """What does not fit; empty if all does."""
    gives: list[str] = []
    for number, (name, inputs, arguments) in enumerate(outline):
        function = known.functions.get(name)
        if function is None:
            return str(unknown("program function", name, known.functions))
        where = f"Step {number} of the program, {name}"
        late = [i for i in inputs if not 0 <= i < number]
        if late:
            return f"{where}: step {late[0]} does not come before it."
        count = len(inputs) + len(arguments)
        if count < function.needed or (function.rest is None and count > len(function.takes)):
            return f"{where}: takes {_listed(function)}, not {count} things."
        wanted = [*function.takes, *[function.rest or ""] * (count - len(function.takes))]
        for place, (got, want) in enumerate(zip([gives[i] for i in inputs], wanted, strict=False)):
            if not _accepts(want, got):
                return f"{where}: input {place} is {got} from step {inputs[place]}; {want} is wanted."
        for got_type, want in zip(arguments, wanted[len(inputs) :], strict=False):
            if not issubclass(got_type, _LITERALS[want]) or (want == "number" and got_type is bool):
                return f"{where}: the argument of type {got_type.__name__} is not {want}."
        gives.append(function.gives)
    for number in evidence:
        if not 0 <= number < len(gives):
            return f"The evidence names step {number} of a program of {len(gives)}."
        if gives[number] not in EVIDENCE:
            return (
                f"The evidence names step {number} of the program, {outline[number][0]}, which gives {gives[number]}."
            )
    return ""


def _accepts(want: str, got: str) -> bool:
    things = ("things", "one thing")
    return want == got or "anything" in (want, got) or (want in things and got in things)


def _listed(function: Function) -> str:
    return ", ".join([*function.takes, *([f"any number of {function.rest}"] if function.rest else [])]) or "nothing"


def unfolded(todo: Program) -> list[int]:
    """The numbers of the steps in the order of a stack: each after those that it takes, one that is taken twice twice."""
    made: list[int] = []

    def add(number: int) -> None:
        for one in todo.steps[number].inputs:
            add(one)
        made.append(number)

    add(len(todo.steps) - 1)
    return made


def program(*steps: Step, evidence: Sequence[int] = ()) -> Program:
    return Program(steps, tuple(evidence))


def run(todo: Program, world: Any, known: Mapping[str, Function]) -> Program:
    """The same program with every step's output recorded."""
    outputs: list[Any] = []
    done: list[Step] = []
    for step in todo.steps:
        function = known.get(step.function)
        if function is None:
            raise unknown("program function", step.function, known)
        output = function.call(world, *[outputs[i] for i in step.inputs], *step.arguments)
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
