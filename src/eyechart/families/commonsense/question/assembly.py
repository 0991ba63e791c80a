"""Dynamic template assembly: from a core (what is asked, of which object, by which fact) to a whole question.

The core is drawn first, and with it the answer; decorations are added by lot from what the scene shows until only the
object meant is left. Works on any scene graph with any knowledge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from msgspec import Struct

from eyechart.families.commonsense.question.descriptions import Condition, Link, Scenery, Shape, grouped
from eyechart.families.commonsense.question.query import (
    Clause,
    Compiled,
    Description,
    Known,
    Query,
    Related,
    compiled,
)
from eyechart.families.commonsense.question.referring import (
    OF_A_SHAPE,
    Core,
    choices_of,
    combined,
    common,
    fact_of,
    facts_of,
    singling_out,
)
from eyechart.families.commonsense.question.soundness import certain, guessed, needed, others, sets_of, single
from eyechart.families.commonsense.world import World
from eyechart.seeding import Rng

LONGEST = 7  # functions of a program
# Who sees all and knows nothing may be right so often at most, where a colour or an object is asked for; above it, the
# picture alone would give the answer.
GUESSABLE: Mapping[str, float] = {"QueryAtt colour": 0.17, "QueryObjSG object": 0.25}
HOSTS_GUESSABLE = 0.5  # the same for what something is on or holds, of which a scene has few
BESIDE_KNOWN = 0.35  # of the looks are first tried to be asked of what is beside a thing known by a fact
ASKED_BY_NAME = 0.15  # of the things known by a fact are asked for by "What is the …?"


class Assembled(Struct, frozen=True):
    query: Query
    compiled: Compiled
    found: tuple[int, ...]  # by each of its steps
    rivals: int = 0  # the things of which the fact, or whose the look, that is verified might have been


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
    program = compiled(query, world.knowledge)
    if not 2 <= len(program.steps) <= LONGEST:
        return None
    found = tuple(sets_of(world, program.steps))
    if not certain(world, query, program, found) or (query.asked == "object" and _tells(world, program, found)):
        return None
    most = GUESSABLE.get(f"{query.type} {query.asked}") if scenery.built else None
    if most is not None and isinstance(query.last, Related) and not query.last.subject:
        most = HOSTS_GUESSABLE
    if most is not None and guessed(world, program.steps) > most:
        return None
    return Assembled(query, program, found) if needed(world, query, program, found) else None


def _tells(world: World, program: Compiled, found: Sequence[int]) -> bool:
    """Is the answer one of the names in the question, or the thing asked for one of those by which it is found?"""
    names = {step.arguments[0] for step in program.steps if step.function == "Find" and len(step.arguments) == 1}
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
    fact = fact_of(scenery, core)
    if fact is None or not fact.holds >> number & 1:
        return
    for conditions in singling_out(scenery, core, number, [fact], WITH_KNOWN, rng):
        reverse = fact.query is not None and fact.query.way == "reverse"
        if reverse or rng.coin(ASKED_BY_NAME):
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
    fact = fact_of(scenery, core)
    if fact is None or not fact.holds >> number & 1:
        return
    # Where the fact alone leads, nothing that is said besides can lead from elsewhere.
    broad = [scenery.world.all if single(fact.holds) else fact.holds]
    groups = _mixed_links([link for link in scenery.single_links(number) if _leads(scenery.world, broad, link)], rng)
    if not groups:
        return
    for conditions in singling_out(scenery, core, number, [fact], BY_FACT, rng):
        every = [fact, *conditions]
        less = [common(scenery, [d for d in every if d is not c]) for c in every]
        leading = ([link for link in links if _leads(scenery.world, less, link)] for links in groups)
        for link in chain.from_iterable(islice(filter(None, leading), OF_A_SHAPE)):
            described = _description(scenery, every, rng, leaves=3 if link.noun else 2)
            if described is not None:
                last = Related(link.relation, described, link.subject)
                yield Query("QueryObjSG", described, "object", last, link.noun)


def _leads(world: World, less: Sequence[int], link: Link) -> bool:
    """Would each of these sets, of which less is said, lead elsewhere?"""
    return all(world.related(some, link.relation, link.subject) & link.among != link.answer for some in less)


def _mixed_links(links: list[Link], rng: Rng) -> list[list[Link]]:
    """By lot, what the thing is on, holds or wears as early as what is left or right of it; these two together."""
    return sorted(rng.shuffled(grouped(links)), key=lambda group: rng.random() - (not group[0].subject))


def _attribute(scenery: Scenery, core: Core, number: int, rng: Rng) -> Iterator[Query]:
    """What colour is it, or is it red: of an object known by a fact, or beside one that is."""
    assert core.look is not None
    facet = core.look[0]
    asked, last = (None, core.look) if core.type == "VerifyAtt" else (facet, None)
    for fact in facts_of(scenery, core, number, rng):
        if rng.coin(BESIDE_KNOWN):
            yield from _beside_known(scenery, core, number, asked, rng)
        for conditions in singling_out(scenery, core, number, [fact], BY_FACT, rng, apart=facet):
            described = _description(scenery, [fact, *conditions], rng, leaves=2 if last else 1)
            if described is not None:
                yield Query(core.type, described, asked, last)


def _beside_known(scenery: Scenery, core: Core, number: int, asked: str | None, rng: Rng) -> Iterator[Query]:
    """The object on the furniture that can be used for sitting."""
    assert core.look is not None
    last = core.look if core.type == "VerifyAtt" else None
    shapes: Mapping[Shape, float] = {("link",): 1, ("noun", "link"): 1.5, ("relate",): 3, ("noun", "relate"): 4}
    for conditions in singling_out(scenery, core, number, [], shapes, rng, apart=core.look[0]):
        described = _description(scenery, conditions, rng, leaves=2 if last else 1, deep=True)
        if described is not None and any(c.other is not None and c.other.clauses for c in described.clauses):
            yield Query(core.type, described, asked, last)


def _is_it_known(scenery: Scenery, core: Core, number: int, rng: Rng) -> Iterator[Query]:
    fact = fact_of(scenery, core)
    if fact is None:
        return
    if core.there:
        yield from _is_there(scenery, core, number, fact, rng)
        return
    if fact.query is not None and fact.query.way == "reverse":
        return
    for conditions in singling_out(scenery, core, number, [], SEEN_ONLY, rng):
        described = _description(scenery, conditions, rng, leaves=2, deep=rng.coin(0.25), of=number)
        last = scenery.clause(fact, rng, True, 1)
        if described is not None and last is not None:
            yield Query("VerifyKG", described, None, last)


def _is_there(scenery: Scenery, core: Core, number: int, fact: Condition, rng: Rng) -> Iterator[Query]:
    """Is there a red fruit that …? A yes means the target alone; a no misses every object by one condition."""
    found = fact.holds & 1 << number
    choices = choices_of(scenery, core, number)
    for conditions in combined(scenery, core, choices, [fact], WITH_KNOWN, rng, found):
        described = _description(scenery, [fact, *conditions], rng, leaves=1)
        if described is not None:
            yield Query("VerifyKG", described)


# ---- a description


def _description(
    scenery: Scenery,
    conditions: Sequence[Condition],
    rng: Rng,
    leaves: int = 1,
    deep: bool = False,
    of: int | None = None,
) -> Description | None:
    """Conditions as a description that leaves room for so many steps after it. Deep: another object may be known by a fact.

    `of`: the number of what is described, where another object may be told by what is on it or by who holds it.
    """
    noun, look = None, None
    beside = [c for c in conditions if c.kind in ("link", "relate", "known")]
    filters = [c for c in conditions if c.kind in ("noun", "look")]
    sources = [c for c in beside if c.other is not None]
    room = LONGEST - 1 - leaves - len(filters) - len(beside) - max(len(sources) - 1, 0)
    functions = min(room - (len(sources) - 1), 2)
    for c in filters:
        noun, look = c.noun or noun, c.look or look
    clauses: list[Clause] = []
    for c in rng.shuffled(beside):
        if c.other is None:
            assert c.query is not None
            clauses.append(Known(c.query))
            continue
        simple = not (deep and c.query is None and (c.subject or c.relation in ("holding", "wearing")))
        spatial = c.subject and c.query is None and c.relation not in ("on", "in", "under")
        clause = scenery.clause(c, rng, simple, functions, of if spatial and len(beside) == 1 else None)
        if clause is None or functions < 1:
            return None
        clauses.append(clause)
    # What is said after "the object that has sleeves" would seem to be said of that object.
    deep_ones = [clause for clause in clauses if clause.other is not None and clause.other.clauses]
    if len(deep_ones) > 1:
        return None
    return Description(noun, False, look, (*[c for c in clauses if c not in deep_ones], *deep_ones))
