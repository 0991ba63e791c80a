"""Conditions that mean just one object, none of them in vain: what a description is made of.

By sets alone, before anything is put together: what cannot do is left early.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

from msgspec import Struct

from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.question.descriptions import SIDEWAYS, Condition, Kind, Options, Scenery, Shape
from eyechart.families.commonsense.question.query import Attribute, Type
from eyechart.seeding import Rng

TRIED = 80  # combinations of conditions of one shape
OF_A_SHAPE = 3  # of these that mean the right object


class Core(Struct, frozen=True, kw_only=True):
    """What a question is about, drawn before its scene."""

    type: Type
    target: str  # the id of the object that is the answer or of which something is asked; QueryObjSG: beside the answer
    query: Commonsense | None = None  # what is known; None: of the target or a neighbour, by lot
    other: str | None = None  # the region that fills a slot
    look: Attribute | None = None  # VerifyAtt: the attribute asked for; QueryAtt: the one it has
    lender: str | None = None  # VerifyAtt: whose look that is for a no
    as_well: tuple[str, ...] = ()  # concepts of which every relation that decorates could have been said too
    there: bool = False  # VerifyKG: "Is there …?"
    mark: str | None = None  # the only thing left or right of which it may be said to be there
    shape: Shape | None = None  # of the decorations; None: any
    facets: tuple[str, ...] | None = None  # that may decorate; None: all
    nouns: tuple[str, ...] | None = None  # that may decorate; None: all


def fact_of(scenery: Scenery, core: Core) -> Condition | None:
    """The fact of the core as a condition, if it is sure of every object."""
    assert core.query is not None
    world = scenery.world
    other = world.number[core.other] if core.other is not None and core.query.way != "plain" else None
    holds, unsure = world.known(core.query, 1 << other if other is not None else 0)
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


def choices_of(scenery: Scenery, core: Core, number: int, apart: str | None = None) -> Choices:
    """All that may decorate an object, by kind; looked up once. `apart`: a facet that must not."""
    key = (
        core.type,
        number,
        core.as_well,
        core.query,
        core.other,
        core.nouns,
        core.facets,
        core.there,
        core.mark,
        apart,
    )
    if key not in scenery.options:
        decorating: dict[Kind, list[Condition]] = {
            "noun": [
                c for c in scenery.nouns if c.holds >> number & 1 and (core.nouns is None or c.noun in core.nouns)
            ],
            "look": [c for c in scenery.looks(number) if c.look and _may_show(core, c.look[0], apart)],
            "link": _links(scenery, core, number, "link"),
            "relate": _links(scenery, core, number, "relate"),
            "known": _known(scenery, core, number),
        }
        scenery.options[key] = {kind: Options(some, _possible(scenery, some)) for kind, some in decorating.items()}
    return scenery.options[key]


def _may_show(core: Core, facet: str, apart: str | None) -> bool:
    return facet != apart and (core.facets is None or facet in core.facets)


def _links(scenery: Scenery, core: Core, number: int, kind: Kind) -> list[Condition]:
    """What is named is not the answer: a landmark that could have been it would leave fewer."""
    could, objects, names = scenery.fair.could, scenery.world.objects, core.as_well
    links, other = scenery.links(number, kind), scenery.world.number.get(core.other or "")
    if (
        core.type == "VerifyKG" and kind == "link" and scenery.built
    ):  # of the counterpart only the other side can be said
        links = [c for c in links if c.relation in SIDEWAYS]
        if core.there:
            return [c for c in links if c.other == scenery.world.number.get(core.mark or "")]
    if not names and other is None:
        return links

    def fair(c: Condition, landmark: str) -> bool:
        relation = c.relation or ""
        sideways = relation in SIDEWAYS
        return landmark not in names and (sideways or all(could(name, relation, c.subject, landmark) for name in names))

    return [c for c in links if c.other is not None and c.other != other and fair(c, objects[c.other].name)]


def _known(scenery: Scenery, core: Core, number: int) -> list[Condition]:
    """Facts that hold of all that could be the answer: where that is asked for, they tell none of them apart."""
    if core.type == "QueryObjKG" and core.as_well:
        return []
    known = [c for c in scenery.known if c.holds >> number & 1 and c.query != core.query]
    shared = scenery.table.shared(core.as_well) if known else 0
    return [c for c in known if c.query and shared >> scenery.table.places[c.query.predicate] & 1]


def _together(choices: Choices, left: int) -> int:
    """What is left of some objects by all that can be said of one."""
    for options in choices.values():
        left &= options.left
    return left


def can_mean(scenery: Scenery, core: Core) -> bool:
    """Can all that can be said of the target of a verification mean it alone? "Is there …?" says the fact, too."""
    number = scenery.world.number[core.target]
    choices, found = choices_of(scenery, core, number), 1 << number
    if not core.there:
        return _together(choices, scenery.world.all) == found
    fact = fact_of(scenery, core)
    return fact is not None and _together(choices, fact.holds) == fact.holds & found


def singling_out(
    scenery: Scenery,
    core: Core,
    number: int,
    fixed: list[Condition],
    shapes: Mapping[Shape, float],
    rng: Rng,
    apart: str | None = None,
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
    able = _able(choices, base, alone == found, shapes if core.shape is None else (core.shape,), found)
    for shape in _in_turn(able, shapes, scenery, rng) if core.shape is None else able:
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


def _able(choices: Choices, base: int, enough: bool, shapes: Iterable[Shape], found: int) -> list[Shape]:
    """The shapes of which all conditions together would do. Enough: anything more would be in vain."""
    able = []
    for shape in shapes:
        left = base
        for kind in shape:
            left &= choices[kind].left
        if left == found and not (shape and enough):
            able.append(shape)
    return able


def _mixed(conditions: list[Condition], rng: Rng) -> list[Condition]:
    """In an order by lot in which the few that are next to something come as early as the many that are left of it."""
    kinds: dict[str | None, int] = {}
    for c in conditions:
        kinds[c.relation] = kinds.get(c.relation, 0) + 1
    if len(kinds) < 2:
        return rng.shuffled(conditions)
    return sorted(conditions, key=lambda c: rng.random() ** kinds[c.relation], reverse=True)


def _in_turn(shapes: Sequence[Shape], weights: Mapping[Shape, float], scenery: Scenery, rng: Rng) -> list[Shape]:
    """By lot, the heavier ones likelier to be early; of those lighter than one, only so large a share is tried at all, unless
    there is only this photograph."""
    some = [shape for shape in shapes if weights[shape] >= 1 or rng.coin(weights[shape]) or not scenery.built]
    return sorted(some, key=lambda shape: rng.random() ** (1 / weights[shape]), reverse=True)
