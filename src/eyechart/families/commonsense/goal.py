"""A question in the making: what is asked, by which fact, and of which things. From a plan, or from a scene as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import msgspec
from msgspec import Struct

from eyechart.families.commonsense.assemble import Assembled, Core, assemble
from eyechart.families.commonsense.describe import Condition, Scenery
from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.tree import Type, skeleton
from eyechart.families.commonsense.words import LOOKS, OPEN_FACETS
from eyechart.seeding import Rng

THERE = 0.35  # of the facts are verified by "Is there …?"
SLOTTED = 10  # pairs of objects tried for a fact that needs two


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

    def placed(self, ids: Sequence[str]) -> Goal:
        """With the ids of the things that were wanted."""
        other = ids[self.other] if isinstance(self.other, int) and self.other >= 0 else ""
        targets = tuple([ids[i] for i in self.targets if isinstance(i, int)])
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


class Fair(Struct, frozen=True):
    """What keeps questions balanced in scenes of a known making: which things are found in the same spots, and which looks
    are dealt out evenly. Of a photograph nothing is known, and everything goes."""

    alike: Callable[[str, str], bool] = lambda one, other: True  # by concept
    even: Callable[[str, str], bool] = lambda concept, facet: True


def reached(scenery: Scenery, goal: Goal, rng: Rng, fair: Fair = Fair()) -> Assembled | None:  # noqa: B008 (frozen)
    """A question that reaches the goal, if the scene allows one."""
    targets = [str(target) for target in goal.targets]
    if goal.type == "VerifyKG":
        return _either(scenery, goal, targets, rng)
    for target in rng.shuffled(targets):
        core = goal.core(target)
        if goal.type == "VerifyAtt" and goal.look and not goal.look[1]:
            asked = _look_asked(scenery, target, goal.look[0], rng, fair)
            if asked is None:
                continue
            core = msgspec.structs.replace(core, look=(goal.look[0], asked))
        for done in assemble(scenery, core, rng):
            return done
    return None


def _look_asked(scenery: Scenery, target: str, facet: str, rng: Rng, fair: Fair) -> str | None:
    """Its own look or that of another thing, by a coin: looks that are dealt out evenly are asked for evenly, yes or no."""
    seen = {
        t.id: t.attributes[facet]
        for t in scenery.world.objects
        if t.attributes.get(facet) in LOOKS[facet] and fair.even(t.name, facet)
    }
    others = [value for id, value in seen.items() if value != seen.get(target)]
    if target not in seen or not others:
        return None
    return seen[target] if rng.coin() else rng.choice(others)


def _either(scenery: Scenery, goal: Goal, targets: Sequence[str], rng: Rng) -> Assembled | None:
    """A fact is verified of a thing for which it holds or of its counterpart by a coin that nothing else knows: both must
    have a question, or neither is asked. "Is there" and "is the" do not stand for each other."""
    there = rng.coin(THERE)
    found = []
    for target in targets:
        core = msgspec.structs.replace(goal.core(target), there=there)
        some = assemble(scenery, core, rng)
        found.append({skeleton(done.made.steps): done for done in (some if there else islice(some, 1))})
        if not found[-1]:
            return None
    if not there:
        return next(iter(rng.choice(found).values()))
    for shape, done in found[0].items():
        if shape in found[1]:
            return rng.choice((done, found[1][shape]))
    return None


# ---- from a scene as it is


def goals_in(scenery: Scenery, rng: Rng, types: Sequence[Type], fair: Fair = Fair()) -> Iterator[Goal]:  # noqa: B008
    """Goals of these types for a scene that need not have been built for them, by facts that are sure of all of it."""
    world = scenery.world
    facts = [c for c in (*scenery.known, *scenery.slotted(rng, SLOTTED)) if c.holds != world.all]
    if not facts:
        return
    for type in types:
        fact = rng.choice(facts)
        other = world.ids[fact.other] if fact.other >= 0 else ""
        have = world.ids_of(fact.holds)
        if type == "QueryObjKG":
            yield Goal(type, fact.query, tuple(have), other, facets=())
        elif type == "QueryObjSG":
            if fact.other < 0:
                yield Goal(type, fact.query, tuple(have))
        elif type == "VerifyKG":
            yield from _pair(scenery, fact, other, rng, fair)
        else:
            facet = rng.choice(("colour",) if fair.even is not Fair().even else OPEN_FACETS)
            able = [
                id
                for id in have
                for thing in (world.objects[world.number[id]],)
                if thing.attributes.get(facet) in LOOKS[facet] and fair.even(thing.name, facet)
            ]
            if able:
                target = rng.choice(able)
                value = world.objects[world.number[target]].attributes[facet] if type == "QueryAtt" else ""
                yield Goal(type, fact.query, (target,), other, look=(facet, value), facets=("state",))


def _pair(scenery: Scenery, fact: Condition, other: str, rng: Rng, fair: Fair) -> Iterator[Goal]:
    """A thing for which the fact holds and one for which it does not, alike in where they are found."""
    world, known = scenery.world, scenery.world.knowledge
    yes = world.objects[rng.choice(world.numbers(fact.holds))]
    rest = [
        t for t in world.objects if not fact.holds >> world.number[t.id] & 1 and t.id != other and t.name != yes.name
    ]
    alike = [t for t in rest if fair.alike(yes.name, t.name)]
    if alike:
        no = rng.choice(alike)
        nouns = tuple(name for name in known.categories(yes.name) if known.belongs(no.name, name))
        yield Goal("VerifyKG", fact.query, (yes.id, no.id), other, nouns=nouns, facets=())
