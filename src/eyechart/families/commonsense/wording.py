"""Every way in which a part of a question is said, in both languages; `say` chooses among them, `grammar` reads them all.

A way is a text with places for descriptions: {m} what is described, {w} the same behind "which", {a} the same behind "a",
{n} the other one. What is known is said by the frames of the knowledge graph.
"""

from __future__ import annotations

from functools import cache

from eyechart.families.commonsense.lookup import Commonsense
from eyechart.families.commonsense.tree import Clause, Query, Related
from eyechart.families.commonsense.words import ATTRIBUTE_QUESTIONS, LOOKS, SIDES
from eyechart.knowledge.concepts import concepts
from eyechart.knowledge.facts import Knowledge, Predicate
from eyechart.knowledge.facts.wording import frames
from eyechart.phrasing import Noun

Ways = tuple[str, ...]
OBJECT = {"en": ("object", "thing"), "zh": ("物体", "东西")}  # where no noun narrows it down
PERSONAL = ("holding", "wearing", "sitting on", "riding", "carrying")  # relations that people have
WHICH = {"en": ("What", "Which"), "zh": ("哪个",)}


def noun_of(name: str, named: bool, knowledge: Knowledge) -> Noun:
    """The words of a concept or a category; a concept that is not ours is called by its name."""
    if not named:
        return knowledge.noun(name)
    known = concepts().get(name)
    return known.noun if known else Noun(name, zh=name)


# What fills the gap of a fact. Chinese has no article to tell cutting the food from cutting food: "the food in the picture".
REGION = {"en": "{n}", "zh": "图中的{n}"}


# ---- beside a noun


@cache
def related(relation: str, subject: bool, language: str) -> Ways:
    side = SIDES[relation]
    if language == "zh":
        return (side.zh,) if subject else (side.zh_object,)
    if subject:
        return f"that is {side.en} {{n}}", f"which is {side.en} {{n}}", f"{side.en} {{n}}"
    return (side.en_object, side.en_object.replace("that", "which", 1))


def known(predicate: Predicate, query: Commonsense, language: str) -> Ways:
    frame = frames(predicate.relation, language)
    if query.way == "reverse":
        return _with(frame.reverse, predicate.said(language), "{s}", "{n}")
    return _with(frame.relative, predicate.said(language, REGION[language]))


def _with(ways: Ways, phrase: str, old: str = "", new: str = "") -> Ways:
    filled = [way.replace("{p}", phrase) for way in ways]
    return tuple(way.replace(old, new) for way in filled) if old else tuple(filled)


def clause(one: Clause, knowledge: Knowledge, language: str) -> Ways:
    if isinstance(one, Related):
        return related(one.relation, one.subject, language)
    return known(knowledge.predicates[one.query.predicate], one.query, language)


# A second clause follows the first: "that is on the plate and that can be eaten", or "… and can be eaten".
AND = {"en": " and ", "zh": "、"}
THAT = ("that is ", "that can ", "that has ", "that usually ")  # what may lose its "that" behind another clause


def shortened(way: str) -> str:
    """Without its "that", where English can do so."""
    return way.removeprefix("that ") if way.startswith(THAT) else way


# ---- whole questions


def asked_which(predicate: Predicate, query: Commonsense, language: str) -> Ways:
    return _with(frames(predicate.relation, language).ask, predicate.said(language, REGION[language]))


def verified(predicate: Predicate, query: Commonsense, language: str) -> Ways:
    return _with(frames(predicate.relation, language).verify, predicate.said(language, REGION[language]), "{s}", "{m}")


NAMED = {
    "en": ("What is {m}?", "What is the name of {m}?", "What do you call {m}?"),
    "zh": ("{m}是什么?", "{m}叫什么?"),
}
THERE = {"en": ("Is there {a}?", "Can you see {a}?"), "zh": ("图中有{a}吗?", "有没有{a}?")}


@cache
def related_to(relation: str, subject: bool, noun: str, language: str) -> Ways:
    """What is on it? On what is it? With a noun: which fruit is on it?"""
    side = SIDES[relation]
    if language == "zh":
        return _related_to_zh(relation, subject, noun)
    if not subject:
        return (side.en_ask_object.replace("{n}", "{m}"),)
    if relation in PERSONAL and not noun:
        return (f"Who is {side.en} {{m}}?",)
    if noun:
        return tuple(f"{which} {noun} is {side.en} {{m}}?" for which in WHICH["en"])
    return f"What is {side.en} {{m}}?", f"Which object is {side.en} {{m}}?", f"What object is {side.en} {{m}}?"


def _related_to_zh(relation: str, subject: bool, noun: str) -> Ways:
    side = SIDES[relation]
    if not subject:
        return (side.zh_ask_object.replace("{n}", "{m}"),)
    beside = side.zh.replace("{n}", "{m}")
    if relation in PERSONAL and not noun:
        return f"{beside}是谁?", f"谁{beside.removesuffix('的')}?"
    if noun:
        return f"{beside}{noun}是什么?", f"哪个{noun}{beside.removesuffix('的')}?"
    return f"{beside}物体是什么?", f"什么{beside.removesuffix('的')}?"


def looks(facet: str, value: str, language: str) -> Ways:
    look = LOOKS[facet][value]
    if language == "zh":
        return (f"{{m}}是{look.zh}的吗?",)
    if facet == "colour":
        return f"Is {{m}} {look.en}?", f"Is {look.en} the color of {{m}}?"
    return (f"Is {{m}} {look.en}?",)


def sentence(q: Query, knowledge: Knowledge, language: str) -> Ways:
    """All ways to ask the whole."""
    if q.type == "QueryObjSG":
        assert isinstance(q.last, Related)
        noun = noun_of(q.answer_noun, False, knowledge).said(language) if q.answer_noun else ""
        return related_to(q.last.relation, q.last.subject, noun, language)
    if q.asked and q.asked != "object":
        english, chinese = ATTRIBUTE_QUESTIONS[q.asked]
        return tuple(way.replace("{n}", "{m}") for way in (english if language == "en" else chinese))
    if isinstance(q.last, tuple):
        return looks(*q.last, language)
    if q.last is None or isinstance(q.last, Related):
        return NAMED[language] if q.asked else THERE[language]
    predicate = knowledge.predicates[q.last.query.predicate]
    return (asked_which if q.asked else verified)(predicate, q.last.query, language)
