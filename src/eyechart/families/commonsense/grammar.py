"""Our own grammar: reads a question back into the tree that it was said from. Every reading is found, not the first.

Consistency validation, as the paper has it: wording and program are two expressions of one question, so the program of
the reading must be the program recorded; a wording with two readings that differ would be ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from eyechart.families.commonsense.lookup import Commonsense, table_of, ways
from eyechart.families.commonsense.tree import Clause, Description, Known, Query, Related, Type
from eyechart.families.commonsense.wording import (
    AND,
    NAMED,
    OBJECT,
    THAT,
    THERE,
    WHICH,
    asked_which,
    known,
    looks,
    noun_of,
    related,
    related_to,
    verified,
)
from eyechart.families.commonsense.words import ATTRIBUTE_QUESTIONS, LOOKS, SIDES
from eyechart.knowledge.facts import Knowledge

Part = str  # a text, or one of the places {m} {w} {a} {n}
Read = tuple[dict[str, Description], int]
Rule = tuple[tuple[Part, ...], Callable[[dict[str, Description]], Clause]]
Sentence = tuple[tuple[Part, ...], Callable[[dict[str, Description]], Query]]


def _parts(way: str) -> tuple[Part, ...]:
    return tuple(part.lower() for part in re.split(r"(\{\w\})", way) if part)


Found = dict[str, Description]


def _related(relation: str, subject: bool, found: Found) -> Clause:
    return Related(relation, found["{n}"], subject)


def _known(query: Commonsense, found: Found) -> Clause:
    return Known(query, found.get("{n}"))


def _asked(type: Type, place: str, asked: str, last: tuple[str, str] | None, found: Found) -> Query:
    return Query(type, found[place], asked, last)


def _asked_known(type: Type, place: str, asked: str, query: Commonsense, found: Found) -> Query:
    return Query(type, found[place], asked, Known(query, found.get("{n}")))


def _asked_related(relation: str, subject: bool, noun: str, found: Found) -> Query:
    return Query("QueryObjSG", found["{m}"], "object", Related(relation, found["{m}"], subject), noun)


class Grammar:
    def __init__(self, knowledge: Knowledge, names: Sequence[str], language: str) -> None:
        """`names`: the concepts that scenes can name."""
        self.knowledge, self.language = knowledge, language
        self.nouns: list[tuple[str, str, bool]] = [(word, "", False) for word in OBJECT[language]]
        self.nouns += [(self._noun(name, False), name, False) for name in table_of(knowledge).categories]
        self.nouns += [(self._noun(name, True), name, True) for name in names if not table_of(knowledge).common(name)]
        self.looks = [
            (look.en.lower() if language == "en" else look.zh, (facet, value))
            for facet, values in LOOKS.items()
            for value, look in values.items()
        ]
        self.clauses = list(self._clause_rules())
        self.sentences = list(self._sentences())
        self._memory: dict[tuple[int, str], list[tuple[Description, int]]] = {}

    def _noun(self, name: str, named: bool) -> str:
        return noun_of(name, named, self.knowledge).said(self.language).lower()

    # ---- rules

    def _queries(self) -> Iterator[Commonsense]:
        for predicate in self.knowledge.predicates.values():
            yield from (Commonsense(predicate.id, way) for way in ways(predicate))

    def _clause_rules(self) -> Iterator[Rule]:
        for relation in SIDES:
            for subject in (True, False):
                for way in related(relation, subject, self.language):
                    if way:
                        yield _parts(way), partial(_related, relation, subject)
        for query in self._queries():
            for way in known(self.knowledge.predicates[query.predicate], query, self.language):
                yield _parts(way), partial(_known, query)

    def _sentences(self) -> Iterator[Sentence]:
        for way in NAMED[self.language]:
            yield _parts(way), partial(_asked, "QueryObjKG", "{m}", "object", None)
        for way in THERE[self.language]:
            yield _parts(way), partial(_asked, "VerifyKG", "{a}", "", None)
        for facet, both in ATTRIBUTE_QUESTIONS.items():
            for way in both[self.language == "zh"]:
                yield _parts(way.replace("{n}", "{m}")), partial(_asked, "QueryAtt", "{m}", facet, None)
        for facet, values in LOOKS.items():
            for value in values:
                for way in looks(facet, value, self.language):
                    yield _parts(way), partial(_asked, "VerifyAtt", "{m}", "", (facet, value))
        yield from self._related_sentences()
        for query in self._queries():
            if query.way == "reverse":
                continue
            predicate = self.knowledge.predicates[query.predicate]
            kinds: tuple[tuple[Type, str, tuple[str, ...], str], ...] = (
                ("QueryObjKG", "object", asked_which(predicate, query, self.language), "{w}"),
                ("VerifyKG", "", verified(predicate, query, self.language), "{m}"),
            )
            for type, asked, said, place in kinds:
                for way in said:
                    yield _parts(way), partial(_asked_known, type, place, asked, query)

    def _related_sentences(self) -> Iterator[Sentence]:
        for relation in SIDES:
            for subject in (True, False):
                for category in ("", *table_of(self.knowledge).categories):
                    noun = self._noun(category, False) if category else ""
                    if subject or (not noun and SIDES[relation].en_ask_object):
                        for way in related_to(relation, subject, noun, self.language):
                            yield _parts(way), partial(_asked_related, relation, subject, category)

    # ---- reading

    def read(self, text: str) -> list[Query]:
        """Every tree that could have been said so."""
        self._memory = {}
        self.text = text.lower()
        return [
            build(found)
            for parts, build in self.sentences
            for found, end in self._match(parts, 0, {})
            if end == len(self.text)
        ]

    def _match(self, parts: tuple[Part, ...], at: int, found: dict[str, Description]) -> Iterator[Read]:
        if not parts:
            yield found, at
        elif not parts[0].startswith("{"):
            if self.text.startswith(parts[0], at):
                yield from self._match(parts[1:], at + len(parts[0]), found)
        else:
            for described, end in self._description(at, parts[0]):
                yield from self._match(parts[1:], end, {**found, parts[0]: described})

    def _description(self, at: int, place: str) -> list[tuple[Description, int]]:
        key = (at, place)
        if key not in self._memory:
            self._memory[key] = []  # a way that begins with a description would come back here for ever
            read = self._chinese if self.language == "zh" else self._english
            # Twice: what is found first are the descriptions that begin no clause, and those that begin with them follow.
            for _ in range(2):
                self._memory[key] = list(read(at, place))
        return self._memory[key]

    def _english(self, at: int, place: str) -> Iterator[tuple[Description, int]]:
        firsts = {"{w}": tuple(f"{w.lower()} " for w in WHICH["en"]), "{a}": ("a ", "an ")}.get(place, ("the ",))
        for first in firsts:
            if self.text.startswith(first, at):
                for noun, named, attribute, end in self._noun_phrases(at + len(first), " "):
                    for clauses, stop in self._clauses(end):
                        yield Description(noun, named, attribute, clauses), stop

    def _noun_phrases(self, at: int, after: str) -> Iterator[tuple[str, bool, tuple[str, str] | None, int]]:
        starts: list[tuple[int, tuple[str, str] | None]] = [(at, None)]
        starts += [
            (at + len(word + after), look) for word, look in self.looks if self.text.startswith(word + after, at)
        ]
        whole = set[int]()  # where names end that begin with a look: a green apple is not an apple that is green
        for start, look in starts:
            for word, noun, named in self.nouns:
                end = start + len(word)
                if self.text.startswith(word, start) and (look is None or end not in whole):
                    whole.add(end)
                    yield noun, named, look, end

    def _clauses(self, at: int) -> Iterator[tuple[tuple[Clause, ...], int]]:
        """Those that follow an English noun."""
        yield (), at
        if not self.text.startswith(" ", at):
            return
        for first, end in self._clause(at + 1):
            yield (first,), end
            if self.text.startswith(AND["en"], end):
                start = end + len(AND["en"])
                for second, stop in (*self._clause(start), *self._short(start)):
                    yield (first, second), stop

    def _clause(self, at: int) -> Iterator[tuple[Clause, int]]:
        for parts, build in self.clauses:
            for found, end in self._match(parts, at, {}):
                yield build(found), end

    def _short(self, at: int) -> Iterator[tuple[Clause, int]]:
        """A second clause that has lost its "that"."""
        for parts, build in self.clauses:
            if parts[0].startswith(THAT):
                for found, end in self._match((parts[0].removeprefix("that "), *parts[1:]), at, {}):
                    yield build(found), end

    def _chinese(self, at: int, place: str) -> Iterator[tuple[Description, int]]:
        heads: list[tuple[tuple[Clause, ...], int]] = [((), at)]
        for first, end in self._clause(at):
            heads.append(((first,), end))
            if self.text.startswith(AND["zh"], end):
                heads += [((first, second), stop) for second, stop in self._clause(end + 1)]
        for clauses, end in heads:
            which = WHICH["zh"][0] if place == "{w}" else ""
            if self.text.startswith(which, end):
                for noun, named, look, stop in self._noun_phrases(end + len(which), "的"):
                    yield Description(noun, named, look, clauses), stop
