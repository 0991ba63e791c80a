"""Every way in which a part of a question is said in a language.

`speak` chooses among them, `parse` reads them all. A way is a text with places for descriptions: {m} what is described, {w}
the same behind "which", {a} the same behind "a", {n} the other one. What is known is said by the frames of the knowledge
graph.
"""

from __future__ import annotations

from functools import cache

from eyechart.families.commonsense.language.lexicon import LANGUAGES, Ways, lexicon
from eyechart.families.commonsense.lookup import Commonsense, Holders, table_of
from eyechart.families.commonsense.question.query import Clause, Query, Related
from eyechart.families.commonsense.vocabulary import OF_PEOPLE
from eyechart.knowledge.concepts import concepts
from eyechart.knowledge.facts import Knowledge, Predicate
from eyechart.knowledge.facts.wording import frame
from eyechart.phrasing import Noun
from eyechart.text.inflection import noun


def noun_of(name: str, named: bool, knowledge: Knowledge) -> Noun:
    """The words of a concept or a category; a concept that is not ours is called by its name."""
    if not named:
        return knowledge.noun(name)
    known = concepts().get(name)
    return known.noun if known else noun(**dict.fromkeys(LANGUAGES, name))


def word_and_measure(called: Noun, language: str) -> tuple[str, str]:
    return called.said(language), called.said(language, "measure")


def holders(one: Clause, knowledge: Knowledge) -> Holders | None:
    """Is this so of people, who are no objects, of people too, or of things alone? None: a place tells nothing."""
    if isinstance(one, Related):
        return "people" if one.subject and one.relation in OF_PEOPLE else None
    return table_of(knowledge).holders(one.query)


# ---- beside a noun


@cache
def related(relation: str, subject: bool, language: str) -> Ways:
    """None where the language does not say it from that end."""
    words = lexicon(language)
    side = words.relations[relation]
    if subject:
        return tuple(way.replace("{r}", side.subject) for way in words.clauses.subject)
    return tuple(way.replace("{o}", side.object) for way in words.clauses.object if side.object is not None)


def known(predicate: Predicate, query: Commonsense, language: str) -> Ways:
    said = frame(predicate.relation, language)
    if query.way == "reverse":
        return tuple(way.replace("{s}", "{n}") for way in _with(said.reverse, predicate.said(language)))
    return _with(said.relative, _filled(predicate, language))


def _filled(predicate: Predicate, language: str) -> str:
    return predicate.said(language, lexicon(language).region)


def _with(ways: Ways, phrase: str) -> Ways:
    return tuple(way.replace("{p}", phrase) for way in ways)


def clause(one: Clause, knowledge: Knowledge, language: str) -> Ways:
    if isinstance(one, Related):
        return related(one.relation, one.subject, language)
    return known(knowledge.predicates[one.query.predicate], one.query, language)


# ---- whole questions


def asked_which(predicate: Predicate, language: str) -> Ways:
    return _with(frame(predicate.relation, language).ask, _filled(predicate, language))


def verified(predicate: Predicate, language: str) -> Ways:
    ways = _with(frame(predicate.relation, language).verify, _filled(predicate, language))
    return tuple(way.replace("{s}", "{m}") for way in ways)


@cache
def related_to(relation: str, subject: bool, category: tuple[str, str] | None, language: str) -> Ways:
    """What is on it? On what is it? With a category, its word and measure word: which fruit is on it?"""
    words = lexicon(language)
    side = words.relations[relation]
    if not subject:
        return (side.ask,) if side.ask is not None else ()
    beside = side.subject.replace("{n}", "{m}")
    if category is not None:
        word, measure = category
        said = [way.replace("{c}", word).replace("{k}", measure) for way in words.questions.category]
        return tuple([way.replace("{r}", beside) for way in said])
    ways = words.questions.who if relation in OF_PEOPLE else words.questions.what
    return tuple(way.replace("{r}", beside) for way in ways)


def verified_look(facet: str, value: str, language: str) -> Ways:
    words = lexicon(language)
    return tuple(way.replace("{v}", words.looks[facet][value].said) for way in words.questions.verify[facet])


def sentence(q: Query, knowledge: Knowledge, language: str) -> Ways:
    """All ways to ask the whole."""
    ways = lexicon(language).questions
    if q.type == "QueryObjSG":
        assert isinstance(q.last, Related)
        category = word_and_measure(noun_of(q.answer_noun, False, knowledge), language) if q.answer_noun else None
        return related_to(q.last.relation, q.last.subject, category, language)
    if q.asked and q.asked != "object":
        return ways.attribute[q.asked]
    if isinstance(q.last, tuple):
        return verified_look(*q.last, language)
    if q.last is None or isinstance(q.last, Related):
        return ways.name if q.asked else ways.there
    predicate = knowledge.predicates[q.last.query.predicate]
    return (asked_which if q.asked else verified)(predicate, language)
