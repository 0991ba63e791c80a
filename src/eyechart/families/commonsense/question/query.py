"""A question before it is said: what is described, and what is asked of it. `compiled` turns it into a program.

the red fruit on the plate that can be eaten  =  Description("fruit", attribute=("colour", "red"), clauses=(Related, Known))

A description gives one set of objects. Two clauses that each lead from other objects are joined by And; what is known
without a second object only filters.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from eyechart.core import Step
from eyechart.families.commonsense.lookup import VISION, Commonsense, function_of, triplet
from eyechart.families.commonsense.vocabulary import FACETS
from eyechart.knowledge.facts import Knowledge

Type = Literal["QueryObjKG", "QueryObjSG", "QueryAtt", "VerifyKG", "VerifyAtt"]
Attribute = tuple[str, str]  # facet, value
OPPOSITE = {"left of": "right of", "right of": "left of", "in front of": "behind", "behind": "in front of"}
TYPES: tuple[Type, ...] = ("QueryObjKG", "QueryObjSG", "QueryAtt", "VerifyKG", "VerifyAtt")


class Related(Struct, frozen=True, tag="related"):
    """Beside a noun: "on the plate" (the noun is the subject), or "that the man is holding" (it is the object)."""

    relation: str
    other: Description
    subject: bool = True


class Known(Struct, frozen=True, tag="known"):
    """Beside a noun: "that can be used for cutting the apple", or "that the knife can cut" (in reverse)."""

    query: Commonsense
    other: Description | None = None


Clause = Related | Known


class Description(Struct, frozen=True, tag="description"):
    noun: str | None = None  # None: object
    named: bool = False  # the noun is the name of a concept, not of a category
    attribute: Attribute | None = None
    clauses: tuple[Clause, ...] = ()

    @property
    def simple(self) -> bool:
        return not self.clauses


class Query(Struct, frozen=True):
    """A whole question.

    asked: "object" or a facet for a recognition; None for a verification.
    last:  what is asked of the thing described: a clause, or an attribute. None where the description says it all
           ("What is the object that …?", "Is there a …?").
    """

    type: Type
    described: Description
    asked: str | None = None
    last: Clause | Attribute | None = None
    answer_noun: str | None = None  # QueryObjSG: "Which fruit is on …?"


class _Compiler:
    def __init__(self, knowledge: Knowledge) -> None:
        self.predicates = knowledge.predicates
        self.steps: list[Step] = [Step("Initial")]

    def add(self, function: str, inputs: tuple[int, ...], *arguments: str) -> int:
        self.steps.append(Step(function, inputs, arguments))
        return len(self.steps) - 1

    def describe(self, d: Description) -> int:
        at = 0
        for number, clause in enumerate([c for c in d.clauses if c.other is not None]):
            found = self.clause(clause, 0)
            at = self.add("And", (at, found)) if number else found
        if d.noun:
            at = self.add("Find" if d.named else "Find Hypernym", (at,), d.noun)
        if d.attribute:
            at = self.attribute(d.attribute, at)
        for clause in d.clauses:
            if clause.other is None:
                at = self.clause(clause, at)
        return at

    def attribute(self, attribute: Attribute, at: int) -> int:
        facet, value = attribute
        return self.add("Find", (at,), value, facet)

    def clause(self, clause: Clause, at: int) -> int:
        """From the objects described so far; a clause with another object starts from that one."""
        if isinstance(clause, Related):
            return self.add(
                "Relate Reverse" if clause.subject else "Relate", (self.describe(clause.other),), clause.relation
            )
        query = triplet(self.predicates[clause.query.predicate], clause.query.way)
        start = at if clause.other is None else self.describe(clause.other)
        return self.add(function_of(query), (start,), *query)


class Compiled(Struct, frozen=True):
    """A query as steps of a program, not yet run."""

    steps: tuple[Step, ...]
    described: int  # the step that finds what is described, before the last thing is asked of it
    target: int  # the step whose objects are the target


def compiled(q: Query, knowledge: Knowledge) -> Compiled:
    """The program of a query."""
    make = _Compiler(knowledge)
    if q.type == "QueryObjSG":
        assert isinstance(q.last, Related)
        at = described = make.clause(q.last, 0)
        described = make.steps[at].inputs[0]
        if q.answer_noun:
            at = make.add("Find Hypernym", (at,), q.answer_noun)
    elif isinstance(q.last, tuple):
        described = make.describe(q.described)
        at = make.attribute(q.last, described)
    elif q.last is not None:
        described, at = _asked_of(make, q.described, q.last)
    else:
        at = described = make.describe(q.described)
    make.add("Recognition", (at,), q.asked) if q.asked else make.add("Verify", (at,))
    return Compiled(tuple(make.steps), described, at)


def _asked_of(make: _Compiler, described: Description, last: Clause) -> tuple[int, int]:
    """What is asked filters what is described, or, led to from other objects, is joined with it."""
    start = make.describe(described)
    if last.other is None:
        return start, make.clause(last, start)
    found = make.clause(last, 0)
    return start, make.add("And", (start, found)) if start else found


def skeleton(steps: tuple[Step, ...]) -> str:
    """A program without its words, which is what a template is in this family: functions, what each takes, what kind of
    attribute, and which relation of the knowledge graph with or without a region."""
    return " ".join(f"{s.function.replace(' ', '')}{_kind(s)}{','.join(map(str, s.inputs))}" for s in steps)


def manner(q: Query) -> tuple[str, ...]:
    """How a thing is described, whatever the others are by which it is: what a yes and a no must have in common."""
    d = q.described
    said = [f"{side(c.relation)} {c.subject}" if isinstance(c, Related) else "known" for c in d.clauses]
    said += ["deep" for c in d.clauses if c.other is not None and c.other.clauses]
    asked = f"{side(q.last.relation)} {q.last.subject}" if isinstance(q.last, Related) else ""
    return (asked, "noun" * bool(d.noun), d.attribute[0] if d.attribute else "", *sorted(said))


def side(relation: str) -> str:
    """Left and right are all the same."""
    return "beside" if relation in ("left of", "right of") else relation


def _kind(step: Step) -> str:
    if step.function == "Find" and len(step.arguments) == 2:
        return f"[{step.arguments[1]}]"
    if step.function == "Recognition":
        return f"[{step.arguments[0] if step.arguments[0] in FACETS else 'name'}]"
    if step.function in ("Find KG", "Find KG Reverse"):
        return f"[{step.arguments[1]}{'*' if VISION in ' '.join(step.arguments) else ''}]"
    return ""
