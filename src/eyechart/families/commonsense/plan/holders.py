"""Of which concepts of a place a fact holds, and whether it is at home there or the place tells the answer."""

from __future__ import annotations

from functools import cache

from eyechart.families.commonsense.catalogue import catalogue, found_in
from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.places import EXAM
from eyechart.knowledge.facts import facts

BROAD = 9  # concepts that a category must name to be asked for: which fruit is …?
AT_HOME = 0.75  # of the concepts for which a predicate holds where it holds for most


@cache
def rivals(query: Commonsense, other: str | None, place: str) -> tuple[str, ...]:
    """The concepts of a place for which a fact holds, with the second object if it has one."""
    value, names = facts().value, found_in(place)
    if query.way == "plain":
        return tuple([name for name in names if value(name, query.predicate)])
    if query.way == "slot":
        return tuple([name for name in names if value(name, query.predicate, other)])
    assert other is not None
    return tuple([name for name in names if value(other, query.predicate, name)])


@cache
def at_home(query: Commonsense, place: str) -> bool:
    """Does a predicate hold for nearly as many concepts here as anywhere? Where it holds for few of what it holds for elsewhere,
    the place would tell the answer: a sandwich is all that is eaten in the office."""
    here, most = (len(_holding(query, one)) for one in (place, max(EXAM, key=lambda one: len(_holding(query, one)))))
    return here >= AT_HOME * most


@cache
def _holding(query: Commonsense, place: str) -> frozenset[str]:
    """The concepts of a place for which a predicate holds, with any second object that is found there."""
    others = facts().others(query.predicate) if query.way != "plain" else (None,)
    regions = [other for other in others if other is None or other in found_in(place)]
    if query.way == "reverse":
        regions = list(found_in(place))
    return frozenset(name for region in regions for name in rivals(query, region, place))


@cache
def broad(category: str) -> bool:
    """Does a category name enough concepts not to tell the answer?"""
    return sum(facts().belongs(name, category) is True for name in catalogue()) >= BROAD
