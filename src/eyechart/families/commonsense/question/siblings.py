"""What the questions of a page say of its things, so that none of them gives away the answer of another.

Who reads a page knows that one thing is meant in two places where all that is said of it in one is said in the other as well,
since each description means one thing. What either says is then known of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from eyechart.core import Step
from eyechart.families.commonsense.lookup import VISION
from eyechart.families.commonsense.question.assembly import Assembled
from eyechart.families.commonsense.question.descriptions import Scenery
from eyechart.families.commonsense.question.goals import Goal
from eyechart.families.commonsense.question.query import OPPOSITE
from eyechart.families.commonsense.question.rivals import names_left
from eyechart.families.commonsense.vocabulary import FACETS

Telling = tuple[
    object, ...
]  # a function with its words; where another thing leads there, with all that is said of that one
Mention = frozenset[Telling]  # what is said of a thing in one place
LEADING = ("Relate", "Relate Reverse")


def said(steps: Sequence[Step]) -> list[Mention]:
    """What a program says of that which each step finds."""
    found: list[Mention] = []
    for step in steps:
        given = [found[i] for i in step.inputs]
        words = (step.function, *step.arguments)
        if step.function == "And":
            found.append(given[0] | given[1])
        elif _leads(step):
            found.append(frozenset({(*words, given[0])}))
        else:
            found.append(given[0] | {words} if given else frozenset())
    return found


def mentions(steps: Sequence[Step], about: Mention | None) -> Iterator[Mention]:
    """The things that a question takes for granted: those that lead to others, and what it is about, if that is there."""
    every = said(steps)
    if about is not None:
        yield about
    for step in steps:
        if _leads(step):
            one = every[step.inputs[0]]
            yield one
            others = [mention for mention in every if any(telling[-1] == one for telling in mention)]
            yield from [one | {_back(step, other)} for other in others if step.function in LEADING]


def _leads(step: Step) -> bool:
    """From one thing to others."""
    return step.function in LEADING or VISION in " ".join(step.arguments)


def _back(step: Step, other: Mention) -> Telling:
    """What is left of the cup has the cup on its right."""
    relation = step.arguments[0]
    if relation in OPPOSITE:
        return "Relate Reverse", OPPOSITE[relation], other
    if relation == "next to":
        return "Relate Reverse", relation, other
    return LEADING[step.function == "Relate"], relation, other


def of_the_same(one: Mention, every: Iterable[Mention]) -> list[Mention]:
    """The mentions of the thing that is mentioned here, as far as a reader can tell; itself among them."""
    same, others = [one], [mention for mention in every if mention]
    for known in same:
        same += [mention for mention in others if mention <= known or known <= mention]
        others = [mention for mention in others if mention not in same]
    return same


class Secret(Struct, frozen=True):
    """What must not be said of a thing."""

    of: Mention | None  # None: of anything
    tells: Callable[[Telling], bool]

    def is_told(self, every: Sequence[Mention]) -> bool:
        mentioned = every if self.of is None else of_the_same(self.of, every)
        return any(self.tells(telling) for mention in mentioned for telling in mention)


class Siblings:
    """The questions of a page so far."""

    def __init__(self, scenery: Scenery) -> None:
        self.scenery = scenery
        self.mentions: list[Mention] = []
        self.secrets: list[Secret] = []
        self.spent: dict[str, int] = {}  # by facet, the things whose look is one that is verified, perhaps

    def narrowed(self, goal: Goal) -> Goal:
        """Each look is verified once, whatever it is verified of: two that may be one thing's are not both true."""
        if goal.look is None or goal.type != "VerifyAtt":
            return goal
        spent, number = self.spent.get(goal.look[0], 0), self.scenery.world.number
        targets = tuple([id for id in goal.targets if not spent >> number[id] & 1])
        return msgspec.structs.replace(goal, targets=targets, spent=spent)

    def fit(self, done: Assembled) -> bool:
        """Does a question tell no answer of the page, and no question of the page this one's?"""
        more = [*self.mentions, *_granted(done)]
        return not any(secret.is_told(more) for secret in (*self.secrets, *self._secrets(done)))

    def add(self, done: Assembled) -> None:
        self.mentions += _granted(done)
        self.secrets += self._secrets(done)
        if isinstance(done.query.last, tuple):
            facet = done.query.last[0]
            self.spent[facet] = self.spent.get(facet, 0) | done.rivals

    def _secrets(self, done: Assembled) -> list[Secret]:
        """Where it is asked whether there is one, no other says that there is one at all: then the other side would have none."""
        steps, target = done.compiled.steps, done.compiled.target
        fact = (steps[target].function, *steps[target].arguments)
        there = not done.query.asked and done.query.last is None
        return [self._secret(done), *([Secret(None, lambda telling: telling == fact)] if there else [])]

    def _secret(self, done: Assembled) -> Secret:
        """Of all that could be the answer no name; of a thing whose look is asked for, not that; of one of which a fact is
        verified, nothing that is not as true of the other of which it might have been."""
        q = done.query
        if q.asked == "object":
            names = names_left(self.scenery, done.compiled.steps)
            return Secret(None, lambda telling: telling[0] == "Find" and len(telling) == 2 and telling[1] in names)
        if q.asked in FACETS or isinstance(q.last, tuple):
            facet = q.asked or (q.last[0] if isinstance(q.last, tuple) else "")
            return Secret(_described(done), lambda telling: telling[0] == "Find" and telling[-1] == facet)
        belonging, rivals = self.scenery.world.belonging, done.rivals

        def tells(telling: Telling) -> bool:
            if telling[0] == "Find Hypernym":
                return bool(rivals & ~belonging(str(telling[1]))[0])
            return telling[0] in ("Find KG", "Find KG Reverse") or (telling[0] == "Find" and len(telling) == 2)

        return Secret(_described(done), tells)


def _described(done: Assembled) -> Mention:
    """What is said of the thing that a question is about, without what is asked of it."""
    steps, target = done.compiled.steps, done.compiled.target
    every = said(steps)
    if done.query.asked:
        return every[target]
    asked = steps[target]
    return every[target] - {(asked.function, *asked.arguments)}


def _granted(done: Assembled) -> list[Mention]:
    """ "Is there …?" takes nothing for granted of what it asks for."""
    there = not done.query.asked and done.query.last is None
    return list(mentions(done.compiled.steps, None if there else _described(done)))
