"""A question in the making: what is asked, by which fact, and of which things. From a plan, or from a scene as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product

import msgspec
from msgspec import Struct

from eyechart.families.commonsense.assemble import Assembled, assemble, checked, proposed
from eyechart.families.commonsense.describe import Condition, Scenery, Shape
from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.pinning import Core, can_mean, fact_of
from eyechart.families.commonsense.sound import single
from eyechart.families.commonsense.tree import TYPES, Query, Type, outline
from eyechart.families.commonsense.words import LOOKS
from eyechart.families.commonsense.world import World
from eyechart.knowledge.facts.wording import TAIL_SIDE
from eyechart.seeding import Rng

THERE = 0.2  # of the facts are first tried to be verified by "Is there …?"
SLOTTED = 20  # queries that need two objects, tried with one of them by lot
ROUNDS = 24
PROPOSED = 40  # questions of a side of a verification, of which one must have the outline of one of the other side
TARGETS = 4  # of those that a goal allows are tried
REGIONS = 0.65  # of the facts have a second object, where there is one
EVENTS = 0.95  # of the facts are about what an event takes, where there is one
# How often a fact may be taken that holds of one object only, of which nothing else need then be said.
LONE: Mapping[Type, float] = {"QueryObjKG": 0.15, "QueryObjSG": 0.8, "QueryAtt": 0.9, "VerifyAtt": 0.2}
HELD_PAIRS = 0.6  # of the pairs are of things that are both worn, held or stood on, where there are such
TAXONOMY = 0.35  # times as likely as another relation is IsA-Taxonomy, which is sure of nearly everything
HELD = 5  # times as likely is what somebody wears or holds, or something stands on, to be looked at


class Goal(Struct, frozen=True):
    """Things are numbered as the plan wants them, and then have the ids that the scene gave them."""

    type: Type
    query: Commonsense | None
    targets: tuple[
        int | str, ...
    ]  # QueryObjKG: any of them; VerifyKG: one for which it holds, one for which it does not
    other: int | str = -1  # what fills the slot
    look: tuple[str, str] | None = None
    nouns: tuple[str, ...] | None = None
    facets: tuple[str, ...] | None = None

    def placed(self, ids: Sequence[str]) -> Goal | None:
        """With the ids of the things that were wanted; None if one was left out without which it cannot be asked."""
        other = ids[self.other] if isinstance(self.other, int) and self.other >= 0 else ""
        targets = tuple([ids[i] for i in self.targets if isinstance(i, int) and ids[i]])
        if not targets or (self.type == "VerifyKG" and len(targets) < 2) or (self.other != -1 and not other):
            return None
        return msgspec.structs.replace(self, targets=targets, other=other)

    def core(self, target: str) -> Core:
        return Core(
            type=self.type,
            target=target,
            query=self.query,
            other=str(self.other) if self.other != -1 else "",
            look=self.look,
            nouns=self.nouns,
            facets=self.facets,
        )


def reached(scenery: Scenery, goal: Goal, rng: Rng) -> Iterator[Assembled]:
    """Questions that reach the goal, as far as the scene allows: one of each of its targets, or a fact verified of both."""
    targets = [str(target) for target in goal.targets]
    if goal.type == "VerifyKG":
        yield from _both(scenery, goal, targets, rng)
        return
    names = _rivals(scenery, goal, targets) if goal.type == "QueryObjKG" else ()
    for target in rng.sample(targets, min(TARGETS, len(targets))):
        core = msgspec.structs.replace(goal.core(target), as_well=names)
        if goal.type == "QueryObjKG" and not all(scenery.fair.even(name, "colour") for name in names):
            core = msgspec.structs.replace(core, facets=())  # a colour would tell which of them it is
        if goal.type == "VerifyAtt" and goal.look and not goal.look[1]:
            asked = _look_asked(scenery, target, goal.look[0], rng)
            if asked is None:
                continue
            core = msgspec.structs.replace(core, look=(goal.look[0], asked))
        # What is on it and what is left of it can both be asked.
        yield from islice(assemble(scenery, core, rng), 2 if goal.type == "QueryObjSG" else 1)


def _rivals(scenery: Scenery, goal: Goal, targets: Sequence[str]) -> tuple[str, ...]:
    """All that could have been the answer."""
    assert goal.query is not None
    other = scenery.world.objects[scenery.world.number[str(goal.other)]].name if goal.other not in ("", -1) else ""
    return scenery.fair.rivals(goal.query, other, scenery.place) or _names(scenery, targets)


def _names(scenery: Scenery, ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(scenery.world.objects[scenery.world.number[id]].name for id in ids))


def _look_asked(scenery: Scenery, target: str, facet: str, rng: Rng) -> str | None:
    """Its own look or that of another thing, by a coin: looks that are dealt out evenly are asked for evenly, yes or no."""
    seen = {
        t.id: t.attributes[facet]
        for t in scenery.world.objects
        if t.attributes.get(facet) in LOOKS[facet] and scenery.fair.even(t.name, facet)
    }
    others = [value for id, value in seen.items() if value != seen.get(target)]
    if target not in seen or not others:
        return None
    return seen[target] if rng.coin() else rng.choice(others)


def _both(scenery: Scenery, goal: Goal, targets: Sequence[str], rng: Rng) -> list[Assembled]:
    """A fact is verified of a thing for which it holds and of its counterpart, in an order by lot: both must have a question
    with the same outline, or neither is asked."""
    fact = fact_of(scenery, goal.core(targets[0]))
    if fact is None:
        return []
    # A landmark for which the fact holds would be beside a thing for which it does more often than not.
    names = _names(scenery, [*targets, *scenery.world.ids_of(fact.holds)])
    for there in (True, False) if rng.coin(THERE) else (False, True):
        cores = [msgspec.structs.replace(goal.core(target), as_well=names, there=there) for target in targets]
        if not all(can_mean(scenery, core) for core in cores):
            continue
        sides = list[dict[tuple[str, ...], list[Query]]]()
        for core in cores:
            ways: dict[tuple[str, ...], list[Query]] = {}
            for query in islice(proposed(scenery, core, rng), PROPOSED):
                ways.setdefault(outline(query), []).append(query)
            sides.append(ways)
            if not ways:
                break
        for way in rng.shuffled([way for way in sides[0] if way in sides[-1]]):
            found = [next(filter(None, (checked(scenery, query) for query in ways[way])), None) for ways in sides]
            both = [done for done in found if done is not None]
            if len(both) == len(cores):
                return rng.shuffled(both)
    return []


# ---- from a scene as it is


def goals_in(scenery: Scenery, rng: Rng, types: Callable[[], Sequence[Type]] = lambda: TYPES) -> Iterator[Goal]:
    """Goals for a scene that need not have been built for them, by facts that are sure of all of it; types by turns."""
    world = scenery.world
    facts = [c for c in (*scenery.known, *scenery.slotted(rng, SLOTTED)) if c.holds != world.all]
    if not facts:
        return
    every = Lots(world, facts)
    shared = Lots(world, [c for c in facts if not single(c.holds)] or facts)
    pairs = Pairs(scenery)
    for _ in range(ROUNDS):
        for type in types():
            if type == "VerifyKG":
                yield from pairs.goal(rng)
                continue
            fact = (every if not scenery.built or rng.coin(LONE[type]) else shared).fact(rng)
            assert fact.query is not None
            if type == "QueryObjKG":
                if scenery.fair.at_home(fact.query, scenery.place):
                    yield Goal(
                        type, fact.query, tuple(world.ids_of(fact.holds)), _other(scenery, fact), facets=("colour",)
                    )
            elif type == "QueryObjSG":
                yield Goal(type, fact.query, tuple(world.ids_of(fact.holds)), _other(scenery, fact))
            else:
                yield from _look(scenery, type, fact, rng)


def plainest(scenery: Scenery, rng: Rng) -> Iterator[Assembled]:
    """What is it that …? By facts that hold of one object only, so that nothing else need be said; then by any."""
    for fact in sorted(rng.shuffled(scenery.known), key=lambda c: not single(c.holds)):
        for target in scenery.world.ids_of(fact.holds):
            shape: Shape | None = () if single(fact.holds) else None
            core = Core(type="QueryObjKG", target=target, query=fact.query, shape=shape)
            yield from islice(assemble(scenery, core, rng), 1)


class Lots:
    """Facts to be drawn: with a second object or without, about an event or not, the relation, the fact itself."""

    def __init__(self, world: World, facts: Sequence[Condition]) -> None:
        kinds: dict[tuple[str, bool], list[Condition]] = {}
        for c in facts:
            assert c.query is not None
            predicate = world.knowledge.predicates[c.query.predicate]
            kinds.setdefault((predicate.relation, predicate.slot), []).append(c)
        self.kinds: dict[tuple[bool, bool], tuple[list[list[Condition]], list[float]]] = {}
        for region, event in product((False, True), repeat=2):
            some = [kind for kind in kinds if kind[1]] if region else []
            if event:
                some = [kind for kind in some or kinds if kind[0] in TAIL_SIDE]
            weights = {kind: TAXONOMY if kind[0] == "IsA-Taxonomy" else 1.0 for kind in some or kinds}
            self.kinds[region, event] = [kinds[kind] for kind in weights], list(weights.values())

    def fact(self, rng: Rng) -> Condition:
        return rng.choice(rng.weighted(*self.kinds[rng.coin(REGIONS), rng.coin(EVENTS)]))


def _other(scenery: Scenery, fact: Condition) -> str:
    return scenery.world.ids[fact.other] if fact.other >= 0 else ""


def _look(scenery: Scenery, type: Type, fact: Condition, rng: Rng) -> Iterator[Goal]:
    """Things for which the fact holds and whose look can be told."""
    seen = [one for one in scenery.plain_looks if fact.holds & one[0]]
    if seen:
        _, thing, facet = rng.weighted(seen, [HELD if bit & scenery.held else 1 for bit, _, _ in seen])
        others = [other.id for _, other, same in seen if same == facet and other is not thing]
        targets = (thing.id, *rng.sample(others, min(TARGETS - 1, len(others))))
        yield Goal(type, fact.query, targets, _other(scenery, fact), look=(facet, ""), facets=("state",))


class Pairs:
    """Two things that are found in the same spots, and a fact that holds for one of them only. Each two once.

    With a second object the question would be longer than programs are.
    """

    def __init__(self, scenery: Scenery) -> None:
        self.scenery = scenery
        self.told = [
            (fact, pairs)
            for fact in scenery.known
            if (pairs := [pair for pair in scenery.alike if pair & fact.holds not in (0, pair)])
        ]

    def goal(self, rng: Rng) -> Iterator[Goal]:
        """By lot of facts; often of two that are both worn, held or stood on, where there are such."""
        held = self._of(self.scenery.held) if rng.coin(HELD_PAIRS) else []
        if held or self.told:
            fact, pairs = rng.choice(held or self.told)
            pair = rng.choice(pairs)
            self.told = [(one, left) for one, some in self.told if (left := [other for other in some if other != pair])]
            yield self._goal(fact, pair)

    def _of(self, some: int) -> list[tuple[Condition, list[int]]]:
        return [(fact, left) for fact, pairs in self.told if (left := [pair for pair in pairs if not pair & ~some])]

    def _goal(self, fact: Condition, pair: int) -> Goal:
        world, known, even = self.scenery.world, self.scenery.world.knowledge, self.scenery.fair.even
        one, other = (world.objects[i] for side in (fact.holds, ~fact.holds) for i in world.numbers(pair & side))
        nouns = tuple(name for name in known.categories(one.name) if known.belongs(other.name, name))
        looks = ("colour",) if even(one.name, "colour") and even(other.name, "colour") else ()
        return Goal("VerifyKG", fact.query, (one.id, other.id), nouns=nouns, facets=looks)
