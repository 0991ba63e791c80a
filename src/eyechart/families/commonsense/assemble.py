"""Dynamic template assembly: from a core (what is asked, of which object, by which fact) to a whole question.

The core is drawn first, and with it the answer; decorations are added by lot from what the scene shows until only the
object meant is left. Works on any scene graph with any knowledge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from msgspec import Struct

from eyechart.families.commonsense.describe import KINDS, PLACED, Condition, Kind, Link, Options, Scenery, Shape
from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.sound import certain, guessed, needed, others, sets_of, single
from eyechart.families.commonsense.tree import Clause, Description, Known, Made, Query, Related, Type, made
from eyechart.families.commonsense.words import SIDES
from eyechart.families.commonsense.world import World
from eyechart.seeding import Rng

LONGEST = 7  # functions of a program
# Who sees all and knows nothing may be right so often at most, where a colour or an object is asked for; above it, the
# picture alone would give the answer.
GUESSABLE: Mapping[str, float] = {"QueryAtt colour": 0.17, "QueryObjSG object": 0.25}
HOSTS_GUESSABLE = 0.5  # the same for what something is on or holds, of which a scene has few
TRIED = 80  # combinations of conditions of one shape
OF_A_SHAPE = 3  # of these that mean the right object
BESIDE = 0.5  # of the looks are first tried to be asked of what is beside a thing known by a fact
NAMED = 0.15  # of the things known by a fact are asked for by "What is the …?"


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


class Assembled(Struct, frozen=True):
    query: Query
    made: Made


# Shapes of decorations with their weights; each condition is one step, a link two or three.
WITH_KNOWN: Mapping[Shape, float] = {
    ("noun", "link"): 8, ("link",): 1, ("look", "link"): 7, ("known", "link"): 4, ("noun", "look"): 3, ("noun", "known"): 4,
    ("known",): 2, ("look", "known"): 3, ("noun", "relate"): 20, ("relate",): 20, ("noun", "look", "link"): 6,
    ("noun",): 0.5, ("look",): 0.5, (): 0.2,
}  # fmt: skip
BY_FACT = {**WITH_KNOWN, (): 4.0, ("noun",): 1.5, ("look",): 1.5}  # where more is asked than which thing it is
SEEN_ONLY: Mapping[Shape, float] = {
    ("noun", "link"): 4, ("look", "link"): 4, ("noun", "look", "link"): 3, ("noun", "look"): 2, ("relate",): 30,
    ("noun", "relate"): 20, ("noun", "known"): 4, ("known", "link"): 4, ("known", "relate"): 4, ("link",): 1.5, ("noun",): 1,
}  # fmt: skip


def assemble(scenery: Scenery, core: Core, rng: Rng) -> Iterator[Assembled]:
    """Sound questions of a core, of one shape after the other; none if the scene allows none."""
    for query in proposed(scenery, core, rng):
        done = checked(scenery, query)
        if done is not None:
            yield done


def checked(scenery: Scenery, query: Query) -> Assembled | None:
    """The question with its program, if it is short enough, certain, has no needless step, and cannot be guessed."""
    world = scenery.world
    program = made(query, world.knowledge)
    if not 2 <= len(program.steps) <= LONGEST or not certain(world, query, program):
        return None
    if query.asked == "object" and _tells(world, program):
        return None
    most = GUESSABLE.get(f"{query.type} {query.asked}") if scenery.built else None
    if most is not None and isinstance(query.last, Related) and not query.last.subject:
        most = HOSTS_GUESSABLE
    if most is not None and guessed(world, program.steps) > most:
        return None
    return Assembled(query, program) if needed(world, query, program) else None


def _tells(world: World, program: Made) -> bool:
    """Is the answer one of the names in the question, or the thing asked for one of those by which it is found?"""
    names = {step.arguments[0] for step in program.steps if step.function == "Find" and len(step.arguments) == 1}
    found = sets_of(world, program.steps)
    if any(found[i] & found[program.target] for i in others(world, program.steps)):
        return True
    return any(world.objects[i].name in names for i in world.numbers(found[program.target]))


def proposed(scenery: Scenery, core: Core, rng: Rng) -> Iterator[Query]:
    """Questions of the core that mean the right object, the likelier shapes first."""
    number = scenery.world.number[core.target]
    if core.type == "QueryObjSG":
        yield from _what_is_related(scenery, core, number, rng)
    elif core.type == "QueryObjKG":
        yield from _what_is_known(scenery, core, number, rng)
    elif core.type == "VerifyKG":
        yield from _is_it_known(scenery, core, number, rng)
    else:
        yield from _attribute(scenery, core, number, rng)


# ---- the five types


def _what_is_known(scenery: Scenery, core: Core, number: int, rng: Rng) -> Iterator[Query]:
    fact = _fact(scenery, core)
    if fact is None or not fact.holds >> number & 1:
        return
    for conditions in _pinned(scenery, core, number, [fact], WITH_KNOWN, rng):
        reverse = fact.query is not None and fact.query.way == "reverse"
        if reverse or rng.coin(NAMED):
            described = _description(scenery, [fact, *conditions], rng)
            if described is not None:
                yield Query("QueryObjKG", described, "object")
        else:
            described = _description(scenery, conditions, rng, leaves=1, of=number)
            last = scenery.clause(fact, rng, True, 2)
            if described is not None and last is not None:
                yield Query("QueryObjKG", described, "object", last)


def _what_is_related(scenery: Scenery, core: Core, number: int, rng: Rng) -> Iterator[Query]:
    """What is on it, next to it, …: a relation by lot that just one object has to the one that is described."""
    fact = _fact(scenery, core)
    if fact is None or not fact.holds >> number & 1:
        return
    if number not in scenery.single:
        scenery.single[number] = _single_links(scenery, number)
    links = _mixed_links(scenery.single[number], rng)
    if not links:
        return
    for conditions in _pinned(scenery, core, number, [fact], BY_FACT, rng):
        every = [fact, *conditions]
        for link in [link for link in links if _leads(scenery, every, number, link)][:OF_A_SHAPE]:
            described = _description(scenery, every, rng, leaves=3 if link.noun else 2)
            if described is not None:
                last = Related(link.relation, described, link.subject)
                yield Query("QueryObjSG", described, "object", last, link.noun)


def _leads(scenery: Scenery, conditions: Sequence[Condition], number: int, link: Link) -> bool:
    """Would less of the description lead elsewhere?"""
    related, way = scenery.world.related, (link.relation, link.subject)
    answer = related(1 << number, *way) & link.among
    return all(
        related(_common(scenery, [d for d in conditions if d is not c]), *way) & link.among != answer
        for c in conditions
    )


def _mixed_links(links: list[Link], rng: Rng) -> list[Link]:
    """By lot, what the thing is on, holds or wears as early as what is left or right of it."""
    return sorted(rng.shuffled(links), key=lambda link: rng.random() - (not link.subject))


def _single_links(scenery: Scenery, number: int) -> list[Link]:
    """What is on it, which fruit is left of it."""
    world, found = scenery.world, list[Link]()
    for relation in world.after:
        if relation not in SIDES:
            continue
        for subject in (True, False) if SIDES[relation].en_ask_object else (True,):
            plain, maybe = (world.related(1 << number, relation, subject, doubtful) for doubtful in (False, True))
            if single(plain) and plain == maybe:
                found.append(Link(relation, subject))
            elif subject:
                found += [
                    Link(relation, subject, c.noun, c.holds)
                    for c in scenery.nouns
                    if scenery.fair.broad(c.noun) and single(plain & c.holds) and plain & c.holds == maybe & c.maybe
                ]
    return found


def _attribute(scenery: Scenery, core: Core, number: int, rng: Rng) -> Iterator[Query]:
    """What colour is it, or is it red: of an object known by a fact, or beside one that is."""
    assert core.look is not None
    facet = core.look[0]
    asked, last = ("", core.look) if core.type == "VerifyAtt" else (facet, None)
    for fact in _facts(scenery, core, number, rng):
        if rng.coin(BESIDE):
            yield from _beside_known(scenery, core, number, asked, rng)
        for conditions in _pinned(scenery, core, number, [fact], BY_FACT, rng, apart=facet):
            described = _description(scenery, [fact, *conditions], rng, leaves=2 if last else 1)
            if described is not None:
                yield Query(core.type, described, asked, last)


def _beside_known(scenery: Scenery, core: Core, number: int, asked: str, rng: Rng) -> Iterator[Query]:
    """The object on the furniture that can be used for sitting."""
    assert core.look is not None
    last = core.look if core.type == "VerifyAtt" else None
    shapes: Mapping[Shape, float] = {("link",): 1, ("noun", "link"): 1.5, ("relate",): 3, ("noun", "relate"): 4}
    for conditions in _pinned(scenery, core, number, [], shapes, rng, apart=core.look[0]):
        described = _description(scenery, conditions, rng, leaves=2 if last else 1, deep=True)
        if described is not None and any(c.other is not None and c.other.clauses for c in described.clauses):
            yield Query(core.type, described, asked, last)


def _is_it_known(scenery: Scenery, core: Core, number: int, rng: Rng) -> Iterator[Query]:
    fact = _fact(scenery, core)
    if fact is None:
        return
    if core.there:
        yield from _is_there(scenery, core, number, fact, rng)
        return
    if fact.query is not None and fact.query.way == "reverse":
        return
    for conditions in _pinned(scenery, core, number, [], SEEN_ONLY, rng):
        described = _description(scenery, conditions, rng, leaves=2, deep=rng.coin(0.4), of=number)
        last = scenery.clause(fact, rng, True, 1)
        if described is not None and last is not None:
            yield Query("VerifyKG", described, "", last)


def _is_there(scenery: Scenery, core: Core, number: int, fact: Condition, rng: Rng) -> Iterator[Query]:
    """Is there a red fruit that …? A yes means the target alone; a no misses every object by one condition."""
    found = fact.holds & 1 << number
    choices = _choices(scenery, core, number)
    for conditions in _combined(scenery, core, choices, [fact], WITH_KNOWN, rng, found):
        described = _description(scenery, [fact, *conditions], rng, leaves=1)
        if described is not None:
            yield Query("VerifyKG", described)


# ---- conditions


def _fact(scenery: Scenery, core: Core) -> Condition | None:
    """The fact of the core as a condition, if it is sure of every object."""
    assert core.query is not None
    world = scenery.world
    other = world.number[core.other] if core.query.way != "plain" else -1
    holds, unsure = world.known(core.query, 1 << other if other >= 0 else 0)
    return None if unsure else Condition("known", holds, holds, query=core.query, other=other)


def _facts(scenery: Scenery, core: Core, number: int, rng: Rng) -> list[Condition]:
    """Facts by lot that hold of an object and not of all."""
    if core.query is not None:
        fact = _fact(scenery, core)
        return [fact] if fact is not None and fact.holds >> number & 1 else []
    plain = [c for c in scenery.known if c.holds >> number & 1 and c.holds != scenery.world.all]
    slotted = scenery.slotted(rng, 12, number)
    return rng.shuffled([*rng.shuffled(plain)[:5], *slotted[:2]])


def _common(scenery: Scenery, conditions: Sequence[Condition]) -> int:
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


def _choices(scenery: Scenery, core: Core, number: int, apart: str = "") -> Choices:
    """All that may decorate an object, by kind."""
    return {kind: _options(scenery, core, number, kind, apart) for kind in KINDS}


def _together(choices: Choices, left: int) -> int:
    """What is left of some objects by all that can be said of one."""
    for options in choices.values():
        left &= options.left
    return left


def can_mean(scenery: Scenery, core: Core) -> bool:
    """Can the fact of a core and all that can be said of its target mean it alone?"""
    number, fact = scenery.world.number[core.target], _fact(scenery, core)
    return fact is not None and _together(_choices(scenery, core, number), fact.holds) == 1 << number


def _pinned(
    scenery: Scenery,
    core: Core,
    number: int,
    fixed: list[Condition],
    shapes: Mapping[Shape, float],
    rng: Rng,
    apart: str = "",
) -> Iterator[list[Condition]]:
    """Conditions that, with the fixed ones, mean this object alone, and none in vain. `apart`: a facet that must not decorate."""
    choices = _choices(scenery, core, number, apart)
    if _together(choices, _possible(scenery, fixed)) != 1 << number:
        return iter(())
    return _combined(scenery, core, choices, fixed, shapes, rng, 1 << number)


def _combined(
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
    base, alone = _possible(scenery, fixed), _common(scenery, fixed)
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


def _description(
    scenery: Scenery, conditions: Sequence[Condition], rng: Rng, leaves: int = 1, deep: bool = False, of: int = -1
) -> Description | None:
    """Conditions as a description that leaves room for so many steps after it. Deep: another object may be known by a fact.

    `of`: the number of what is described, where another object may be told by what is on it or by who holds it.
    """
    noun, look = "", None
    beside = [c for c in conditions if c.kind in ("link", "relate", "known")]
    filters = [c for c in conditions if c.kind in ("noun", "look")]
    sources = [c for c in beside if c.other >= 0]
    room = LONGEST - 1 - leaves - len(filters) - len(beside) - max(len(sources) - 1, 0)
    functions = min(room - (len(sources) - 1), 2)
    for c in filters:
        noun, look = c.noun or noun, c.look or look
    clauses: list[Clause] = []
    for c in rng.shuffled(beside):
        if c.other < 0:
            clauses.append(Known(c.query))  # type: ignore[arg-type]
            continue
        simple = not (deep and c.query is None and (c.subject or c.relation in ("holding", "wearing")))
        spatial = c.subject and c.query is None and c.relation not in ("on", "in", "under")
        clause = scenery.clause(c, rng, simple, functions, of if spatial and len(beside) == 1 else -1)
        if clause is None or functions < 1:
            return None
        clauses.append(clause)
    # What is said after "the object that has sleeves" would seem to be said of that object.
    deep_ones = [clause for clause in clauses if clause.other is not None and clause.other.clauses]
    if len(deep_ones) > 1:
        return None
    return Description(noun, False, look, (*[c for c in clauses if c not in deep_ones], *deep_ones))
