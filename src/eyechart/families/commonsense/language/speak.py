"""A question put into words: one way by lot for each of its parts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from eyechart.families.commonsense.language.grammars import Clauses, Grammar, Part, Position, grammar
from eyechart.families.commonsense.language.lexicon import Lexicon, Ways, lexicon
from eyechart.families.commonsense.language.wording import clause, holders, noun_of, sentence, word_and_measure
from eyechart.families.commonsense.question.query import Clause, Description, Query, Related
from eyechart.knowledge.facts import Knowledge
from eyechart.phrasing import Noun
from eyechart.seeding import Rng
from eyechart.text.inflection import noun

BARE = 0.8  # of the relations that can be said without "that is" are
FILLED: tuple[Position, ...] = ("w", "m", "a", "n")


def say(q: Query, knowledge: Knowledge, language: str, rng: Rng) -> str:
    """The whole question in a language."""
    return _Wording(knowledge, language, lexicon(language), grammar(language), rng).question(q)


class _Wording(Struct, frozen=True):
    """One question in the making."""

    knowledge: Knowledge
    language: str
    words: Lexicon
    grammar: Grammar
    rng: Rng

    def question(self, q: Query) -> str:
        way = self._one_of(sentence(q, self.knowledge, self.language))
        last = q.last if not isinstance(q.last, tuple) else None
        said = self._filled(way, q.described, last.other if last is not None else None, last)
        return said[0].upper() + said[1:]

    def _filled(self, way: str, main: Description | None, other: Description | None, last: Clause | None = None) -> str:
        """Each place of a way with its description."""
        for place in FILLED:
            described = other if place == "n" else main
            if f"{{{place}}}" in way and described is not None:
                way = way.replace(f"{{{place}}}", self._description(described, place, last if place == "w" else None))
        return way

    def _description(self, d: Description, place: Position, last: Clause | None) -> str:
        """the red cup on the table; a red cup …; which red cup …, of which something is asked"""
        who = None if d.noun else self._who(d, last)
        called = noun_of(d.noun, d.named, self.knowledge) if d.noun else self._unnamed(who)
        word, measure = word_and_measure(called, self.language)
        look = self.words.looks[d.attribute[0]][d.attribute[1]].said if d.attribute else None
        words = f"{self.words.adjective.replace('{v}', look)}{word}" if look else word
        which = self.rng.choice(self.words.which).replace("{k}", measure)
        bare = who is not None and place in self.grammar.bare
        first = which if place == "w" else "" if bare else self.grammar.article(place, words)
        clauses = self._clauses(d.clauses, place == "w" or bare)
        parts: dict[Part, str] = {"first": first, "noun": words, "clauses": clauses}
        return self.grammar.space.join([parts[part] for part in self.grammar.order if parts[part]])

    def _who(self, d: Description, last: Clause | None) -> Literal["people", "both"] | None:
        """May this be somebody, by all that is said of it? None: it is an object."""
        clauses = d.clauses if last is None else (*d.clauses, last)
        found = {holders(one, self.knowledge) for one in clauses}
        return "people" if "people" in found else "both" if "both" in found and "things" not in found else None

    def _unnamed(self, who: Literal["people", "both"] | None) -> Noun:
        """An object, a thing; of people "the one", who are none."""
        ways = {None: self.words.thing, "both": self.words.either, "people": self.words.whoever}[who]
        return noun(**{self.language: self.rng.choice(ways)})

    def _clauses(self, clauses: Clauses, which: bool) -> str:
        arranged = self.grammar.arranged(clauses)
        said = [self._clause(one, len(clauses) == 1, which or k > 0) for k, one in enumerate(arranged)]
        return self.words.both.join([*said[:1], *map(self.grammar.shortened, said[1:])])

    def _clause(self, one: Clause, alone: bool, which: bool) -> str:
        ways, relatives = clause(one, self.knowledge, self.language), self.grammar.relatives
        if which:  # not "which object which is", "and which is"
            ways = tuple([way for way in ways if not way.startswith(self.grammar.echoes)])
        marked = tuple([way for way in ways if way.startswith(relatives)])
        bare = tuple([way for way in ways if not way.startswith(relatives)])
        if marked and bare:
            if isinstance(one, Related) and one.subject and not alone:
                ways = marked  # two clauses: "on the plate and that …" would say it of the plate
            elif self.rng.coin(BARE):
                ways = bare
        return self._filled(self._one_of(ways), None, one.other)

    def _one_of(self, ways: Ways) -> str:
        """By lot, the shorter ones likelier."""
        return self.rng.weighted(ways, [1 / (way.count(" ") + 1) ** 3 for way in ways])
