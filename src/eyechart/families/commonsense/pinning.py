"""Conditions that mean just one object, none of them in vain: what a description is made of.

By sets alone, before anything is put together: what cannot do is left early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from msgspec import Struct

from eyechart.families.commonsense.describe import KINDS, PLACED, Condition, Kind, Options, Scenery, Shape
from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.tree import Type
from eyechart.seeding import Rng

TRIED = 80  # combinations of conditions of one shape
OF_A_SHAPE = 3  # of these that mean the right object


class Core(Struct, frozen=True, kw_only=True):
    """What a question is about, drawn before its scene."""

    type: Type
    target: str  # the id of the object that is the answer or of which something is asked; QueryObjSG: beside the answer
    query: Commonsense | None = None  # what is known; None: of the target or a neighbour, by lot
    other: str = ""  # the region that fills a slot
    look: tuple[str, str] | None = None  # VerifyAtt: the attribute asked for; QueryAtt: the one it has
    as_well: tuple[str, ...] = ()  # concepts of which every relation that decorates could have been said too
    there: bool = False  # VerifyKG: "Is there …?"
    shape: Shape | None = None  # of the decorations; None: any
    facets: tuple[str, ...] | None = None  # that may decorate; None: all
    nouns: tuple[str, ...] | None = None  # that may decorate; None: all


def fact_of(scenery: Scenery, core: Core) -> Condition | None:
    """The fact of the core as a condition, if it is sure of every object."""
    assert core.query is not None
    world = scenery.world
    other = world.number[core.other] if core.query.way != "plain" else -1
    holds, unsure = world.known(core.query, 1 << other if other >= 0 else 0)
    return None if unsure else Condition("known", holds, holds, query=core.query, other=other)


def facts_of(scenery: Scenery, core: Core, number: int, rng: Rng) -> list[Condition]:
    """Facts by lot that hold of an object and not of all."""
    if core.query is not None:
        fact = fact_of(scenery, core)
        return [fact] if fact is not None and fact.holds >> number & 1 else []
    plain = [c for c in scenery.known if c.holds >> number & 1 and c.holds != scenery.world.all]
    slotted = scenery.slotted(rng, 12, number)
    return rng.shuffled([*rng.shuffled(plain)[:5], *slotted[:2]])


def common(scenery: Scenery, conditions: Sequence[Condition]) -> int:
    found = scenery.world.all
    for condition in conditions:
        found &= condition.holds
    return found


def _possible(scenery: Scenery, conditions: Sequence[Condition]) -> int:
    """Those that they may mean, where something is unclear."""
    found = scenery.world.all
    for condition in conditions:
        found &= condition.maybe
    return found


def _in_vain(scenery: Scenery, conditions: Sequence[Condition], found: int) -> bool:
    """Would the same be found without one of them, or without saying what it is beside?"""
    for c in conditions:
        rest = scenery.world.all
        for d in conditions:
            if d is not c:
                rest &= d.holds
        if rest == found or (c.relation and rest & scenery.anyhow(c) == found):
            return True
    return False


Choices = Mapping[Kind, Options]


def choices_of(scenery: Scenery, core: Core, number: int, apart: str = "") -> Choices:
    """All that may decorate an object, by kind."""
    return {kind: _options(scenery, core, number, kind, apart) for kind in KINDS}


def _together(choices: Choices, left: int) -> int:
    """What is left of some objects by all that can be said of one."""
    for options in choices.values():
        left &= options.left
    return left


def can_mean(scenery: Scenery, core: Core) -> bool:
    """Can the fact of a core and all that can be said of its target mean it alone?"""
    number, fact = scenery.world.number[core.target], fact_of(scenery, core)
    return fact is not None and _together(choices_of(scenery, core, number), fact.holds) == 1 << number


def pinned(
    scenery: Scenery,
    core: Core,
    number: int,
    fixed: list[Condition],
    shapes: Mapping[Shape, float],
    rng: Rng,
    apart: str = "",
) -> Iterator[list[Condition]]:
    """Conditions that, with the fixed ones, mean this object alone, and none in vain. `apart`: a facet that must not decorate."""
    choices = choices_of(scenery, core, number, apart)
    if _together(choices, _possible(scenery, fixed)) != 1 << number:
        return iter(())
    return combined(scenery, core, choices, fixed, shapes, rng, 1 << number)


def combined(
    scenery: Scenery,
    core: Core,
    choices: Choices,
    fixed: list[Condition],
    shapes: Mapping[Shape, float],
    rng: Rng,
    found: int,
) -> Iterator[list[Condition]]:
    """For each shape, in an order by lot, some combinations that, with the fixed conditions, find just these, none of them in
    vain."""
    base, alone = _possible(scenery, fixed), common(scenery, fixed)
    options: dict[Kind, list[Condition]] = {}
    for shape in in_turn(shapes, scenery, rng) if core.shape is None else (core.shape,):
        if shape and alone == found:
            continue  # anything more would be in vain
        left = base
        for kind in shape:
            left &= choices[kind].left
        if left != found:
            continue  # not even all of it together would do
        for kind in shape:
            if kind not in options:
                options[kind] = _mixed([c for c in choices[kind].conditions if alone & ~c.holds], rng)
        good = 0
        for conditions in islice(product(*[options[kind] for kind in shape]), TRIED):
            left = base
            for c in conditions:
                left &= c.maybe
            if left == found and not _in_vain(scenery, [*fixed, *conditions], found):
                good += 1
                yield list(conditions)
                if good >= OF_A_SHAPE:
                    break


def _options(scenery: Scenery, core: Core, number: int, kind: Kind, apart: str) -> Options:
    """The conditions of a kind that hold of an object and may decorate it, looked up once."""
    key: tuple[object, ...] = (number, kind)
    if kind == "noun":
        key = (*key, core.nouns)
    elif kind == "look":
        key = (*key, core.facets, apart)
    else:
        key = (*key, core.as_well, core.query if kind == "known" else core.other)
    if key not in scenery.options:
        found = _decorating(scenery, core, number, kind, apart)
        scenery.options[key] = Options(found, _possible(scenery, found))
    return scenery.options[key]


def _decorating(scenery: Scenery, core: Core, number: int, kind: Kind, apart: str) -> list[Condition]:
    world, bit = scenery.world, 1 << number
    if kind == "noun":
        return [c for c in scenery.nouns if c.holds & bit and (core.nouns is None or c.noun in core.nouns)]
    if kind == "known":
        known = [c for c in scenery.known if c.holds & bit and c.query != core.query]
        shared = scenery.table.shared(core.as_well) if known else 0
        return [c for c in known if c.query and shared >> scenery.table.places[c.query.predicate] & 1]
    if kind == "look":
        looks = [c for c in scenery.looks(number) if c.look and c.look[0] != apart]
        return [c for c in looks if c.look and (core.facets is None or c.look[0] in core.facets)]
    other, links = world.number.get(core.other, -1), list[Condition]()
    for c in scenery.links(number):
        name = world.objects[c.other].name
        # What is named is not the answer: a landmark that could have been it would leave fewer.
        if c.other == other or c.subject != (kind == "link") or name in core.as_well:
            continue
        if c.relation not in PLACED or all(scenery.fair.could(n, c.relation, c.subject, name) for n in core.as_well):
            links.append(c)
    return links


def _mixed(conditions: list[Condition], rng: Rng) -> list[Condition]:
    """In an order by lot in which the few that are next to something come as early as the many that are left of it."""
    kinds = Counter([(c.relation, c.subject) for c in conditions]) if conditions and conditions[0].relation else {}
    if len(kinds) < 2:
        return rng.shuffled(conditions)
    return sorted(conditions, key=lambda c: rng.random() ** kinds[c.relation, c.subject], reverse=True)


def in_turn(shapes: Mapping[Shape, float], scenery: Scenery, rng: Rng) -> list[Shape]:
    """By lot, the heavier ones likelier to be early; of those lighter than one, only so large a share is tried at all, unless
    there is only this photograph."""
    some = [shape for shape, weight in shapes.items() if weight >= 1 or rng.coin(weight) or not scenery.built]
    return sorted(some, key=lambda shape: rng.random() ** (1 / shapes[shape]), reverse=True)
