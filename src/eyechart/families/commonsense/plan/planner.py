"""Draws what a page is to ask before there is a scene: facts, answers and the things that they need.

(type, answer, knowledge item) comes first. Each predicate comes with things for which it holds and things for which it
does not, so that the fact decides; only concepts of which every chosen predicate is sure may be added as extras.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.families.commonsense.catalogue import COLOURS, PATTERNS, can_be
from eyechart.families.commonsense.lookup import Commonsense, numbers
from eyechart.families.commonsense.plan.board import FEWEST_EXTRAS, Board, Fact, askable, board
from eyechart.families.commonsense.question.query import Type
from eyechart.families.commonsense.scene import Part, Wanted
from eyechart.families.commonsense.settings import CommonsenseSettings
from eyechart.knowledge.facts import facts
from eyechart.seeding import Rng

SLOTTED_SHARE = 0.3  # of the facts have a second object
EVENT_SHARE = 0.95  # of the facts are about what an event takes, where there is one
MOST_FACTS = 2  # of a page
MORE_FACTS = 5  # of things that are wanted for these
ENOUGH_EXTRAS = 20  # concepts that must be left for extras by each of those
MOST_HOSTS = 2  # things of a page that others are put on, in or under
HANDED_SHARE = 0.4  # of the pages try to have two things held, of which a fact tells one from the other
HANDED_TRIED = 40  # facts for that
FLANKED_SHARE = 0.35  # of the pages try first to have a thing between two that a fact tells apart; the others last
FLANKED_TRIED = 40  # facts for that
HOSTED_SHARE = 0.5  # of the things that can be
CLOTHES_SHARE = 0.2  # of the pages may be about clothes
OPEN_SHARE = 0.6  # of what is verified: the scene says of what, by preference of what is worn or held
PATTERN_SHARE = 0.15  # of the attributes asked for are patterns
SIDES: tuple[Part, Part] = ("left", "right")
TRIES = 150


class Aim(Struct, frozen=True):
    """A question to come, of things that have no ids yet: they are numbered as the plan wants them."""

    type: Type
    query: Commonsense
    targets: tuple[int, ...]  # QueryObjKG: any of them; VerifyKG: one for which it holds, one for which it does not
    other: int | None = None  # what fills the slot
    look: tuple[str, str] | None = None
    nouns: tuple[str, ...] | None = None
    facets: tuple[str, ...] | None = None
    mark: int | None = None  # VerifyKG: "Is there …?", beside this


class Plan(Struct, frozen=True):
    place: str
    wanted: tuple[Wanted, ...]
    relations: tuple[tuple[int, str, int], ...]
    extras: frozenset[str]  # concepts that may be added
    aims: tuple[Aim, ...]
    apart: tuple[tuple[int, int], ...]  # pairs for which a fact holds


class Taken(Struct, frozen=True):
    """A fact of the page with the places, among the things wanted, of some for which it holds and one for which it fails."""

    fact: Fact
    holding: tuple[int, ...]
    failing: int | None  # None: nothing that it fails for is found in the same spots
    other: int | None  # what fills the slot, if the fact has one


class Planner:
    """Gathers facts with their things, then aims; what was taken narrows what may follow."""

    def __init__(self, at: Board, rng: Rng) -> None:
        self.board, self.rng = at, rng
        self.sure = at.all  # concepts that may be wanted or added
        # Clothes need people to wear them, and leave little room for anything else.
        self.wantable = at.all if rng.coin(CLOTHES_SHARE) else at.all & ~at.worn
        self.clear = at.all  # those of them that nothing wanted could be mistaken for
        self.numbers: list[int] = []  # concept of each thing wanted
        self.attributes: list[dict[str, str]] = []
        self.parts: dict[int, Part] = {}  # of the picture, of a thing wanted
        self.facts: list[Taken] = []
        self.aims: list[Aim] = []
        self.relations: list[tuple[int, str, int]] = []
        self.deck: list[str] = []
        self.once = 0  # concepts of which the scene shall have no other

    # ---- facts and things

    def take(self, among: int) -> None:
        """One more fact, by lot, that holds for one of these."""
        fact = self._fact(among)
        if fact is None:
            return
        gap = fact.gap
        able = fact.yes & self.sure & self.wantable & self.clear & ~(gap | self._mistaken(fact.other))
        first = self.board.some(able & among, self.rng)[0]
        rest = able & ~(1 << first)
        # What can stand on the other could not be told from it by where it is.
        apart = rest & ~self.board.mistaken(first)
        holding = [first, *self.board.some(apart & ~self.board.stacked(first) or apart, self.rng)]
        failing = self._counterpart(fact, holding)
        places = tuple([self.want(i) for i in holding])
        self._part(places)
        counterpart = None if failing is None else self.want(failing)
        self.facts.append(Taken(fact, places, counterpart, None if fact.other is None else self.want(fact.other)))
        # Extras for which it holds too would leave nothing that singles out one of them.
        self.sure &= fact.no | gap | self.taken()

    def _part(self, places: Sequence[int]) -> None:
        """Two things for which a fact holds stand in different halves of the picture: then others are between them."""
        sides = self.rng.shuffled(SIDES)
        if places[0] in self.parts or places[-1] in self.parts:
            sides = [side for side in sides if self.parts.get(places[0], side) == side != self.parts.get(places[-1])]
        for place, part in zip(places, sides or SIDES, strict=False):
            self.parts.setdefault(place, part)

    def place_between(self) -> None:
        """Two of a kind, of which there are no others, and between them a thing that is known by a fact of its own."""
        for kind in self.rng.shuffled(self.board.small_kinds):
            able = self.sure & self.wantable & self.clear & ~self.taken()
            if kind.maybe & self.taken() or (kind.sure & able).bit_count() < 2:
                continue
            fact = self._lone(~kind.maybe)
            if fact is None:
                return
            middle = self.board.some(fact.yes & able & ~kind.maybe, self.rng)[0]
            pair = self.board.some(kind.sure & able & fact.no & ~self.board.mistaken(middle), self.rng, 2)
            if len(pair) < 2 or self.board.mistaken(pair[0]) >> pair[1] & 1:
                continue
            for number, part in zip((middle, *pair), ("middle", *SIDES), strict=True):
                self.parts[self.want(number)] = part
            self.sure &= ~kind.maybe & fact.no | self.taken()
            self.aims.append(Aim("QueryObjSG", fact.query, (self.want(middle),)))
            return

    def hand_out(self) -> None:
        """A thing for which a fact holds and one for which it fails, each in somebody's hand: of what the girl is holding it can
        only be verified where somebody else holds what it might have been, and nothing else that it holds for is there."""
        board, rng = self.board, self.rng
        free = self.sure & self.clear & ~self.taken()
        able = free & self.wantable & board.held
        for fact in rng.sample(board.plain, min(HANDED_TRIED, len(board.plain))):
            hands = free & fact.no & board.people
            if fact.yes & self.taken() or hands.bit_count() < 2 or self.taken() & ~fact.no:
                continue
            yes, no = (board.some(some & able, rng) for some in (fact.yes, fact.no))
            if not yes or not no or board.mistaken(yes[0]) >> no[0] & 1:
                continue
            places = [self.want(i) for i in (*yes, *no)]
            for place, person in zip(places, board.some(hands, rng, 2), strict=True):
                self.relations.append((self.want(person), "holding", place))
            self.sure &= fact.no | self.taken()
            self.aims.append(Aim("VerifyKG", fact.query, (places[0], places[1]), nouns=(), facets=()))
            return

    def flank(self) -> None:
        """A thing for which a fact holds, between another for which it does and one for which it fails. Which of these stands on
        which side is a lot, and nothing else of the layout knows of it: whether there is one left of the thing in the middle, no
        number of things on its sides can tell, nor how wide they are."""
        board, rng = self.board, self.rng
        able = self.sure & self.wantable & self.clear & ~self.taken()
        for fact in rng.sample(board.plain, min(FLANKED_TRIED, len(board.plain))):
            if self.taken() & ~fact.no or (fact.no & self.sure).bit_count() < FEWEST_EXTRAS:
                continue
            for mark in board.some(fact.yes & able, rng):
                beside = able & ~(board.stacked(mark) | board.mistaken(mark) | 1 << mark)
                for yes in board.some(fact.yes & beside, rng):
                    alike = fact.no & beside & board.alike(yes) & ~(board.stacked(yes) | board.mistaken(yes))
                    for no in board.some(alike, rng):
                        self._flanked(fact, mark, yes, no)
                        return

    def _flanked(self, fact: Fact, mark: int, yes: int, no: int) -> None:
        self.parts[self.want(mark)] = "middle"
        for number, part in zip(self.rng.shuffled((yes, no)), SIDES, strict=True):
            self.parts[self.want(number)] = part
            self.relations.append((self.want(number), f"{part} of", self.want(mark)))
        self.sure &= fact.no | self.taken()
        self.once |= 1 << mark | 1 << yes | 1 << no
        targets = self.want(yes), self.want(no)
        self.aims.append(Aim("VerifyKG", fact.query, targets, nouns=(), facets=(), mark=self.want(mark)))

    def know_more(self) -> None:
        """More facts, by lot, of one or two of the things that are wanted anyway."""
        for _ in range(MORE_FACTS):
            queries, taken = [t.fact.query for t in self.facts], self.taken()
            kinds = [
                found
                for predicates in self.board.facts.values()
                if (found := [fact for some in predicates for fact in some if self._knows(fact, taken)])
            ]
            kinds = [left for some in kinds if (left := [fact for fact in some if fact.query not in queries])]
            if not kinds:
                return
            fact = self.rng.choice(self.rng.choice(kinds))
            places = tuple([self.want(i) for i in numbers(fact.yes & taken)])
            self._part(places)
            self.facts.append(Taken(fact, places, None, None if fact.other is None else self.want(fact.other)))
            self.sure &= fact.no | taken

    def _knows(self, fact: Fact, taken: int) -> bool:
        """Does it hold of one or two of the things taken, and is it sure of all of them and of enough others?"""
        if (
            not 1 <= (fact.yes & taken).bit_count() <= 2
            or taken & ~(fact.yes | fact.no | fact.gap)
            or fact.gap & ~taken
            or fact.yes & self.once
        ):
            return False
        return (fact.no & self.sure & ~taken).bit_count() >= ENOUGH_EXTRAS

    def _lone(self, among: int) -> Fact | None:
        """A fact by lot that holds of nothing that is taken, and of one of these."""
        for _ in range(TRIES if self.board.facts else 0):
            fact = self.rng.choice(self.rng.choice(self.board.facts[self.rng.choice([*self.board.facts])]))
            able = fact.yes & self.sure & self.wantable & self.clear & among
            if fact.query.way == "plain" and able and not self.taken() & ~fact.no:
                return fact
        return None

    def _fact(self, among: int) -> Fact | None:
        """By relation, then predicate, then second object, each by lot; sure of all that is taken."""
        draw, taken, sure = self.rng.random, self.taken(), self.sure
        able, gaps = sure & self.wantable & self.clear, ~(sure & self.clear)
        kinds, known = self.board.kinds, self.board.facts
        queries = [t.fact.query for t in self.facts]
        for _ in range(
            TRIES if known else 0
        ):  # hundreds a page: the generator's own methods would take half of the time
            some = kinds[draw() < SLOTTED_SHARE, draw() < EVENT_SHARE]
            predicates = known[some[int(draw() * len(some))]]
            alike = predicates[int(draw() * len(predicates))]
            fact = alike[int(draw() * len(alike))]
            gap = fact.gap
            if taken & ~(fact.yes | fact.no | gap) or gap & gaps or fact.yes & self.once or fact.query in queries:
                continue
            yes = fact.yes & able & ~(gap | self._mistaken(fact.other))
            if yes & among and yes.bit_count() >= 2 and (fact.no & sure).bit_count() >= FEWEST_EXTRAS:
                return fact
        return None

    def _counterpart(self, fact: Fact, holding: list[int]) -> int | None:
        """A thing for which the fact fails, that can be where one is for which it holds; of a common category, if it can."""
        names, beside, clear = self.board.concepts, 0, self.clear & ~self._mistaken(fact.other)
        for number in holding:
            beside |= self.board.beside(number)
            clear &= ~self.board.mistaken(number)
        alike = self.board.some(fact.no & self.sure & self.wantable & clear & beside, self.rng, 40)
        if not alike:
            return None
        there = [i for i in alike if i in self.numbers]
        if there:
            return self.rng.choice(there)  # what is wanted anyway costs no room
        categories = {name for i in holding for name in facts().categories(names[i])}
        related = [i for i in alike if not categories.isdisjoint(facts().categories(names[i]))]
        return self.rng.choice((related or alike)[:6] if self.rng.coin(0.7) else alike[:6])

    def taken(self) -> int:
        some = 0
        for number in self.numbers:
            some |= 1 << number
        return some

    def want(self, number: int) -> int:
        """The place of a concept among the things wanted; one of each is enough."""
        if number not in self.numbers:
            self.numbers.append(number)
            self.clear &= ~self.board.mistaken(number)
            full = self.board.coloured >> number & 1
            self.attributes.append({"colour": self._colour()} if full else {})
        return self.numbers.index(number)

    def _mistaken(self, number: int | None) -> int:
        return 0 if number is None else self.board.mistaken(number)

    def _colour(self) -> str:
        if not self.deck:
            self.deck = self.rng.shuffled(COLOURS)
        return self.deck.pop()

    def spread(self) -> None:
        """Put things on, in and under different others, so that they can be told apart by where they are."""
        rng, names, things = self.rng, self.board.concepts, len(self.numbers)
        busy = {place for relation in self.relations for place in (relation[0], relation[2])}
        pool = [i for i in self.board.some(self.sure & self.clear, rng, len(names)) if self.board.hosting >> i & 1]
        hosts = list(dict.fromkeys([*[i for i in self.numbers if self.board.hosting >> i & 1], *pool]))[:MOST_HOSTS]
        for place in range(things):
            number = self.numbers[place]
            if number in hosts or place in busy or not rng.coin(HOSTED_SHARE):
                continue
            options = [
                (relation, host)
                for host in hosts
                for relation in ("on", "in", "under")
                if can_be(names[number], relation, names[host])
            ]
            if options:
                relation, host = rng.choice(options)
                self.relations.append((place, relation, self.want(host)))

    # ---- aims

    def add(self, types: Sequence[Type]) -> None:
        """An aim of every type on every fact that will do; each type once before any comes again.

        What is beside a thing is asked once: the scene has more of that to offer than the plan.
        """
        makers: dict[str, Callable[[Type, Taken], Aim | None]] = {
            "QueryObjKG": self._what_is_known,
            "QueryObjSG": self._what_is_related,
            "QueryAtt": self._attribute,
            "VerifyKG": self._is_it_known,
            "VerifyAtt": self._attribute,
        }
        orders = {type: self.rng.shuffled(self.facts) for type in types}
        for turn in range(len(self.facts)):
            made = [makers[type](type, orders[type][turn]) for type in types if type != "QueryObjSG" or not turn]
            self.aims += [aim for aim in made if aim is not None]

    def _what_is_known(self, type: Type, taken: Taken) -> Aim:
        return Aim(type, taken.fact.query, taken.holding, taken.other, facets=("colour",))

    def _what_is_related(self, type: Type, taken: Taken) -> Aim | None:
        """What is beside a thing for which the fact holds; what that will be, the scene says."""
        if taken.fact.query.way != "plain":
            return None
        return Aim(type, taken.fact.query, taken.holding)

    def _is_it_known(self, type: Type, taken: Taken) -> Aim | None:
        """Of two things, and only what both could be said to be may describe them."""
        if taken.failing is None or taken.fact.query.way != "plain" or self.rng.coin(OPEN_SHARE):
            return None
        place = self.rng.choice(taken.holding)
        one, other = (self.board.concepts[self.numbers[k]] for k in (place, taken.failing))
        nouns = tuple(name for name in facts().categories(one) if facts().belongs(other, name))
        return Aim(type, taken.fact.query, (place, taken.failing), taken.other, nouns=nouns, facets=())

    def _attribute(self, type: Type, taken: Taken) -> Aim | None:
        """The look of a thing for which the fact holds. Material follows from colour, so neither decorates the other."""
        if type == "VerifyAtt" and self.rng.coin(OPEN_SHARE):
            return None
        facet = self.rng.weighted(("colour", "pattern"), (1 - PATTERN_SHARE, PATTERN_SHARE))
        able = self.board.coloured if facet == "colour" else self.board.patterned
        places = [k for k in taken.holding if able >> self.numbers[k] & 1]
        if not places:
            return None
        place = self.rng.choice(places)
        shown = self.attributes[place]
        if facet == "pattern" and "pattern" not in shown:
            shown["pattern"] = self.rng.choice(PATTERNS)
            if shown["colour"] == "white":
                shown["colour"] = self.rng.choice([c for c in COLOURS if c != "white"])
        asked = shown[facet] if type == "QueryAtt" else ""  # whose look is asked for, the scene says
        if type == "VerifyAtt" and facet == "pattern":
            asked = shown[facet] if self.rng.coin() else self.rng.choice([p for p in PATTERNS if p != shown[facet]])
        return Aim(type, taken.fact.query, (place,), taken.other, look=(facet, asked), facets=("state",))

    def plan(self) -> Plan:
        names = self.board.concepts
        wanted = tuple(
            [
                Wanted(names[i], shown, self.parts.get(k))
                for k, (i, shown) in enumerate(zip(self.numbers, self.attributes, strict=True))
            ]
        )
        # Another of a thing for which a fact holds would leave nothing that singles it out.
        held = {self.numbers[k] for taken in self.facts for k in taken.holding}
        extras = frozenset(names[i] for i in range(len(names)) if (self.sure & ~self.once) >> i & 1 and i not in held)
        apart = tuple([(taken.holding[0], taken.holding[1]) for taken in self.facts if len(taken.holding) > 1])
        return Plan(self.board.place, wanted, tuple(self.relations), extras, tuple(self.aims), apart)


def plan(rng: Rng, settings: CommonsenseSettings, split: str, types: list[Type]) -> Plan:
    """A place, facts with the things they need, and an aim for each type that one of them will do for."""
    for _ in range(TRIES):
        planner = Planner(board(rng.choice(settings.places), askable(split)), rng)
        if rng.coin(HANDED_SHARE):
            planner.hand_out()
        if rng.coin(FLANKED_SHARE):
            planner.flank()
        planner.take(planner.board.coloured)
        planner.place_between()
        for _ in range(MOST_FACTS - 1):
            planner.take(planner.board.all)
        planner.know_more()
        if not planner.once:
            planner.flank()
        planner.add(types)
        if planner.aims:
            planner.spread()
            return planner.plan()
    raise EyechartError(f"No question fits the setting places={','.join(settings.places)}: widen it.")
