"""Reads a question back into the query that it was said from. Every reading is found, not the first.

Consistency validation, as the paper has it: wording and program are two expressions of one question, so the program of
the reading must be the program recorded; a wording with two readings that differ would be ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from eyechart.families.commonsense.language.grammars import Part, grammar
from eyechart.families.commonsense.language.lexicon import lexicon
from eyechart.families.commonsense.language.wording import (
    asked_which,
    known,
    noun_of,
    related,
    related_to,
    verified,
    verified_look,
    word_and_measure,
)
from eyechart.families.commonsense.lookup import Commonsense, table_of, ways
from eyechart.families.commonsense.question.query import Attribute, Clause, Description, Known, Query, Related, Type
from eyechart.families.commonsense.vocabulary import VISUAL_RELATIONS
from eyechart.knowledge.facts import Knowledge
from eyechart.text.inflection import noun as inflected

Piece = str  # of a way: a text, or one of the places {m} {w} {a} {n}
Found = dict[str, Description]
Rule = tuple[tuple[Piece, ...], Callable[[Found], Clause]]
Sentence = tuple[tuple[Piece, ...], Callable[[Found], Query]]


def _pieces(way: str) -> tuple[Piece, ...]:
    return tuple(piece.lower() for piece in re.split(r"(\{\w\})", way) if piece)


def _related(relation: str, subject: bool, found: Found) -> Clause:
    return Related(relation, found["{n}"], subject)


def _known(query: Commonsense, found: Found) -> Clause:
    return Known(query, found.get("{n}"))


def _asked(type: Type, place: str, asked: str | None, last: Attribute | None, found: Found) -> Query:
    return Query(type, found[place], asked, last)


def _asked_known(type: Type, place: str, asked: str | None, query: Commonsense, found: Found) -> Query:
    return Query(type, found[place], asked, Known(query, found.get("{n}")))


def _asked_related(relation: str, subject: bool, noun: str | None, found: Found) -> Query:
    return Query("QueryObjSG", found["{m}"], "object", Related(relation, found["{m}"], subject), noun)


class Reader:
    """Reads the questions of one language."""

    def __init__(self, knowledge: Knowledge, names: Sequence[str], language: str) -> None:
        """`names`: the concepts that scenes can name."""
        self.knowledge, self.language = knowledge, language
        self.words, self.grammar = lexicon(language), grammar(language)
        self.nouns: list[tuple[str, str | None, bool]] = [
            (word, None, False) for word in dict.fromkeys((*self.words.thing, *self.words.whoever, *self.words.either))
        ]
        self.nouns += [(self._noun(name, False), name, False) for name in table_of(knowledge).categories]
        self.nouns += [(self._noun(name, True), name, True) for name in names if not table_of(knowledge).common(name)]
        self.looks: list[tuple[str, Attribute]] = [
            (self.words.adjective.replace("{v}", look.said).lower(), (facet, value))
            for facet, values in self.words.looks.items()
            for value, look in values.items()
        ]
        self.firsts = {f"{{{place}}}": some for place, some in self.grammar.articles.items()}
        self.firsts["{w}"] = tuple(sorted(self._whiches(names)))
        self.clauses = list(self._clause_rules())
        short = [(self.grammar.shortened(pieces[0]), pieces, build) for pieces, build in self.clauses]
        shorter = [((first, *pieces[1:]), build) for first, pieces, build in short if first != pieces[0]]
        self.followers = [*self.clauses, *shorter]  # clauses behind another, which may be shortened
        self.sentences = list(self._sentences())
        self._memory: dict[tuple[int, str], list[tuple[Description, int]]] = {}

    def _whiches(self, names: Sequence[str]) -> set[str]:
        """Which, with any measure word that a noun may have."""
        kinds = [noun_of(name, False, self.knowledge) for name in table_of(self.knowledge).categories]
        nouns = [*kinds, *[noun_of(name, True, self.knowledge) for name in names], inflected(**{self.language: ""})]
        measures = {one.said(self.language, "measure") for one in nouns}
        return {which.replace("{k}", measure).lower() for which in self.words.which for measure in measures}

    def _noun(self, name: str, named: bool) -> str:
        return noun_of(name, named, self.knowledge).said(self.language).lower()

    # ---- rules

    def _queries(self) -> Iterator[Commonsense]:
        for predicate in self.knowledge.predicates.values():
            yield from (Commonsense(predicate.id, way) for way in ways(predicate))

    def _clause_rules(self) -> Iterator[Rule]:
        for relation in VISUAL_RELATIONS:
            for subject in (True, False):
                for way in related(relation, subject, self.language):
                    yield _pieces(way), partial(_related, relation, subject)
        for query in self._queries():
            for way in known(self.knowledge.predicates[query.predicate], query, self.language):
                yield _pieces(way), partial(_known, query)

    def _sentences(self) -> Iterator[Sentence]:
        said = self.words.questions
        for way in said.name:
            yield _pieces(way), partial(_asked, "QueryObjKG", "{m}", "object", None)
        for way in said.there:
            yield _pieces(way), partial(_asked, "VerifyKG", "{a}", None, None)
        for facet, asking in said.attribute.items():
            for way in asking:
                yield _pieces(way), partial(_asked, "QueryAtt", "{m}", facet, None)
        for _, (facet, value) in self.looks:
            for way in verified_look(facet, value, self.language):
                yield _pieces(way), partial(_asked, "VerifyAtt", "{m}", None, (facet, value))
        yield from self._related_sentences()
        for query in self._queries():
            if query.way == "reverse":
                continue
            predicate = self.knowledge.predicates[query.predicate]
            for way in asked_which(predicate, self.language):
                yield _pieces(way), partial(_asked_known, "QueryObjKG", "{w}", "object", query)
            for way in verified(predicate, self.language):
                yield _pieces(way), partial(_asked_known, "VerifyKG", "{m}", None, query)

    def _related_sentences(self) -> Iterator[Sentence]:
        for relation, ends in VISUAL_RELATIONS.items():
            for category in (None, *table_of(self.knowledge).categories):
                kind = noun_of(category, False, self.knowledge) if category else None
                called = word_and_measure(kind, self.language) if kind else None
                for way in related_to(relation, True, called, self.language):
                    yield _pieces(way), partial(_asked_related, relation, True, category)
            for way in related_to(relation, False, None, self.language) if ends.asks else ():
                yield _pieces(way), partial(_asked_related, relation, False, None)

    # ---- reading

    def read(self, text: str) -> list[Query]:
        """Every query that could have been said so."""
        self._memory = {}
        self.text = text.lower()
        return [
            build(found)
            for pieces, build in self.sentences
            for found, end in self._match(pieces, 0, {})
            if end == len(self.text)
        ]

    def _match(self, pieces: tuple[Piece, ...], at: int, found: Found) -> Iterator[tuple[Found, int]]:
        if not pieces:
            yield found, at
        elif not pieces[0].startswith("{"):
            if self.text.startswith(pieces[0], at):
                yield from self._match(pieces[1:], at + len(pieces[0]), found)
        else:
            for described, end in self._description(at, pieces[0]):
                yield from self._match(pieces[1:], end, {**found, pieces[0]: described})

    def _description(self, at: int, place: Piece) -> list[tuple[Description, int]]:
        key = (at, place)
        if key not in self._memory:
            self._memory[key] = []  # a way that begins with a description would come back here for ever
            # Twice: what is found first are the descriptions that begin no clause, and those that begin with them follow.
            for _ in range(2):
                self._memory[key] = list(self._parts(self.grammar.order, at, place, Description(), False))
        return self._memory[key]

    def _parts(
        self, order: tuple[Part, ...], at: int, place: Piece, so_far: Description, begun: bool
    ) -> Iterator[tuple[Description, int]]:
        """The parts of a description, one after the other, with a space between them; those that it lacks have none."""
        if not order:
            yield so_far, at
            return
        part, rest = order[0], order[1:]
        bare = place not in self.firsts or place.strip("{}") in self.grammar.bare
        if part == "clauses" or (part == "first" and bare):
            yield from self._parts(rest, at, place, so_far, begun)
        space = self.grammar.space if begun else ""
        if self.text.startswith(space, at):
            for described, end in self._part(part, at + len(space), place, so_far):
                yield from self._parts(rest, end, place, described, True)

    def _part(self, part: Part, at: int, place: Piece, so_far: Description) -> Iterator[tuple[Description, int]]:
        if part == "first":
            firsts = self.firsts.get(place, ())
            yield from ((so_far, at + len(word)) for word in firsts if self.text.startswith(word, at))
        elif part == "noun":
            for noun, named, look, end in self._noun_phrases(at):
                yield Description(noun, named, look, so_far.clauses), end
        else:
            for clauses, end in self._clauses(at):
                yield Description(so_far.noun, so_far.named, so_far.attribute, clauses), end

    def _noun_phrases(self, at: int) -> Iterator[tuple[str | None, bool, Attribute | None, int]]:
        starts: list[tuple[int, Attribute | None]] = [(at, None)]
        starts += [(at + len(word), look) for word, look in self.looks if self.text.startswith(word, at)]
        whole = set[int]()  # where names end that begin with a look: a green apple is not an apple that is green
        for start, look in starts:
            for word, noun, named in self.nouns:
                end = start + len(word)
                if self.text.startswith(word, start) and (look is None or end not in whole):
                    whole.add(end)
                    yield noun, named, look, end

    def _clauses(self, at: int) -> Iterator[tuple[tuple[Clause, ...], int]]:
        """One, or two, of which the second may be shortened."""
        for first, end in self._clause(at, self.clauses):
            yield (first,), end
            if self.text.startswith(self.words.both, end):
                start = end + len(self.words.both)
                for second, stop in self._clause(start, self.followers):
                    yield (first, second), stop

    def _clause(self, at: int, rules: Sequence[Rule]) -> Iterator[tuple[Clause, int]]:
        for pieces, build in rules:
            for found, end in self._match(pieces, at, {}):
                yield build(found), end
