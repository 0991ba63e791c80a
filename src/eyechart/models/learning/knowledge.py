"""Knowledge items as an input, found by CRIC's heuristic (section 4.1): those whose head or tail has a word of the question.

They are triplets of the knowledge graph that the scene carries, or of ours; or, where a setting names it, of all that ConceptNet
says by the relations that are asked. Which item the question was made of, nobody tells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from eyechart.core import Question
from eyechart.knowledge.carried import carried
from eyechart.knowledge.conceptnet import Sifted, assertions
from eyechart.knowledge.facts import RELATIONS, Item, facts
from eyechart.models.words import WORD

MOST = 16  # items for a question; the paper does not say how many
OF_ONE = 8  # of them that say the same of several things, before others had their turn
KINDS = (*RELATIONS, "another")  # of relation
NO_KIND = -100  # nobody tells of what kind the question's is
# Words that questions are made with, and that tell nothing of what they are about.
ASKING = frozenset(
    WORD.findall(
        """a an the this that which what who whose where is are be been being was were do does did can could able may might will
        would i you we it its he she they his her their to of in on at by for with from and or not no as than there here one thing
        object kind type sort use used usually likely found picture image photo name color colour size shape"""
    )
)


class Items(Struct, frozen=True):
    """For a question: numbers of items of a shelf, and the kind of the relation that it asks about."""

    shelf: Shelf
    found: tuple[int, ...]
    kind: int


class Shelf:
    """Items of a knowledge graph that hold, by their words."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items: list[Item] = [item for item in items if item.value]
        self.words = [(*_words(item.head), *_words(item.relation), *_words(item.tail)) for item in self.items]
        self.kinds = [kind_of(item.relation) for item in self.items]
        tails = [{*_words(item.tail)} - ASKING for item in self.items]
        self._with = _by_word(tail | {*_words(item.head)} for tail, item in zip(tails, self.items, strict=True))
        self._in_tail, self._long = _by_word(tails), np.array([len(tail) for tail in tails])
        facts: dict[tuple[str, str], int] = {}
        self._facts = np.array([facts.setdefault((item.relation, item.tail), len(facts)) for item in self.items])

    def find(self, text: str) -> tuple[int, ...]:
        """First those whose tail is in a text with all its words; then those that share most words with it, a rare word counting
        for more; then the earlier. What is said of many things leaves room for other facts."""
        words = sorted({*_words(text)} - ASKING)
        found = [self._with[word] for word in words if word in self._with]
        if not found:
            return ()
        numbers, which = np.unique(np.concatenate(found), return_inverse=True)
        weights = [log(1 + len(self.items) / len(some)) for some in found]
        shared = np.bincount(which, np.repeat(weights, [len(some) for some in found]))
        in_tails = [np.zeros(0, np.int64), *(self._in_tail[word] for word in words if word in self._in_tail)]
        said, times = np.unique(np.concatenate(in_tails), return_counts=True)
        whole = np.isin(numbers, said[times == self._long[said]])
        ranked = numbers[np.lexsort((-shared, ~whole))]
        return tuple(ranked[np.argsort(_before(self._facts[ranked]) // OF_ONE, kind="stable")[:MOST]].tolist())


def _by_word(texts: Iterable[Iterable[str]]) -> dict[str, Any]:
    """The numbers of the texts that each word is in."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, words in enumerate(texts):
        for word in words:
            found[word].append(number)
    return {word: np.array(numbers) for word, numbers in found.items()}


def _before(values: Any) -> Any:
    """Of each value, how many equal ones stand before it."""
    order = np.argsort(values, kind="stable")
    places, first = np.arange(len(values)), np.diff(values[order], prepend=-1) != 0
    counted = np.empty(len(values), np.int64)
    counted[order] = places - np.maximum.accumulate(np.where(first, places, 0))
    return counted


def _words(text: str) -> list[str]:
    found: list[str] = WORD.findall(text.lower())
    return found


def kind_of(relation: str) -> int:
    return KINDS.index(relation) if relation in KINDS else len(RELATIONS)


@lru_cache(maxsize=1)
def _ours() -> Shelf:
    return Shelf(facts().items())


@lru_cache(maxsize=8)
def _of_scene(scene: _Same) -> Shelf:
    return Shelf(carried(scene.data).items())


class Everything:
    """About whatever it is."""

    def __contains__(self, thing: object) -> bool:
        return True


@lru_cache(maxsize=1)
def shelf_at(path: str) -> Shelf | None:
    """Of a ConceptNet file or folder; None where nobody names one: then each question's own is taken."""
    if not path:
        return None
    said = assertions(Path(path), Everything(), 0.0, Sifted())
    return Shelf(Item(one.start, one.relation, one.end, one.value) for one in said)


class _Same:
    """A scene's knowledge as a key: equal to itself alone."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __hash__(self) -> int:
        return id(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.data is self.data


def shelf_of(q: Question) -> Shelf:
    """The knowledge that the question's scene carries, or ours."""
    things = q.scene.things if q.scene is not None else ()
    own = next((thing.data for thing in things if thing.id == "knowledge"), None)
    return _ours() if own is None else _of_scene(_Same(own))


def items_for(q: Question, shelf: Shelf | None) -> Items:
    shelf = shelf or shelf_of(q)
    return Items(shelf, shelf.find(q.text), asked_kind(q))


def asked_kind(q: Question) -> int:
    """Of the last commonsense step of the question's program, <head, relation, tail>; NO_KIND where there is none."""
    steps = q.program.steps if q.program is not None else ()
    kinds = [kind_of(s.arguments[1]) for s in steps if len(s.arguments) == 3]
    return kinds[-1] if kinds else NO_KIND


def said_of(q: Question, shelf: Shelf | None) -> list[str]:
    """The items of a question as texts, for the vocabulary."""
    found = items_for(q, shelf)
    return [" ".join(found.shelf.words[number]) for number in found.found]


def numbered(found: Items, number: Any) -> tuple[list[Any], Any, int]:
    """Each item's words as numbers."""
    words = [np.array([number(word) for word in found.shelf.words[place]], np.int64) for place in found.found]
    return words, np.array([found.shelf.kinds[place] for place in found.found], np.int64), found.kind


def collated(found: Sequence[Any]) -> dict[str, Any]:
    """Items of several questions, each different one once; `items_of` has its place, or -1 where a question has fewer."""
    places: dict[bytes, int] = {}
    texts, kinds = [np.zeros(1, np.int64)], [len(RELATIONS)]  # the first is nothing, for a batch without items
    most = max(1, *(len(words) for words, _, _ in found))
    items_of = np.full((len(found), most), -1, np.int64)
    for row, (words, relations, _) in enumerate(found):
        for column, (text, kind) in enumerate(zip(words, relations, strict=True)):
            key = text.tobytes() + bytes([kind])
            if key not in places:
                places[key] = len(texts)
                texts.append(text)
                kinds.append(int(kind))
            items_of[row, column] = places[key]
    lengths = np.array([len(text) for text in texts], np.int64)
    made = np.zeros((len(texts), int(lengths.max())), np.int64)
    for one, text in zip(made, texts, strict=True):
        one[: len(text)] = text
    asked = np.array([kind for _, _, kind in found], np.int64)
    return {"items": made, "item_lengths": lengths, "item_kinds": np.array(kinds), "items_of": items_of, "kind": asked}
