"""Is a question sound? One object is meant, nothing unclear or unsure decides, no step can be left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from eyechart.core import Step
from eyechart.families.commonsense.lookup import VISION
from eyechart.families.commonsense.question.query import Compiled, Query
from eyechart.families.commonsense.world import ENDINGS, World, apply, recognised

KNOWING = ("Find KG", "Find KG Reverse", "Find Hypernym")


def sets_of(world: World, steps: Sequence[Step], doubtful: bool = False, first: Sequence[int] = ()) -> list[int]:
    """What each step finds; an ending finds what it is given. `first`: what the first of them are known to find."""
    found = list(first)
    for step in steps[len(found) :]:
        inputs = [found[i] for i in step.inputs]
        found.append(inputs[0] if step.function in ENDINGS else apply(world, step, inputs, doubtful))
    return found


def single(some: int) -> bool:
    return some != 0 and some & (some - 1) == 0


def certain(world: World, q: Query, compiled: Compiled, found: Sequence[int]) -> bool:
    """Nothing that is asked or described depends on what is unclear, and no fact is unsure of any object shown.

    A category may be unsure of an object that something else rules out: who is left of the sofa is not the fruit on it.
    """
    doubtful = sets_of(world, compiled.steps, doubtful=True)
    by = others(world, compiled.steps)
    decisive = {compiled.target, *by} if q.asked else {compiled.described, compiled.target, *by}
    if any(found[i] != doubtful[i] for i in decisive):
        return False
    for step in compiled.steps:
        if (
            step.function in ("Find KG", "Find KG Reverse")
            and world.known(world.query(*step.arguments), found[step.inputs[0]])[1]
        ):
            return False
    return all(single(found[i]) for i in by)


def others(world: World, steps: Sequence[Step]) -> list[int]:
    """The steps that find a thing by which another is found: "the table" must mean one table."""
    return [
        s.inputs[0]
        for s in steps
        if s.function in ("Relate", "Relate Reverse")
        or (s.function in ("Find KG", "Find KG Reverse") and world.query(*s.arguments).way != "plain")
    ]


class WithoutStep(Struct, frozen=True):
    """A program with one step left out: what took its output takes something else."""

    left_out: int
    steps: tuple[Step, ...]


def without_each(steps: Sequence[Step]) -> Iterator[WithoutStep]:
    """All programs that lack one step. A filter lets all pass that it was given; without a step that leads from one thing to
    others, all objects are left; of And, either side."""
    for number, step in enumerate(steps):
        if step.function not in ("Initial", *ENDINGS):
            leads = step.function in ("Relate", "Relate Reverse") or VISION in " ".join(step.arguments)
            for instead in (0,) if leads else step.inputs:
                rest = [
                    Step(s.function, tuple([instead if i == number else i for i in s.inputs]), s.arguments)
                    if number in s.inputs
                    else s
                    for s in steps
                ]
                yield WithoutStep(number, tuple(rest))


def needed(world: World, q: Query, compiled: Compiled, found: Sequence[int]) -> bool:
    """Leaving out any step changes the target; where something is verified of one thing that is described, that thing.

    A yes finds the very thing that is described: the step that is itself asked cannot change the set, and stays.
    """
    definite = not q.asked and q.last is not None
    asked = range(compiled.described + 1, compiled.target + 1) if definite else range(0)
    counted = compiled.described if definite else compiled.target
    for less in without_each(compiled.steps):
        if less.left_out not in asked:
            again = sets_of(world, less.steps[: counted + 1], first=found[: less.left_out])
            if again[_stands_for(less, counted, compiled.steps)] == found[counted]:
                return False
    return True


def _stands_for(less: WithoutStep, wanted: int, steps: Sequence[Step]) -> int:
    """The step that now gives what a step gave: itself, or, if it is left out, what its users take instead."""
    if wanted != less.left_out:
        return wanted
    users = [n for n, s in enumerate(steps) if wanted in s.inputs]
    user = users[0]
    return less.steps[user].inputs[steps[user].inputs.index(wanted)]


def unknowing(world: World, steps: Sequence[Step]) -> int:
    """What is found by eyes alone: every step that needs knowledge lets all pass."""
    found: list[int] = []
    for step in steps:
        inputs = [found[i] for i in step.inputs]
        if step.function in ENDINGS:
            return inputs[0]
        if step.function == "Find Hypernym" or (step.function in KNOWING and VISION not in " ".join(step.arguments)):
            found.append(inputs[0])
        elif step.function in KNOWING:
            found.append(world.all)
        else:
            found.append(apply(world, step, inputs))
    return 0


def guessed(world: World, steps: Sequence[Step]) -> float:
    """The share of its candidates that have the commonest answer, for one who sees all and knows nothing."""
    kind = steps[-1].arguments[0]
    said: dict[str, int] = {}
    for i in world.numbers(unknowing(world, steps)):
        answer = recognised(world, i, kind)
        said[answer] = said.get(answer, 0) + 1
    said.pop("", None)
    return max(said.values()) / sum(said.values()) if said else 1.0
