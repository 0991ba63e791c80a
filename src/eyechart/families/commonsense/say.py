"""A question put into words: one way by lot for each of its parts."""

from __future__ import annotations

from eyechart.families.commonsense.tree import Clause, Description, Query, Related
from eyechart.families.commonsense.wording import AND, OBJECT, WHICH, clause, noun_of, sentence, shortened
from eyechart.families.commonsense.words import LOOKS
from eyechart.knowledge.facts import Knowledge
from eyechart.phrasing import article
from eyechart.seeding import Rng

BARE = 0.8  # of the relations that can be said without "that is" are


class Speaker:
    """Says questions in one language."""

    def __init__(self, knowledge: Knowledge, language: str, rng: Rng) -> None:
        self.knowledge, self.language, self.rng = knowledge, language, rng

    def question(self, q: Query) -> str:
        way = self._one_of(sentence(q, self.knowledge, self.language))
        last = q.last if not isinstance(q.last, tuple) else None
        said = self._filled(way, q.described, last.other if last is not None else None)
        return said[0].upper() + said[1:]

    def _filled(self, way: str, main: Description | None, other: Description | None) -> str:
        """Each place of a way with its description."""
        for place, described in (("{w}", main), ("{m}", main), ("{a}", main), ("{n}", other)):
            if place in way and described is not None:
                way = way.replace(place, self.description(described, place[1]))
        return way

    def description(self, d: Description, place: str = "n") -> str:
        """the red cup on the table; a red cup …; which red cup …"""
        named = d.noun and noun_of(d.noun, d.named, self.knowledge).said(self.language)
        noun = named or self.rng.choice(OBJECT[self.language])
        look = LOOKS[d.attribute[0]][d.attribute[1]] if d.attribute else None
        which = self.rng.choice(WHICH[self.language]) if place == "w" else ""
        beside = self._clauses(d.clauses, place == "w")
        if self.language == "zh":
            return f"{beside}{which}{look.zh + '的' if look else ''}{noun}"
        words = f"{look.en} {noun}" if look else noun
        first = {"w": which, "a": article(words)}.get(place, "the")
        return f"{first} {words}{' ' + beside if beside else ''}"

    def _clauses(self, clauses: tuple[Clause, ...], which: bool) -> str:
        if self.language == "zh":  # what is known first: or one 在 might follow another
            clauses = tuple(sorted(clauses, key=lambda one: one.other is not None))
        said = [self._clause(one, len(clauses) == 1, which or k > 0) for k, one in enumerate(clauses)]
        if len(said) == 2 and self.language == "en":
            said[1] = shortened(said[1])
        return AND[self.language].join(said)

    def _clause(self, one: Clause, alone: bool, which: bool) -> str:
        ways = clause(one, self.knowledge, self.language)
        if which:
            ways = tuple(
                way for way in ways if not way.startswith("which ")
            )  # not "which object which is", "and which is"
        if isinstance(one, Related) and one.subject and not alone and self.language == "en":
            ways = tuple(
                way for way in ways if way.startswith(("that ", "which "))
            )  # two clauses: "on the plate and that …" would say it of the plate
        bare = tuple(way for way in ways if not way.startswith(("that ", "which ")))
        if bare and self.language == "en" and self.rng.coin(BARE):
            ways = bare
        return self._filled(self._one_of(ways), None, one.other)

    def _one_of(self, ways: tuple[str, ...]) -> str:
        """By lot, the shorter ones likelier."""
        return self.rng.weighted(ways, [1 / (way.count(" ") + 1) ** 3 for way in ways])
