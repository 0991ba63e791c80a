"""Rival questions: of one making, one for each name that is left to who sees names only, or one for a yes and one for a no.

Which of them is asked is a lot that is drawn when all of them are found: nothing but a look tells which it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_

import msgspec

from eyechart.core import Step
from eyechart.families.commonsense.question.assembly import Assembled, checked, proposed
from eyechart.families.commonsense.question.descriptions import SIDEWAYS, Scenery, grouped
from eyechart.families.commonsense.question.query import (
    OPPOSITE,
    Description,
    Query,
    Related,
    compiled,
    manner,
)
from eyechart.families.commonsense.question.referring import Core, can_mean, choices_of, fact_of
from eyechart.families.commonsense.question.soundness import sets_of, single
from eyechart.families.commonsense.vocabulary import FACETS
from eyechart.families.commonsense.world import ENDINGS, apply
from eyechart.seeding import Rng

PROPOSED = 40  # questions of a rival, of which one must have the manner of one of each other
FEWEST_LEFT = 2  # names that a question leaves to who sees names only

Making = tuple[object, ...]  # what rival questions have in common
Fits = Callable[[Assembled], bool]  # may it be asked beside what the page asks already?


def of_each_side(scenery: Scenery, cores: Sequence[Core], fits: Fits, rng: Rng) -> list[Assembled]:
    """A fact verified of a thing for which it holds and of one for which it does not; both, or none."""
    if not all(can_mean(scenery, core) for core in cores):
        return []
    both = _twins if scenery.built else _of_one_manner
    rivals = scenery.world.set_of([core.target for core in cores])
    for queries in both(scenery, cores, rng):
        found = list(_sound(scenery, queries, fits, rivals))
        if len(found) == len(cores):
            return found
    return []


def _of_one_manner(scenery: Scenery, cores: Sequence[Core], rng: Rng) -> Iterator[list[list[Query]]]:
    """Questions of each side that describe in one manner, each by what is there."""
    sides = list[dict[Making, list[Query]]]()
    for core in cores:
        ways: dict[Making, list[Query]] = {}
        for query in islice(proposed(scenery, core, rng), PROPOSED):
            ways.setdefault(manner(query), []).append(query)
        sides.append(ways)
    for way in rng.shuffled([way for way in sides[0] if way in sides[-1]]):
        yield [ways[way] for ways in sides]


def _twins(scenery: Scenery, cores: Sequence[Core], rng: Rng) -> Iterator[list[list[Query]]]:
    """A question of one side, and the very same words of the other."""
    world = scenery.world
    one, other = rng.shuffled(cores)
    fact = fact_of(scenery, other)
    for query in islice(proposed(scenery, one, rng), PROPOSED):
        again = twin(scenery, query, other)
        if again is not None and fact is not None:
            program, meant = compiled(again, world.knowledge), 1 << world.number[other.target]
            if sets_of(world, program.steps)[program.described] == (meant & fact.holds if other.there else meant):
                yield [[query], [again]]


def twin(scenery: Scenery, query: Query, core: Core) -> Query | None:
    """The same said of another object, for which nothing changes but what one must look for: the side of the landmark on
    which it is, or who holds it. None: other words would tell them apart, and so perhaps the answer.

    A colour would be other words: where a pan is, grey things that heat food are there, and it is rather the red one that
    there is or is not.
    """
    d = query.described
    clauses = [_across(scenery, c, core) if isinstance(c, Related) else c for c in d.clauses]
    if d.attribute is not None or None in clauses:
        return None
    described = msgspec.structs.replace(d, clauses=tuple(clauses))
    return msgspec.structs.replace(query, described=described)


def _across(scenery: Scenery, clause: Related, core: Core) -> Related | None:
    if clause.relation in SIDEWAYS:
        return msgspec.structs.replace(clause, relation=OPPOSITE[clause.relation])
    if clause.subject or not (clause.other.named and clause.other.simple and clause.other.attribute is None):
        return None
    number, objects = scenery.world.number[core.target], scenery.world.objects
    had = [c.other for c in choices_of(scenery, core, number)["relate"].conditions if c.relation == clause.relation]
    names = [objects[i].name for i in had if i is not None]
    names = [name for name in names if name != clause.other.noun and not scenery.table.common(name)]
    return msgspec.structs.replace(clause, other=Description(names[0], True)) if names else None


def of_each_name(scenery: Scenery, cores: Iterable[Core], fits: Fits, rng: Rng) -> list[Assembled]:
    """A thing asked for by each of the names that are left, by questions of the same words but for what one must look for."""
    ways: dict[Making, dict[str, list[Query]]] = {}
    left: dict[Making, frozenset[str]] = {}
    world = scenery.world
    for core in cores:
        for query in islice(proposed(scenery, core, rng), PROPOSED):
            program = compiled(query, world.knowledge)
            names, target = names_left(scenery, program.steps), sets_of(world, program.steps)[program.target]
            if len(names) >= FEWEST_LEFT and single(target):
                making: Making = (manner(query), query.described.noun, query.answer_noun, names)
                left[making] = names
                answer = world.objects[target.bit_length() - 1].name
                ways.setdefault(making, {}).setdefault(answer, []).append(query)
    for same, by_name in ways.items():
        if left[same] <= by_name.keys():
            found = list(_sound(scenery, by_name.values(), fits))
            if len(found) == len(by_name):
                return found
    return []


def _sound(scenery: Scenery, every: Iterable[Sequence[Query]], fits: Fits, rivals: int = 0) -> Iterator[Assembled]:
    """Of each rival's questions the first that may be asked, up to a rival that has none."""
    for queries in every:
        sound = (done for query in queries if (done := checked(scenery, query)) is not None)
        found = next(filter(fits, (msgspec.structs.replace(done, rivals=rivals) for done in sound)), None)
        if found is None:
            return
        yield found


def has_rivals_beside(scenery: Scenery) -> int:
    """The objects of which one can ask what fruit is left of them and what fruit is right of them, and there are no others."""
    world, found = scenery.world, 0
    for number in range(len(world.objects)):
        for group in grouped(scenery.single_links(number)):
            names = {world.objects[link.answer.bit_length() - 1].name for link in group}
            answers = reduce(or_, [link.answer for link in group])
            if len(names) >= FEWEST_LEFT and group[0].among & ~(1 << number) == answers:
                found |= 1 << number
    return found


# ---- who sees names only


def names_left(scenery: Scenery, steps: tuple[Step, ...]) -> frozenset[str]:
    """The names that fit a question as far as names and knowledge tell."""
    if steps not in scenery.names_left:
        objects = scenery.world.objects
        left = scenery.world.numbers(sets_left(scenery, steps)[-1])
        scenery.names_left[steps] = frozenset([objects[i].name for i in left])
    return scenery.names_left[steps]


def sets_left(scenery: Scenery, steps: Sequence[Step]) -> list[int]:
    """What each step may find: no look is seen, and beside another may be all that could be there."""
    found: list[int] = []
    for step in steps:
        if step.function not in ENDINGS:
            found.append(_taken_to_hold(scenery, step, [found[i] for i in step.inputs]))
    return found


def _taken_to_hold(scenery: Scenery, step: Step, inputs: list[int]) -> int:
    world = scenery.world
    if step.function == "Find" and step.arguments[1:] and step.arguments[1] in FACETS:
        return inputs[0]
    if step.function in ("Relate", "Relate Reverse"):
        beside = scenery.beside_any(step.arguments[0], step.function == "Relate Reverse")
        return reduce(or_, [beside[i] for i in world.numbers(inputs[0])], 0)
    if step.function.startswith("Find KG") and world.query(*step.arguments).way != "plain":
        return reduce(or_, [apply(world, step, [1 << i]) for i in world.numbers(inputs[0])], 0)
    return apply(world, step, inputs)
