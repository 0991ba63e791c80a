"""A reasoner with imperfect eyes and knowledge: `reasoner:0.1` has a tenth wrong, `reasoner:facts=0.1` of facts.

It runs the program of the question on the scene graph and the knowledge graph, in which a share of the attributes,
relations or facts is corrupted. `half_oracle.py` has those that lack one of them altogether.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import nan
from typing import Any

import msgspec

from eyechart.core import Evidence, Graph, Prediction, Question, Region, Relation, Thing
from eyechart.errors import EyechartError
from eyechart.families.commonsense.vocabulary import VALUES
from eyechart.families.commonsense.world import FUNCTIONS, World, recognised
from eyechart.knowledge.facts import Item, Knowledge, Predicate
from eyechart.phrasing import YES_NO, Noun
from eyechart.seeding import Rng, rng_for

CORRUPTED = ("attributes", "relations", "facts")


class Reasoner:
    name = "reasoner"

    def __init__(self, shares: str) -> None:
        self.shares = shares_of(shares)
        self.name = f"reasoner:{shares}"

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._solve(q) for q in questions]

    def _solve(self, q: Question) -> Prediction:
        if q.program is None or q.scene is None:
            return Prediction(question=q.id, answer=None)
        rng = rng_for("reasoner", self.name, q.id)
        truth = World(q.scene)
        facts = Doubting(truth.knowledge, self.shares["facts"], q.id) if self.shares["facts"] else truth.knowledge
        world = World(misread(q.scene, self.shares, rng), facts)
        outputs: list[Any] = []
        alone: list[Any] = []  # what each step finds when it is given the true sets, as Table 3 has it
        for step in q.program.steps:
            function, arguments = FUNCTIONS[step.function], step.arguments
            outputs.append(function(world, *[outputs[i] for i in step.inputs], *arguments))
            alone.append(function(world, *[q.program.steps[i].output for i in step.inputs], *arguments))
        last = q.program.steps[-1]
        said, found = outputs[-1], outputs[last.inputs[0]]
        if last.function == "Recognition" and found and not said:
            said = recognised(world, world.number[found[0]], last.arguments[0])
        answer = YES_NO[q.language][0 if said else 1] if isinstance(said, bool) else said or None
        raw = msgspec.json.encode({"steps": alone}).decode()
        return Prediction(question=q.id, answer=answer, evidence=pointing(truth, found[:1]), raw=raw)


def shares_of(text: str) -> dict[str, float]:
    """`0.1` for all, or `facts=0.1,relations=0.2`."""
    shares = dict.fromkeys(CORRUPTED, 0.0)
    for part in text.split(","):
        kind, equals, number = part.rpartition("=")
        try:
            share = float(number)
        except ValueError:
            share = nan
        if (equals and kind not in CORRUPTED) or not 0 <= share <= 1:  # which nan is not
            ways = ", ".join(f"{kind}=0.1" for kind in CORRUPTED)
            raise EyechartError(f"Model 'reasoner' takes a share from 0 to 1, alone or as {ways}; it got '{part}'.")
        shares.update(dict.fromkeys([kind] if equals else CORRUPTED, share))
    return shares


def pointing(world: World, ids: Sequence[str]) -> Evidence:
    """The objects, where they are in the picture."""
    boxes = [(id, world.objects[world.number[id]].data.get("box")) for id in ids]
    return Evidence(tuple([Region(tuple(box), (id,)) for id, box in boxes if box]))


def misread(scene: Graph, shares: Mapping[str, float], rng: Rng) -> Graph:
    """Attributes take another value, relations another object."""
    things = []
    objects = [t.id for t in World(scene).objects]
    for thing in scene.things:
        looks = {
            facet: rng.choice([v for v in VALUES[facet] if v != value])
            if facet in VALUES and rng.coin(shares["attributes"])
            else value
            for facet, value in thing.attributes.items()
        }
        things.append(Thing(thing.id, thing.name, looks, thing.data))
    relations = [
        Relation(r.subject, r.name, rng.choice(objects)) if rng.coin(shares["relations"]) else r
        for r in scene.relations
    ]
    return Graph(tuple(things), tuple(relations))


class Doubting:
    """A knowledge graph of which a share of the facts is turned round; the same ones for the same question."""

    def __init__(self, known: Knowledge, share: float, key: str) -> None:
        self.known, self.share, self.key = known, share, key
        self.nouns: Mapping[str, Noun] | None = getattr(known, "nouns", None)  # spares a walk through all triplets

    @property
    def predicates(self) -> Mapping[str, Predicate]:
        return self.known.predicates

    def _turned(self, value: bool | None, *path: str) -> bool | None:
        if value is None or not rng_for("doubting", self.key, *path).coin(self.share):
            return value
        return not value

    def value(self, concept: str, predicate: str, other: str | None = None) -> bool | None:
        return self._turned(self.known.value(concept, predicate, other), concept, predicate, other or "")

    def belongs(self, concept: str, category: str) -> bool | None:
        return self._turned(self.known.belongs(concept, category), concept, "IsA", category)

    def categories(self, concept: str) -> tuple[str, ...]:
        return self.known.categories(concept)

    def noun(self, category: str) -> Noun:
        return self.known.noun(category)

    def items(self) -> Iterator[Item]:
        return self.known.items()
