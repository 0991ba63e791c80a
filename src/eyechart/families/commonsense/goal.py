"""A question in the making: what is asked, by which fact, and of which things. From a plan, or from a scene as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from eyechart.families.commonsense.assemble import Assembled, Core, assemble
from eyechart.families.commonsense.describe import Scenery
from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.tree import TYPES, Type, skeleton
from eyechart.families.commonsense.words import LOOKS, OPEN_FACETS
from eyechart.seeding import Rng

SLOTTED = 10  # pairs of objects tried for a fact that needs two


class Goal(Struct, frozen=True):
    """Things are numbered as the plan wants them, and then have the ids that the scene gave them."""

    type: Type
    query: Commonsense | None
    targets: tuple[
        int | str, ...
    ]  # QueryObjKG: any of them; VerifyKG: one for which it holds, one for which it does not
    other: int | str = -1  # QueryObjSG: the thing described; else what fills the slot
    relation: str = ""
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
            relation=self.relation,
            look=self.look,
            nouns=self.nouns,
            facets=self.facets,
        )


def reached(scenery: Scenery, goal: Goal, rng: Rng) -> Assembled | None:
    """A question that reaches the goal, if the scene allows one.

    A fact is verified of a thing for which it holds or of its counterpart by a coin that nothing else knows: both must
    have a question of the same shape, or neither is asked.
    """
    targets = [str(target) for target in goal.targets]
    if goal.type == "VerifyKG":
        return _either(scenery, goal, targets, rng)
    for target in rng.shuffled(targets):
        for done in assemble(scenery, goal.core(target), rng):
            return done
    return None


def _either(scenery: Scenery, goal: Goal, targets: Sequence[str], rng: Rng) -> Assembled | None:
    """A yes or a no of one shape, by a coin."""
    one, other = rng.shuffled(targets)
    options = {skeleton(done.made.steps): done for done in assemble(scenery, goal.core(one), rng)}
    if options:
        for done in assemble(scenery, goal.core(other), rng):
            twin = options.get(skeleton(done.made.steps))
            if twin is not None:
                return rng.choice((done, twin))
    return None


# ---- from a scene as it is


def goals_in(scenery: Scenery, rng: Rng, types: Sequence[Type] = TYPES) -> Iterator[Goal]:
    """Endless goals for a scene that was not built for them: a photograph's, say."""
    world = scenery.world
    while True:
        type = rng.choice(types)
        facts = [c for c in (*scenery.known, *scenery.slotted(rng, SLOTTED)) if c.holds != world.all]
        if not facts:
            return
        fact = rng.choice(facts)
        other = world.ids[fact.other] if fact.other >= 0 else ""
        have, lack = world.ids_of(fact.holds), world.ids_of(world.all & ~fact.holds & ~(1 << max(fact.other, 0)))
        if type == "QueryObjKG":
            yield Goal(type, fact.query, tuple(have), other)
        elif type == "VerifyKG":
            if have and lack:
                yield Goal(type, fact.query, (rng.choice(have), rng.choice(lack)), other)
        elif type == "QueryObjSG":
            yield from _neighbour(scenery, fact.query, world.number[rng.choice(have)], other, rng)
        else:
            yield from _looked_at(scenery, type, rng)


def _neighbour(scenery: Scenery, query: Commonsense | None, host: int, other: str, rng: Rng) -> Iterator[Goal]:
    world = scenery.world
    links = [c for c in scenery.links(host) if not other]
    if links:
        link = rng.choice(links)
        yield Goal("QueryObjSG", query, (world.ids[link.other],), world.ids[host], link.relation)


def _looked_at(scenery: Scenery, type: Type, rng: Rng) -> Iterator[Goal]:
    world = scenery.world
    facet = rng.choice(OPEN_FACETS if type == "QueryAtt" else list(LOOKS))
    seen = {t.id: t.attributes[facet] for t in world.objects if t.attributes.get(facet) in LOOKS[facet]}
    if seen:
        target = rng.choice(list(seen))
        value = seen[target]
        if type == "VerifyAtt" and rng.coin():
            value = rng.choice([v for v in LOOKS[facet] if v != value])
        yield Goal(type, None, (target,), "", look=(facet, value))
