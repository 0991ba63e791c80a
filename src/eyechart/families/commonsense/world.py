"""What programs run on, the objects of a scene graph with a knowledge graph; and the ten functions of CRIC.

Sets of objects are whole numbers inside, one bit an object, so that a question can be tried a thousand times; programs
see lists of ids. A fact that is unsure does not hold, and `unsure` tells, so that nothing is asked that depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eyechart.core import Graph, Step
from eyechart.errors import EyechartError
from eyechart.families.commonsense.lookup import Commonsense, bits, numbers, table_of
from eyechart.families.commonsense.vocabulary import FACETS, UNIVERSAL
from eyechart.knowledge.carried import carried
from eyechart.knowledge.facts import Knowledge, facts
from eyechart.program import Text, Things, Truth, functions

NOT_OBJECTS = ("place", "knowledge")  # things of the graph that tell of the scene as a whole
Pairs = dict[str, list[tuple[int, int]]]  # of objects that have a relation
Holding = tuple[int, int]  # the objects of which something holds, and those of which it is unsure


def knowledge_of(scene: Graph) -> Knowledge:
    """What the graph carries, where its facts are not ours."""
    return next((carried(thing.data) for thing in scene.things if thing.id == "knowledge"), facts())


class World:
    """The objects of a scene and what is known of them. Any scene graph and any knowledge will do."""

    __slots__ = (
        "_known",
        "after",
        "all",
        "before",
        "graph",
        "ids",
        "knowledge",
        "maybe_after",
        "maybe_before",
        "number",
        "objects",
        "table",
    )

    def __init__(self, scene: Graph, knowledge: Knowledge | None = None) -> None:
        self.graph = scene
        self.knowledge = knowledge or knowledge_of(scene)
        self.table = table_of(self.knowledge)
        self.objects = [thing for thing in scene.things if thing.id not in NOT_OBJECTS]
        self.ids = [thing.id for thing in self.objects]
        self.number = {id: i for i, id in enumerate(self.ids)}
        self.all = (1 << len(self.ids)) - 1
        self.after: dict[str, list[int]] = {}  # relation -> of each object, the objects that it has it to
        self.before: dict[str, list[int]] = {}  # and the objects that have it to this one
        self.maybe_after: dict[str, list[int]] = {}  # the same with all pairs of which it is unclear
        self.maybe_before: dict[str, list[int]] = {}
        self._known: dict[object, Holding] = {}
        stated: Pairs = {}
        for relation in scene.relations:
            if relation.subject in self.number and relation.object in self.number:
                pair = self.number[relation.subject], self.number[relation.object]
                stated.setdefault(relation.name, []).append(pair)
        unclear: Pairs = {name: list(pairs) for name, pairs in stated.items()}
        for thing in scene.things:
            if thing.id == "place":
                for name, pairs in thing.data.get("unclear", {}).items():
                    unclear.setdefault(name, []).extend((self.number[one], self.number[other]) for one, other in pairs)
        for i, thing in enumerate(self.objects):
            for name in thing.data.get("unclear", ()):
                if name not in FACETS:  # a relation that it may have to any other: the graph does not say
                    unclear.setdefault(name, []).extend((i, j) for j in range(len(self.ids)) if j != i)
        self._relate(stated, self.after, self.before)
        self._relate(unclear, self.maybe_after, self.maybe_before)

    def _relate(self, stated: Pairs, after: dict[str, list[int]], before: dict[str, list[int]]) -> None:
        alone = [1 << i for i in range(len(self.ids))]
        for name, pairs in stated.items():
            after[name], before[name] = there, back = [0] * len(self.ids), [0] * len(self.ids)
            for subject, object in pairs:
                there[subject] |= alone[object]
                back[object] |= alone[subject]

    # ---- sets

    def set_of(self, ids: Sequence[str]) -> int:
        found = 0
        for id in ids:
            found |= 1 << self.number[id]
        return found

    def ids_of(self, some: int) -> list[str]:
        return [id for i, id in enumerate(self.ids) if some >> i & 1]

    numbers = staticmethod(numbers)

    # ---- what is seen

    def named(self, word: str, facet: str | None = None) -> Holding:
        """Those of that name or attribute; with a facet, those whose attribute of that facet it is.

        Unsure are those of which the graph does not say it: a slice of pizza has no one colour.
        """
        key = ("named", word, facet)
        if key not in self._known:
            found = unsure = 0
            for i, thing in enumerate(self.objects):
                values = [thing.attributes.get(facet)] if facet else [thing.name, *thing.attributes.values()]
                found |= (word in values) << i
                silent = facet in UNIVERSAL and facet not in thing.attributes
                unsure |= (silent or facet in thing.data.get("unclear", ())) << i
            self._known[key] = (found, unsure)
        return self._known[key]

    def related(self, some: int, name: str, reverse: bool, doubtful: bool = False) -> int:
        """What they have the relation to; in reverse, what has it to them. Doubtful: also where that is unclear."""
        if doubtful:
            rows = (self.maybe_before if reverse else self.maybe_after).get(name)
        else:
            rows = (self.before if reverse else self.after).get(name)
        found = 0
        while rows and some:
            low = some & -some
            found |= rows[low.bit_length() - 1]
            some ^= low
        return found

    # ---- what is known

    def belonging(self, category: str) -> Holding:
        key = ("category", category)
        if key not in self._known:
            belongs = self.knowledge.belongs
            self._known[key] = bits([belongs(thing.name, category) for thing in self.objects])
        return self._known[key]

    def known(self, query: Commonsense, region: int = 0) -> Holding:
        """The objects that fill the blank, given the region where the query has a place for one.

        A region of several objects stands for all of them: what can cut the apples can cut each.
        """
        if query.way == "plain":
            return self._one(query, None)
        if not region:
            return 0, 0
        found = possible = self.all
        for i in self.numbers(region):
            yes, doubt = self._one(query, i)
            found, possible = found & yes, possible & (yes | doubt)
        return found, possible & ~found

    def _one(self, query: Commonsense, other: int | None) -> Holding:
        key = (query.predicate, query.way, other)
        if key not in self._known:
            values = self.table.values(query, None if other is None else self.objects[other].name)
            yes, unsure = bits([values[thing.name] for thing in self.objects])
            itself = 0 if other is None else 1 << other  # a knife is not asked to cut itself
            self._known[key] = yes & ~itself, unsure & ~itself
        return self._known[key]

    def query(self, head: str, relation: str, tail: str) -> Commonsense:
        found = self.table.queries.get((head, relation, tail))
        if found is None:
            raise EyechartError(f"The knowledge graph has no query <{head}, {relation}, {tail}>.")
        return found


_last: list[World | None] = [None]


def world_of(scene: Graph) -> World:
    """The last one is kept: who lays out a scene makes it, and who asks about that scene runs programs on it."""
    world = _last[0]
    if world is None or world.graph is not scene:
        world = _last[0] = World(scene)  # returned from here, not from the list: another thread may be at it, too
    return world


# ---- the ten functions, on sets


def apply(world: World, step: Step, inputs: Sequence[int], doubtful: bool = False) -> int:
    """The set that a step finds, from the sets that it takes. Doubtful: with all of which it might be so."""
    name, words = step.function, step.arguments
    if name == "Initial":
        return world.all
    if name == "And":
        return inputs[0] & inputs[1]
    some = inputs[0]
    if name == "Find":
        return some & _found(world, words, doubtful)
    if name == "Find Hypernym":
        return some & _either(world.belonging(words[0]), doubtful)
    if name in ("Relate", "Relate Reverse"):
        return world.related(some, words[0], name == "Relate Reverse", doubtful)
    if name in ("Find KG", "Find KG Reverse"):
        query = world.query(*words)
        found = _either(world.known(query, some), doubtful)
        return found & some if query.way == "plain" else found
    raise EyechartError(f"'{name}' finds no objects.")


def _either(truth: Holding, doubtful: bool) -> int:
    return truth[0] | truth[1] if doubtful else truth[0]


def _found(world: World, words: Sequence[str], doubtful: bool) -> int:
    """Find takes a name, an attribute with its facet, or names and attributes as the release has them."""
    if len(words) == 2 and words[1] in FACETS:
        return _either(world.named(words[0], words[1]), doubtful)
    found = world.all
    for word in words:
        found &= world.named(word)[0]
    return found


ENDINGS = ("Recognition", "Verify")
ARITY = {"Initial": 0, "And": 2}  # the others take one


def _finding(name: str) -> Callable[..., Things]:
    """From one set of things, or none, or two, by so many words, to another set."""

    def initial(world: World) -> Things:
        return world.ids_of(apply(world, Step(name), ()))

    def both(world: World, ids: Things, others: Things) -> Things:
        return world.ids_of(apply(world, Step(name), (world.set_of(ids), world.set_of(others))))

    def by_words(world: World, ids: Things, *words: Text) -> Things:
        return world.ids_of(apply(world, Step(name, (), words), (world.set_of(ids),)))

    made: dict[int, Callable[..., Things]] = {0: initial, 1: by_words, 2: both}
    return made[ARITY.get(name, 1)]


def recognition(world: World, ids: Things, kind: Text) -> Text:
    """The concept that all of them share: a name, or a value of the facet asked for. Empty if there is none."""
    said = {recognised(world, world.number[id], kind) for id in ids}
    return said.pop() if len(said) == 1 else ""


def recognised(world: World, number: int, kind: str) -> str:
    thing = world.objects[number]
    return thing.attributes.get(kind, "") if kind in FACETS else thing.name


def verify(world: World, ids: Things) -> Truth:
    return bool(ids)


FINDING = ("Initial", "Find", "Relate", "Relate Reverse", "And", "Find KG", "Find KG Reverse", "Find Hypernym")
FUNCTIONS = functions(**{name: _finding(name) for name in FINDING}, Recognition=recognition, Verify=verify)
