"""Goals of questions: what is asked, by which fact, of which things; from a plan, or from a scene as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product

import msgspec
from msgspec import Struct

from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.question.assembly import Assembled, assemble
from eyechart.families.commonsense.question.descriptions import Condition, Kind, Scenery
from eyechart.families.commonsense.question.query import TYPES, Attribute, Type
from eyechart.families.commonsense.question.referring import Core, fact_of
from eyechart.families.commonsense.question.rivals import Fits, has_rivals_beside, of_each_name, of_each_side
from eyechart.families.commonsense.question.soundness import single
from eyechart.families.commonsense.world import World
from eyechart.knowledge.facts import TAIL_SIDE
from eyechart.seeding import Rng

ASKED_WHETHER = 0.2  # of the facts are first tried to be verified by "Is there …?"
WHETHER_TRIED = 12  # facts, to be verified so
SLOTTED_TRIED = 20  # queries that need two objects, tried with one of them by lot
ROUNDS = 24
TARGETS = 4  # of those that a goal allows are tried
REGIONS = 0.65  # of the facts have a second object, where there is one
EVENTS = 0.95  # of the facts are about what an event takes, where there is one
# How often a fact may be taken that holds of one object only, of which nothing else need then be said.
LONE: Mapping[Type, float] = {"QueryAtt": 0.9, "VerifyAtt": 0.2}
HELD_PAIRS = 0.6  # of the pairs are of things that are both worn, held or stood on, where there are such
TAXONOMY = 0.35  # times as likely as another relation is IsA-Taxonomy, which is sure of nearly everything
LINKS: tuple[Kind, ...] = ("link", "relate")
HELD = 5  # times as likely is what somebody wears or holds, or something stands on, to be looked at


class Goal(Struct, frozen=True):
    """What is to be asked of which things of a scene, by their ids."""

    type: Type
    query: Commonsense | None
    targets: tuple[str, ...]  # QueryObjKG: any of them; VerifyKG: one for which it holds, and one for which not
    other: str | None = None  # what fills the slot
    look: Attribute | None = None  # an empty value: whose look is asked for, the scene says
    spent: int = 0  # VerifyAtt: the things whose look another question of the page may name
    nouns: tuple[str, ...] | None = None
    facets: tuple[str, ...] | None = None
    there: bool = False  # VerifyKG: rather "Is there …?"
    mark: str | None = None  # beside this, if need be

    def core(self, target: str) -> Core:
        return Core(
            type=self.type,
            target=target,
            query=self.query,
            other=self.other,
            look=self.look,
            nouns=self.nouns,
            facets=self.facets,
            mark=self.mark,
        )


def reached(scenery: Scenery, goal: Goal, rng: Rng, fits: Fits = lambda done: True) -> Iterator[Assembled]:
    """Questions that reach the goal, as far as the scene allows and they fit beside others.

    Of rivals one is asked, by lot; of a photograph, all that there are, since what is asked of it is balanced later.
    """
    if goal.type == "VerifyKG":
        yield from _drawn(scenery, both_sides(scenery, goal, fits, rng), rng)
    elif goal.type in ("QueryObjKG", "QueryObjSG") and scenery.built:
        yield from _drawn(scenery, of_each_name(scenery, _cores(scenery, goal, rng), fits, rng), rng)
    else:
        for core in _cores(scenery, goal, rng):
            # What is on it and what is left of it can both be asked.
            found = islice(filter(fits, assemble(scenery, core, rng)), 2 if goal.type == "QueryObjSG" else 1)
            rivals = scenery.world.set_of([core.target, core.lender or core.target])
            yield from [msgspec.structs.replace(done, rivals=rivals) for done in found]


def _drawn(scenery: Scenery, rivals: list[Assembled], rng: Rng) -> list[Assembled]:
    return rng.sample(rivals, 1) if scenery.built and rivals else rivals


def _cores(scenery: Scenery, goal: Goal, rng: Rng) -> Iterator[Core]:
    """One for each thing that the goal allows."""
    names = _rivals(scenery, goal, goal.targets) if goal.type == "QueryObjKG" else ()
    for target in rng.sample(goal.targets, min(TARGETS, len(goal.targets))):
        core = msgspec.structs.replace(goal.core(target), as_well=names)
        if goal.type == "QueryObjKG" and not all(scenery.fair.even(name, "colour") for name in names):
            core = msgspec.structs.replace(core, facets=())  # a colour would tell which of them it is
        if goal.type == "VerifyAtt" and goal.look and not goal.look[1]:
            lent = _lent(scenery, goal, target, rng)
            if lent is None:
                continue
            lender, value = lent
            core = msgspec.structs.replace(core, look=(goal.look[0], value), lender=lender)
        yield core


def _rivals(scenery: Scenery, goal: Goal, targets: Sequence[str]) -> tuple[str, ...]:
    """All that could have been the answer."""
    assert goal.query is not None
    other = None if goal.other is None else scenery.world.objects[scenery.world.number[goal.other]].name
    return scenery.fair.rivals(goal.query, other, scenery.place) or _names(scenery, targets)


def _names(scenery: Scenery, ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(scenery.world.objects[scenery.world.number[id]].name for id in ids))


def _lent(scenery: Scenery, goal: Goal, target: str, rng: Rng) -> tuple[str, str] | None:
    """Another thing, and its look or the target's, by a coin. None: there is no other.

    Looks are dealt out evenly, so the two might have had each other's, and no other words of the page would change.
    """
    assert goal.look is not None
    world, facet = scenery.world, goal.look[0]
    seen = {thing.id: thing.attributes[facet] for _, thing, same in scenery.plain_looks if same == facet}
    others = [id for id, value in seen.items() if value != seen.get(target) and not goal.spent >> world.number[id] & 1]
    if target not in seen or not others:
        return None
    lender = rng.choice(others)
    return lender, seen[target if rng.coin() else lender]


def both_sides(scenery: Scenery, goal: Goal, fits: Fits, rng: Rng) -> list[Assembled]:
    """A fact is verified of a thing for which it holds and of its counterpart, in one manner."""
    fact = fact_of(scenery, goal.core(goal.targets[0]))
    if fact is None:
        return []
    # A landmark for which the fact holds would be beside a thing for which it does more often than not.
    names = _names(scenery, [*goal.targets, *scenery.world.ids_of(fact.holds)])
    for there in (goal.there, not goal.there):
        cores = [msgspec.structs.replace(goal.core(target), as_well=names, there=there) for target in goal.targets]
        found = of_each_side(scenery, cores, fits, rng)
        if found:
            return rng.shuffled(found)
    return []


# ---- from a scene as it is


def goals_in(scenery: Scenery, rng: Rng, types: Callable[[], Sequence[Type]] = lambda: TYPES) -> Iterator[Goal]:
    """Goals for a scene that need not have been built for them, by facts that are sure of all of it; types by turns."""
    world = scenery.world
    facts = [c for c in (*scenery.known, *scenery.slotted(rng, SLOTTED_TRIED)) if c.holds != world.all]
    # Each is made when it is first drawn from: half of the time only one of them is.
    every = cache(lambda: Lots(world, facts))
    shared = cache(lambda: Lots(world, [c for c in facts if not single(c.holds)] or facts))
    named = cache(lambda: Lots(world, told_apart(scenery, facts)))
    beside = cache(lambda: Lots(world, _beside_rivals(scenery, facts)))
    pairs = cache(lambda: AlikePairs(scenery))
    for _ in range(ROUNDS):
        for type in types():
            if type == "VerifyKG":
                yield from pairs().goal(rng)
                continue
            if type == "QueryObjKG":
                lots = named
            elif type == "QueryObjSG":
                lots = beside
            else:
                lots = every if not scenery.built or rng.coin(LONE[type]) else shared
            fact = lots().fact(rng)
            if fact is None:
                continue
            assert fact.query is not None
            if type == "QueryObjKG":
                yield known_goal(scenery, fact)
            elif type == "QueryObjSG":
                yield Goal(type, fact.query, tuple(world.ids_of(fact.holds)), _other(scenery, fact))
            else:
                yield from _look(scenery, type, fact, rng)


def known_goal(scenery: Scenery, fact: Condition) -> Goal:
    """What it is for which a fact holds."""
    targets = tuple(scenery.world.ids_of(fact.holds))
    return Goal("QueryObjKG", fact.query, targets, _other(scenery, fact), facets=("colour",))


def told_apart(scenery: Scenery, facts: Sequence[Condition]) -> list[Condition]:
    """Facts that hold of things of several names, each of which can be told from the others by what it is beside."""
    if not scenery.built:
        return list(facts)
    return [
        c
        for c in facts
        if c.query is not None
        and not single(c.holds)
        and scenery.fair.at_home(c.query, scenery.place)
        and all(_apart(scenery, c.holds, i) for i in scenery.world.numbers(c.holds))
    ]


def _apart(scenery: Scenery, some: int, number: int) -> bool:
    found = 1 << number
    return any(
        some & c.maybe == found and c.holds != found and some & scenery.anyhow(c) != found
        for kind in LINKS
        for c in scenery.links(number, kind)
    )


def _beside_rivals(scenery: Scenery, facts: Sequence[Condition]) -> list[Condition]:
    """Facts that hold of a thing that has two things of a kind on its two sides."""
    some = has_rivals_beside(scenery) if scenery.built else scenery.world.all
    return [c for c in facts if c.holds & some]


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

    def fact(self, rng: Rng) -> Condition | None:
        """One by lot; None if there are none."""
        return (
            None
            if not self.kinds[False, False][0]
            else rng.choice(rng.weighted(*self.kinds[rng.coin(REGIONS), rng.coin(EVENTS)]))
        )


def _other(scenery: Scenery, fact: Condition) -> str | None:
    return None if fact.other is None else scenery.world.ids[fact.other]


def _look(scenery: Scenery, type: Type, fact: Condition, rng: Rng) -> Iterator[Goal]:
    """Things for which the fact holds and whose look can be told."""
    seen = [one for one in scenery.plain_looks if fact.holds & one[0]]
    if seen:
        _, thing, facet = rng.weighted(seen, [HELD if bit & scenery.held else 1 for bit, _, _ in seen])
        others = [other.id for _, other, same in seen if same == facet and other is not thing]
        targets = (thing.id, *rng.sample(others, min(TARGETS - 1, len(others))))
        yield Goal(type, fact.query, targets, _other(scenery, fact), look=(facet, ""), facets=("state",))


class AlikePairs:
    """Two things that the same words can tell apart, and a fact that holds for one of them only. Each two once.

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
        if not self.scenery.built and rng.coin(ASKED_WHETHER):
            yield from self._there(rng)
            return
        held = self._of(self.scenery.held) if rng.coin(HELD_PAIRS) else []
        if held or self.told:
            fact, pairs = rng.choice(held or self.told)
            pair = rng.choice(pairs)
            self.told = [(one, left) for one, some in self.told if (left := [other for other in some if other != pair])]
            yield self._goal(fact, pair)

    def _there(self, rng: Rng) -> Iterator[Goal]:
        """By lot of facts, of which a few are looked at; of a photograph only. Where a scene of ours was not planned for it, the
        one for which a fact holds is rather on the side where there is more room."""
        known = self.scenery.known
        for fact in rng.sample(known, min(WHETHER_TRIED, len(known))):
            pairs = [p for p in self.scenery.alike if p & fact.holds not in (0, p)]
            if pairs:
                yield self._goal(fact, rng.choice(pairs), there=True)
                return

    def _of(self, some: int) -> list[tuple[Condition, list[int]]]:
        return [(fact, left) for fact, pairs in self.told if (left := [pair for pair in pairs if not pair & ~some])]

    def _goal(self, fact: Condition, pair: int, there: bool = False) -> Goal:
        world, known = self.scenery.world, self.scenery.world.knowledge
        one, other = (world.objects[i] for side in (fact.holds, ~fact.holds) for i in world.numbers(pair & side))
        nouns = tuple(name for name in known.categories(one.name) if known.belongs(other.name, name))
        looks = () if self.scenery.built else ("colour",)
        return Goal("VerifyKG", fact.query, (one.id, other.id), nouns=nouns, facets=looks, there=there)
